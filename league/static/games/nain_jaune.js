// A box whose card was left in a hand or aside was taken by nobody: its choice rests until the card is put back.
{
  const form = document.querySelector(".entry");
  const boxes = [...form.querySelectorAll("[data-box]")];
  const left = () => [...form.querySelectorAll(".hand input")].flatMap((hand) => cardCodes(hand.value)); // of entry.js

  function settle() {
    const cards = new Set(left());
    for (const box of boxes) {
      const select = box.querySelector("select");
      const wasLeft = cards.has(box.dataset.box);
      if (wasLeft && !select.disabled) {
        select.dataset.chosen = select.value;
        select.value = "";
      }
      if (!wasLeft && select.disabled) select.value = select.dataset.chosen;
      select.disabled = wasLeft;
      box.querySelector(".not-laid").hidden = !wasLeft;
    }
  }

  form.addEventListener("click", settle); // after the picker has moved the card
  form.addEventListener("input", settle);
  settle();
}
