// Asks for the piece of page named by data-live again and again; the answer is 304 while nothing changed.
const EVERY = 2000, MOST = 30000;

for (const place of document.querySelectorAll("[data-live]")) {
  let tag = null, wait = EVERY;

  async function look() {
    if (!document.hidden) {
      try {
        const answer = await fetch(place.dataset.live, { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store" });
        wait = EVERY;
        if (answer.ok) {
          const first = tag === null;
          tag = answer.headers.get("ETag");
          show(await answer.text(), first);
        } else if (answer.status !== 304) {
          wait = MOST;
        }
      } catch {
        wait = Math.min(wait * 2, MOST); // the network is away; the last standings stay readable
      }
    }
    setTimeout(look, wait);
  }

  function show(html, first) {
    const before = new Map(rows(place));
    const piece = document.createElement("div");
    piece.innerHTML = html;
    if (piece.textContent === place.textContent) return;
    place.replaceChildren(...piece.childNodes);
    if (first) return;
    const news = document.getElementById("news");
    if (news) news.textContent = news.dataset.news;
    for (const [name, text] of rows(place)) {
      if (before.get(name) !== text) place.querySelector(`a[href="${name}"]`).closest("tr").classList.add("moved");
    }
  }

  function rows(of) {
    return [...of.querySelectorAll("tbody tr")].map((row) => [row.querySelector("a").getAttribute("href"), row.textContent]);
  }

  setTimeout(look, EVERY);
  document.addEventListener("visibilitychange", () => { wait = EVERY; });
}
