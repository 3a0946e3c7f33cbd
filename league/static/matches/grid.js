// The grid of results without waiting for pages: Enter leads to the next field, and a row whose scores are complete is
// sent when it is left. Its answer is put in its place; newer results of others come through live.js. Without this
// file each row has its button, and one button sends all.
const form = document.querySelector("[data-grid]");
const said = document.getElementById("grid-said");
const rows = () => [...form.querySelectorAll(".round-grid > li")];
const fields = (row) => [...row.querySelectorAll("[data-score], select")];
const scores = (row) => [...row.querySelectorAll("[data-score]")];
const isComplete = (row) => scores(row).length > 0 && scores(row).every((field) => field.value.trim());
const stateOf = (row) =>
  JSON.stringify([...row.querySelectorAll("[name]:not(button)")].map((each) => [each.value, each.checked]));
const sent = new WeakMap(); // row → its fields as they were sent last
let sending = Promise.resolve();

// one after the other: the server counts the rounds of a match, and answers come in order
function save(row) {
  const state = stateOf(row);
  if (sent.get(row) === state) return;
  sent.set(row, state);
  const body = new URLSearchParams(new FormData(form));
  body.set("row", row.querySelector("button[name=row]").value);
  sending = sending.then(() => send(row, state, body)).catch(() => fail(row));
}

async function send(row, state, body) {
  const answer = await fetch(form.action, { method: "POST", body });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById(row.id);
  if (!fresh) {
    form.submit(); // signed out: that page keeps what was typed
    return;
  }
  if (stateOf(row) !== state) {
    sent.delete(row);
    return;
  }
  const focused = row.contains(document.activeElement) ? document.activeElement.id : null;
  row.replaceChildren(...fresh.childNodes);
  settle(row);
  if (answer.status === 422) sent.set(row, stateOf(row));
  else sent.delete(row);
  if (focused) (document.getElementById(focused) ?? fields(row)[0])?.focus();
  tell(row);
}

// live.js keeps a row as the server has it: what came of it when it was sent stays, as does what was refused
function settle(row) {
  const outcome = row.querySelector(".outcome");
  outcome?.remove();
  row.dispatchEvent(new Event("exchanged"));
  if (outcome) row.querySelector(".row-news").prepend(outcome);
  for (const field of scores(row)) {
    const { value } = field;
    [field.defaultValue, field.value] = ["", value]; // it differs, so live.js sees that somebody types here
  }
}

function fail(row) {
  sent.delete(row);
  row.querySelector(".row-news").textContent = form.dataset.unsaved;
  tell(row);
}

function tell(row) {
  const words = [row.querySelector(".row-table b"), ...row.querySelectorAll(".refusal, .saved")];
  const news = words.length > 1 ? words : [words[0], row.querySelector(".row-news")];
  said.textContent = news.map((each) => each.textContent.trim()).join(" ");
}

function nextField(field) {
  const all = rows().flatMap(fields);
  return all[all.indexOf(field) + 1] ?? form.querySelector(".grid-form > .actions button");
}

form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || !event.target.matches("[data-score], select")) return;
  event.preventDefault();
  const next = nextField(event.target);
  next?.focus();
  if (next?.matches("input")) next.select();
});

// the row that the focus leaves is saved if it is complete; the refused one only once it has changed
form.addEventListener("focusout", (event) => {
  const row = event.target.closest("li");
  if (row && !row.contains(event.relatedTarget) && isComplete(row)) save(row);
});

form.addEventListener("submit", (event) => {
  const row = event.submitter?.closest("li");
  if (!row) return;
  event.preventDefault();
  sent.delete(row);
  save(row);
});

for (const row of rows()) if (row.querySelector(".outcome")) settle(row);
