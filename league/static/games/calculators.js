// Every state of a calculator has an address. entry.js asks for the answer while cards are tapped and fields
// are filled in; here the address follows, refusals come to their fields, and links of the board stay on the page.
{
  const form = document.querySelector(".calculator");
  const answer = form.querySelector(".outcome");
  const tile = form.querySelector("#tile");
  const changed = () => form.dispatchEvent(new Event("change"));
  const soFar = form.querySelector(".running-total");
  const asText = form.querySelector(".as-text");
  let felt = null;
  let fromBoard = false;

  function remember() {
    const now = answer.querySelector(".felt");
    felt = now && { left: now.scrollLeft, top: now.scrollTop, x: now.dataset.left, y: now.dataset.top };
  }

  // what was in view stays where it was, although the board may have grown to the left or the top
  function keepInView() {
    const now = answer.querySelector(".felt");
    if (!now) return;
    const board = now.querySelector(".board");
    const scale = board.clientWidth / board.viewBox.baseVal.width;
    const chosen = now.querySelector(".chosen");
    if (felt)
      now.scrollTo(felt.left + (felt.x - now.dataset.left) * scale, felt.top + (felt.y - now.dataset.top) * scale);
    else if (chosen) center(now, chosen.getBoundingClientRect());
    else now.scrollTo((now.scrollWidth - now.clientWidth) / 2, (now.scrollHeight - now.clientHeight) / 2);
    remember();
    if (fromBoard) (chosen?.closest("a") ?? tile).focus({ preventScroll: true });
    fromBoard = false;
  }

  function center(frame, { left, top, width, height }) {
    const outer = frame.getBoundingClientRect();
    frame.scrollBy(left + width / 2 - outer.left - outer.width / 2, top + height / 2 - outer.top - outer.height / 2);
  }

  // on a phone the answer is below the cards; its result is always in sight
  function sayShort() {
    const short = answer.querySelector("[data-short]");
    soFar.hidden = !short;
    soFar.textContent = short ? short.textContent.trim() : "";
  }

  function placeRefusals() {
    const refusals = new Map(
      [...answer.querySelectorAll("template[data-about]")].map((each) => [each.dataset.about, each.content]),
    );
    for (const place of form.querySelectorAll(".about"))
      place.replaceChildren(...(refusals.get(place.dataset.about)?.childNodes ?? []));
  }

  function followAddress() {
    const fields = [...new FormData(form)].filter(([, value]) => value !== "");
    history.replaceState(null, "", fields.length ? `?${new URLSearchParams(fields)}` : location.pathname);
  }

  function markTray() {
    const used = new Set([...answer.querySelectorAll("[data-tile]")].map((each) => each.dataset.tile));
    const inHand = [...tile.value.replace(/\D/g, "")].sort().join("");
    for (const button of form.querySelectorAll(".pick-tile")) {
      button.hidden = used.has(button.value);
      button.setAttribute("aria-pressed", String(button.value === inHand));
    }
  }

  function take(code) {
    tile.value = code;
    form.elements.at.value = "";
    changed();
  }

  form.addEventListener("preview", () => {
    placeRefusals();
    followAddress();
    if (tile) markTray();
    sayShort();
    keepInView();
  });

  form.addEventListener("scroll", remember, true);

  form.addEventListener("click", (event) => {
    const link = event.target.closest("[data-go]");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const query = new URLSearchParams(link.getAttribute("href"));
    for (const name of ["board", "tile", "at"]) form.querySelector(`[name=${name}]`).value = query.get(name) ?? "";
    fromBoard = link.closest(".felt") !== null && event.detail === 0; // by the keyboard
    changed();
  });

  form.addEventListener("submit", (event) => {
    const picked = event.submitter?.closest(".pick-tile");
    if (!picked) return;
    event.preventDefault();
    take(picked.getAttribute("aria-pressed") === "true" ? "" : picked.value);
  });

  form.addEventListener("input", (event) => {
    if (event.target === tile) form.elements.at.value = "";
  });
  form.addEventListener("change", (event) => {
    if (event.target.closest?.("[data-reload]")) form.requestSubmit();
  });
  if (asText) asText.open = form.querySelector("#about-board .refusal") !== null;
  sayShort();
  keepInView();
}
