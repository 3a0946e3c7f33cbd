// Clocks that run down: <time data-ends="…" data-over="time is up"> tells what is left. The server's clock counts, not
// the one of this device; without network, or without this file, the time when it is up stands there. Five minutes
// before the end a warning shows, and a sound plays where its switch [data-sound] is on (kept by this browser).
const SOON = 300; // seconds
const TONES = { soon: [660, 660], up: [880, 660, 880, 660] };
let ahead = 0; // milliseconds that this device is ahead of the server

async function compare() {
  try {
    const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" });
    ahead = Date.now() - Date.parse(answer.headers.get("Date")) || 0;
  } catch {
    /* the clock of this device is good enough */
  }
}

function tick() {
  for (const place of document.querySelectorAll("[data-ends]")) {
    const left = Math.ceil((Date.parse(place.dataset.ends) + ahead - Date.now()) / 1000);
    const text = left > 0 ? inWords(left) : place.dataset.over;
    if (place.textContent !== text) place.textContent = text;
    const state = left <= 0 ? "up" : left <= SOON ? "soon" : "";
    place.classList.toggle("soon", state === "soon");
    place.classList.toggle("up", state === "up");
    const warning = place.parentElement.querySelector("[data-warning]");
    if (warning && warning.hidden !== (state !== "soon")) warning.hidden = state !== "soon";
    if (place.closest(".timer")) announce(place.dataset.ends, state);
  }
}

// Only a change that this page has seen is announced, and once for all clocks with the same end.
const announced = new Map();
function announce(ends, state) {
  if (announced.get(ends) === state) return;
  if (announced.has(ends) && state) ring(TONES[state]);
  announced.set(ends, state);
}

// --- sound

let audio = null;
const isOn = () => document.querySelector("[data-sound]") && localStorage.getItem("round-sound") === "on";

function ring(tones) {
  if (!isOn() || audio?.state !== "running") return;
  tones.forEach((pitch, index) => {
    const [tone, volume, at] = [audio.createOscillator(), audio.createGain(), audio.currentTime + index * 0.45];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.4, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.4);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.42);
  });
}

// browsers play sound only after a touch of the page
function prepare() {
  if (!isOn()) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
}

function showSwitches() {
  for (const button of document.querySelectorAll("[data-sound]")) {
    button.hidden = !window.AudioContext;
    button.setAttribute("aria-pressed", String(localStorage.getItem("round-sound") === "on"));
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-sound]");
  if (button) {
    const on = button.getAttribute("aria-pressed") !== "true";
    localStorage.setItem("round-sound", on ? "on" : "off");
    showSwitches();
  }
  prepare();
  if (button && isOn()) audio.resume().then(() => ring(TONES.soon.slice(0, 1)));
});
document.addEventListener("keydown", prepare);
document.addEventListener("live", showSwitches);
showSwitches();

function inWords(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

setInterval(tick, 500);
compare().then(tick);
tick();
