/**
 * The page runs under `require-trusted-types-for 'script'`. This is the only policy: no text becomes HTML except the
 * empty string (chessground clears its board with it), and scripts come only from this site.
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
