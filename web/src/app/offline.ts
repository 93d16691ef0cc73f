/** Milliseconds after the start until the rest of the page is fetched for offline use. */
const PREFETCH_DELAY = 8_000;

/** Installs the service worker that caches the page for offline use. */
export function registerServiceWorker(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker
    .register('/sw.js')
    .then(() => navigator.serviceWorker.ready)
    .then(({ active }) => setTimeout(() => active?.postMessage('keep the rest'), PREFETCH_DELAY))
    .catch(() => {
      // Without it the page works too, as long as there is a network.
    });
}
