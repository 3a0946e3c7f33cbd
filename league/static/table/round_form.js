// The form of a round on a phone: its fields as a list, drafts in and out, and refusals shown without leaving the page.
// Needs drafts.js.
window.roundForm = (() => {
  const PLACES = ".field, fieldset, .part";
  let isFilling = false; // by a script: then no draft of the user is written

  function hide(form, name, value) {
    const input =
      form.querySelector(`[name=${name}]`) ??
      form.appendChild(Object.assign(document.createElement("input"), { type: "hidden", name }));
    input.value = value;
  }

  function fieldsOf(form, submitter) {
    const data = new FormData(form);
    if (submitter?.name) data.set(submitter.name, submitter.value);
    return Object.fromEntries(data);
  }

  // whether something was entered, or the user is about to
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

  // --- filling in

  function quietly(form, act) {
    isFilling = true;
    act();
    form.dispatchEvent(new Event("change"));
    isFilling = false;
  }

  // as it was before anything was typed
  function clear(form) {
    form.querySelector("[name=queued]")?.remove();
    form.querySelector("[name=checked]")?.remove();
    form.querySelector(".draft-lost").hidden = true;
    removeRefusals(form);
    quietly(form, () => form.reset());
  }

  function fill(form, fields) {
    quietly(form, () => {
      for (const [name, value] of fields) {
        const control = form.elements[name];
        if (control?.type === "checkbox") control.checked = true;
        else if (control) control.value = value;
      }
    });
  }

  function resume(form, draft) {
    if (!draft) return;
    fill(form, draft.fields);
    if (draft.reasons) tell(form, form.dataset.refused).append(...reasonLines(draft.reasons));
  }

  // what is typed into the form is a draft of the round that it is for
  function keepDrafts(form) {
    const save = () => {
      if (isFilling || form.querySelector("[name=queued]")) return;
      const { number, queued: _queued, device: _device, checked: _checked, ...fields } = fieldsOf(form);
      const place = [Number(form.dataset.match), Number(number), fields.seen];
      const reasons = drafts.read(...place)?.reasons;
      if (!reasons && !isTouched(form)) drafts.drop(...place);
      else
        form.querySelector(".draft-lost").hidden = drafts.write(...place, { reasons, fields: Object.entries(fields) });
    };
    form.addEventListener("input", save);
    form.addEventListener("change", save);
  }

  // --- refusals

  function reasonLines(reasons) {
    return reasons.map((reason) =>
      Object.assign(document.createElement("p"), { className: "refusal", textContent: reason }),
    );
  }

  function removeRefusals(form) {
    form.parentElement.querySelector(".refusals")?.remove();
    for (const refusal of form.querySelectorAll(".refusal")) refusal.remove();
  }

  function tell(form, words) {
    const box = document.createElement("div");
    removeRefusals(form);
    box.className = "refusals";
    box.setAttribute("role", "alert");
    box.append(Object.assign(document.createElement("p"), { textContent: words }));
    form.before(box);
    return box;
  }

  // the server has rendered the form with its refusals: they are taken over, and the entries stay
  function showRefusals(form, html) {
    const fresh = new DOMParser().parseFromString(html, "text/html");
    const freshForm = fresh.querySelector(".entry");
    const places = [...form.querySelectorAll(PLACES)];
    const freshPlaces = [...freshForm.querySelectorAll(PLACES)];
    removeRefusals(form);
    form.before(fresh.querySelector(".refusals"));
    for (const refusal of freshForm.querySelectorAll(".refusal"))
      places[freshPlaces.indexOf(refusal.closest(PLACES))]?.append(refusal);
    form.querySelector("[name=checked]")?.remove();
    const checked = freshForm.querySelector("[name=checked]"); // saving again confirms unusual scores
    if (checked) form.append(checked);
    form.dispatchEvent(new Event("refused"));
    scrollTo(0, 0);
  }

  return { hide, fieldsOf, isTouched, clear, fill, resume, keepDrafts, reasonLines, tell, showRefusals };
})();
