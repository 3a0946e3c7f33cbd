"""Team tables: examples worked out by hand, and a second way to compute them, as slow as it
reads."""

from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from scoring.pure.facts import Fact
from scoring.pure.schemes import Scheme
from scoring.pure.teams import Membership, TeamRule, TeamScoring, team_table
from scoring.pure.units import UNIT

PLAIN = Scheme("place_fraction")
RAW = Scheme("raw")
FIRST_DAY = date(2026, 10, 1)
DAYS = {session: FIRST_DAY + timedelta(days=7 * session) for session in range(8)}
SUM, MEAN, PLACES = (TeamScoring(rule) for rule in (TeamRule.SUM, TeamRule.MEAN, TeamRule.PLACES))
RED, BLUE, GREEN = 1, 2, 3


def best(k):
    return TeamScoring(TeamRule.BEST_K, k)


def table(match, *scores, session=0, players=None):
    """Return the facts of a table at which the players 1, 2, … have these scores."""
    people = players or range(1, len(scores) + 1)
    return [
        Fact(match, session, session, player, 1 + sum(other > score for other in scores),
             len(scores), scores.count(score), score, sum(scores), None, seat)
        for seat, (player, score) in enumerate(zip(people, scores, strict=True))
    ]  # fmt: skip


def members(**teams):
    ids = {"red": RED, "blue": BLUE, "green": GREEN}
    return [Membership(ids[name], player) for name, players in teams.items() for player in players]


def points(standings):
    """Return the points of each team as fractions of a point."""
    return {row.team: Fraction(row.points, UNIT) for row in standings.rows}


def standings_of(facts, memberships, scoring, scheme=PLAIN, teams=(RED, BLUE)):
    return team_table(facts, teams, memberships, scoring, scheme, DAYS)


def test_a_team_gets_the_sum_of_its_members_at_a_table():
    # places 1, 2, 3, 4 of four players are worth 60, 40, 20 and 0
    standings = standings_of(table(1, 9, 8, 7, 6), members(red=[1, 4], blue=[2, 3]), SUM)
    assert points(standings) == {RED: 60, BLUE: 60}
    assert [(row.place, row.wins) for row in standings.rows] == [(1, 1), (2, 0)]


@pytest.mark.parametrize("scoring", [SUM, MEAN, PLACES])
def test_the_weight_of_an_evening_counts_for_teams(scoring):
    facts = table(1, 9, 8, 7, 6)
    double = [fact._replace(weight=200) for fact in facts]
    plain, weighted = (
        points(standings_of(played, members(red=[1, 4], blue=[2, 3]), scoring))
        for played in (facts, double)
    )
    assert weighted == {team: 2 * worth for team, worth in plain.items()}
    assert any(plain.values())


def test_a_mean_is_rounded_to_a_hundredth():
    scores = (10, 0, 0, 5)
    standings = standings_of(table(1, *scores), members(red=[1, 2, 3], blue=[4]), MEAN, RAW)
    assert points(standings) == {RED: Fraction(333, 100), BLUE: 5}


def test_only_the_best_k_seats_count_and_the_others_are_shown():
    standings = standings_of(table(1, 9, 8, 7, 6), members(red=[1, 2, 3], blue=[4]), best(2))
    assert points(standings) == {RED: 100, BLUE: 0}
    (match,) = standings.matches[RED]
    assert [(seat.players, seat.counts) for seat in match.seats] == [
        ((1,), True), ((2,), True), ((3,), False)
    ]  # fmt: skip
    assert standings.rows[0].members == 2


def test_places_rank_teams_by_points_per_seat_and_need_an_opponent():
    facts = [*table(1, 9, 8, 7, 6), *table(2, 9, 8, players=[1, 4])]
    standings = standings_of(facts, members(red=[1, 4], blue=[2, 3], green=[9]), PLACES)
    # both have 30 points a seat at the first table; the second has one team
    assert points(standings) == {RED: 30, BLUE: 30}
    assert {row.team: row.played for row in standings.rows} == {RED: 1, BLUE: 1}


def test_three_teams_at_a_table_get_the_points_of_three_places():
    memberships = members(red=[1, 5], blue=[2], green=[3, 4])
    standings = standings_of(
        table(1, 9, 8, 7, 6, 5), memberships, PLACES, teams=(RED, BLUE, GREEN)
    )  # per seat 30, 45 and 22.5
    assert points(standings) == {BLUE: 60, RED: 30, GREEN: 0}


def test_a_result_counts_for_the_team_of_that_day():
    moves = [
        Membership(RED, 1, None, DAYS[1] - timedelta(days=1)),
        Membership(BLUE, 1, DAYS[1], DAYS[1]),
    ]
    facts = [fact for session in range(3) for fact in table(session, 9, 8, session=session)]
    standings = standings_of(facts, moves, SUM)
    assert points(standings) == {RED: 60, BLUE: 60}
    assert [match.session for match in standings.matches[BLUE]] == [1]


def test_a_seat_shared_by_mates_is_one_seat():
    shared = [
        fact._replace(player=player, share_from=start, share_to=stop, share_of=2)
        for player, start, stop in ((1, 0, 1), (5, 1, 2))
        for fact in table(1, 9, 8)[:1]
    ]
    facts = [*shared, *table(1, 9, 8)[1:]]
    for scoring in (SUM, MEAN, best(1)):
        standings = standings_of(facts, members(red=[1, 5], blue=[2]), scoring)
        assert points(standings) == {RED: 60, BLUE: 0}
        assert standings.matches[RED][0].seats[0].players == (1, 5)
    apart = standings_of(facts, members(red=[1], blue=[5]), MEAN)
    assert points(apart) == {RED: 60, BLUE: 60}  # half a seat each, with 30 points


def test_tied_teams_share_their_place_and_teams_without_a_match_come_last():
    facts = [*table(1, 5, 5), *table(2, -9, -8, players=[3, 4])]
    standings = standings_of(facts, members(red=[1], blue=[2]), SUM, RAW, teams=(RED, BLUE, GREEN))
    assert [(row.team, row.place) for row in standings.rows] == [(RED, 1), (BLUE, 1), (GREEN, 3)]
    behind = standings_of(facts, members(red=[3]), SUM, RAW)
    assert [(row.team, row.points) for row in behind.rows] == [(RED, -9 * UNIT), (BLUE, 0)]


# the second way


class Club:
    """A random history: players who change teams by date, and tables of two to eight."""

    def __init__(self, seed):
        self.random = random = Random(seed)
        self.players = range(1, random.randrange(4, 14))
        self.teams = range(1, random.randrange(2, 5))
        self.memberships = [row for player in self.players for row in self.moves(player)]
        self.facts = []
        for match in range(random.randrange(1, 25)):
            self.play(match, random.randrange(8))

    def moves(self, player):
        """Yield the teams of a player: without gaps or with some, none at times."""
        limits = sorted(self.random.sample(range(-3, 60), self.random.randrange(4)))
        bounds = [None, *limits, None]
        for start, stop in pairwise(bounds):
            if self.random.random() < 0.8:
                since = None if start is None else FIRST_DAY + timedelta(days=start)
                until = None if stop is None else FIRST_DAY + timedelta(days=stop - 1)
                yield Membership(self.random.choice(self.teams), player, since, until)

    def play(self, match, session):
        size = self.random.randrange(2, min(8, len(self.players)) + 1)
        seated = self.random.sample(self.players, size)
        scores = [self.random.randrange(-5, 30) for _ in seated]
        facts = table(match, *scores, session=session, players=seated)
        absent = [player for player in self.players if player not in seated]
        if absent and self.random.random() < 0.4:
            first, stop = facts.pop(), self.random.randrange(1, 5)
            whole = {"share_of": 5}
            facts.append(first._replace(share_from=0, share_to=stop, **whole))
            entering = self.random.choice(absent)
            facts.append(first._replace(player=entering, share_from=stop, share_to=5, **whole))
        self.facts += facts


def team_on(player, day, memberships):
    teams = [
        row.team
        for row in memberships
        if row.player == player
        and not (row.since is not None and day < row.since)
        and not (row.until is not None and day > row.until)
    ]
    assert len(teams) < 2
    return teams[0] if teams else None


def whole_seat(fact, scheme):
    if scheme is RAW:
        return Fraction(fact.score)
    covered = range(fact.place, fact.place + fact.sharing)
    return Fraction(
        sum(60 * (fact.players - p) for p in covered), (fact.players - 1) * fact.sharing
    )


def in_4200ths(value):
    """Return a value cut off to a 4200th of a point, towards zero."""
    cut = abs(value) * 4200 // 1
    return Fraction(int(cut if value >= 0 else -cut), 4200)


def own_part(fact, scheme):
    whole = whole_seat(fact, scheme)

    def until(rounds):
        if rounds == fact.share_of:
            return whole
        return in_4200ths(whole * rounds / fact.share_of)

    return until(fact.share_to) - until(fact.share_from)


def slow_points(club, scoring, scheme):
    """Return the points and the wins of each team that played."""
    totals, wins = {}, {}
    for match in {fact.match for fact in club.facts}:
        seats = {}
        for fact in club.facts:
            team = team_on(fact.player, DAYS[fact.session], club.memberships)
            if fact.match == match and team is not None:
                seats.setdefault(team, {}).setdefault(fact.seat, []).append(fact)
        per_seat, earned = {}, {}
        for team, of_team in seats.items():
            values = [sum(own_part(fact, scheme) for fact in parts) for parts in of_team.values()]
            halves = sum(
                Fraction(fact.share_to - fact.share_from, fact.share_of)
                for parts in of_team.values()
                for fact in parts
            )
            per_seat[team] = sum(values) / halves
            earned[team] = {
                TeamRule.SUM: sum(values),
                TeamRule.MEAN: Fraction(round(per_seat[team] * 100), 100),
                TeamRule.BEST_K: sum(sorted(values)[::-1][: scoring.best]),
            }.get(scoring.rule)
        for team in seats:
            if scoring.rule is TeamRule.PLACES:
                others = [value for other, value in per_seat.items() if other != team]
                if not others:
                    continue
                beaten = sum(
                    Fraction(2 * (value < per_seat[team]) + (value == per_seat[team]), 2)
                    for value in others
                )
                earned[team] = 60 * beaten / len(others)
            totals[team] = totals.get(team, 0) + earned[team]
            won = any(fact.place == 1 for parts in seats[team].values() for fact in parts)
            wins[team] = wins.get(team, 0) + won
    return totals, wins


@pytest.mark.parametrize("seed", range(25))
def test_random_histories_agree_with_the_slow_way(seed):
    club = Club(seed)
    for scheme in (PLAIN, RAW):
        for scoring in (SUM, MEAN, PLACES, best(1), best(2)):
            totals, wins = slow_points(club, scoring, scheme)
            computed = team_table(
                club.facts, list(club.teams), club.memberships, scoring, scheme, DAYS
            )
            played = [row for row in computed.rows if row.played]
            assert {row.team: Fraction(row.points, UNIT) for row in played} == totals
            assert {row.team: row.wins for row in played} == wins
            ranks = sorted((-totals[team], -wins[team]) for team in totals)
            assert [row.place for row in played] == [
                1 + ranks.index((-totals[row.team], -wins[row.team])) for row in played
            ]
            for row in computed.rows:
                assert row.points == sum(match.points for match in computed.matches[row.team])


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((None, None), (date(2026, 10, 1), None), True),
        ((None, date(2026, 10, 1)), (date(2026, 10, 1), None), True),
        ((None, date(2026, 9, 30)), (date(2026, 10, 1), None), False),
    ],
)
def test_times_in_teams_overlap_if_they_share_a_day(one, other, expected):
    first, second = Membership(RED, 1, *one), Membership(BLUE, 1, *other)
    assert first.overlaps(second) == second.overlaps(first) == expected
