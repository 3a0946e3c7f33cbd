// A sitting on the desk without waiting for pages: the organiser chooses two people (keys, clicks, or one dragged onto
// another) and sees what their exchange would change before anything is stored. Without this file that takes two
// more pages.
const place = document.getElementById("play");
const live = place.dataset.live; // asks with the two who are chosen, so that the choice stays
let requests = 0;
let shownAddress = "";
let late = null;
let choosing = 0; // choices whose answers are on their way: no preview may overtake them

const first = () => document.querySelector("form#seats [name=one]")?.value ?? "";
const address = (one, other) => {
  const url = new URL(document.getElementById("seats").action);
  if (one) url.searchParams.set("one", one);
  if (other) url.searchParams.set("other", other);
  return url.href;
};

// the newest wish counts, whichever answer comes last
async function show(one, other, { focus = "", whole = true } = {}) {
  clearTimeout(late);
  const url = address(one, other);
  if (!whole && (choosing || url === shownAddress)) return;
  requests += 1;
  const request = requests;
  choosing += whole;
  let page;
  try {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(answer.status);
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    if (whole) location.assign(url);
    return;
  } finally {
    choosing -= whole;
  }
  if (request !== requests) return;
  const id = whole ? "play" : "exchange";
  const old = document.getElementById(id);
  const fresh = page.getElementById(id);
  if (!old || !fresh) {
    location.assign(url);
    return;
  }
  shownAddress = url;
  const open = new Set([...place.querySelectorAll("[id] > details[open]")].map((each) => each.parentElement.id));
  const focused = focus || document.activeElement?.id;
  old.replaceChildren(...fresh.childNodes);
  for (const each of place.querySelectorAll("[id] > details")) each.open ||= open.has(each.parentElement.id);
  if (live) place.dataset.live = live + new URL(url).search;
  place.dispatchEvent(new Event("exchanged"));
  if (focused) document.getElementById(focused)?.focus({ preventScroll: !focus });
  keepAudience();
}

function pick(id) {
  const one = first();
  if (!one) show(id, "", { focus: `pick-${id}` });
  else if (one === id) show("", "", { focus: `pick-${id}` });
  else show(one, id, { focus: "swap-now" });
}

document.addEventListener("submit", (event) => {
  if (event.target.id !== "seats" || !event.submitter) return;
  event.preventDefault();
  pick(event.submitter.value);
});

document.addEventListener("click", (event) => {
  const leave = event.target.closest("[data-leave]");
  if (!leave) return;
  event.preventDefault();
  show("", "", { focus: `pick-${first()}` });
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !first()) return;
  show("", "", { focus: `pick-${first()}` });
});

// with one chosen, the exchange with the person in focus is weighed already
document.addEventListener("focusin", (event) => {
  const other = event.target.closest("[data-pick]")?.value;
  const one = first();
  if (other && one && other !== one) late = setTimeout(() => show(one, other, { whole: false }), 250);
});

// one dragged onto another (drag.js)
document.addEventListener("seat-over", ({ detail: { one, other } }) => {
  clearTimeout(late);
  late = setTimeout(() => show(one, other, { whole: false }), 150);
});
document.addEventListener("seat-drop", ({ detail: { one, other } }) => show(one, other, { focus: "swap-now" }));
document.addEventListener("seat-cancel", () => show(first(), ""));

// who shall not see the seats stays so while seats are changed, and stands open
const audienceKey = `audience of ${location.pathname}`;
function keepAudience() {
  const hidden = (sessionStorage.getItem(audienceKey) ?? "").split(" ");
  for (const box of place.querySelectorAll(".audience-choice [name=to][type=checkbox]")) {
    box.checked = !hidden.includes(box.value);
    if (!box.checked) box.closest("details").open = true;
  }
}
place.addEventListener("change", ({ target }) => {
  if (!target.matches(".audience-choice [name=to]")) return;
  const hidden = [...place.querySelectorAll(".audience-choice [name=to]:not(:checked, [type=hidden])")].map(
    (each) => each.value,
  );
  sessionStorage.setItem(audienceKey, hidden.join(" "));
});
place.addEventListener("live", keepAudience);
keepAudience();

if (location.hash.startsWith("#pick-")) document.getElementById(location.hash.slice(1))?.focus();
