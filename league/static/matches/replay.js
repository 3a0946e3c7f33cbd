// Fetches the moves of a transcript one by one and shows them in place. Without this file the links lead to a page
// of their own.
const PACE = 1100;

for (const place of document.querySelectorAll("[data-replay]")) {
  let step = 0;
  let last = 0;
  let timer = null;
  let requests = 0;

  async function show(target) {
    const request = ++requests;
    const answer = await fetch(`${place.dataset.replay}?step=${target}`).catch(() => null);
    if (!answer?.ok || request !== requests) {
      stop();
      return;
    }
    const piece = document.createElement("div");
    piece.innerHTML = await answer.text();
    const stage = place.querySelector(".stage");
    if (stage) {
      stage.replaceWith(piece.querySelector(".stage"));
      const fresh = piece.querySelector(".steps");
      Object.assign(place.querySelector(".steps").dataset, { step: fresh.dataset.step, last: fresh.dataset.last });
    } else {
      place.replaceChildren(...piece.childNodes);
      begin();
      place.querySelector("[data-go=on]").focus();
    }
    place.querySelector("[data-said]").textContent = place.querySelector(".status-line").textContent;
    step = Number(place.querySelector(".steps").dataset.step);
    place.querySelector("[type=range]").value = step;
    if (step === last) stop();
  }

  function begin() {
    const steps = place.querySelector(".steps");
    step = Number(steps.dataset.step);
    last = Number(steps.dataset.last);
    place.querySelector("[data-go=play]").hidden = false;
    place.querySelector(".go").hidden = true;
    place.querySelector("[type=range]").addEventListener("input", (event) => {
      stop();
      show(Number(event.target.value));
    });
    place.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (by && event.target.type !== "range") {
        event.preventDefault();
        stop();
        go(step + by);
      }
    });
  }

  function go(target) {
    show(Math.max(0, Math.min(last, target)));
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    place.querySelector("[data-go=play]")?.setAttribute("aria-pressed", "false");
  }

  function play(button) {
    if (timer) {
      stop();
      return;
    }
    button.setAttribute("aria-pressed", "true");
    go(step === last ? 0 : step + 1);
    timer = setInterval(() => go(step + 1), PACE);
  }

  place.addEventListener("click", (event) => {
    const control = event.target.closest("a, [data-go=play]");
    if (!control || event.ctrlKey || event.metaKey) return;
    const kind = control.dataset.go;
    if (kind === "play") {
      play(control);
      return;
    }
    if (kind || !place.querySelector(".steps")) {
      event.preventDefault();
      stop();
      go({ first: 0, back: step - 1, on: step + 1, last }[kind] ?? 0);
    }
  });

  if (place.querySelector(".steps")) begin();
}
