const { BASE, TOKEN, SEASON, MATCH } = process.env; // SEASON and MATCH are ids from addresses of pages
const call = (path, options = {}) =>
  fetch(`${BASE}${path}`, {
    ...options,
    headers: { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json", ...options.headers },
  });

// read the standings
const standings = await call(`/seasons/${SEASON}/standings/`);
for (const { place, player, points } of (await standings.json()).results) console.log(place, player.name, points);

// submit a round; with the same Idempotency-Key it can be sent again safely
const answer = await call(`/matches/${MATCH}/rounds/`, {
  method: "POST",
  headers: { "Idempotency-Key": "table-4-round-1" },
  body: JSON.stringify({ evidence: "sheet", scores: [22, 5], number: 1 }),
});
const content = await answer.json();
if (answer.status === 201) console.log("stored:", content.match.totals);
else if (answer.status === 409) console.log("somebody entered it first; compare with:", content.current);
else if (answer.status === 422)
  for (const { code, pointer, message } of content.problems) console.log(code, pointer, message);

// follow changes: 304 without a body as long as nothing has changed
const tag = standings.headers.get("ETag");
const again = await call(`/seasons/${SEASON}/standings/`, { headers: { "If-None-Match": tag } });
console.log(again.status);
