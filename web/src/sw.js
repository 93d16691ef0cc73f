/**
 * Caches the page for offline use. The build inserts the file names and a version; a new version gets a new cache and
 * deletes the old ones. Answers of a server are never cached.
 */
const VERSION = '__VERSION__';
const FIRST = __FIRST__;
const LATER = __LATER__;
const CACHE = `tabiya-${VERSION}`;

self.addEventListener('install', event => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then(cache => cache.addAll(FIRST))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', event => {
  const clean = caches
    .keys()
    .then(keys =>
      Promise.all(keys.filter(key => key.startsWith('tabiya-') && key !== CACHE).map(key => caches.delete(key))),
    );
  event.waitUntil(clean.then(() => self.clients.claim()));
});

// Fetches the remaining files, such as the engine, once the page has settled.
self.addEventListener('message', event => {
  if (event.data === 'keep the rest')
    event.waitUntil(
      caches
        .open(CACHE)
        // A file that cannot be fetched does not stop the others.
        .then(cache => Promise.all(LATER.map(path => cache.add(path).catch(() => undefined)))),
    );
});

const ofServer = /^\/(app|api|live|oauth|account|game\/export|healthz|readyz|metrics)(\/|$)/;

self.addEventListener('fetch', event => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin || ofServer.test(url.pathname)) return;
  if (request.mode === 'navigate') {
    // Every address of the page serves the same document.
    event.respondWith(fetch(request).catch(() => caches.match('/', { ignoreVary: true })));
    return;
  }
  event.respondWith(
    caches.match(request, { ignoreVary: true }).then(
      kept =>
        kept ??
        fetch(request).then(response => {
          if (response.ok && url.pathname.startsWith('/assets/')) {
            const copy = response.clone();
            event.waitUntil(caches.open(CACHE).then(cache => cache.put(request, copy)));
          }
          return response;
        }),
    ),
  );
});
