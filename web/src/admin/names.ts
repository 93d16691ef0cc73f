/** The name of an account with the real name beside it, where the reader may see that. */
export type RealNames = { readonly [name: string]: string | undefined };

export function withRealName(name: string, realNames: RealNames): string {
  const real = realNames[name];
  return real ? `${real} (${name})` : name;
}
