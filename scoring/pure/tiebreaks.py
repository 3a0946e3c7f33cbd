"""Tie-breaks: what decides between players with equal points. All values are in `units.UNIT`.

Each tie-break is computed once, in the order of the scheme, only for the players who are still tied
then.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Literal, NamedTuple, TypeVar

from problems.text import Text
from scoring.pure.facts import Fact, PlayerId, TiebreakDraw
from scoring.pure.units import HUNDREDTH, UNIT, half_even

Values = Mapping[PlayerId, int]
DrawnPlayer = TypeVar("DrawnPlayer", bound=int)


class Tiebreak(NamedTuple):
    """A tie-break. `scope`: its value follows from the player's `own` results, from the results of
    all `tied` players, or from the `opponents` and their points. `whole`: the value is always a
    whole number, shown as one. `fewest`: the lower value is the better one."""

    code: str
    label: Text
    help: Text
    scope: Literal["own", "tied", "opponents"]
    whole: bool = False
    fewest: bool = False


class TiebreakContext(NamedTuple):
    """The data that tie-breaks need besides a player's own totals.

    `facts`: of each tied player. `opponents`: player → how often each other one was met. `points`:
    player → units. The last two are only there for the scope `opponents`.
    """

    facts: Mapping[PlayerId, Sequence[Fact]]
    opponents: Callable[[PlayerId], Mapping[PlayerId, int]]
    points: Values
    draws: Sequence[TiebreakDraw]
    points_of: Callable[[Fact], int]


def group_values(
    code: str, groups: Iterable[Sequence[PlayerId]], context: TiebreakContext
) -> dict[PlayerId, int]:
    """Return the values of a tie-break for groups of tied players."""
    values: dict[PlayerId, int] = {}
    for group in groups:
        values.update(VALUE_FUNCTIONS[code](group, context))
    return values


def mini_table(tied: Sequence[PlayerId], context: TiebreakContext) -> Values:
    """Return the points over the matches in which at least two of the tied sat: 1 for each of them
    beaten, a half for each drawn."""
    return _sum_duels(tied, common_matches(tied, context.facts))


def head_to_head(tied: Sequence[PlayerId], context: TiebreakContext) -> Values:
    """Return the mini-table at equal table size: only over matches at sizes at which every one of
    the tied has met at least one other of them, 0 for all without such a size."""
    return _sum_duels(tied, common_size_matches(tied, context.facts))


def strength(tied: Sequence[PlayerId], context: TiebreakContext) -> Values:
    """Return the mean points of the opponents met, each as often as met, attendance and penalties
    included, rounded half to even to a hundredth."""
    return {player: _mean_opponent_points(player, context) for player in tied}


def second_places(tied: Sequence[PlayerId], context: TiebreakContext) -> Values:
    """Return the number of matches finished in second place, shared or not."""
    return {
        player: sum(fact.place == 2 for fact in context.facts[player]) * UNIT for player in tied
    }


def last_result(tied: Sequence[PlayerId], context: TiebreakContext) -> Values:
    """Return the points of the last match played."""
    return {player: context.points_of(max(context.facts[player], key=_when)) for player in tied}


def draw_positions(tied: Sequence[PlayerId], context: TiebreakContext) -> Values:
    """Return the number of players behind in the latest draw that holds all of the tied, else 0."""
    draws_of_all = (draw for draw in reversed(context.draws) if set(tied) <= set(draw.players))
    order = next(draws_of_all, TiebreakDraw(())).players
    players_behind = {player: number for number, player in enumerate(reversed(order))}
    return {player: players_behind.get(player, 0) * UNIT for player in tied}


def drawn_order(players: Iterable[DrawnPlayer], seed: str) -> list[DrawnPlayer]:
    """Return the players in the order that a seed draws; anybody can repeat it."""
    order = sorted(players)
    Random(seed).shuffle(order)
    return order


def common_matches(
    tied: Sequence[PlayerId], facts: Mapping[PlayerId, Sequence[Fact]]
) -> list[list[Fact]]:
    """Return the matches in which at least two of the tied sat at different seats, with only their
    facts."""
    seats_by_match: defaultdict[int, list[Fact]] = defaultdict(list)
    for player in tied:
        for fact in facts[player]:
            seats_by_match[fact.match].append(fact)
    return [seats for seats in seats_by_match.values() if len({fact.seat for fact in seats}) > 1]


def common_size_matches(
    tied: Sequence[PlayerId], facts: Mapping[PlayerId, Sequence[Fact]]
) -> list[list[Fact]]:
    """Return the common matches that count for `head_to_head`."""
    matches = common_matches(tied, facts)
    players_by_size: defaultdict[int, set[PlayerId]] = defaultdict(set)
    for seats in matches:
        players_by_size[seats[0].players].update(fact.player for fact in seats)
    return [seats for seats in matches if len(players_by_size[seats[0].players]) == len(tied)]


def duel_values(seats: Sequence[Fact]) -> Values:
    """Return what these players of one match get against each other: 1 for each one beaten, ½ if
    drawn, nothing for a player at the same seat."""
    players_at_place = Counter(fact.place for fact in seats)
    players_at_seat = Counter(fact.seat for fact in seats)
    return {
        fact.player: (
            2 * sum(players_at_place[place] for place in players_at_place if place > fact.place)
            + players_at_place[fact.place]
            - players_at_seat[fact.seat]
        )
        * UNIT
        // 2
        for fact in seats
    }


def _sum_duels(tied: Sequence[PlayerId], matches: Iterable[Sequence[Fact]]) -> Values:
    sums = dict.fromkeys(tied, 0)
    for seats in matches:
        for player, value in duel_values(seats).items():
            sums[player] += value
    return sums


def _mean_opponent_points(player: PlayerId, context: TiebreakContext) -> int:
    opponents = context.opponents(player)
    if not opponents:  # the results of all others at the table do not count
        return 0
    total = sum(times * context.points[other] for other, times in opponents.items())
    return half_even(total, HUNDREDTH * sum(opponents.values())) * HUNDREDTH


def _when(fact: Fact) -> tuple[int, int]:
    return fact.session_index, fact.match


VALUE_FUNCTIONS: Mapping[str, Callable[[Sequence[PlayerId], TiebreakContext], Values]] = {
    "mini_table": mini_table,
    "head_to_head": head_to_head,
    "strength": strength,
    "last_result": last_result,
    "second_places": second_places,
    "lots": draw_positions,
}  # the others are totals of the player under their code


TIEBREAKS: Mapping[str, Tiebreak] = {
    tiebreak.code: tiebreak
    for tiebreak in (
        Tiebreak(
            "wins",
            Text("tiebreak_wins", "Wins"),
            Text(
                "tiebreak_wins_help",
                "The number of matches finished in first place, shared or not.",
            ),
            "own",
            whole=True,
        ),
        Tiebreak(
            "second_places",
            Text("tiebreak_second_places", "Second places"),
            Text(
                "tiebreak_second_places_help",
                "The number of matches finished in second place, shared or not.",
            ),
            "own",
            whole=True,
        ),
        Tiebreak(
            "mini_table",
            Text("tiebreak_mini_table", "Mini-table"),
            Text(
                "tiebreak_mini_table_help",
                "Only between players who are still tied, in matches with at least two of them: "
                "1 for each of them beaten, ½ for each draw.",
            ),
            "tied",
        ),
        Tiebreak(
            "head_to_head",
            Text("tiebreak_head_to_head", "Head-to-head at equal table size"),
            Text(
                "tiebreak_head_to_head_help",
                "Like the mini-table, but only at table sizes where each of the players still "
                "tied has met at least one of the others; 0 for all if there is none.",
            ),
            "tied",
        ),
        Tiebreak(
            "best_evening",
            Text("tiebreak_best_evening", "Best evening"),
            Text(
                "tiebreak_best_evening_help",
                "The most points in one evening, whether it counts for the season or not, "
                "without attendance points.",
            ),
            "own",
        ),
        Tiebreak(
            "last_result",
            Text("tiebreak_last_result", "Last result"),
            Text("tiebreak_last_result_help", "The points of the last match played."),
            "own",
        ),
        Tiebreak(
            "strength",
            Text("tiebreak_strength", "Opponents’ strength"),
            Text(
                "tiebreak_strength_help",
                "The average points of the opponents, each counted as often as met.",
            ),
            "opponents",
        ),
        Tiebreak(
            "sit_outs",
            Text("tiebreak_sit_outs", "Fewest sit-outs"),
            Text("tiebreak_sit_outs_help", "The player who sat out less often comes first."),
            "own",
            whole=True,
            fewest=True,
        ),
        Tiebreak(
            "lots",
            Text("tiebreak_lots", "Tie-break draw"),
            Text(
                "tiebreak_lots_help",
                "The number of players placed behind in the last recorded tie-break draw that "
                "includes all players still tied; without a draw they share the place.",
            ),
            "tied",
            whole=True,
        ),
    )
}
