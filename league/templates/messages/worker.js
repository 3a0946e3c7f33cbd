// Shows the messages of a person as notifications. It keeps no pages: the pages of tables have a worker of their own.
const PAGES = "{{ scope|escapejs }}";

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener("push", (event) => {
  const message = read(event.data);
  event.waitUntil(
    self.registration.showNotification(message.title, {
      body: message.body ?? "",
      tag: message.tag, // a second copy replaces the first
      lang: message.lang ?? "",
      icon: "{% static 'table/table-192.png' %}",
      data: { url: message.url ?? PAGES },
    }),
  );
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

async function open(url) {
  if (new URL(url).origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: "window" });
  const there = windows.find((window) => window.url === url);
  if (there) return there.focus();
  return self.clients.openWindow(url);
}
