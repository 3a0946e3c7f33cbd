// A round that is saved on a phone is queued on it and sent. It stays queued only while the network or the server is
// away; a refused round becomes a draft of its form (drafts.js). The server stores the same round once, however often
// it comes. Nothing is judged here: what is not sent is not checked.
const PATIENCE = 8000;
const AGAIN = 4000;
const SLOWEST = 20000;
const TABLES = "manche.tables";
const DEVICE = "manche.device";
const MOST_TABLES = 5;
const content = document.getElementById("content");
const page = document.querySelector("[data-table]");
const form = document.querySelector(".entry"); // also on a page of its own
let queue = null;

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

// --- sending

// an answer of the server; an error if the round did not arrive, or the server is too busy to take it
async function post(address, fields) {
  const answer = await fetch(address, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Accept: "application/json" },
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (answer.status === 404) return { state: "closed" };
  if (answer.status === 429 || answer.status >= 500) throw new Error(answer.status);
  return answer.json();
}

// --- the page of a table

function table() {
  const list = page.querySelector(".unsent");
  const live = page.querySelector("[data-live]");
  const link = page.querySelector(".enter-next a");
  const match = Number(page.dataset.table);
  const words = list.dataset;
  const answers = new Map(); // id of a round → the server's answer
  let sending = Promise.resolve();
  let isClosed = false;
  let reached = 0; // the last round that this page knows to be stored
  let timer;
  let wait = AGAIN;
  let lastDrawn = "";
  let shown = 0; // the number of the round in the form

  // a browser that keeps nothing (some private windows) sends immediately or not at all
  const mine = async () =>
    (await all().catch(() => [])).filter((round) => round.match === match).sort((a, b) => a.number - b.number);
  const stand = () => page.querySelector(".standing");
  const nextAtServer = () => Math.max(Number(stand().dataset.next), reached + 1);

  function flush() {
    sending = sending.then(sendAll);
    return sending;
  }

  // one after the other; a round waits while an earlier one is neither stored nor queued
  async function sendAll() {
    clearTimeout(timer);
    try {
      for (const round of await mine()) {
        if (round.number > nextAtServer()) break;
        const numbers = [
          ["number", round.number],
          ["queued", round.id],
        ];
        const answer = await post(page.dataset.rounds, [...round.fields, ...numbers]);
        isClosed = answer.state === "closed";
        if (isClosed) break;
        answers.set(round.id, answer);
        if (["conflict", "repeat"].includes(answer.state)) break;
        await leaveQueue(round, answer);
      }
      wait = AGAIN;
    } catch {
      wait = Math.min(wait * 1.5, SLOWEST);
    }
    await draw();
  }

  // the server has judged the round: it is stored, or a draft of its form
  async function leaveQueue(round, { state, number, reasons }) {
    if (state === "stored") reached = Math.max(reached, number);
    else if (!drafts.write(match, number, 0, { fields: round.fields, reasons })) return;
    await drop(round.id);
  }

  // queue the round and try to send it; the answer says what became of it
  async function enter(round) {
    const { number, fields } = round;
    const id = await keep({ match, ...round }).catch(() => null);
    if (id === null) return post(page.dataset.rounds, [...fields, ["number", number]]);
    drafts.drop(match, number);
    answers.delete(id);
    await flush();
    const isQueued = (await mine()).some((each) => each.id === id);
    return { ...(answers.get(id) ?? { state: "queued" }), id: isQueued && id };
  }

  async function draw() {
    const waiting = await mine();
    drafts.dropSaved(match, nextAtServer());
    const refused = drafts.ofMatch(match).filter((draft) => draft.reasons);
    const undecided = waiting.find((round) => answers.has(round.id));
    const free = firstFree(waiting);
    const first = Math.min(undecided?.number ?? free, free); // later rounds wait for this one
    const isOnWay = (round) => round !== undecided && round.number < first;
    list.hidden = !waiting.length && !refused.length;
    list.querySelector(".unsent-title").textContent = title(refused[0], undecided, waiting.length);
    const isAway = waiting.some(isOnWay);
    list.querySelector(".reason").textContent = isClosed && waiting.length ? words.closed : isAway ? words.away : "";
    const now = JSON.stringify([refused, waiting, [...answers], first]);
    // drawn again only when something changed, else a button would lose the focus
    if (now !== lastDrawn) {
      const lines = waiting.map((round) => queuedLine(round, round.number > first && first));
      list.querySelector("ol").replaceChildren(...refused.map(refusedLine), ...lines);
    }
    lastDrawn = now;
    count(waiting.filter(isOnWay));
    name(free);
    if (isAway && !isClosed) timer = setTimeout(flush, wait);
  }

  function firstFree(waiting) {
    let number = nextAtServer();
    while (waiting.some((round) => round.number === number)) number++;
    return number;
  }

  function title(refused, undecided, length) {
    const unsaved = refused ?? (answers.get(undecided?.id)?.reasons && undecided);
    if (unsaved) return words.notSaved.replace("#", unsaved.number);
    if (undecided) return words.decide.replace("#", undecided.number);
    return length === 1 ? words.one : words.many.replace("#", length);
  }

  function refusedLine(draft) {
    const place = lineOf(draft, words.refused);
    place.append(...roundForm.reasonLines(draft.reasons));
    const discardDraft = async () => {
      drafts.drop(match, draft.number);
      await close(draft.number);
    };
    place.append(discardButton(discardDraft));
    return place;
  }

  function queuedLine(round, first) {
    const answer = answers.get(round.id);
    const waits = first && words.waitsFor.replace("#", first);
    const place = lineOf(round, answer ? words[answer.state] : waits || words.waiting);
    if (answer?.html) {
      place.insertAdjacentHTML("beforeend", answer.html);
      for (const choice of place.querySelectorAll("form")) roundForm.hide(choice, "queued", round.id);
      return place;
    }
    if (answer?.reasons) place.append(...roundForm.reasonLines(answer.reasons)); // no room for a draft
    const discardRound = async () => {
      await drop(round.id);
      await close(round.number);
    };
    place.append(
      discardButton(discardRound),
      button(words.change, () => change(round)),
    );
    return place;
  }

  function lineOf(round, stateWords) {
    const place = document.createElement("li");
    const head = document.createElement("p");
    const heading = document.createElement("b");
    const state = document.createElement("small");
    heading.textContent = words.round.replace("#", round.number);
    state.textContent = stateWords;
    const points = scores(round);
    head.append(heading, " ", points ? points.map((score) => score ?? "–").join(" · ") : "", " ", state);
    place.append(head);
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

  const discardButton = (act) =>
    button(words.discard, async () => {
      if (confirm(words.sure)) await act();
    });

  // rounds after one that is thrown away move up
  async function close(number) {
    await move(number, -1);
    answers.clear();
    shown = 0;
    await draw();
    flush();
  }

  async function move(after, by) {
    for (const later of await mine()) if (later.number > after) await keep({ ...later, number: later.number + by });
  }

  function scores(round) {
    const fields = new Map(round.fields);
    if (fields.get("evidence") !== "sheet") return null;
    const banks = fields.get("banks")?.split(" ") ?? []; // of a game in which chips were entered
    return [...stand().querySelectorAll("[data-seat]")].map(({ dataset: { seat } }) => {
      const typed = (fields.get(`score-${seat}`) ?? "").trim().replace("−", "-");
      return /^-?\d+$/.test(typed) ? Number(typed) - (Number(banks[seat]) || 0) : null;
    });
  }

  // totals as they would be with the rounds that were not sent yet
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

  // The form is for the next round, with its draft. A form in use keeps its number: when it is sent, the server
  // compares it with the round of a faster phone.
  function name(number) {
    if (!form) return;
    const draft = drafts.read(match, number);
    const label = draft?.reasons ? words.correct : draft ? words.resume : link.dataset.words;
    link.textContent = label.replace("#", number);
    link.dataset.number = number;
    const isInUse = location.hash === "#enter" && roundForm.isTouched(form);
    if (shown === number || isInUse || form.querySelector("[name=queued]")) return;
    roundForm.clear(form);
    enterAs(number);
    roundForm.resume(form, draft);
    shown = number;
  }

  function enterAs(number) {
    form.elements.number.value = number;
    const heading = document.querySelector("#enter h1");
    heading.textContent = heading.textContent.replace(/\d+/, number);
  }

  function change(round) {
    roundForm.clear(form);
    roundForm.fill(form, round.fields);
    roundForm.hide(form, "queued", round.id);
    shown = 0;
    enterAs(round.number);
    location.hash = "enter";
  }

  // some games show the state of the match in the form of a round: it is loaded again after rounds of others
  function begin(event) {
    if (form.querySelector("[name=queued]")) clear(); // a change that was given up
    const isAway = document.documentElement.classList.contains("away") || !navigator.onLine;
    const isQueued = Number(link.dataset.number) !== nextAtServer();
    if (Number(stand().dataset.next) === rendered || isQueued || isAway) return;
    event.preventDefault();
    location.assign(`${page.dataset.page}?again#enter`);
  }

  // a round that two people entered: what is chosen here is sent without leaving the page
  async function decide(event) {
    event.preventDefault();
    const choice = event.target;
    const sent = roundForm.fieldsOf(choice, event.submitter);
    const { queued, number: _number, device: _device, ...fields } = sent;
    const id = Number(queued);
    const answer = await post(choice.action, Object.entries(sent)).catch(() => null);
    if (!answer) {
      list.querySelector(".reason").textContent = words.away;
      return;
    }
    if (answer.state === "stored") {
      location.replace(answer.page);
      return;
    }
    if (answer.state === "closed") isClosed = true;
    else answers.set(id, answer);
    const round = (await mine()).find((each) => each.id === id);
    if (answer.state === "refused" && round) {
      await move(round.number, answer.number - round.number);
      await leaveQueue({ ...round, fields: Object.entries(fields) }, answer);
    }
    await draw();
  }

  // a round that was decided; if it became a later one, so do those behind it
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

  // the form is there as long as the match runs
  const isOutdated = () => Boolean(form) === "ended" in stand().dataset && location.hash !== "#enter";

  function clear() {
    roundForm.clear(form);
    shown = 0;
    draw();
  }

  // back to the scores, where the queued round is listed
  async function leave() {
    roundForm.clear(form);
    shown = 0;
    location.replace("#stand");
    await draw();
    scrollTo(0, 0);
  }

  const rendered = Number(form?.elements.number.value);
  link?.addEventListener("click", begin);
  list.addEventListener("submit", decide);
  live.addEventListener("live", async () => {
    // static/live.js has brought news
    if (isOutdated()) {
      location.reload();
      return;
    }
    await draw();
    if ((await mine()).length) flush();
    keepPage();
  });
  window.addEventListener("online", flush);
  window.addEventListener("hashchange", draw);
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) flush();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) flush();
  });
  settle(new URL(location.href)).then(draw).then(flush);
  return { enter, draw, clear, leave };
}

// --- the form of a round

// a refusal is shown in the form, which keeps every entry; the page is never left for it
function entry(queue) {
  const match = Number(form.dataset.match);
  const part = form.parentElement;
  const seen = form.elements.seen?.value;

  async function save(event) {
    event.preventDefault();
    if (form.dataset.busy) return;
    form.dataset.busy = "yes";
    const { number, queued, ...fields } = roundForm.fieldsOf(event.target, event.submitter);
    const round = { number: Number(number), fields: Object.entries(fields), ...(queued && { id: Number(queued) }) };
    const answer = await send(round).catch(() => ({ state: "away" }));
    delete form.dataset.busy;
    await show(answer, round.number);
  }

  // a correction is not queued: it is made beside the round that is stored
  function send(round) {
    if (queue) return queue.enter(round);
    return post(form.action, [...round.fields, ["number", round.number]]);
  }

  async function show(answer, number) {
    form.hidden = false;
    if (answer.state === "stored") {
      drafts.drop(match, number, seen);
      queue?.clear();
      location.replace(answer.page);
    } else if (answer.state === "refused") {
      roundForm.showRefusals(form, answer.form);
      if (answer.id) roundForm.hide(form, "queued", answer.id);
      else form.querySelector("[name=queued]")?.remove();
      await queue?.draw();
    } else if (answer.state === "away") roundForm.tell(form, form.dataset.away);
    else if (answer.id) await queue.leave();
    else if (answer.state === "closed") location.reload();
    else {
      roundForm.tell(form, "").innerHTML = answer.html;
      form.hidden = true;
    }
  }

  part.addEventListener("submit", save); // also of the choices between two versions
  roundForm.keepDrafts(form);
  if (!queue) roundForm.resume(form, drafts.read(match, form.elements.number.value, seen));
}

remember();
work();
drafts.dropOld();
if (form) roundForm.hide(form, "device", device());
if (page) queue = table();
if (form) entry(queue);
