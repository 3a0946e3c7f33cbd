// Turns on notifications on this device, after a click and never before.

const form = document.querySelector("[data-push]");
const button = form.querySelector("[data-push-on]");

button.addEventListener("click", (event) => {
  event.preventDefault();
  turnOn();
});
look();

async function look() {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    // an iPhone has them in installed pages only
    say(navigator.standalone === false ? "iphone" : "unable");
  } else if (Notification.permission === "denied") {
    say("blocked");
  } else {
    const registration = await navigator.serviceWorker.getRegistration(form.dataset.worker);
    const subscription = await registration?.pushManager.getSubscription();
    button.hidden = Boolean(subscription);
    if (subscription) say("on");
  }
}

async function turnOn() {
  if ((await Notification.requestPermission()) !== "granted") return say("blocked");
  button.disabled = true;
  try {
    await navigator.serviceWorker.register(form.dataset.worker, { scope: form.dataset.scope });
    const registration = await navigator.serviceWorker.ready;
    const applicationServerKey = bytes(form.dataset.key);
    const options = { userVisibleOnly: true, applicationServerKey };
    const { endpoint, keys } = (await registration.pushManager.subscribe(options)).toJSON();
    form.elements.endpoint.value = endpoint;
    form.elements.p256dh.value = keys.p256dh;
    form.elements.auth.value = keys.auth;
    form.submit();
  } catch {
    button.disabled = false;
    say("failed");
  }
}

function say(name) {
  for (const words of form.querySelectorAll("[data-push-says]")) {
    words.hidden = words.dataset.pushSays !== name;
  }
}

function bytes(text) {
  const base64 = text.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
