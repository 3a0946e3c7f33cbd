// A round that is entered move by move. A tap is queued on the phone and sent; it stays queued only while there is no
// connection, and is not checked before. The server counts the same tap once, however often it comes, and says so if
// another phone went on meanwhile. Without this file every tap is a plain form.
(() => {
  const PATIENCE = 8000;
  const AGAIN = 4000;
  const SLOWEST = 20000;
  const place = document.getElementById("moves");
  const part = place.querySelector(".moves-part");
  const kept = place.querySelector(".moves-kept");
  const words = place.dataset;
  const store = `manche.moves.${words.match}`;
  const now = () => part.querySelector(".moves").dataset; // what the server said last
  let queue = read(); // {number, version, items: [{key, fields, label}]}; `version` is what its first tap was based on
  let isSending = false;
  let isAway = false;
  let isStale = false;
  let wait = AGAIN;
  let timer;

  // --- what is kept on the phone

  function read() {
    try {
      const stored = JSON.parse(localStorage.getItem(store));
      return stored?.number === Number(now().number) ? stored : null;
    } catch {
      return null;
    }
  }

  function write() {
    try {
      if (queue) localStorage.setItem(store, JSON.stringify(queue));
      else localStorage.removeItem(store);
    } catch {
      /* a browser that keeps nothing: the open page still has its queue */
    }
  }

  const newKey = () => [...crypto.getRandomValues(new Uint32Array(3))].map((number) => number.toString(36)).join("");

  // --- a tap

  function tap(event) {
    event.preventDefault();
    const button = event.submitter;
    if (!button || isStale) return;
    const act = JSON.parse(button.value);
    if (queue && act.do === "undo" && !isSending) {
      takeBack();
      return;
    }
    if (isSending || (queue && ["save", "abandon"].includes(act.do))) {
      if (queue) kept.querySelector("p").textContent = words.wait;
      return;
    }
    const left = new Set(["number", "version", "key"]);
    const fields = [...new FormData(event.target, button)].filter(([name]) => !left.has(name));
    const label = button.querySelector("title")?.textContent ?? button.textContent.trim();
    const { number, version } = now();
    queue ??= { number: Number(number), version: Number(version), items: [] };
    queue.items.push({ key: newKey(), fields, label });
    write();
    flush(part.contains(document.activeElement));
  }

  function takeBack() {
    queue.items.pop();
    if (!queue.items.length) queue = null;
    write();
    draw();
  }

  // --- sending

  async function flush(hasFocus) {
    if (isSending || isStale || !queue) return;
    clearTimeout(timer);
    isSending = true;
    try {
      while (queue && !isStale) take(await post(queue.items[0]), hasFocus);
      [isAway, wait] = [false, AGAIN];
    } catch {
      [isAway, wait] = [true, Math.min(wait * 1.5, SLOWEST)];
      timer = setTimeout(flush, wait);
    }
    isSending = false;
    draw();
  }

  async function post({ key, fields }) {
    const body = new URLSearchParams([...fields, ["number", queue.number], ["version", queue.version], ["key", key]]);
    const answer = await fetch(words.address, {
      method: "POST",
      body,
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (answer.status === 429 || answer.status >= 500) throw new Error(answer.status);
    if (!answer.headers.get("Content-Type")?.includes("json")) return { state: "closed" };
    return answer.json();
  }

  function take(answer, hasFocus) {
    if (answer.state === "left" || answer.state === "closed") {
      queue = null;
      write();
      location.replace(answer.page ?? location.href);
      return;
    }
    show(answer.html, hasFocus);
    if (answer.state === "stale") isStale = true;
    else if (answer.state === "refused") refuse();
    else {
      queue.items.shift();
      queue.version = Number(now().version);
      if (!queue.items.length) queue = null;
    }
    write();
    keepPage();
  }

  // taps after one that the rules do not allow were made from a table that never was
  function refuse() {
    const later = queue.items.length - 1;
    queue = null;
    if (!later) return;
    const line = document.createElement("p");
    line.textContent = words.lost.replace("#", later);
    part.querySelector(".refusals")?.append(line);
  }

  function show(html, hasFocus) {
    part.innerHTML = html;
    prepare();
    if (!hasFocus) return;
    const next = part.querySelector(".refusals, .tap:not(:disabled), .deal-card input, [value*=save]");
    if (next?.matches(".refusals")) next.tabIndex = -1;
    next?.focus({ preventScroll: true });
  }

  // another phone went on: its user decides what becomes of the taps of this one
  function decide() {
    const drop = choice(words.theirs, () => {
      queue = null;
    });
    const follow = choice(words.mine, () => {
      Object.assign(queue, { number: Number(now().number), version: Number(now().version) });
    });
    return [drop, follow];
  }

  function choice(label, act) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet";
    button.textContent = label;
    button.addEventListener("click", () => {
      act();
      isStale = false;
      write();
      part.querySelector(".refusals")?.remove();
      draw();
      flush();
    });
    return button;
  }

  // --- what the page shows of it

  function draw() {
    const items = queue?.items ?? [];
    kept.hidden = !items.length || !(isAway || isStale);
    kept.querySelector("p").textContent = !isAway
      ? ""
      : items.length === 1
        ? words.awayOne
        : words.away.replace("#", items.length);
    kept
      .querySelector("ol")
      .replaceChildren(
        ...items.map(({ label }) => Object.assign(document.createElement("li"), { textContent: label })),
      );
    kept.querySelector(".actions").replaceChildren(...(isStale ? decide() : []));
    const acts = new Set(
      items.flatMap(({ fields }) => fields.filter(([name]) => name === "act").map(([, act]) => act)),
    );
    for (const button of part.querySelectorAll(".tap")) {
      const isQueued = acts.has(button.value);
      // without a connection nothing is known to be illegal: every card that was not played can be tapped
      button.disabled = isQueued || (isAway ? false : "illegal" in button.dataset);
      button.classList.toggle("kept", isQueued);
    }
    const undo = part.querySelector(".moves-acts [value*=undo]");
    if (undo && items.length) undo.disabled = false;
  }

  function prepare() {
    for (const button of part.querySelectorAll(".tap:disabled")) button.dataset.illegal = "";
    count();
  }

  function count() {
    const output = part.querySelector(".marked");
    if (!output) return;
    output.hidden = false;
    output.textContent = output.dataset.words.replace("#", part.querySelectorAll(".deal :checked").length);
  }

  async function keepPage() {
    const worker = await navigator.serviceWorker?.ready;
    worker?.active?.postMessage({ keep: [words.address] });
  }

  part.addEventListener("submit", tap);
  part.addEventListener("change", count);
  window.addEventListener("online", () => flush());
  window.addEventListener("pageshow", (event) => event.persisted && location.reload());
  prepare();
  if (queue) {
    isAway = !navigator.onLine;
    draw();
    flush();
  } else keepPage();
})();
