"""The facts from which standings are computed, as the pure functions see them. All numbers are
whole."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from typing import NamedTuple, NewType, TypeVar

PlayerId = NewType("PlayerId", int)


class Fact(NamedTuple):
    """One seat of one finished match; a match is given with all its seats.

    `session_index` is the position of the session in time, 0 first. `place` counts from 1, and
    `sharing` is the number of seats that share it (1 = not shared). `total` is the sum of the
    scores of all `players` at the table. `target` (at least 1) is the score that was played to,
    None if there is none. Players who shared a `seat` have a fact each, with the share from
    `share_from` to `share_to` of `share_of` rounds (scoring.pure.substitutions). `weight` is that
    of the evening, in per cent, and `months_ago` its age: calendar months before the last evening
    of the table, only where results fade. `squares` is the sum of the squared scores at the table,
    only where points need it.
    """

    match: int
    session: int
    session_index: int
    player: PlayerId
    place: int
    players: int
    sharing: int
    score: int
    total: int
    target: int | None
    seat: int
    share_from: int = 0
    share_to: int = 1
    share_of: int = 1
    game: str = ""
    weight: int = 100
    months_ago: int = 0
    squares: int = 0


class Penalty(NamedTuple):
    """Whole league points taken off a player; 0 is a notice."""

    session: int
    session_index: int
    player: PlayerId
    points: int
    reason: str


class SitOut(NamedTuple):
    """A round of tables in which the player had to sit out."""

    session: int
    session_index: int
    player: PlayerId


class TiebreakDraw(NamedTuple):
    """A tie-break draw, best first."""

    players: tuple[PlayerId, ...]


DatedFact = TypeVar("DatedFact", Penalty, SitOut)


class FactScope(NamedTuple):
    """The part of a season's facts that counts for a table; None means all, without guests. With
    `among_players` the other seats do not count as opponents either (`among_each_other`)."""

    games: frozenset[str] | None = None
    sessions: frozenset[int] | None = None
    players: frozenset[int] | None = None
    among_players: bool = False

    def counted(self, facts: Iterable[Fact]) -> list[Fact]:
        """Return the results that count, of matches whose counting seats are all given."""
        own = [
            fact
            for fact in facts
            if (self.games is None or fact.game in self.games)
            and (self.sessions is None or fact.session in self.sessions)
            and (self.players is None or fact.player in self.players)
        ]
        return among_each_other(own) if self.among_players else own

    def of_sessions(self, facts: Iterable[DatedFact]) -> list[DatedFact]:
        """Return the penalties or sit-outs of members on days that count."""
        return [
            fact
            for fact in facts
            if (self.sessions is None or fact.session in self.sessions)
            and (self.players is None or fact.player in self.players)
        ]


EVERYTHING = FactScope()


class SeasonFacts(NamedTuple):
    """Everything that counts for one table, in any order; only `draws` are in order of time, the
    oldest first."""

    facts: Sequence[Fact]
    penalties: Sequence[Penalty] = ()
    sit_outs: Sequence[SitOut] = ()
    draws: Sequence[TiebreakDraw] = ()

    def only(
        self, sessions: Collection[int] | None = None, *, without: Collection[int] = ()
    ) -> "SeasonFacts":
        """Return the facts of these sessions, or of all, without the facts of some matches. Their
        age is counted from the last of them."""
        if sessions is None and not without:
            return self
        return SeasonFacts(
            as_of_the_last(
                fact
                for fact in self.facts
                if (sessions is None or fact.session in sessions) and fact.match not in without
            ),
            [
                penalty
                for penalty in self.penalties
                if sessions is None or penalty.session in sessions
            ],
            [
                sit_out
                for sit_out in self.sit_outs
                if sessions is None or sit_out.session in sessions
            ],
            self.draws,
        )

    def by_session(self) -> Iterator[tuple[int, "SeasonFacts"]]:
        """Yield each session with a result, in order of time, and the facts up to it."""
        dated: list[Fact | Penalty | SitOut] = [*self.facts, *self.penalties, *self.sit_outs]
        for index, session in sorted({(fact.session_index, fact.session) for fact in self.facts}):
            yield (
                session,
                self.only({fact.session for fact in dated if fact.session_index <= index}),
            )


def squares_of(scores: Iterable[int], total: int) -> int:
    """Return the sum of the squared scores at a table with this total. The seats that count for no
    player are taken together, because only the total has their scores.

    >>> squares_of([3, 4], 7), squares_of([3, 4], 12)
    (25, 50)
    """
    listed = list(scores)
    return sum(score**2 for score in listed) + (total - sum(listed)) ** 2


def month_number(day: date) -> int:
    """Return the number of a calendar month, so that the next one has the next number."""
    return 12 * day.year + day.month


def as_of_the_last(facts: Iterable[Fact]) -> list[Fact]:
    """Return the facts with their age counted from the last of them."""
    counted = list(facts)
    youngest = min((fact.months_ago for fact in counted), default=0)
    if not youngest:
        return counted
    return [fact._replace(months_ago=fact.months_ago - youngest) for fact in counted]


def among_each_other(facts: Iterable[Fact]) -> list[Fact]:
    """Return the facts as if only their seats had been at the tables: with new places, numbers of
    players and totals. A seat that is left without an opponent does not count.

    >>> seats = [Fact(1, 1, 0, PlayerId(n), n, 4, 1, 40 - n, 150, None, seat=n) for n in (2, 4)]
    >>> [(fact.player, fact.place, fact.players, fact.total) for fact in among_each_other(seats)]
    [(2, 1, 2, 74), (4, 2, 2, 74)]
    """
    by_match: defaultdict[int, list[Fact]] = defaultdict(list)
    for fact in facts:
        by_match[fact.match].append(fact)
    return [fact for seats in by_match.values() for fact in _among(seats)]


def _among(facts: Sequence[Fact]) -> Iterator[Fact]:
    seats = {fact.seat: fact for fact in facts}  # players who shared a seat have one place
    if len(seats) < 2:
        return
    places = [fact.place for fact in seats.values()]
    total = sum(fact.score for fact in seats.values())
    squares = sum(fact.score**2 for fact in seats.values())
    for fact in facts:
        yield fact._replace(
            place=1 + sum(place < fact.place for place in places),
            sharing=places.count(fact.place),
            players=len(places),
            total=total,
            squares=squares,
        )
