// Drags one player onto another, with a mouse at once, with a finger or pen after a short rest, so that a list still
// scrolls. It tells by events: "seat-over" and "seat-drop" with the two players, "seat-cancel" beside the seats.
// A seat is a button with data-pick. Without this file two clicks do the same.
const REST = 280;
const SLACK = 8;
const EDGE = 70;
let drag = null; // { from, value, x, y, moved, ghost, over, timer, pointer }

const seatAt = (x, y) => document.elementFromPoint(x, y)?.closest("[data-pick]") ?? null;
const playerOf = (seat) => seat.value.replace("pick-", "");
const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

document.addEventListener("pointerdown", (event) => {
  const from = event.target.closest?.("[data-pick]");
  if (!from || event.button || drag) return;
  drag = { from, value: playerOf(from), x: event.clientX, y: event.clientY, pointer: event.pointerId, ghost: null };
  if (event.pointerType !== "mouse") drag.timer = setTimeout(lift, REST);
});

document.addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.pointer) return;
  const isFar = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > SLACK;
  if (!drag.ghost) {
    if (!isFar) return;
    if (drag.timer)
      stop(); // a finger that moves at once scrolls
    else lift();
  }
  if (drag) move(event.clientX, event.clientY);
});

document.addEventListener("pointerup", (event) => {
  if (!drag || event.pointerId !== drag.pointer) return;
  const { ghost, over, value } = drag;
  stop();
  if (!ghost) return;
  // the click that follows is none; without one nothing may stay behind
  const swallow = (click) => {
    click.preventDefault();
    click.stopPropagation();
  };
  document.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", swallow, { capture: true }), 50);
  if (over && playerOf(over) !== value) drop(over, { one: value, other: playerOf(over) });
  else tell("seat-cancel");
});

document.addEventListener("pointercancel", () => {
  if (drag?.ghost) tell("seat-cancel");
  stop();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !drag?.ghost) return;
  stop();
  tell("seat-cancel");
});
// a lifted player does not scroll the page, and has no menu
document.addEventListener("touchmove", (event) => drag?.ghost && event.preventDefault(), { passive: false });
document.addEventListener("contextmenu", (event) => drag && event.preventDefault());

function lift() {
  drag.timer = null;
  const box = drag.from.getBoundingClientRect();
  const ghost = drag.from.cloneNode(true);
  for (const name of ["id", "form", "name", "data-pick"]) ghost.removeAttribute(name);
  ghost.className = "seat-lifted";
  ghost.setAttribute("aria-hidden", "true");
  ghost.tabIndex = -1;
  ghost.style.width = `${box.width}px`;
  drag.offset = [drag.x - box.left, drag.y - box.top];
  drag.ghost = ghost;
  document.body.append(ghost);
  drag.from.classList.add("dragged");
  navigator.vibrate?.(12);
  move(drag.x, drag.y);
}

function move(x, y) {
  drag.ghost.style.transform = `translate(${x - drag.offset[0]}px, ${y - drag.offset[1]}px)`;
  const by = y < EDGE ? y - EDGE : y > innerHeight - EDGE ? y - innerHeight + EDGE : 0;
  if (by) scrollBy(0, by / 4);
  const over = seatAt(x, y);
  if (over === drag.over) return;
  drag.over?.classList.remove("under");
  drag.over = over;
  if (!over || playerOf(over) === drag.value) return;
  over.classList.add("under");
  tell("seat-over", { one: drag.value, other: playerOf(over) });
}

function stop() {
  if (!drag) return;
  clearTimeout(drag.timer);
  drag.ghost?.remove();
  for (const each of document.querySelectorAll(".dragged, .under")) each.classList.remove("dragged", "under");
  drag = null;
}

// where a form changes places at once, it is sent as two clicks would have sent it
function drop(seat, players) {
  const picked = seat.form?.elements.picked;
  if (!picked) {
    tell("seat-drop", players);
    return;
  }
  picked.value = players.one;
  seat.form.requestSubmit(seat);
}
