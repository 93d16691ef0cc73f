/**
 * Keeps the page for offline use. The build puts in the names of its files and a version; a new version fetches what is
 * new and forgets what is old. What belongs to a server is never kept.
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

// The page is at rest: the engine and the other screens can come too.
self.addEventListener('message', event => {
  if (event.data === 'keep the rest')
    event.waitUntil(
      caches
        .open(CACHE)
        // One that cannot be had does not keep the others away.
        .then(cache => Promise.all(LATER.map(path => cache.add(path).catch(() => undefined)))),
    );
});

const ofServer = /^\/(app|api|live|oauth|account|game\/export|healthz|readyz|metrics)(\/|$)/;

self.addEventListener('fetch', event => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin || ofServer.test(url.pathname)) return;
  if (request.mode === 'navigate') {
    // Every address of the page is the same document.
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
