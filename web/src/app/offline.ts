/** So long after the first drawing nothing is waited for any more. */
const REST_AFTER = 8_000;

/** Installs the worker that keeps the page for offline use. */
export function registerServiceWorker(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker
    .register('/sw.js')
    .then(() => navigator.serviceWorker.ready)
    .then(({ active }) => setTimeout(() => active?.postMessage('keep the rest'), REST_AFTER))
    .catch(() => {
      // Without it the page works all the same, while there is a network.
    });
}
