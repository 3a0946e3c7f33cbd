// The evening without waiting for pages: forms are sent beside the page and its parts are exchanged,
// names are found while they are typed. Without this file all of it works.
const normal = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim().replace(/\s+/g, " ");
const find = document.getElementById("find");
const form = find?.form;
let sent = Promise.resolve();
let waiting = 0;
let chosen = 0;

// one after the other, so that the last answer shows the last state
document.addEventListener("submit", (event) => {
  const of = event.target;
  if (!of.matches("[data-quick]") || event.submitter?.value === "confirm") return;
  event.preventDefault();
  const body = new FormData(of, event.submitter);
  if (of === form && !aim(body)) return;
  waiting += 1;
  sent = sent
    .then(() => send(of.action, body))
    .catch(() => submitPlainly(of.action, body))
    .finally(() => {
      waiting -= 1;
    });
});

// nobody leaves before all that was typed has arrived, and then by the link as it is by then
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || !waiting) return;
  event.preventDefault();
  sent.then(() => (link.matches("[data-step]") ? step() : link)?.click());
});

const step = () => document.querySelector("#next [data-step]");

// as the browser would have sent it, with the button that was pressed and the name that was aimed at
function submitPlainly(action, body) {
  const plain = Object.assign(document.createElement("form"), { method: "post", action, hidden: true });
  for (const [name, value] of body)
    plain.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  document.body.append(plain);
  plain.submit();
}

async function send(address, body) {
  const answer = await fetch(address, { method: "POST", body });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const parts = [...document.querySelectorAll("[data-part]")];
  if (!parts.every((part) => page.getElementById(part.id))) {
    if (answer.status === 403)
      submitPlainly(address, body); // signed out: that page keeps what was typed
    else location.assign(answer.url); // another page wants to be read first
    return;
  }
  for (const part of parts) exchange(part, page.getElementById(part.id));
  for (const old of document.querySelectorAll("main > .message")) old.remove();
  document.querySelector("main").prepend(...page.querySelectorAll("main > .message"));
  const typed = page.getElementById("find")?.value;
  if (answer.status === 422 && find && !find.value) find.value = typed ?? "";
  look();
}

function exchange(part, fresh) {
  const focused = part.contains(document.activeElement) ? document.activeElement.id : null;
  const open = [...part.querySelectorAll("details")].map((each) => each.open);
  part.replaceChildren(...fresh.childNodes);
  part.dispatchEvent(new Event("exchanged")); // live.js goes on from here
  part.querySelectorAll("details").forEach((each, index) => {
    each.open = open[index] ?? each.open;
  });
  if (focused !== null) (document.getElementById(focused) ?? part.querySelector("button, a") ?? find)?.focus();
}

// what was typed goes as the player whom the hint names, or as somebody new
function aim(body) {
  if (body.get("do") === "here") {
    if (!find.value.trim()) {
      step()?.click();
      return false;
    }
    const player = matches()[chosen];
    if (player) body.set("player", player.value);
    else body.set("do", "new");
  }
  find.value = "";
  look();
  return true;
}

function matches() {
  const typed = normal(find.value);
  const ranked = [];
  if (!typed) return [];
  for (const button of document.querySelectorAll("#people .to-come button")) {
    const name = normal(button.firstChild.textContent);
    const rank = name.startsWith(typed) ? 0 : name.includes(` ${typed}`) ? 1 : name.includes(typed) ? 2 : 3;
    if (rank < 3) ranked.push([rank, button]);
  }
  return ranked.sort(([one], [other]) => one - other).map(([, button]) => button);
}

function look() {
  if (!form) return;
  const people = matches();
  const typed = find.value.trim();
  chosen = Math.min(chosen, Math.max(0, people.length - 1));
  for (const button of document.querySelectorAll("#people .to-come button")) {
    button.parentElement.hidden = Boolean(typed) && !people.includes(button);
    button.classList.toggle("chosen", button === people[chosen]);
  }
  const others = document.querySelector("#people .others");
  if (typed && others) others.open = true;
  const hint = form.querySelector(".find-hint");
  const name = people[chosen]?.firstChild.textContent.trim();
  const words = !typed ? "" : name ? `${form.dataset.enter} ${name}` : `${form.dataset.new} ${typed}`;
  if (hint.textContent !== words) hint.textContent = words;
}

if (form) {
  find.addEventListener("input", () => {
    chosen = 0;
    look();
  });
  find.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by && find.value) {
      event.preventDefault();
      chosen = Math.max(0, chosen + by);
      look();
    } else if (event.key === "Escape") {
      find.value = "";
      look();
      find.blur();
    }
  });
  new MutationObserver(look).observe(document.getElementById("people"), { childList: true });
}

// a wish that changes is drawn at once
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-draw]")) document.getElementById("draw").click();
});
