// Beside each colour that is typed stands one that is picked; each follows the other. Without this file it is typed.
const WHOLE = /^#[0-9a-f]{6}$/i;
const NONE = "#ffffff";
const pickWords = document.currentScript.dataset.words;

for (const typed of document.querySelectorAll("[data-colour]")) {
  const picked = document.createElement("input");
  picked.type = "color";
  picked.setAttribute("aria-label", `${typed.labels[0].firstChild.textContent.trim()}: ${pickWords}`);
  const line = document.createElement("div");
  line.className = "colour-line";
  typed.replaceWith(line);
  line.append(typed, picked);

  const follow = () => {
    picked.value = WHOLE.test(typed.value.trim()) ? typed.value.trim() : NONE;
  };
  typed.addEventListener("input", follow);
  picked.addEventListener("input", () => {
    typed.value = picked.value;
  });
  follow();
}
