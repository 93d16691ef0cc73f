/** A random id of eight letters and digits. */
export function newId(): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), byte => letters[byte % letters.length]).join('');
}
