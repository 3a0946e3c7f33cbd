"""Team tables: the results of players as results of their teams, exact in every number.

At each table the members of a team who sat there make one result of the team by its rule, and a
team's points are the sum over its matches. A result counts for the team in which the player was on
the day of the evening. Only results count: penalties, points for sitting out or for attendance and
dropped evenings are a player's own.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from scoring.pure.facts import Fact, PlayerId
from scoring.pure.points import place_fraction, result_points, weighted
from scoring.pure.schemes import Scheme
from scoring.pure.units import HUNDREDTH, half_even

TeamId = int


class TeamRule(StrEnum):
    """The way from the members of a team at one table to its result there."""

    SUM = "sum"  # of the points of its seats
    MEAN = "mean"  # per seat, rounded half to even to a hundredth of a point
    BEST_K = "best_k"  # the sum of its best k seats
    PLACES = "places"  # points for its place among the teams at the table, by points per seat


class TeamScoring(NamedTuple):
    """The rule of a team table; `best` is the k of BEST_K."""

    rule: TeamRule
    best: int | None = None


class Membership(NamedTuple):
    """A player's time in a team, both days included; None means no limit."""

    team: TeamId
    player: int
    since: date | None = None
    until: date | None = None

    def includes(self, day: date) -> bool:
        return (self.since is None or self.since <= day) and (
            self.until is None or day <= self.until
        )

    def overlaps(self, other: "Membership") -> bool:
        return (self.until is None or other.since is None or other.since <= self.until) and (
            other.until is None or self.since is None or self.since <= other.until
        )


class TeamSeat(NamedTuple):
    """Points that one seat of a table brought a team: all of the seat, or the parts of `players` if
    others shared it. A seat that is not among the best k does not count."""

    seat: int
    players: tuple[PlayerId, ...]
    points: int
    share: Fraction
    counts: bool = True


class TeamMatch(NamedTuple):
    """The result of a team at one table: its points in units, and its seats, the best first.

    `place` is the place among the `teams` at the table by points per seat; None if there was only
    one. `won` says whether a member came first.
    """

    match: int
    session: int
    session_index: int
    points: int
    seats: tuple[TeamSeat, ...]
    place: int | None
    teams: int
    won: bool


class TeamRow(NamedTuple):
    """A row of a team table. `played` counts matches, `wins` the ones that a member won, `members`
    the players whose results counted, `evenings` the sessions with a match."""

    team: TeamId
    place: int
    points: int
    played: int
    wins: int
    evenings: int
    members: int


class TeamStandings(NamedTuple):
    """The rows, best first, and the matches of every team in order of time: their origin."""

    rows: list[TeamRow]
    matches: Mapping[TeamId, list[TeamMatch]]


def team_table(
    facts: Iterable[Fact],
    teams: Sequence[TeamId],
    memberships: Iterable[Membership],
    scoring: TeamScoring,
    scheme: Scheme,
    days: Mapping[int, date],
) -> TeamStandings:
    """Return the standings of teams. `scheme` gives the points of single results, `days` the day of
    each session in the time zone of the club.

    Most points come first, then most wins; teams that are still tied share their place. Teams
    without a match come last.
    """
    matches: dict[TeamId, list[TeamMatch]] = {team: [] for team in teams}
    for seats in _seats_of_matches(facts, memberships, days):
        for team, result in _results(seats, scoring, scheme):
            matches[team].append(result)
    for results in matches.values():
        results.sort(key=lambda result: (result.session_index, result.match))
    return TeamStandings(_rows(matches), matches)


TeamFacts = Mapping[TeamId, Sequence[Fact]]  # of one match


def _seats_of_matches(
    facts: Iterable[Fact], memberships: Iterable[Membership], days: Mapping[int, date]
) -> Iterator[TeamFacts]:
    """Yield the facts of each match by the teams of their players; players without a team are left
    out."""
    of_player: defaultdict[int, list[Membership]] = defaultdict(list)
    for membership in memberships:
        of_player[membership.player].append(membership)
    by_match: defaultdict[int, defaultdict[TeamId, list[Fact]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for fact in facts:
        day = days[fact.session]
        for membership in of_player.get(fact.player, ()):
            if membership.includes(day):
                by_match[fact.match][membership.team].append(fact)
                break
    yield from by_match.values()


def _results(
    facts: TeamFacts, scoring: TeamScoring, scheme: Scheme
) -> Iterator[tuple[TeamId, TeamMatch]]:
    """Yield the result of each team at one table. By places, a team without an opponent has
    none."""
    seats = {team: _team_seats(of_team, scheme) for team, of_team in facts.items()}
    per_seat = {team: _points_per_seat(of_team) for team, of_team in seats.items()}
    for team, of_team in facts.items():
        place = 1 + sum(value > per_seat[team] for value in per_seat.values())
        if scoring.rule is TeamRule.PLACES:
            if len(per_seat) < 2:
                continue
            sharing = sum(value == per_seat[team] for value in per_seat.values())
            rank = of_team[0]._replace(place=place, players=len(per_seat), sharing=sharing)
            points = weighted(place_fraction(rank, scheme), rank, scheme)
            counted = seats[team]
        else:
            counted = _counted(seats[team], scoring)
            points = _combined(counted, scoring)
        first = of_team[0]
        yield (
            team,
            TeamMatch(
                first.match,
                first.session,
                first.session_index,
                points,
                tuple(counted),
                place=place if len(per_seat) > 1 else None,
                teams=len(per_seat),
                won=any(fact.place == 1 for fact in of_team),
            ),
        )


def _team_seats(facts: Sequence[Fact], scheme: Scheme) -> list[TeamSeat]:
    """Return the seats of a team at a table, the best first."""
    by_seat: defaultdict[int, list[Fact]] = defaultdict(list)
    for fact in sorted(facts, key=lambda fact: (fact.share_from, fact.player)):
        by_seat[fact.seat].append(fact)
    seats = [
        TeamSeat(
            seat,
            tuple(fact.player for fact in parts),
            sum(result_points(fact, scheme) for fact in parts),
            sum(
                (Fraction(fact.share_to - fact.share_from, fact.share_of) for fact in parts),
                Fraction(0),
            ),
        )
        for seat, parts in by_seat.items()
    ]
    return sorted(seats, key=lambda seat: (-seat.points, seat.seat))


def _points_per_seat(seats: Sequence[TeamSeat]) -> Fraction:
    share = sum((seat.share for seat in seats), Fraction(0))
    return sum(seat.points for seat in seats) / share if share else Fraction(0)


def _counted(seats: Sequence[TeamSeat], scoring: TeamScoring) -> list[TeamSeat]:
    """Return the seats; after the best k they do not count."""
    if scoring.rule is not TeamRule.BEST_K:
        return list(seats)
    assert scoring.best is not None, "the rule best_k has its k"
    return [seat._replace(counts=index < scoring.best) for index, seat in enumerate(seats)]


def _combined(seats: Sequence[TeamSeat], scoring: TeamScoring) -> int:
    """Return the points of a team from its seats, in units."""
    if scoring.rule is TeamRule.MEAN:
        mean = _points_per_seat(seats)
        return half_even(mean.numerator, mean.denominator * HUNDREDTH) * HUNDREDTH
    return sum(seat.points for seat in seats if seat.counts)


def _rows(matches: Mapping[TeamId, Sequence[TeamMatch]]) -> list[TeamRow]:
    rows = [_totals(team, results) for team, results in matches.items()]
    keys = {row.team: (not row.played, -row.points, -row.wins) for row in rows}
    ranked = sorted(rows, key=lambda row: (keys[row.team], row.team))
    return [
        row._replace(place=1 + sum(key < keys[row.team] for key in keys.values())) for row in ranked
    ]


def _totals(team: TeamId, results: Sequence[TeamMatch]) -> TeamRow:
    counted = [seat for result in results for seat in result.seats if seat.counts]
    return TeamRow(
        team,
        place=0,
        points=sum(result.points for result in results),
        played=len(results),
        wins=sum(result.won for result in results),
        evenings=len({result.session for result in results}),
        members=len({player for seat in counted for player in seat.players}),
    )
