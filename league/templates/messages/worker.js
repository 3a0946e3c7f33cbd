// Shows the messages of a person as notifications. It keeps no pages: the pages of tables have a worker of their own.
const PAGES = "{{ scope|escapejs }}";

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener("push", (event) => {
  event.waitUntil(show(read(event.data)));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data.url, self.location.origin).href));
});

// the browser shows something of its own if a push shows nothing, so what cannot be read is shown too
function read(data) {
  try {
    return data.json();
  } catch {
    return { title: "Manche" };
  }
}

// a second copy replaces the first in silence; a new seat replaces the one before, and is heard
async function show(message) {
  const { id, title, tag, body = "", lang = "", url = PAGES } = message;
  const earlier = tag ? await self.registration.getNotifications({ tag }) : [];
  const renotify = earlier.some(({ data }) => data.id !== id);
  const icon = "{% static 'table/table-192.png' %}";
  await self.registration.showNotification(title, { body, tag, lang, icon, renotify, data: { id, url } });
}

async function open(url) {
  if (new URL(url).origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: "window" });
  const there = windows.find((window) => window.url === url);
  if (there) return there.focus();
  return self.clients.openWindow(url);
}
