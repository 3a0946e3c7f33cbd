// Suggestions below the field of a person. The server says who fits and which of them Enter would take
// (support/person_field.py); arrows choose another. In a larger form (data-pick) a suggestion fills the field.
// Without this file a name is sent as it is typed, and the answer asks where it has to be chosen.
const AFTER = 120; // milliseconds without a key

for (const field of document.querySelectorAll("[data-person]")) assist(field);

function assist(field) {
  const list = document.getElementById(`${field.id}-people`);
  const hint = document.getElementById(`${field.id}-hint`);
  const pick = field.dataset.pick && field.form.elements[field.dataset.pick];
  const options = () => [...list.querySelectorAll("button")];
  let timer = null;
  let chosen = -1;

  async function look() {
    const text = field.value.trim();
    if (!text) {
      show("", []);
      return;
    }
    try {
      const address = new URL(field.dataset.person, location);
      address.searchParams.set("q", text);
      const answer = await fetch(address);
      if (!answer.ok || answer.redirected || field.value.trim() !== text) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      show(page.querySelector("p").textContent.trim(), page.querySelectorAll("li"));
    } catch {
      show("", []); // the form works without suggestions
    }
  }

  function show(words, items) {
    chosen = -1;
    hint.textContent = words;
    list.replaceChildren(...items);
    for (const [index, each] of options().entries()) each.id = `${field.id}-person-${index}`;
    setOpen(list.childElementCount > 0);
  }

  function setOpen(open) {
    list.hidden = !open;
    field.setAttribute("aria-expanded", String(open));
    field.removeAttribute("aria-activedescendant");
  }

  function choose(index) {
    const all = options();
    chosen = Math.max(-1, Math.min(index, all.length - 1));
    for (const [at, each] of all.entries()) each.setAttribute("aria-selected", String(at === chosen));
    if (chosen < 0) field.removeAttribute("aria-activedescendant");
    else field.setAttribute("aria-activedescendant", all[chosen].id);
    all[chosen]?.scrollIntoView({ block: "nearest" });
  }

  function fill(option) {
    field.value = option.dataset.name;
    pick.value = option.value;
    show("", []);
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }

  field.addEventListener("input", () => {
    if (pick) pick.value = "";
    clearTimeout(timer);
    timer = setTimeout(look, AFTER);
  });
  field.addEventListener("keydown", (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by && options().length) {
      event.preventDefault();
      choose(chosen + by);
    } else if (event.key === "Enter" && (chosen >= 0 || (pick && !pick.value && options().length))) {
      event.preventDefault();
      options()[Math.max(chosen, 0)].click();
    } else if (event.key === "Escape") {
      field.value = "";
      if (pick) pick.value = "";
      else field.blur(); // so that the keys of the page work
      show("", []);
    }
  });
  list.addEventListener("click", (event) => {
    const option = event.target.closest("button");
    if (!option || !pick) return; // elsewhere the suggestion is a button of the form
    event.preventDefault();
    fill(option);
    field.focus();
  });
  // a form that is sent beside the page clears the field, and a page that is left by Back may have kept it
  field.form.addEventListener("submit", () => {
    clearTimeout(timer);
    setTimeout(() => field.value.trim() || show("", []));
  });
}
