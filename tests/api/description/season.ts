// A program that knows only the types made from the description: it plays a season with one match.
import createClient from "openapi-fetch";
import type { paths } from "./schema.js";

declare const process: { env: Record<string, string> };
const { BASE, TOKEN } = process.env;
const api = createClient<paths>({ baseUrl: BASE, headers: { Authorization: `Bearer ${TOKEN}` } });

async function value<T>(answer: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await answer;
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

const club = await value(api.POST("/api/v1/clubs/", { body: { name: "Les Ardoises" } }));
const of_club = { params: { path: { club: club.slug } } };
const players: number[] = [];
for (const name of ["Ada", "Bruno", "Chloé"]) {
  const player = await value(api.POST("/api/v1/clubs/{club}/players/", { ...of_club, body: { name } }));
  players.push(player.id);
}
const season = await value(
  api.POST("/api/v1/clubs/{club}/seasons/", { ...of_club, body: { name: "Autumn", starts_on: "2026-09-01" } }),
);
const session = await value(
  api.POST("/api/v1/seasons/{season}/sessions/", {
    params: { path: { season: season.id } },
    body: { starts_at: "2026-10-01T18:30:00Z" },
  }),
);
const match = await value(
  api.POST("/api/v1/sessions/{session}/matches/", {
    params: { path: { session: session.id } },
    body: { game: "neurotrio", players, options: { target: 1 } },
  }),
);
const of_match = { params: { path: { match: match.id } } };
const played = await value(
  api.POST("/api/v1/matches/{match}/rounds/", {
    ...of_match,
    body: { evidence: "sheet", scores: [22, 5, 6], finisher: 0 },
  }),
);
const refused = await api.POST("/api/v1/matches/{match}/rounds/", {
  ...of_match,
  body: { evidence: "sheet", scores: [22, 5, 6], finisher: 0 },
});
const record = await value(api.GET("/api/v1/matches/{match}/record/", of_match));
const listed = await value(
  api.GET("/api/v1/seasons/{season}/sessions/", { params: { path: { season: season.id } } }),
);
console.log(
  JSON.stringify({
    over: played.match.over,
    refused: refused.error?.problems.map((problem) => problem.code),
    rounds: record.rounds.length,
    sessions: listed.results.length,
  }),
);
