"""The place of one player over a season, from one pass over its sessions in order of time."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from scoring.pure import standings, tiebreaks
from scoring.pure.facts import Fact, Penalty, PlayerId, SeasonFacts, SitOut, TiebreakDraw
from scoring.pure.points import is_qualified, result_points, season_points, sit_out_points
from scoring.pure.schemes import Scheme
from scoring.pure.units import UNIT

Dated = TypeVar("Dated", Fact, Penalty, SitOut)


def places_after_sessions(
    history: SeasonFacts, scheme: Scheme, player: PlayerId
) -> list[tuple[int, int | None]]:
    """Return each session with results, in order of time, and the place of a player after it: that
    of `standings.compute`, or None before the player's first result."""
    if scheme.kept_per_month is not None:  # each evening changes what the earlier ones are worth
        return [
            (session, _place_in(standings.compute(so_far, scheme), player))
            for session, so_far in history.by_session()
        ]
    facts, penalties = _by_session(history.facts), _by_session(history.penalties)
    sit_outs = _by_session(history.sit_outs)
    season, places = _SeasonSoFar(scheme, history.draws), []
    for index in sorted({*facts, *penalties, *sit_outs}):
        season.add_session(facts[index], penalties[index], sit_outs[index])
        if facts[index]:
            places.append((facts[index][0].session, season.place_of(player)))
    return places


def _place_in(rows: Iterable[standings.StandingsRow], player: PlayerId) -> int | None:
    return next((row.place for row in rows if row.player == player), None)


def _by_session(dated: Iterable[Dated]) -> Mapping[int, list[Dated]]:
    grouped: defaultdict[int, list[Dated]] = defaultdict(list)
    for match in dated:
        grouped[match.session_index].append(match)
    return grouped


class _SeasonSoFar:
    """The state of all players after the sessions that were added. `keys` rank them before
    tie-breaks, as in `standings.rank`."""

    def __init__(self, scheme: Scheme, draws: Sequence[TiebreakDraw]) -> None:
        self.scheme, self.draws = scheme, draws
        self.facts: defaultdict[PlayerId, list[Fact]] = defaultdict(list)
        self.tables: defaultdict[int, list[Fact]] = defaultdict(list)
        self.session_points: defaultdict[PlayerId, list[int]] = defaultdict(list)
        self.penalties: Counter[PlayerId] = Counter()
        self.sit_outs: Counter[PlayerId] = Counter()
        self.keys: dict[PlayerId, tuple[bool, int]] = {}

    def add_session(
        self, facts: Sequence[Fact], penalties: Sequence[Penalty], sit_outs: Sequence[SitOut]
    ) -> None:
        earned: Counter[PlayerId] = Counter()
        for fact in facts:
            self.facts[fact.player].append(fact)
            self.tables[fact.match].append(fact)
            earned[fact.player] += result_points(fact, self.scheme)
        for player, points in earned.items():
            self.session_points[player].append(points)
        for penalty in penalties:
            self.penalties[penalty.player] += penalty.points * UNIT
        self.sit_outs.update(sit_out.player for sit_out in sit_outs)
        changed = {
            *earned,
            *(penalty.player for penalty in penalties),
            *(sit_out.player for sit_out in sit_outs),
        }
        for player in changed & self.facts.keys():
            self.keys[player] = self._key(player)

    def place_of(self, player: PlayerId) -> int | None:
        if player not in self.keys:
            return None
        own = self.keys[player]
        tied = [other for other, key in self.keys.items() if key == own]
        return sum(key < own for key in self.keys.values()) + self._place_among(tied, player)

    def _key(self, player: PlayerId) -> tuple[bool, int]:
        attended = self.session_points[player]
        played, sit_outs = len(self.facts[player]), self.sit_outs[player]
        points = season_points(attended, played, self.scheme) - self.penalties[player]
        points += sit_out_points(sum(attended), played, sit_outs, self.scheme)
        return not is_qualified(len(attended), played, self.scheme), -points

    def _place_among(self, tied: Sequence[PlayerId], player: PlayerId) -> int:
        """Return the place among players with equal points, by the tie-breaks."""
        if len(tied) == 1:
            return 1
        points = {other: -minus for other, (_unqualified, minus) in self.keys.items()}
        context = standings.tiebreak_context(
            self.facts, self.tables, points, self.draws, self.scheme
        )
        rows = standings.rank(
            [self._totals(other) for other in tied],
            self.scheme,
            partial(tiebreaks.group_values, context=context),
        )
        return next(row.place for row in rows if row.player == player)

    def _totals(self, player: PlayerId) -> standings.PlayerTotals:
        return standings.player_totals(
            player,
            self.facts[player],
            self.scheme,
            penalty=self.penalties[player],
            sit_outs=self.sit_outs[player],
        )
