// What a round would be worth is asked while it is typed, and cards are tapped into the hands.
// The text fields stay the truth, and the form works without this file.
const form = document.querySelector(".entry");
const preview = form.querySelector(".preview");
const picker = form.querySelector(".picker");
let asked = 0, timer;

// a form that stores nothing is asked by its address
function asking(said) {
  if (form.method === "post") return fetch(form.dataset.preview, { method: "POST", body: said });
  said.append("piece", "1");
  return fetch(`${form.dataset.preview}?${new URLSearchParams(said)}`);
}

function ask() {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    const mine = ++asked;
    try {
      const answer = await asking(new FormData(form));
      if (!answer.ok || answer.redirected || mine !== asked) return;
      preview.querySelector(".told").innerHTML = await answer.text();
      preview.hidden = false;
      form.dispatchEvent(new Event("told"));
    } catch { /* without network the form still works; the server judges when it is sent */ }
  }, 200);
}

function tapping() {
  const hands = [...form.querySelectorAll(".hand")];
  const now = form.querySelector(".hand-now");
  const copies = Number(picker.dataset.copies);
  let current = 0, shown = null;

  const field = (hand) => hands[hand].querySelector("input");
  const cards = (hand) => field(hand).value.toUpperCase().split(/[\s,]+/).filter(Boolean);
  const used = (code) => hands.reduce((sum, _, hand) => sum + cards(hand).filter((card) => card === code).length, 0);
  const finisher = () => form.querySelector("[name=finisher]:checked")?.value;

  function due(hand) {
    const { seat, due, dueFinisher } = hands[hand].dataset;
    return Number((seat === finisher() && dueFinisher) || due || Infinity);
  }

  function set(hand, held) {
    field(hand).value = held.join(" ");
    draw();
    ask();
  }

  function draw() {
    const held = cards(current);
    if (held.join(" ") !== shown) { // else a tap that makes another field lose focus would miss its card
      now.replaceChildren(...held.map(put));
      if (!held.length) now.textContent = now.dataset.empty;
      shown = held.join(" ");
    }
    for (const button of form.querySelectorAll(".pick")) {
      const left = Math.max(copies - used(button.dataset.card), 0);
      const tally = button.querySelector(".left");
      if (tally) tally.textContent = left;
      button.disabled = left <= 0 || held.length >= due(current);
    }
    for (const tab of form.querySelectorAll("[data-pick-hand]")) {
      const hand = Number(tab.dataset.pickHand), most = due(hand);
      tab.setAttribute("aria-pressed", String(hand === current));
      tab.querySelector(".tally").textContent = most === Infinity ? cards(hand).length : `${cards(hand).length}/${most}`;
    }
  }

  function put(code, place) {
    const known = form.querySelector(`.pick[data-card="${CSS.escape(code)}"] .card`);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "put";
    button.append(known ? known.cloneNode(true) : code);
    button.setAttribute("aria-label", `${now.dataset.remove} ${known ? known.getAttribute("aria-label") : code}`);
    button.addEventListener("click", () => set(current, cards(current).filter((_, at) => at !== place)));
    return button;
  }

  picker.hidden = false;
  form.querySelector(".hands").classList.add("has-picker");
  form.addEventListener("click", (event) => {
    const pick = event.target.closest(".pick"), tab = event.target.closest("[data-pick-hand]");
    if (pick) set(current, [...cards(current), pick.dataset.card]);
    if (tab) { current = Number(tab.dataset.pickHand); draw(); }
  });
  form.addEventListener("change", () => {
    const notSaid = form.querySelector("[name=finisher][value='']");
    if (form.elements.evidence?.value === "final" && notSaid?.checked) form.querySelector("[name=finisher][value=nobody]").checked = true;
    draw();
  });
  form.addEventListener("input", draw);
  draw();
}

if (picker) tapping();
form.addEventListener("input", ask);
form.addEventListener("change", ask);
let sent = false;
form.addEventListener("submit", (event) => { if (sent) event.preventDefault(); sent = form.method === "post"; });
window.addEventListener("pageshow", () => { sent = false; });
if ([...form.querySelectorAll("input:not([type=hidden], [type=radio])")].some((input) => input.value)) ask();
