// Cards are tapped into the hands; the text fields stay the truth and work without this file.
const form = document.querySelector(".entry");
const picker = form.querySelector(".picker");
const now = form.querySelector(".hand-now");
const preview = form.querySelector(".preview .seats");
const fields = [...form.querySelectorAll(".hand input")];
let seat = 0, asked = 0, timer;

picker.hidden = false;
form.querySelector(".hands").classList.add("has-picker");

const cards = (number) => fields[number].value.toUpperCase().split(/[\s,]+/).filter(Boolean);
const used = (code) => fields.reduce((sum, _, number) => sum + cards(number).filter((card) => card === code).length, 0);
const finisher = () => form.querySelector("[name=finisher]:checked")?.value;
const due = (number) => (String(number) === finisher() ? 11 : 10);

function set(number, hand) {
  fields[number].value = hand.join(" ");
  draw();
  ask();
}

function draw() {
  const hand = cards(seat);
  now.replaceChildren(...hand.map(put));
  if (!hand.length) now.textContent = now.dataset.empty;
  for (const button of form.querySelectorAll(".pick")) {
    const left = 2 - used(button.dataset.card);
    button.querySelector(".left").textContent = left;
    button.disabled = left <= 0 || hand.length >= due(seat);
  }
  for (const tab of form.querySelectorAll("[data-pick-seat]")) {
    const number = Number(tab.dataset.pickSeat);
    tab.setAttribute("aria-pressed", String(number === seat));
    tab.querySelector(".tally").textContent = `${cards(number).length}/${due(number)}`;
  }
}

function put(code, place) {
  const known = form.querySelector(`.pick[data-card="${CSS.escape(code)}"] .card`);
  const button = document.createElement("button");
  button.type = "button";
  button.className = "put";
  button.append(known ? known.cloneNode(true) : code);
  button.setAttribute("aria-label", `${now.dataset.remove} ${known ? known.getAttribute("aria-label") : code}`);
  button.addEventListener("click", () => set(seat, cards(seat).filter((_, at) => at !== place)));
  return button;
}

function ask() {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    const mine = ++asked;
    try {
      const answer = await fetch(form.dataset.preview, { method: "POST", body: new FormData(form) });
      if (answer.ok && mine === asked) preview.innerHTML = await answer.text();
    } catch { /* without network the form still works; the server judges when it is sent */ }
  }, 150);
}

form.addEventListener("click", (event) => {
  const pick = event.target.closest(".pick"), tab = event.target.closest("[data-pick-seat]");
  if (pick) set(seat, [...cards(seat), pick.dataset.card]);
  if (tab) { seat = Number(tab.dataset.pickSeat); draw(); }
});
form.addEventListener("change", () => {
  const notSaid = form.querySelector("[name=finisher][value='']");
  if (form.elements.evidence.value === "final" && notSaid.checked) form.querySelector("[name=finisher][value=nobody]").checked = true;
  draw();
  ask();
});
let sent = false;
form.addEventListener("submit", (event) => { if (sent) event.preventDefault(); sent = true; });
window.addEventListener("pageshow", () => { sent = false; });
draw();
if (fields.some((field) => field.value)) ask();
