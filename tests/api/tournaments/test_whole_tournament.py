"""A tournament of forty, played by bots through the API from check-in to final, with a late
arrival, a drop-out, a substitute, somebody who does not come, a forfeit, a match without result and
corrections in between: at its end the tables are those of a rebuild."""

from collections import defaultdict
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest

from games import record
from league.models import Match
from scoring import projection
from seating import check as referee
from seating import plan, request
from tests import make
from tests.api.caller import caller

PLAYERS, SITTINGS, FINALISTS = 40, 4, 8
GAME, OPTIONS = "neurotrio", {"target": 30}

pytestmark = [pytest.mark.django_db, pytest.mark.long]


class Director:
    """A director, who runs the tournament by requests alone."""

    def __init__(self):
        self.call = caller(make.user())
        self.chance = Random(40)
        self.club = self.do("POST", "clubs/", {"name": "Les Ardoises"})["slug"]
        body = {
            "name": "Open",
            "starts_at": "2026-10-03T14:00:00+02:00",
            "game": GAME,
            "options": OPTIONS,
            "format": "swiss",
            "sittings_planned": SITTINGS,
            "finalists": FINALISTS,
            "least": 3,
            "seed": "forty",
        }
        content = self.do("POST", f"clubs/{self.club}/tournaments/", body)
        self.cup, self.season = f"tournaments/{content['id']}/", f"seasons/{content['season']}/"

    def do(self, method, path, body=None, status=None):
        answer = self.call.send(method, path, body)
        expected = {status} if status else {200, 201, 204}
        assert answer.status_code in expected, answer.content
        return answer.json() if answer.content else None

    def all(self, path):
        rows, path = [], f"{path}{'&' if '?' in path else '?'}limit=200"
        while path:
            page = self.do("GET", path.removeprefix("http://testserver"))
            rows, path = rows + page["results"], page["next"]
        return rows

    def join(self, name):
        return self.do("POST", f"clubs/{self.club}/players/", {"name": name})["id"]

    def enter(self, *players):
        entries = [{"player": player} for player in players]
        self.do("POST", f"{self.cup}entrants/", {"entrants": entries})
        self.do("POST", f"{self.cup}check_in/", {"players": list(players)})

    def draw(self):
        (draft,) = self.do("POST", f"{self.cup}sittings/", {})["sittings"]
        content = self.do("GET", f"sittings/{draft['id']}/plan/")
        seating_request, _problems = request.read(content["request"])
        drawn, _problems = plan.read({key: content["plan"][key] for key in ("rounds", "cost")})
        assert referee.check(seating_request, drawn).ok
        return draft

    def publish(self, draft):
        for state in ("checked", "published", "running"):
            content = self.step(draft, state)
        return content

    def step(self, sitting, state):
        return self.do("POST", f"sittings/{sitting['id']}/state/", {"state": state})

    def play(self, table, rounds=None):
        """Play a match as bots played it, round by round: all rounds, or this many."""
        names = [player["name"] for player in table["players"]]
        played: dict[str, Any] = record.play(GAME, self.chance, names, "sheet", options=OPTIONS)
        for body in played["rounds"][:rounds]:
            self.do("POST", f"matches/{table['match']}/rounds/", body)

    def correct(self, table, status=200):
        """Move the scores of the last round one seat on; the match stays over or goes on."""
        path = f"matches/{table['match']}/rounds/"
        last = self.all(path)[-1]["number"]
        scores = self.do("GET", f"{path}{last}/")["round"]["scores"]
        body = {"evidence": "sheet", "scores": [*scores[1:], scores[0]]}
        return self.do("PUT", f"{path}{last}/?reason=Typing", body, status)

    def finish(self, sitting):
        """Play all matches that are not over to their end."""
        for table in self.do("GET", f"sittings/{sitting['id']}/")["tables"]:
            while table["state"] in {"set", "playing"}:
                if table["state"] == "set":
                    self.play(table)
                else:
                    scores = [22, *[0] * (len(table["players"]) - 1)]
                    body = {"evidence": "sheet", "scores": scores}
                    self.do("POST", f"matches/{table['match']}/rounds/", body)
                table = self.table(sitting, table["number"])

    def table(self, sitting, number):
        return self.do("GET", f"sittings/{sitting['id']}/")["tables"][number - 1]

    def entrant(self, player):
        return self.do("GET", f"{self.cup}entrants/{player}/")


def seated(sitting):
    tables = [[player["id"] for player in table["players"]] for table in sitting["tables"]]
    return tables, {player for table in tables for player in table}


def test_forty_players_from_check_in_to_final():
    director = Director()
    everybody = [director.join(f"Player {number:02}") for number in range(1, PLAYERS + 1)]
    director.enter(*everybody)
    absent, dropped, replaced, quitter = everybody[0], everybody[1], everybody[2], everybody[3]

    first = director.publish(director.draw())
    tables, here = seated(first)
    assert (sorted(map(len, tables)), here) == ([4] * 10, set(everybody))
    director.do("POST", f"sittings/{first['id']}/no_show/", {"player": absent})
    late, substitute = director.join("Late"), director.join("Substitute")
    director.enter(late)
    assert director.entrant(late)["from_sitting"] == 2
    refused = director.do("POST", f"{director.cup}sittings/", {}, status=409)
    assert len(refused["problems"]) == 10
    director.finish(first)
    assert director.do("GET", f"sittings/{first['id']}/")["state"] == "complete"

    draft = director.draw()
    assert late in seated(draft)[1]
    assert absent not in seated(draft)[1]
    director.correct(director.table(first, 1))  # a result that the draw was made from
    director.finish(first)
    director.do("POST", f"sittings/{draft['id']}/state/", {"state": "checked"}, status=409)
    director.do("DELETE", f"sittings/{draft['id']}/")
    second = director.publish(director.draw())
    director.do(
        "POST",
        f"{director.cup}substitute/",
        {"player": replaced, "substitute": substitute},
    )
    second = director.do("GET", f"sittings/{second['id']}/")
    assert substitute in seated(second)[1]
    assert replaced not in seated(second)[1]
    given_up = next(table for table in second["tables"] if quitter in ids(table))
    director.play(given_up, rounds=1)
    if director.table(second, given_up["number"])["state"] == "playing":
        body = {"forfeited": [quitter], "reason": "Ill"}
        director.do("POST", f"matches/{given_up['match']}/stop/", body)
    other = next(table for table in second["tables"] if table["number"] != given_up["number"])
    director.do("POST", f"matches/{other['match']}/stop/", {"without_result": True})
    director.finish(second)
    director.step(second, "locked")
    director.correct(director.table(second, 10), status=409)
    director.step(second, "complete")
    director.correct(director.table(second, 10))
    director.finish(second)

    director.do("POST", f"{director.cup}drop_out/", {"players": [dropped, quitter]})
    director.do("POST", f"{director.cup}return/", {"player": absent})
    third = director.publish(director.draw())
    assert not {dropped, quitter} & seated(third)[1]
    assert absent in seated(third)[1]
    director.finish(third)
    fourth = director.publish(director.draw())
    director.finish(fourth)
    standings_are_right(director)

    final = director.publish(director.draw())
    assert final["kind"] == "final"
    best = best_of(director)
    present = [row for row in best if row in here_now(director)][:FINALISTS]
    assert seated(final)[1] == set(present)
    director.finish(final)
    for sitting in director.all(f"{director.cup}sittings/"):
        assert sitting["state"] == "complete"
        director.step(sitting, "locked")
    director.do("PATCH", director.cup, {"closed": True})
    bracket = director.do("GET", f"{director.cup}bracket/")["levels"]
    on = [line for table in bracket[-2]["tables"] for line in table["lines"] if line["went_on"]]
    assert 0 < len(on) <= FINALISTS
    assert no_pair_met_without_need(director)
    standings_are_right(director)
    kinds = {row["kind"] for row in director.all(f"{director.cup}incidents/")}
    assert {"late", "drop_out", "return", "substitute", "no_show", "abandon", "lock"} <= kinds


def ids(table):
    return [player["id"] for player in table["players"]]


def here_now(director):
    entered = director.all(f"{director.cup}entrants/?state=here")
    return {row["player"]["id"] for row in entered}


def best_of(director):
    """Return the players by points; ties are in the order of the standings, which the draw decides
    by further lots."""
    return [row["player"]["id"] for row in director.all_standings]


def no_pair_met_without_need(director):
    """Tell whether hardly anybody met twice, as ten tables of four allow it in four sittings."""
    met = defaultdict(int)
    for sitting in director.all(f"{director.cup}sittings/?kind=preliminary"):
        for table in seated(sitting)[0]:
            for pair in combinations(sorted(table), 2):
                met[pair] += 1
    return sum(times - 1 for times in met.values()) <= 10


def standings_are_right(director):
    """Check that the stored rows agree with a rebuild from all facts and with a count from the
    matches alone."""
    season = director.season.split("/")[1]
    for table in Match.objects.first().session.season.tables.all():
        projection.refresh(table.pk)
        assert projection.check(table.pk) == []
    rows = director.do("GET", f"seasons/{season}/standings/")["rows"]
    points = defaultdict(Fraction)
    for sitting in director.all(f"{director.cup}sittings/"):
        for table in sitting["tables"]:
            content = director.do("GET", f"matches/{table['match']}/")
            for player, share in shares(content) if content["over"] else ():
                points[player] += share
    assert {row["player"]["id"]: row["points"] for row in rows} == {
        player: f"{float(round(points_of_player, 2)):.2f}"
        for player, points_of_player in points.items()
    }
    director.all_standings = rows


def shares(match):
    """Yield the points of each player. A place p of n is worth 60·(n−p)/(n−1), and a shared place
    the mean of the places that it covers."""
    places, last = match["places"], len(match["places"])
    for player, place in zip(match["players"], places, strict=True):
        covered = range(place, place + places.count(place))
        of_places = [Fraction(60 * (last - number), last - 1) for number in covered]
        yield player["id"], sum(of_places) / len(of_places)
