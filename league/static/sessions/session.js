// The evening without waiting for pages: forms are sent beside the page and its parts are exchanged. Without this
// file all of it works. Names are found by people/person.js.
const NEWS = "main > :is(.message, #refusals)";
const find = document.getElementById("find");
const form = find?.form;
const questions = document.getElementById("find-said");
let sent = Promise.resolve();
let waiting = 0;

// one after the other, so that the last answer shows the last state
document.addEventListener("submit", (event) => {
  const of = event.target;
  if (!of.matches("[data-quick]") || event.submitter?.value === "confirm") return;
  event.preventDefault();
  const body = new FormData(of, event.submitter);
  if (of === form && !take(body)) return;
  if (of.matches("[data-question]")) settle(of);
  if (of.matches("[data-clear]")) of.reset();
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
  for (const old of document.querySelectorAll(NEWS)) old.remove();
  document.querySelector("main").prepend(...page.querySelectorAll(NEWS));
  if (questions) ask([...page.querySelectorAll("#find-said > *")]);
  const typed = page.getElementById("find")?.value;
  if (answer.status === 422 && find && !find.value && !questions?.children.length) find.value = typed ?? "";
}

// A question stays until it is answered, also while further names are typed.
function ask(asked) {
  for (const fresh of asked) {
    const name = fresh.elements.name.value;
    for (const old of questions.children) if (old.elements.name.value === name) old.remove();
    fresh.querySelector("[role=alert]").removeAttribute("id"); // several may stand here
    fresh.querySelector("[data-dismiss]").hidden = false;
    questions.append(fresh);
  }
}

function settle(question) {
  question.remove();
  toName();
}

function toName() {
  if (matchMedia("(pointer: fine)").matches) find.focus(); // a phone would open its keyboard
}

questions?.addEventListener("click", (event) => {
  const button = event.target.closest("[data-dismiss]");
  if (button) settle(button.form);
});
for (const button of document.querySelectorAll("[data-dismiss]")) button.hidden = false;

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

// The name is taken out of the field at once, so that the next one can be typed.
function take(body) {
  if (body.get("do") === "here" && !find.value.trim()) {
    step()?.click();
    return false;
  }
  find.value = "";
  toName();
  return true;
}

// a wish that changes is drawn at once
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-draw]")) document.getElementById("draw").click();
});
