// A screen of the room: shows its panels in turn, long ones page by page. Without this file they stand below one
// another. Keys: + and - for the size of the text, arrows for the pages, space to pause, f for the whole screen, d for
// light, dark or a dark room, t by table, n by name. The screen stays awake where the browser can do that. After the
// final it waits at the podium, since other panels would give it away: Enter reveals the next place.
const root = document.documentElement;
const panels = document.getElementById("panels");
const SIZES = 5;
const LARGEST_FITTED = 3; // size of the text up to which lists are made to fit
const LEAST_SCALE = 0.4;
const SCALE_STEP = 0.04;
const LEAST_NAME = 0.7; // of the letters of its list
const REST = 4000;
const MOST_DOTS = 16;
const THEMES = ["light", "dark", "night"];
const KEYS = {
  "+": () => size(1),
  "=": () => size(1),
  "-": () => size(-1),
  " ": hold,
  ArrowRight: () => turn(1),
  ArrowLeft: () => turn(-1),
  f: full,
  d: theme,
  t: () => by("table"),
  n: () => by("name"),
  a: () => by("all"),
  Enter: reveal,
};
const REVEALED = `revealed ${location.pathname}`; // of this window: a page that is loaded again has no secrets
let at = { panel: "", page: 0 };
let timer = null;
let isPaused = false;
let quiet = null;
let wakeLock = null;

function sequence() {
  const kind = root.dataset.by;
  const all = [...panels.querySelectorAll(isRevealing() ? "[data-kind=podium]" : ".panel")];
  const ofKind = all.filter((panel) => kind === "all" || panel.dataset.kind === kind);
  return (ofKind.length ? ofKind : all).flatMap((panel) =>
    pages(panel).map((rows, page, list) => ({ panel, page, rows, of: list.length })),
  );
}

// The rows that fit on the screen together, page by page. A list with data-pages="2" gets smaller until it needs no
// more pages than that, unless a large text was chosen.
function pages(panel) {
  const list = panel.querySelector("[data-pages]");
  if (!list) return [[]];
  only(panel);
  for (const row of list.children) row.classList.remove("off");
  const most = Number(root.dataset.size) > LARGEST_FITTED ? 0 : Number(list.dataset.pages);
  let groups = [];
  for (let scale = 1; scale >= LEAST_SCALE; scale -= SCALE_STEP) {
    list.style.fontSize = `${scale}em`;
    groups = fill(list);
    if (!most || (groups.length <= most && groups[0].length >= groups.at(-1).length)) break;
  }
  for (const name of list.querySelectorAll(".grow")) fitLine(name);
  return groups;
}

// A long name stays on its line in smaller letters; what is still too long ends in "…".
function fitLine(name) {
  name.style.removeProperty("--fit");
  const ratio = name.clientWidth / name.scrollWidth;
  if (ratio < 1) name.style.setProperty("--fit", Math.max(ratio * 0.96, LEAST_NAME));
}

function fill(list) {
  const rows = [...list.children];
  const boxes = rows.map((row) => row.getBoundingClientRect());
  const foot = document.querySelector(".screen-foot").offsetHeight;
  const room = Math.max(innerHeight - foot - 8 - (boxes[0]?.top ?? 0) - scrollY, boxes[0]?.height ?? 0);
  const groups = [];
  let top = null;
  rows.forEach((row, index) => {
    if (top === null || (boxes[index].bottom - top > room && boxes[index].top > top)) {
      groups.push([]);
      top = boxes[index].top;
    }
    groups.at(-1).push(row);
  });
  return groups.length ? groups : [[]];
}

function show(by = 0) {
  scrollTo(0, 0);
  root.classList.toggle("revealing", isRevealing());
  const turns = sequence();
  if (!turns.length) return;
  const same = turns.findIndex(({ panel, page }) => panel.id === at.panel && page === at.page);
  const near = turns.findIndex(({ panel }) => panel.id === at.panel);
  const now = turns[((same < 0 ? Math.max(near, 0) : same) + by + turns.length) % turns.length];
  const turned = at.panel !== now.panel.id;
  at = { panel: now.panel.id, page: now.page };
  only(now.panel);
  for (const row of now.panel.querySelector("[data-pages]")?.children ?? [])
    row.classList.toggle("off", !now.rows.includes(row));
  if (turned && by) {
    now.panel.classList.add("turned");
    setTimeout(() => now.panel.classList.remove("turned"), 600);
  }
  dots(turns.indexOf(now), turns.length);
}

function steps() {
  return panels.querySelectorAll("[data-kind=podium] .stand > li").length;
}

function isRevealing() {
  return Number(root.dataset.revealed) < steps();
}

function reveal() {
  if (!isRevealing()) return;
  root.dataset.revealed = String(Number(root.dataset.revealed) + 1);
  sessionStorage.setItem(REVEALED, root.dataset.revealed);
  turn(0);
}

function only(panel) {
  for (const each of panels.querySelectorAll(".panel")) each.classList.toggle("shown", each === panel);
}

function dots(now, count) {
  const place = document.querySelector(".dots");
  if (count > MOST_DOTS) {
    place.textContent = `${now + 1} / ${count}`;
    return;
  }
  place.replaceChildren(
    ...Array.from({ length: count > 1 ? count : 0 }, (_, index) => index).map((index) => {
      const dot = document.createElement("i");
      dot.classList.toggle("at", index === now);
      return dot;
    }),
  );
}

function turn(by) {
  show(by);
  clearTimeout(timer);
  if (!isPaused) timer = setTimeout(() => turn(1), 1000 * Number(root.dataset.seconds));
}

function hold() {
  isPaused = !isPaused;
  document.querySelector("[data-do=pause]").setAttribute("aria-pressed", isPaused);
  turn(0);
}

function size(step) {
  choose("size", String(Math.min(Math.max(Number(root.dataset.size) + step, 1), SIZES)));
}

function theme() {
  const { colorScheme } = getComputedStyle(root); // what "auto" came to
  const now = THEMES.includes(root.dataset.theme) ? root.dataset.theme : colorScheme;
  choose("theme", THEMES[(THEMES.indexOf(now) + 1) % THEMES.length]);
}

function by(what) {
  if (document.querySelector(`a[data-by=${what}]`)) choose("by", what);
}

function full() {
  if (document.fullscreenElement) document.exitFullscreen();
  else root.requestFullscreen?.().catch(() => {});
}

// Released by the browser whenever the page is hidden; refused without a secure address, or to save power.
async function stayAwake() {
  if (document.hidden || (wakeLock && !wakeLock.released)) return;
  wakeLock = await navigator.wakeLock?.request("screen").catch(() => null);
}

// What was chosen stands in the address, for the next start of the screen.
function choose(what, value) {
  root.dataset[what] = value;
  const address = new URL(location.href);
  address.searchParams.set(what, value);
  history.replaceState(null, "", address);
  for (const link of document.querySelectorAll(".screen-keys a:is([data-size], [data-by], [data-theme])")) {
    const chosen = ["size", "by", "theme"].some((name) => link.dataset[name] === root.dataset[name]);
    link.toggleAttribute("aria-current", chosen);
    if (chosen) link.setAttribute("aria-current", "true");
  }
  turn(0);
}

function touch() {
  root.classList.add("touched");
  clearTimeout(quiet);
  quiet = setTimeout(() => root.classList.remove("touched"), REST);
}

function tick() {
  const clock = document.querySelector("[data-clock]");
  const clockFormat = new Intl.DateTimeFormat(root.lang, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: clock.dataset.clock,
  });
  clock.textContent = clockFormat.format(new Date());
  clock.hidden = false;
}

addEventListener("keydown", (event) => {
  touch();
  const onButton = [" ", "Enter"].includes(event.key) && event.target.closest("a, button");
  if (event.ctrlKey || event.metaKey || event.altKey || onButton || !KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
});
document.querySelector(".screen-keys").addEventListener("click", (event) => {
  const pressed = event.target.closest("a, button");
  const done = { pause: hold, next: () => turn(1), full, reveal }[pressed?.dataset.do];
  if (done) done();
  else if (pressed?.dataset.size) choose("size", pressed.dataset.size);
  else if (pressed?.dataset.by) by(pressed.dataset.by);
  else if (pressed?.dataset.theme) choose("theme", pressed.dataset.theme);
  else return;
  event.preventDefault();
});
for (const name of ["pointermove", "pointerdown"]) addEventListener(name, touch);
addEventListener("pointerdown", stayAwake);
document.addEventListener("visibilitychange", stayAwake);
document.addEventListener("fullscreenchange", () => {
  document.querySelector("[data-do=full]").setAttribute("aria-pressed", Boolean(document.fullscreenElement));
});
addEventListener("resize", () => turn(0));
panels.addEventListener("live", () => show(0));
for (const button of document.querySelectorAll(".screen-keys [data-do][hidden]")) button.hidden = false;
root.dataset.revealed = sessionStorage.getItem(REVEALED) ?? "0";
root.classList.add("turning");
if (!document.fullscreenEnabled) document.querySelector("[data-do=full]").hidden = true;
stayAwake();
setInterval(tick, 1000);
tick();
document.fonts.ready.then(() => turn(0));
