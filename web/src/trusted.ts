/**
 * The page runs under `require-trusted-types-for 'script'`. This is the one policy: nothing may be turned into HTML
 * but the empty text (the board empties itself so), and scripts come from this site alone.
 */
interface TrustedTypes {
  createPolicy(name: string, rules: Record<string, (text: string) => string>): unknown;
}

const { trustedTypes } = globalThis as unknown as { trustedTypes?: TrustedTypes };

trustedTypes?.createPolicy('default', {
  createHTML(text) {
    if (text !== '') throw new TypeError('no text becomes HTML on this page');
    return text;
  },
  createScriptURL(url) {
    if (new URL(url, location.href).origin !== location.origin) throw new TypeError('scripts come from here alone');
    return url;
  },
});
