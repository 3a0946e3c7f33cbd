// Clocks that run down: <time data-ends="…" data-over="time is up"> tells what is left. The server's clock counts, not
// the one of this device; without network, or without this file, the time when it is up stands there.
let ahead = 0; // milliseconds that this device is ahead of the server

async function compare() {
  try {
    const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" });
    ahead = Date.now() - Date.parse(answer.headers.get("Date")) || 0;
  } catch {
    /* the clock of this device is good enough */
  }
}

function tick() {
  for (const place of document.querySelectorAll("[data-ends]")) {
    const left = Math.ceil((Date.parse(place.dataset.ends) + ahead - Date.now()) / 1000);
    const text = left > 0 ? inWords(left) : place.dataset.over;
    if (place.textContent !== text) place.textContent = text;
    place.classList.toggle("soon", left > 0 && left <= 300);
    place.classList.toggle("up", left <= 0);
  }
}

function inWords(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

setInterval(tick, 500);
compare().then(tick);
tick();
