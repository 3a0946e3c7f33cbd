// The number of a round in the score sheet leads to the round, and opens it. Without this file it only leads there.
function openRound() {
  const round = location.hash.startsWith("#round-") ? document.getElementById(location.hash.slice(1)) : null;
  const details = round?.querySelector(":scope > details");
  if (!details) return;
  details.open = true;
  round.scrollIntoView();
}

addEventListener("hashchange", openRound);
openRound();
