"""Random lives of a season on the real database: after every refresh the stored rows are what the
pure function makes of all facts, and what a count of everything anew would store."""

import os
from random import Random
from typing import Any

import pytest
from django.db.models import F

from league.models import Player
from league.operations.seasons import seasons
from scoring import fact_queries, ledger, projection, standings_queries
from scoring.models import Penalty, Result, SitOut, Table
from scoring.pure import schemes, standings
from scoring.pure.facts import SeasonFacts
from scoring.pure.substitutions import SubstitutionEffect, Turn, seat_shares
from tests import make

pytestmark = pytest.mark.django_db
LONG = os.environ.get("MANCHE_LONG") == "1"

EVERY_TIEBREAK = [
    ["wins", "mini_table", "best_evening"],
    ["mini_table", "wins", "strength", "sit_outs", "lots"],
    ["strength", "head_to_head", "second_places", "last_result"],
    ["wins", "head_to_head", "best_evening", "last_result", "sit_outs", "strength", "lots"],
    [],
]
SCHEMES: list[dict[str, Any]] = [
    {"points": "place_fraction", "aggregate": "mean", "minimum_matches": 3},
    {"points": "place_fraction", "sit_out": "own_mean"},
    {"points": "place_points", "best_evenings": 2, "sit_out": "win"},
    {"points": "raw", "drop_worst": 1, "attendance": 3, "sit_out": "own_mean"},
    {"points": "capped_margin", "cap": 7, "minimum_evenings": 2},
    {"points": "target", "best_evenings": 3, "drop_worst": 2, "minimum_evenings": 1},
    {"points": "target", "aggregate": "mean", "attendance": 3, "minimum_evenings": 2},
    {"points": "z_score", "scale": 10, "best_evenings": 2},
    {"points": "place_fraction", "kept_per_month": 90, "best_evenings": 3},
    {"points": "z_score", "kept_per_month": 50, "sit_out": "own_mean", "attendance": 3},
]


class RandomSeason:
    """A season in which anything may happen next."""

    def __init__(self, seed, scheme):
        self.rng = Random(seed)
        club = make.club()
        self.players = [
            player.pk for player in make.players(club, [f"P{number}" for number in range(13)])
        ]
        self.season = make.season(club, scheme=scheme)
        self.sessions = [make.session(self.season, day=day) for day in (5, 3, 8, 1)]
        self.matches = []

    def step(self):
        acts = [self.play] * 6 + [self.correct] * 2
        acts += [self.penalise, self.lift, self.sit_out, self.strike, self.draw, self.move]
        acts += [self.weigh]
        self.rng.choice(acts)()

    def play(self):
        game = self.rng.choice(["neurotrio", "triominos", "njet"])
        players = self.some(self.rng.choice([2, 3, 3, 4, 9, 12]))
        session = self.rng.choice(self.sessions)
        seats = [Player.objects.get(pk=pk) for pk in players]
        match = make.match(session, seats[:4])
        self.matches.append((match, game, session, players))
        self.finish(*self.matches[-1])

    def some(self, count):
        """Return this number of random players, who may sit at one table."""
        return self.rng.sample(self.players, count)

    def substitutes_for(self, players):
        """Return the players who may take turns at the table of these."""
        return [player for player in self.players if player not in players]

    def correct(self):
        if self.matches:
            self.finish(*self.rng.choice(self.matches))

    def finish(self, match, game, session, players):
        scores = [self.rng.choice([-3, 0, 5, 12, 12, 50]) for _ in players]
        seats = list(zip(players, scores, strict=True))
        is_over = self.rng.random() < 0.9
        ledger.record(
            season_id=self.season.pk,
            session_id=session.pk,
            match_id=match.pk,
            match_version=self.rng.randrange(1, 10**6),
            game=game,
            target=self.rng.choice([None, 50, 37]),
            finish=[
                ledger.SeatResult(player, score, place, shares)
                for (player, score), shares in zip(seats, self.shares(players), strict=True)
                for place in [1 + sum(other > score for other in scores)]
            ]
            if is_over
            else [],
        )

    def shares(self, players):
        """Yield whose the result of each seat is: sometimes a substitute has played there."""
        others = self.substitutes_for(players)
        for player in players:
            if not others or self.rng.random() < 0.75:
                yield None
                continue
            other, rounds = others.pop(), self.rng.randint(2, 7)
            turns = [Turn(player), Turn(other, self.rng.randint(2, rounds))]
            yield seat_shares(turns, self.rng.choice([*SubstitutionEffect]), rounds)

    def penalise(self):
        ledger.penalise(
            season_id=self.season.pk,
            session_id=self.rng.choice(self.sessions).pk,
            player_id=self.rng.choice(self.players),
            points=self.rng.choice([0, 5, 60]),
            reason="late",
            by_id=None,
        )

    def lift(self):
        if penalty := Penalty.objects.live().order_by("pk").first():
            ledger.lift_penalty(penalty, reason="it was the tram", by_id=None)

    def sit_out(self):
        ledger.record_sit_out(
            season_id=self.season.pk,
            session_id=self.rng.choice(self.sessions).pk,
            player_id=self.rng.choice(self.players),
        )

    def strike(self):
        if sit_out := SitOut.objects.live().order_by("pk").first():
            ledger.void_sit_out(sit_out)

    def draw(self):
        table = self.rng.choice(list(self.season.tables.all()))
        players = self.rng.sample(self.players, self.rng.randint(2, 9))
        ledger.record_tiebreak_draw(table, players, seed=str(self.rng.random()), by_id=None)

    def weigh(self):
        weight = self.rng.choice([33, 50, 100, 200])
        seasons.update_session(self.rng.choice(self.sessions), weight=weight)

    def move(self):
        session = self.rng.choice(self.sessions)
        day, month = self.rng.randint(1, 28), self.rng.choice([9, 10, 10, 11])
        session.starts_at = session.starts_at.replace(day=day, month=month)
        session.save()
        ledger.apply_new_dates(self.season.pk)


def pure(table, sessions=None, excluded=()):
    scheme = schemes.read(table.scheme)
    facts, penalties, sit_outs, draws = fact_queries.season_facts(table)

    def counts(kind):
        return sessions is None or kind.session in sessions

    history = SeasonFacts(
        [fact for fact in facts if counts(fact) and fact.match not in excluded],
        [penalty for penalty in penalties if counts(penalty)],
        [sit_out for sit_out in sit_outs if counts(sit_out)],
        draws,
    )
    return [tuple(row) for row in standings.compute(history, scheme)]


def comparable(rows):
    columns = standings.StandingsRow._fields
    names = {"player": "player_id"}
    lines = [tuple(getattr(row, names.get(name, name)) for name in columns) for row in rows]
    return sorted(lines, key=lambda line: (line[1], line[0]))


def build_season(seed):
    rng = Random(seed)
    scheme = {**SCHEMES[seed % len(SCHEMES)], "tiebreaks": rng.choice(EVERY_TIEBREAK)}
    return RandomSeason(seed, scheme)


def seeds(quick, all_):
    """Return so many seeds, of which the first are for the quick part of the suite."""
    return [*range(quick), *(pytest.param(n, marks=pytest.mark.long) for n in range(quick, all_))]


@pytest.mark.parametrize("seed", seeds(1, 30 if LONG else len(SCHEMES)))
def test_a_refresh_stores_what_the_pure_function_makes_of_all_facts(seed):
    random_season = build_season(seed)
    for _ in range(25):
        for _ in range(random_season.rng.choice([1, 1, 1, 3])):
            random_season.step()
        for table in Table.objects.filter(season=random_season.season):
            projection.refresh(table.pk)
            assert comparable(
                standings_queries.read(
                    standings_queries.find_table(table.season_id, table.game)
                ).rows
            ) == pure(table)
            assert projection.check(table.pk) == []


@pytest.mark.parametrize("seed", seeds(2, 8))
def test_a_past_evening_counts_the_facts_up_to_it(seed):
    random_season = build_season(seed)
    for _ in range(20):
        random_season.step()
    table = standings_queries.find_table(random_season.season.pk)
    for session in fact_queries.session_ids(random_season.season.pk):
        sessions = fact_queries.session_ids_until(random_season.season.pk, session)
        rows = standings_queries.compute(table, sessions=sessions).rows
        assert comparable(rows) == pure(table, sessions)


@pytest.mark.parametrize("seed", seeds(1, 4))
def test_excluded_matches_do_not_count(seed):
    random_season = build_season(seed)
    while Result.objects.live().count() < 20:
        random_season.step()
    match_ids = sorted({*Result.objects.live().values_list("match_id", flat=True)})
    excluded = random_season.rng.sample(match_ids, len(match_ids) // 2)
    evening = fact_queries.session_ids(random_season.season.pk)[-2]
    sessions = fact_queries.session_ids_until(random_season.season.pk, evening)
    for table in Table.objects.filter(season=random_season.season):
        now = comparable(standings_queries.compute(table, without=excluded).rows)
        assert now == pure(table, excluded=excluded)
        past = standings_queries.compute(table, sessions=sessions, without=excluded).rows
        assert comparable(past) == pure(table, sessions, excluded)


def test_check_tells_a_row_that_is_not_as_the_facts_want_it():
    random_season = build_season(3)
    while Result.objects.live().count() < 12:
        random_season.step()
    table = standings_queries.find_table(random_season.season.pk)
    projection.refresh(table.pk)
    row = table.standings.first()
    table.standings.filter(pk=row.pk).update(points=F("points") + 1)
    table.standings.exclude(pk=row.pk).last().delete()
    rows = projection.check(table.pk)
    assert len(rows) == 2
    assert {finding.stored is None for finding in rows} == {True, False}
    assert table.standings.get(pk=row.pk).points != row.points, "nothing is repaired"


def test_a_preview_stores_no_rows():
    random_season = build_season(4)
    while Result.objects.live().count() < 12:
        random_season.step()
    table = standings_queries.find_table(random_season.season.pk)
    projection.refresh(table.pk)
    before = comparable(standings_queries.read(table).rows)
    other = schemes.read({"points": "raw", "tiebreaks": ["wins"]})
    preview_rows = standings_queries.compute(table, other).rows
    table.scheme = other.to_json()
    assert comparable(preview_rows) == pure(table)
    assert (
        comparable(
            standings_queries.read(standings_queries.find_table(random_season.season.pk)).rows
        )
        == before
    )
