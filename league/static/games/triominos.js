// The board of a round is tapped together: the server draws it, with every place for the tile in hand.
// No rule of the game stands here. The text field stays the truth, and the form works without this file.
{
  const form = document.querySelector(".entry");
  const text = form.querySelector("#board");
  const next = form.querySelector("#tile");
  const place = form.querySelector(".board-place");
  const onBoard = form.querySelector(".on-board");
  const boardLines = () => text.value.split("\n").filter((line) => line.trim());
  const tiles = (input) => input.value.split(/[\s,;]+/).filter(Boolean);
  const changed = () => form.dispatchEvent(new Event("change"));
  const tray = form.querySelector(".laying .tray");
  let byKey = false;
  let isSought = false;
  let tappedAt = null; // where the tray was when a tile of it was tapped

  function choose(tile) {
    next.value = tile;
    changed();
  }

  function lay({ line, tile }) {
    text.value = [...boardLines(), line].join("\n");
    onBoard.value = [...tiles(onBoard), tile].join(" ");
    choose("");
  }

  // the tile is in hand again, so that a slip is mended by one more tap
  function take({ take, tile }) {
    text.value = boardLines()
      .filter((_, at) => at !== Number(take))
      .join("\n");
    onBoard.value = tiles(onBoard)
      .filter((other) => other !== tile)
      .join(" ");
    choose(tile);
  }

  // on a phone the board and the tiles are not in view together
  function seek(fresh) {
    const ghosts = [...fresh.querySelectorAll(".ghost")];
    const target = ghosts[0] ?? fresh.querySelector(".facts");
    if (!(ghosts.length ? ghosts : [target]).some(isInView))
      target.scrollIntoView({ block: "center", inline: "center" });
  }

  function isInView(tile) {
    const { top, bottom, left, right } = tile.getBoundingClientRect();
    const felt = tile.closest(".felt")?.getBoundingClientRect();
    const save = form.querySelector(".actions").getBoundingClientRect();
    const lowest = Math.min(innerHeight, save.top > top ? save.top : innerHeight, felt?.bottom ?? Infinity);
    return (
      top >= Math.max(0, felt?.top ?? 0) &&
      bottom <= lowest &&
      left >= (felt?.left ?? 0) &&
      right <= (felt?.right ?? innerWidth)
    );
  }

  function goBack() {
    if (tappedAt === null) return;
    scrollBy(0, tray.getBoundingClientRect().top - tappedAt);
    tappedAt = null;
  }

  function tap(target) {
    if (target.dataset.line) lay(target.dataset);
    else take(target.dataset);
  }

  function markTray() {
    const used = new Set([...form.querySelectorAll(".hand input")].flatMap(tiles));
    const inHand = [...next.value.replace(/\D/g, "")].sort().join("");
    for (const button of form.querySelectorAll(".laying .tray [data-tile]")) {
      button.hidden = used.has(button.dataset.tile);
      button.setAttribute("aria-pressed", String(button.dataset.tile === inHand));
    }
  }

  // what was in view stays where it was, although the board may have grown to the left or the top
  function show(fresh) {
    const old = place.querySelector(".board-now");
    const before = old?.querySelector(".felt");
    const scroll = before && [before.scrollLeft, before.scrollTop];
    place.replaceChildren(fresh);
    const felt = fresh.querySelector(".felt");
    const board = fresh.querySelector(".board");
    const scale = board.clientWidth / board.viewBox.baseVal.width;
    const grown = (side) => (old.dataset[side] - fresh.dataset[side]) * scale;
    if (scroll) felt.scrollTo(scroll[0] + grown("left"), scroll[1] + grown("top"));
    else felt.scrollTo((felt.scrollWidth - felt.clientWidth) / 2, 0);
  }

  form.addEventListener("preview", () => {
    const fresh = form.querySelector(".outcome .board-now");
    if (!fresh) return;
    show(fresh);
    if (isSought) seek(fresh);
    else if (!next.value) goBack();
    isSought = false;
    const laid = [...fresh.querySelectorAll("[data-take]")].map((tile) => tile.dataset.tile).join(" ");
    if (laid !== onBoard.value) {
      onBoard.value = laid;
      changed();
    }
    if (byKey) {
      (fresh.querySelector(".ghost") ?? next).focus();
      byKey = false;
    }
    markTray();
  });

  form.addEventListener("change", markTray);
  form.addEventListener("input", markTray);
  form.addEventListener("click", (event) => {
    const target = event.target.closest(".board-place [role=button]");
    const chosen = event.target.closest(".tray [data-tile]");
    if (target) tap(target);
    if (chosen) {
      isSought = chosen.getAttribute("aria-pressed") !== "true";
      tappedAt = isSought ? tray.getBoundingClientRect().top : null;
      choose(isSought ? chosen.dataset.tile : "");
    }
    markTray();
  });
  form.addEventListener("keydown", (event) => {
    const target = event.target.closest?.(".board-place [role=button]");
    if (event.target === next && event.key === "Enter") {
      event.preventDefault();
      place.querySelector(".ghost")?.focus();
    } else if (target && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      byKey = true;
      tap(target);
    }
  });

  form.querySelector(".laying").hidden = false;
  const asText = form.querySelector(".as-text");
  asText.open = Boolean(form.querySelector(".part > .refusal"));
  if (form.elements.evidence.value === "final") changed();
  markTray();
}
