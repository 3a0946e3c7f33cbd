// /clubs/ lists the clubs; seasons/ and matches/ below a club list their ids
const { BASE, TOKEN, CLUB: club, SEASON: season, MATCH: match } = process.env;
const call = (path, options = {}) =>
  fetch(`${BASE}${path}`, {
    ...options,
    headers: { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json", ...options.headers },
  });

// read the standings
const standings = await call(`/seasons/${season}/standings/`);
for (const { place, player, points } of (await standings.json()).results) console.log(place, player.name, points);

// submit a round; with the same Idempotency-Key it can be sent again safely
const answer = await call(`/matches/${match}/rounds/`, {
  method: "POST",
  headers: { "Idempotency-Key": `match-${match}-round-1` },
  body: JSON.stringify({ evidence: "sheet", scores: [22, 5], number: 1 }),
});
const content = await answer.json();
if (answer.status === 201) console.log("stored:", content.match.totals);
else if (answer.status === 409) console.log("the match does not allow it now; compare with:", content.current);
else if (answer.status === 422)
  for (const { code, pointer, message } of content.problems) console.log(code, pointer, message);
else console.log(answer.status, content.detail);

// follow changes: after the newest event, wait up to 25 seconds for the next ones
const { last } = await (await call(`/clubs/${club}/events/`)).json();
const page = await (await call(`/clubs/${club}/events/?after=${last}&wait=25`)).json();
for (const { type, data } of page.results) console.log(type, data);
console.log("next request: after", page.last);
