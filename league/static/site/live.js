// Keeps every element with data-live="address" as the server has it. The address answers 304 while nothing changed.
// The parts of a page that have one address are kept by one request: its answer has an element with the id of each.
// The server sets the pace at which it is asked for (live_pace.py); a page on which nothing happens asks less often.
// What has changed is patched in place: focus, scrolling, selected text, opened details and what other scripts have
// added stay. Without this file the page is as it was when it was loaded.
const EVERY = 900;
const BUSY = 30000; // after a change or an act of the reader the next one is near: the pace is the server's alone
const IDLE = 2300; // of a desk on which nothing happens: with its spread never more than once in two seconds
const MOST = 15000;
const QUIET = 8000;
const FRESH = 2500;
const FIELDS = "input:not([type=range]), textarea, select, [contenteditable]";
const words = document.querySelector("[data-live-words]");

const places = [...document.querySelectorAll("[data-live]")];
for (const address of new Set(places.map((place) => place.dataset.live)))
  follow(places.filter((place) => place.dataset.live === address));
setInterval(tellAge, 1000);

// `first.dataset.live` may change: other scripts add to the address what the reader has chosen
function follow(parts) {
  const [first] = parts;
  const idle = "part" in first.dataset ? IDLE : EVERY; // pages that others only read show news within two seconds
  const status = { lastAnswer: Date.now(), away: false };
  const shows = parts.map((place) => keep(place, status, forget));
  let tag = null;
  let wait = EVERY;
  let changedAt = Date.now();
  let timer = null;
  let asking = false;
  let turns = 0;
  let era = 0;

  async function look() {
    clearTimeout(timer);
    if (document.hidden || asking) return;
    asking = true;
    const [turn, startEra] = [++turns, era];
    try {
      const answer = await fetch(first.dataset.live, {
        headers: { "Live-Page": "1", ...(tag && { "If-None-Match": tag }) },
        cache: "no-store",
        signal: AbortSignal.timeout(QUIET),
      });
      if (answer.redirected) {
        location.reload();
        return;
      } // signed out elsewhere: the page asks who is there
      if (answer.ok) {
        const html = await answer.text();
        if (startEra === era) {
          [tag, changedAt] = [answer.headers.get("ETag"), Date.now()];
          for (const show of shows) show(html);
        }
      }
      if (answer.ok || answer.status === 304) {
        [status.lastAnswer, status.away] = [Date.now(), false];
        wait = pace(answer);
      } else {
        rest(answer.headers.get("Retry-After"));
      }
    } catch {
      rest();
    }
    if (turn !== turns) return; // a later request took over
    asking = false;
    for (const show of shows) show();
    timer = setTimeout(look, wait * (0.9 + Math.random() / 5));
  }

  function pace(answer) {
    const served = 1000 * Number(answer.headers.get("Live-Pace")) || EVERY;
    return Date.now() - changedAt < BUSY ? served : Math.max(served, idle);
  }

  function rest(seconds) {
    wait = Math.min(Math.max(wait * 2, 1000 * (Number(seconds) || 0)), MOST);
    status.away = true;
  }

  function forget() {
    [tag, era] = [null, era + 1];
  }

  function wake() {
    const wasIdle = Date.now() - changedAt >= BUSY;
    changedAt = Date.now();
    return wasIdle;
  }

  const now = () => {
    wake();
    wait = EVERY;
    look();
  };
  document.addEventListener("visibilitychange", now);
  addEventListener("online", now);
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    asking = false; // the answer to a request from before the page was left may never come
    now();
  });
  for (const act of ["pointerdown", "keydown"])
    addEventListener(act, () => wake() && !status.away && look(), { passive: true });
  timer = setTimeout(look, EVERY * (0.5 + Math.random()));
}

// Returns the function that shows the newest answer in the place, as soon as nobody types there.
function keep(place, status, forget) {
  let twins = new WeakMap();
  let was = copy(place, twins);
  let late = null;
  place.live = status;

  // another script has put a newer answer of the server here
  place.addEventListener("exchanged", () => {
    forget();
    [twins, late] = [new WeakMap(), null];
    was = copy(place, twins);
  });

  return (html = late) => {
    late = html;
    if (late === null || isTyping(place)) return;
    const now = document.createElement(place.localName);
    now.innerHTML = late;
    late = null;
    const part = place.id && now.querySelector(`:scope > #${CSS.escape(place.id)}`);
    if (part) now.replaceChildren(...part.childNodes);
    if (was.innerHTML === now.innerHTML) return;
    const changed = new Set();
    const undo = remember(place);
    patch(place, was, now, twins, changed);
    was = now;
    undo();
    point(changed);
    place.dispatchEvent(new CustomEvent("live", { bubbles: true }));
  };
}

// --- patching: `was` and `now` are as the server sent them, `live` is what stands on the page

function copy(live, twins) {
  const source = live.cloneNode(false);
  twins.set(source, live);
  for (const child of live.childNodes) source.append(copy(child, twins));
  return source;
}

function patch(live, was, now, twins, changed) {
  if (was.isEqualNode(now)) {
    carry(was, now, twins);
    return;
  }
  twins.set(now, live);
  if (now.nodeType !== Node.ELEMENT_NODE) {
    if (was.data !== now.data) live.data = now.data;
    const isNews = was.data.trim() !== now.data.trim() && !live.parentElement.closest("[data-ticking]");
    if (isNews) changed.add(live.parentElement); // spaces show nothing, and what grows older is no news
    return;
  }
  if (!was.parentNode) {
    patchChildren(live, was, now, twins, changed);
    return;
  } // the place itself
  for (const { name } of was.attributes) if (!now.hasAttribute(name)) live.removeAttribute(name);
  for (const { name, value } of now.attributes) if (was.getAttribute(name) !== value) live.setAttribute(name, value);
  patchChildren(live, was, now, twins, changed);
}

function patchChildren(live, was, now, twins, changed) {
  const before = byKey(was);
  const children = [];
  for (const [key, child] of byKey(now)) {
    const same = before.get(key);
    const there = same && twins.get(same);
    if (there?.parentNode === live) {
      before.delete(key);
      patch(there, same, child, twins, changed);
      children.push(there);
    } else {
      const fresh = document.importNode(child, true);
      pair(child, fresh, twins);
      children.push(fresh);
      // a part that appears folded shows nothing to look at
      if (fresh.nodeType === Node.ELEMENT_NODE && !fresh.matches("details:not([open])")) changed.add(fresh);
    }
  }
  for (const gone of before.values()) twins.get(gone)?.remove();
  order(live, children);
}

// What the server sends unchanged stays as it is, whatever other scripts have made of it.
function carry(was, now, twins) {
  twins.set(now, twins.get(was));
  for (const [index, child] of was.childNodes.entries()) carry(child, now.childNodes[index], twins);
}

function pair(source, live, twins) {
  twins.set(source, live);
  for (const [index, child] of source.childNodes.entries()) pair(child, live.childNodes[index], twins);
}

// What other scripts have put among the children stays where it is.
function order(live, children) {
  let previous = null;
  for (const child of children) {
    const right = previous ? previous.nextSibling : live.firstChild;
    if (child !== right && !(child.parentNode === live && isBetween(previous, child, children))) {
      live.insertBefore(child, right);
    }
    previous = child;
  }
}

function isBetween(previous, child, children) {
  let at = previous ? previous.nextSibling : child.parentNode.firstChild;
  while (at && at !== child && !children.includes(at)) at = at.nextSibling;
  return at === child;
}

// A row is known by its name or by where it leads, all else by its place among its like.
function byKey(parent) {
  const keyed = new Map();
  const times = {};
  for (const child of parent.childNodes) {
    const name = `${child.nodeName} ${child.id || child.dataset?.key || leads(child)}`;
    times[name] = (times[name] ?? 0) + 1;
    keyed.set(`${name} ${times[name]}`, child);
  }
  return keyed;
}

function leads(node) {
  if (node.nodeName === "A") return node.getAttribute("href");
  return node.nodeName === "TR" || node.nodeName === "LI"
    ? (node.querySelector("a[href]")?.getAttribute("href") ?? "")
    : "";
}

// --- for readers

function isTyping(place) {
  if (place.contains(document.activeElement) && document.activeElement.matches(FIELDS)) return true;
  return [...place.querySelectorAll(FIELDS)].some(
    (field) =>
      field.defaultValue !== undefined &&
      (field.value !== field.defaultValue || field.checked !== field.defaultChecked),
  );
}

// Moving a node takes focus and selection from it; if it is gone, the focus stays in the place.
function remember(place) {
  const focus = place.contains(document.activeElement) ? document.activeElement : null;
  const chosen = getSelection();
  const { anchorNode, anchorOffset, focusNode, focusOffset } = chosen;
  const isSelected = !chosen.isCollapsed && place.contains(anchorNode) && place.contains(focusNode);
  return () => {
    if (focus && document.activeElement !== focus) focusTarget(place, focus)?.focus({ preventScroll: true });
    if (!isSelected || !anchorNode.isConnected || !focusNode.isConnected) return;
    const most = (node, offset) => Math.min(offset, node.data?.length ?? node.childNodes.length);
    chosen.setBaseAndExtent(anchorNode, most(anchorNode, anchorOffset), focusNode, most(focusNode, focusOffset));
  };
}

function focusTarget(place, focus) {
  if (focus.isConnected) return focus;
  return [...place.querySelectorAll("a[href], button, summary")].find((each) => each.checkVisibility());
}

function point(changed) {
  for (const each of changed) {
    const row = each?.closest("tr, li, a, article, [data-key]") ?? each;
    row?.classList.remove("moved");
    void row?.offsetWidth; // so that the highlight begins again
    row?.classList.add("moved");
    setTimeout(() => row?.classList.remove("moved"), FRESH);
  }
  if (changed.size && words) say(words.dataset.news);
}

function say(text) {
  const spoken = words.querySelector("[role=status]");
  if (spoken.textContent === text) spoken.textContent = "";
  requestAnimationFrame(() => {
    spoken.textContent = text;
  });
}

// The network or the server is away: what is shown tells how old it is.
function tellAge() {
  const all = [...document.querySelectorAll("[data-live]")].map((place) => place.live);
  const oldest = Math.min(...all.filter((status) => status.away).map((status) => status.lastAnswer));
  const age = Math.round((Date.now() - oldest) / 1000);
  document.documentElement.classList.toggle("away", age >= 4);
  const bar = words?.querySelector("[data-age]");
  if (!bar) return;
  const lost = age >= 4 && !document.hidden;
  if (lost && bar.parentElement.hidden) say(words.dataset.lost);
  if (!lost && !bar.parentElement.hidden) say(words.dataset.back);
  bar.parentElement.hidden = !lost;
  if (lost) bar.textContent = inUnits(age);
}

function inUnits(seconds) {
  const [amount, unit] =
    seconds < 60
      ? [seconds, "second"]
      : seconds < 3600
        ? [Math.floor(seconds / 60), "minute"]
        : [Math.floor(seconds / 3600), "hour"];
  return new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit, unitDisplay: "long" }).format(
    amount,
  );
}
