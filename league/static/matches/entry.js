// Asks the server what a round would be worth while it is typed, and lets cards be tapped into the hands.
// The text fields stay the truth, and the form works without this file.
const form = document.querySelector(".entry");
const preview = form.querySelector(".preview");
const picker = form.querySelector(".picker");
let requests = 0;
let timer;

// a form that stores nothing sends its fields in the address
function requestPreview(fields) {
  if (form.method === "post") return fetch(form.dataset.preview, { method: "POST", body: fields });
  fields.append("piece", "1");
  return fetch(`${form.dataset.preview}?${new URLSearchParams(fields)}`);
}

// scores are worth something once each of them is there
function isTooEarly() {
  const scores = [...form.querySelectorAll("[name^=score-]")].filter((field) => field.checkVisibility());
  return scores.some((field) => !field.value.trim());
}

function schedulePreview() {
  clearTimeout(timer);
  if (form.method === "post" && isTooEarly()) {
    requests++;
    preview.hidden = true;
    return;
  }
  timer = setTimeout(async () => {
    const request = ++requests;
    try {
      const answer = await requestPreview(new FormData(form));
      if (!answer.ok || answer.redirected || request !== requests) return;
      preview.querySelector(".outcome").innerHTML = await answer.text();
      preview.hidden = false;
      form.dispatchEvent(new Event("preview"));
    } catch {
      /* without network the form still works; the server judges when it is sent */
    }
  }, 200);
}

// a card may be written in several ways; the first is shown
const codeOf = new Map();
for (const { dataset } of form.querySelectorAll(".pick[data-spellings]"))
  for (const spelling of dataset.spellings.split(" ")) codeOf.set(spelling, dataset.card);

function cardCodes(text) {
  const words = text.toUpperCase().split(/[\s,;]+/);
  return words.filter(Boolean).map((word) => codeOf.get(word) ?? word);
}

function shownCard(code) {
  const pick = form.querySelector(`.pick[data-card="${CSS.escape(code)}"]`);
  return pick?.dataset.spellings?.split(" ")[0] ?? code;
}

function startPicker() {
  const hands = [...form.querySelectorAll(".hand")];
  const now = form.querySelector(".hand-now");
  const copies = Number(picker.dataset.copies);
  let current = 0;
  let cardsOnPage = null;

  const field = (hand) => hands[hand].querySelector("input");
  const cards = (hand) => cardCodes(field(hand).value);
  const used = (code) => hands.reduce((sum, _, hand) => sum + cards(hand).filter((card) => card === code).length, 0);
  const finisher = () => form.querySelector("[name=finisher]:checked")?.value;

  function due(hand) {
    const { seat, due, dueFinisher } = hands[hand].dataset;
    return Number((seat === finisher() && dueFinisher) || due || Infinity);
  }

  function set(hand, codes) {
    field(hand).value = codes.map(shownCard).join(" ");
    field(hand).dispatchEvent(new Event("input", { bubbles: true }));
  }

  // a full hand hands on to the next one that is not
  function goOn() {
    if (cards(current).length < due(current)) return;
    for (let after = 1; after < hands.length; after++) {
      const hand = (current + after) % hands.length;
      const most = due(hand);
      if (most === Infinity || cards(hand).length >= most) continue;
      current = hand;
      draw();
      return;
    }
  }

  function draw() {
    const codes = cards(current);
    now.dataset.whose = form.querySelector(`[data-pick-hand="${current}"]`)?.firstChild.textContent.trim() ?? "";
    if (codes.join(" ") !== cardsOnPage) {
      // else a tap that makes another field lose focus would miss its card
      now.replaceChildren(...codes.map(put));
      if (!codes.length) now.textContent = now.dataset.empty;
      // else the cards below jump up under a quick finger when the next hand begins
      now.style.minHeight = `${now.offsetHeight}px`;
      cardsOnPage = codes.join(" ");
    }
    for (const button of form.querySelectorAll(".pick")) {
      const left = Math.max(copies - used(button.dataset.card), 0);
      const tally = button.querySelector(".left");
      if (tally) tally.textContent = left;
      button.disabled = left <= 0 || codes.length >= due(current);
    }
    for (const tab of form.querySelectorAll("[data-pick-hand]")) {
      const hand = Number(tab.dataset.pickHand);
      const most = due(hand);
      tab.setAttribute("aria-pressed", String(hand === current));
      tab.querySelector(".tally").textContent =
        most === Infinity ? cards(hand).length : `${cards(hand).length}/${most}`;
    }
  }

  function put(code, place) {
    const picture = form.querySelector(`.pick[data-card="${CSS.escape(code)}"] .card`);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "put";
    button.append(picture ? picture.cloneNode(true) : code);
    button.setAttribute("aria-label", `${now.dataset.remove} ${picture ? picture.getAttribute("aria-label") : code}`);
    button.addEventListener("click", () =>
      set(
        current,
        cards(current).filter((_, at) => at !== place),
      ),
    );
    return button;
  }

  picker.hidden = false;
  form.querySelector(".hands").classList.add("has-picker");
  form.addEventListener("click", (event) => {
    const pick = event.target.closest(".pick");
    const tab = event.target.closest("[data-pick-hand]");
    if (pick) {
      set(current, [...cards(current), pick.dataset.card]);
      goOn();
    }
    if (tab) {
      current = Number(tab.dataset.pickHand);
      draw();
    }
  });
  // with the cards somebody or nobody has finished; back at the scores it is as unsaid as it was
  const unknownFinisher = form.querySelector("[name=finisher][value='']");
  const nobody = form.querySelector("[name=finisher][value=nobody]");
  let isAssumed = false;

  function assume() {
    if (form.elements.evidence?.value === "final" && unknownFinisher?.checked) isAssumed = nobody.checked = true;
    else if (form.elements.evidence?.value === "sheet" && isAssumed) {
      unknownFinisher.checked = true;
      isAssumed = false;
    }
  }

  form.addEventListener("change", (event) => {
    if (event.target.name === "finisher") isAssumed = false;
    assume();
    draw();
  });
  form.addEventListener("input", draw);
  draw();
}

// keyboards of numbers on phones have no minus: a button beside the field does it
function withSign(input) {
  const box = document.createElement("span");
  const sign = document.createElement("button");
  box.className = "signed";
  sign.type = "button";
  sign.className = "quiet sign-of";
  sign.textContent = "±";
  sign.setAttribute("aria-label", `${form.dataset.sign}: ${input.labels[0].textContent}`);
  sign.addEventListener("click", () => {
    const digits = input.value.trim();
    input.value = /^[-−]/.test(digits) ? digits.slice(1) : `-${digits}`;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.focus();
  });
  input.before(box);
  box.append(sign, input);
  input.inputMode = "numeric";
}

// the reason stands at the top, where it is seen; the field that it is about is ready to be typed in
function pointAtRefusal() {
  const box = document.querySelector(".refusals");
  let control = null;
  for (const refusal of form.querySelectorAll(".refusal"))
    control ??= controlOf(refusal.closest(".field, fieldset, .part"));
  if (!control) box.tabIndex = -1;
  (control ?? box).focus({ preventScroll: true });
  // a slow page may have been scrolled to where the form was sent
  const toReason = () => scrollTo(0, 0);
  toReason();
  addEventListener("load", toReason, { once: true });
}

function controlOf(place) {
  if (!place) return null;
  const hand =
    place.matches(".hand") &&
    form.querySelector(`[data-pick-hand="${[...form.querySelectorAll(".hand")].indexOf(place)}"]`);
  if (hand) hand.click();
  const visible = [...place.querySelectorAll("input, select, textarea")].filter((each) => each.checkVisibility());
  return hand || visible.find((each) => each.checked) || visible[0];
}

const SAVE = ".actions button:not([formnovalidate])";
const typed = "input:not([type=hidden], [type=radio], [type=checkbox])";
const typedFields = () => [...form.querySelectorAll(typed)].filter((field) => field.checkVisibility());

// the key of a phone's keyboard says what Enter does
function labelEnter() {
  const fields = typedFields();
  for (const field of fields) field.enterKeyHint = field === fields.at(-1) ? "done" : "next";
}

// Enter goes to the next field, and from the last one to Save
function goToNext(event) {
  if (event.key !== "Enter" || event.isComposing || event.defaultPrevented || !event.target.matches(typed)) return;
  const fields = typedFields();
  const next = fields[fields.indexOf(event.target) + 1];
  event.preventDefault();
  if (next) next.select();
  else form.querySelector(SAVE)?.click();
}

for (const input of form.querySelectorAll("[data-signed]")) withSign(input);
if (picker) startPicker();
if (form.method === "post") {
  if (document.querySelector(".refusals")) pointAtRefusal();
  form.addEventListener("refused", pointAtRefusal); // in place
  form.addEventListener("keydown", goToNext);
  form.addEventListener("change", labelEnter);
  window.addEventListener("hashchange", labelEnter);
  labelEnter();
}
form.addEventListener("input", schedulePreview);
form.addEventListener("change", schedulePreview);
let sent = false;
form.addEventListener("submit", (event) => {
  if (sent) event.preventDefault();
  sent = form.method === "post";
});
window.addEventListener("pageshow", () => {
  sent = false;
});
// the problems of a refused round are on the page already
const isRefused = document.querySelector(".refusals") !== null;
if (!isRefused && [...form.querySelectorAll("input:not([type=hidden], [type=radio])")].some((input) => input.value))
  schedulePreview();
