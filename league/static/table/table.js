// Rounds typed on a phone are kept on it first and then sent, in order, until each of them is stored. The server
// stores the same round once, however often it comes. Nothing is judged here: what is not sent is not checked.
const PATIENCE = 8000;
const AGAIN = 4000;
const SLOWEST = 20000;
const TABLES = "manche.tables";
const DEVICE = "manche.device";
const MOST_TABLES = 5;
const content = document.getElementById("content");
const page = document.querySelector("[data-table]");

// --- what is kept on the phone

let database;

function open() {
  database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("manche", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("rounds", { keyPath: "id", autoIncrement: true });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return database;
}

async function rounds(mode, act) {
  const transaction = (await open()).transaction("rounds", mode);
  const request = act(transaction.objectStore("rounds"));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

const all = () => rounds("readonly", (store) => store.getAll());
const keep = (round) => rounds("readwrite", (store) => store.put(round));
const drop = (id) => rounds("readwrite", (store) => store.delete(id));

// drawn by the phone itself and sent with its rounds only: so the same round from two phones is seen to come from two
function device() {
  try {
    return localStorage.getItem(DEVICE) ?? drawDevice();
  } catch {
    return "";
  }
}

function drawDevice() {
  const id = [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("");
  localStorage.setItem(DEVICE, id);
  return id;
}

function remember() {
  let tables = JSON.parse(localStorage.getItem(TABLES) ?? "[]");
  if (page) {
    const { page: address, name } = page.dataset;
    tables = [{ address, name }, ...tables.filter((other) => other.address !== address)].slice(0, MOST_TABLES);
    localStorage.setItem(TABLES, JSON.stringify(tables));
  }
  const place = document.querySelector(".known");
  if (!place || !tables.length) return;
  place.querySelector("ul").replaceChildren(
    ...tables.map(({ address, name }) => {
      const line = document.createElement("li");
      const link = document.createElement("a");
      link.href = address;
      link.textContent = name;
      line.append(link);
      return line;
    }),
  );
  place.hidden = false;
}

async function work() {
  if (!navigator.serviceWorker) return; // without HTTPS: an open page still keeps its rounds
  await navigator.serviceWorker.register(content.dataset.worker, { scope: content.dataset.scope });
  keepPage();
}

async function keepPage() {
  const worker = await navigator.serviceWorker?.ready;
  worker?.active?.postMessage({ keep: [page?.dataset.page ?? content.dataset.scope] });
}

// --- the page of a table

function table() {
  const form = document.querySelector(".entry");
  const list = page.querySelector(".unsent");
  const live = page.querySelector("[data-live]");
  const link = page.querySelector(".enter-next a");
  const match = Number(page.dataset.table);
  const words = list.dataset;
  const answers = new Map(); // id of a round → the server's answer
  let sending = Promise.resolve();
  let isClosed = false;
  let reached = 0;
  let timer;
  let wait = AGAIN;
  let lastDrawn = "";

  // a browser that keeps nothing (some private windows) sends at once or not at all
  const mine = async () =>
    (await all().catch(() => [])).filter((round) => round.match === match).sort((a, b) => a.number - b.number);
  const stand = () => page.querySelector(".standing");

  async function send(round) {
    const body = new URLSearchParams([...round.fields, ["number", round.number], ["queued", round.id]]);
    const answer = await fetch(page.dataset.rounds, {
      method: "POST",
      body,
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (answer.status === 404) return { state: "closed" };
    if (answer.status === 429 || answer.status >= 500) throw new Error(answer.status);
    return answer.json();
  }

  function flush() {
    sending = sending.then(sendAll);
    return sending;
  }

  // one after the other: a round that is not settled holds back those after it
  async function sendAll() {
    clearTimeout(timer);
    try {
      for (const round of await mine()) {
        const answer = await send(round);
        isClosed = answer.state === "closed";
        if (isClosed) break;
        answers.set(round.id, answer);
        if (answer.state !== "stored") break;
        await drop(round.id);
        reached = Math.max(reached, answer.number);
      }
      wait = AGAIN;
    } catch {
      wait = Math.min(wait * 1.5, SLOWEST);
    }
    await draw();
  }

  async function draw() {
    const waiting = await mine();
    const isBlocked = waiting.some((round) => answers.has(round.id)) || isClosed;
    list.hidden = !waiting.length;
    list.querySelector(".unsent-title").textContent =
      waiting.length === 1 ? words.one : words.many.replace("#", waiting.length);
    list.querySelector(".why").textContent = isClosed ? words.closed : isBlocked ? "" : words.away;
    const now = JSON.stringify([waiting, [...answers]]);
    // drawn again only when something changed, else a button would lose the focus
    if (now !== lastDrawn) list.querySelector("ol").replaceChildren(...waiting.map(line));
    lastDrawn = now;
    count(waiting);
    name(waiting);
    if (waiting.length && !isBlocked) timer = setTimeout(flush, wait);
  }

  function line(round) {
    const place = document.createElement("li");
    const head = document.createElement("p");
    const answer = answers.get(round.id);
    const title = document.createElement("b");
    const state = document.createElement("small");
    title.textContent = words.round.replace("#", round.number);
    state.textContent = words[answer?.state ?? "waiting"];
    const points = scores(round);
    head.append(title, " ", points ? points.map((score) => score ?? "–").join(" · ") : "", " ", state);
    place.append(head);
    if (answer?.html) place.insertAdjacentHTML("beforeend", answer.html);
    if (!["conflict", "repeat"].includes(answer?.state)) {
      place.append(
        button(words.discard, async () => {
          if (confirm(words.sure)) await discard(round);
        }),
      );
    }
    if (!answer) place.append(button(words.change, () => change(round)));
    for (const sent of place.querySelectorAll("form")) hide(sent, "queued", round.id);
    return place;
  }

  function button(label, act) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "quiet";
    made.textContent = label;
    made.addEventListener("click", act);
    return made;
  }

  // what comes after a round that is thrown away moves up
  async function discard(round) {
    await drop(round.id);
    await move(round.number, -1);
    answers.clear();
    await draw();
    flush();
  }

  async function move(after, by) {
    for (const later of await mine()) if (later.number > after) await keep({ ...later, number: later.number + by });
  }

  function scores(round) {
    const fields = new Map(round.fields);
    if (fields.get("evidence") !== "sheet") return null;
    return [...stand().querySelectorAll("[data-seat]")].map(({ dataset }) => {
      const typed = (fields.get(`score-${dataset.seat}`) ?? "").trim().replace("−", "-");
      return /^-?\d+$/.test(typed) ? Number(typed) : null;
    });
  }

  // totals as they would be with what was not sent yet
  function count(waiting) {
    const unsent = waiting.map(scores).filter(Boolean);
    for (const seat of stand().querySelectorAll("[data-seat]")) {
      seat.querySelector(".with-unsent")?.remove();
      if (!unsent.length) continue;
      const more = document.createElement("small");
      more.className = "with-unsent";
      more.title = words.unsentTotal;
      const gains = unsent.map((points) => points[seat.dataset.seat] ?? 0);
      more.textContent = `→ ${gains.reduce((sum, gain) => sum + gain, Number(seat.dataset.total))}`;
      seat.append(more);
    }
  }

  // a form that somebody has touched keeps the number it was filled in for: when it is sent, the server compares it
  // with the round of a faster phone
  function name(waiting) {
    if (!form) return;
    const number = Math.max(Number(stand().dataset.next), reached + 1, ...waiting.map((round) => round.number + 1));
    link.textContent = link.dataset.words.replace("#", number);
    link.dataset.number = number;
    if (!form.querySelector("[name=queued]") && !isTouched(form)) enterAs(number);
  }

  function enterAs(number) {
    form.elements.number.value = number;
    const heading = document.querySelector("#enter h1");
    heading.textContent = heading.textContent.replace(/\d+/, number);
  }

  function change(round) {
    for (const [field, value] of round.fields) {
      const control = form.elements[field];
      if (control) control.value = value;
    }
    hide(form, "queued", round.id);
    enterAs(round.number);
    form.dispatchEvent(new Event("change"));
    location.hash = "enter";
  }

  // the form of a round that somebody else has entered since is asked for again: some games show the state in it
  function begin(event) {
    const isOfAnother = form.elements.number.value !== link.dataset.number;
    if (form.querySelector("[name=queued]") || isOfAnother) clear(form);
    enterAs(link.dataset.number);
    const isAway = document.documentElement.classList.contains("away") || !navigator.onLine;
    if (Number(stand().dataset.next) === rendered || !list.hidden || isAway) return;
    event.preventDefault();
    location.assign(`${page.dataset.page}?again#enter`);
  }

  // a round that was mended or decided on a page of the server; if it became a later one, so do those behind it
  async function settle({ searchParams, search, pathname, hash }) {
    const id = Number(searchParams.get("settled"));
    const saved = Number(searchParams.get("saved"));
    const settled = (await mine()).find((round) => round.id === id);
    if (settled) {
      await drop(id);
      await move(settled.number, Math.max(0, saved - settled.number));
    }
    if (search) history.replaceState(null, "", pathname + hash);
  }

  const rendered = Number(form?.elements.number.value);
  link?.addEventListener("click", begin);
  live.addEventListener("live", async () => {
    await draw();
    keepPage();
  }); // static/live.js has brought news
  window.addEventListener("online", flush);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) flush();
  });
  settle(new URL(location.href)).then(flush);
  return { flush, draw, answers };
}

function hide(form, field, value) {
  const input =
    form.querySelector(`[name=${field}]`) ??
    form.appendChild(Object.assign(document.createElement("input"), { type: "hidden", name: field }));
  input.value = value;
}

// --- the form of a round

// kept first, then sent: a refusal is shown by the server's own page, with every word beside its field
function entry(form, queue) {
  const { table: match, page: address } = page.dataset;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.dataset.busy) return;
    form.dataset.busy = "yes";
    const { number, queued, ...fields } = Object.fromEntries(new FormData(form));
    const round = {
      match: Number(match),
      number: Number(number),
      fields: Object.entries(fields),
      ...(queued ? { id: Number(queued) } : {}),
    };
    const id = await keep(round).catch(() => null);
    if (id === null) return form.submit();
    hide(form, "queued", id);
    queue.answers.delete(id);
    await queue.flush();
    const answer = queue.answers.get(id);
    delete form.dataset.busy;
    if (answer?.state === "stored") location.assign(`${address}?saved=${number}`);
    else if (answer) form.submit();
    else if (navigator.serviceWorker?.controller) location.assign(address);
    else {
      clear(form);
      await queue.draw();
      location.hash = "stand";
    }
  });
}

// whether something stands in it, or somebody is about to write
function isTouched(form) {
  const fields = [...form.querySelectorAll("input:not([type=hidden]), select, textarea")];
  return fields.some((field) => field === document.activeElement || isChanged(field));
}

function isChanged(field) {
  if (field.type === "radio" || field.type === "checkbox") return field.checked !== field.defaultChecked;
  if (field.localName === "select")
    return [...field.options].some((option) => option.selected && !option.defaultSelected && option.index);
  return field.value !== field.defaultValue;
}

// as it was before anything was typed
function clear(form) {
  form.querySelector("[name=queued]")?.remove();
  form.reset();
  form.dispatchEvent(new Event("change"));
}

remember();
work();
const form = document.querySelector(".entry"); // also on a page of its own
if (form) hide(form, "device", device());
if (page) {
  const queue = table();
  if (form) entry(form, queue);
}
