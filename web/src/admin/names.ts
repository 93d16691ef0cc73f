/** Real names by account name, as far as the reader may see them. */
export type RealNames = { readonly [name: string]: string | undefined };

export function withRealName(name: string, realNames: RealNames): string {
  const real = realNames[name];
  return real ? `${real} (${name})` : name;
}
