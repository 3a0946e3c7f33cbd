// Single keys on the pages of the desk: they lead around, and are listed behind "?". They can be switched off (WCAG
// 2.1.4), which this browser remembers. By `event.key`, so that they are where each keyboard has them. Without this
// file all places are reached by Tab.
const keys = document.getElementById("keys");
const on = document.getElementById("keys-on");
const opener = document.getElementById("keys-open");
const MOST_BETWEEN = 900; // milliseconds between the digits of a table
let digits = "";
let timer = null;

const all = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
const first = (selector) => all(selector)[0];
// the one after that which has the focus, round and round
const after = (places) => places[(places.indexOf(document.activeElement) + 1) % places.length];
const squares = () => all("[data-squares] a[href]");

const PLACES = {
  "/": () => document.getElementById("find"),
  n: () => first("#next [data-step], .next button:not(.quiet), .next a.button:not(.quiet)"),
  t: () => first(":is(#tables, .squares, .tables-now, .tonight) :is(a[href], button)"),
  e: () => after(all("[data-waits], a[id^='enter-']")),
  u: () => first("#tables .log button"),
};
const LINKS = {
  d: () => viewSwitch(),
  b: () => all(".crumbs a").at(-1),
  h: () => document.querySelector(".top-nav a[data-tonight]"),
};
const OTHERS = { find: PLACES["/"], table: () => first("[id^='table-']") };

function viewSwitch() {
  const link = document.getElementById("view-switch");
  const table = document.activeElement.closest("[id^='table-']");
  if (link && table) link.hash = table.id; // the same table, seen otherwise
  return link;
}

function openList() {
  for (const row of keys.querySelectorAll("[data-key-of]")) {
    const { keyOf } = row.dataset;
    const place = OTHERS[keyOf] ?? PLACES[keyOf] ?? LINKS[keyOf];
    row.hidden = !place();
  }
  keys.showModal();
}

function toTable(digit) {
  clearTimeout(timer);
  digits += digit;
  timer = setTimeout(() => {
    digits = "";
  }, MOST_BETWEEN);
  const table = document.getElementById(`table-${Number(digits)}`);
  const place = table?.matches("[tabindex]") ? table : table?.querySelector("a, button");
  place?.focus();
  place?.scrollIntoView({ block: "nearest" });
}

function beside(key) {
  const places = squares();
  const at = places.indexOf(document.activeElement);
  if (at < 0) return null;
  const top = (place) => Math.round(place.getBoundingClientRect().top);
  const columns = places.filter((each) => top(each) === top(places[0])).length;
  const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[key];
  return by ? places[at + by] : { Home: places[0], End: places.at(-1) }[key];
}

function press(event) {
  const { key } = event;
  const place = beside(key) ?? PLACES[key]?.();
  if (key === "?") openList();
  else if (/^\d$/.test(key)) toTable(key);
  else if (place) place.focus();
  else if (Object.hasOwn(LINKS, key)) LINKS[key]()?.click();
  else return;
  event.preventDefault();
}

opener.hidden = false;
opener.addEventListener("click", openList);
on.checked = localStorage.getItem("keys") !== "off";
on.addEventListener("change", () => localStorage.setItem("keys", on.checked ? "on" : "off"));
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest(
    "input:not([type=checkbox], [type=radio]), select, textarea, dialog, [contenteditable]",
  );
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const isArrow = event.key.length > 1;
  if (isArrow ? beside(event.key) : on.checked) press(event);
});
