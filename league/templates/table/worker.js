// The pages of a table without a network. Only they are kept: the scope ends at …/t/, all else passes.
const KEPT = "table-{{ version }}";
const PATIENCE = 4000;
const LONG = 30000;
const STATICS = [{% for file in files %}
  "{{ file }}",{% endfor %}
];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.addAll(STATICS))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forget().then(() => self.clients.claim()));
});

// a page that was opened before this worker was there, or that has changed since, asks to be kept as it is now
self.addEventListener("message", (event) => {
  event.waitUntil(Promise.all(event.data.keep.map((address) => keep(address))));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith("{{ static_prefix }}")) {
    event.respondWith(fromCache(request));
  } else if (request.mode === "navigate") {
    event.respondWith(page(request));
  }
});

// names of static files change with their content, so what is kept never grows old
async function fromCache(request) {
  return (await caches.match(request)) ?? fromNetwork(request);
}

// on a slow network the page as it was kept is better than none, if it is the one that is asked for, and a late one
// better than an error
async function page(request) {
  const answer = fromNetwork(request);
  const patience = request.url === bare(request) ? PATIENCE : LONG;
  const late = new Promise((done) => {
    setTimeout(done, patience);
  });
  const soon = await Promise.race([answer.catch(() => undefined), late]);
  return soon ?? (await kept(request)) ?? answer;
}

async function fromNetwork(request) {
  const answer = await fetch(request, { signal: AbortSignal.timeout(LONG) });
  const isAnswer = new URL(request.url).searchParams.has("shown"); // to a form: not what its address shows later
  if (answer.status === 200 && !answer.redirected && !isAnswer) {
    const cache = await caches.open(KEPT);
    await cache.put(bare(request), answer.clone());
  }
  return answer;
}

// nobody waits for it, and that it failed would be noticed when there is no network any more
async function keep(address, times = 3) {
  try {
    await fromNetwork(new Request(address));
  } catch {
    if (times > 1) await keep(address, times - 1);
  }
}

function kept(request) {
  return caches.match(bare(request), { ignoreVary: true });
}

// what an older worker kept
async function forget() {
  for (const name of await caches.keys()) {
    if (name.startsWith("table-") && name !== KEPT) await caches.delete(name);
  }
}

function bare(request) {
  const address = new URL(request.url);
  return address.origin + address.pathname;
}
