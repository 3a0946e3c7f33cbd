"""What decides between players with equal points. All values count in `units.UNIT`.

Each tie-break is asked once, in the order of the scheme, only of those who are still tied then.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from games.messages import Text
from scoring.pure.facts import TiebreakDraw, Fact, PlayerId
from scoring.pure.units import HUNDREDTH, UNIT, half_even

Values = Mapping[PlayerId, int]


class Tiebreak(NamedTuple):
    """`scope`: needs only the player's `own` line, depends on who is `tied`, or on `all` players.
    `whole`: always a whole number, shown as one. `fewest`: the lower value is the better one."""

    code: str
    label: Text
    help: Text
    scope: Literal["own", "tied", "all"]
    whole: bool = False
    fewest: bool = False


class TiebreakContext(NamedTuple):
    """What tie-breaks look at that is not in a player's own line.

    `facts`: of each player who is asked about. `tables`: match → who sat there, and `points`:
    player → units, both only for strength.
    """

    facts: Mapping[PlayerId, Sequence[Fact]]
    tables: Mapping[int, Sequence[PlayerId]]
    points: Values
    draws: Sequence[TiebreakDraw]


def mini_table(tied: Sequence[PlayerId], context: TiebreakContext) -> Values:
    """Over the matches in which at least two of the tied sat: 1 for each of them beaten, a half for
    each drawn."""
    return _compare(tied, common_matches(tied, context.facts))


def head_to_head(tied: Sequence[PlayerId], context: TiebreakContext) -> Values:
    """The mini-table at equal table size: only over matches at sizes at which every one of the tied
    has met at least one other of them, 0 for all without such a size."""
    return _compare(tied, common_size_matches(tied, context.facts))


def strength(tied: Sequence[PlayerId], context: TiebreakContext) -> Values:
    """The mean points of the opponents met, each as often as met, attendance and penalties
    included, rounded half to even to a hundredth."""
    return {player: _strength(player, context) for player in tied}


def draw_positions(tied: Sequence[PlayerId], context: TiebreakContext) -> Values:
    """The number of players behind in the latest draw that holds all of the tied, else 0."""
    holding = (draw for draw in reversed(context.draws) if set(tied) <= set(draw.players))
    drawn = next(holding, TiebreakDraw(())).players
    behind = {player: number for number, player in enumerate(reversed(drawn))}
    return {player: behind.get(player, 0) * UNIT for player in tied}


def common_matches(tied: Sequence[PlayerId], facts: Mapping[PlayerId, Sequence[Fact]]) -> list[list[Fact]]:
    """The matches in which at least two of the tied sat, with only their seats."""
    tables: defaultdict[int, list[Fact]] = defaultdict(list)
    for player in tied:
        for fact in facts[player]:
            tables[fact.match].append(fact)
    return [seats for seats in tables.values() if len(seats) > 1]


def common_size_matches(
    tied: Sequence[PlayerId], facts: Mapping[PlayerId, Sequence[Fact]]
) -> list[list[Fact]]:
    """Of these matches the ones that count for `head_to_head`."""
    tables = common_matches(tied, facts)
    present: defaultdict[int, set[PlayerId]] = defaultdict(set)
    for seats in tables:
        present[seats[0].players].update(fact.player for fact in seats)
    return [seats for seats in tables if len(present[seats[0].players]) == len(tied)]


def duel_values(seats: Sequence[Fact]) -> Values:
    """What these seats of one match get against each other: 1 for each one beaten, ½ if drawn."""
    at = Counter(fact.place for fact in seats)
    return {
        fact.player: (2 * sum(at[place] for place in at if place > fact.place) + at[fact.place] - 1)
        * UNIT
        // 2
        for fact in seats
    }


def _compare(tied: Sequence[PlayerId], tables: Iterable[Sequence[Fact]]) -> Values:
    found = dict.fromkeys(tied, 0)
    for seats in tables:
        for player, value in duel_values(seats).items():
            found[player] += value
    return found


def _strength(player: PlayerId, context: TiebreakContext) -> int:
    matches = context.facts[player]
    met = [other for fact in matches for other in context.tables[fact.match]]
    total = sum(context.points[other] for other in met) - len(matches) * context.points[player]
    return half_even(total, HUNDREDTH * (len(met) - len(matches))) * HUNDREDTH


VALUES: Mapping[str, Callable[[Sequence[PlayerId], TiebreakContext], Values]] = {
    "mini_table": mini_table,
    "head_to_head": head_to_head,
    "strength": strength,
    "lots": draw_positions,
}  # the others stand in the player's own line under their code


TIEBREAKS: Mapping[str, Tiebreak] = {
    each.code: each
    for each in (
        Tiebreak(
            "wins",
            Text("tiebreak_wins", "Wins", "Victoires"),
            Text(
                "tiebreak_wins_help",
                "The number of matches with place 1, shared or not.",
                "Le nombre de parties à la première place, partagée ou non.",
            ),
            "own",
            whole=True,
        ),
        Tiebreak(
            "mini_table",
            Text("tiebreak_mini_table", "Mini-table", "Mini-classement"),
            Text(
                "tiebreak_mini_table_help",
                "Among those still tied, over the matches in which at least two of them sat: "
                "one for each of them beaten, a half for each drawn.",
                "Entre les ex æquo restants, sur les parties où au moins deux d'entre eux "
                "étaient assis : un pour chacun devancé, un demi pour chacun à égalité.",
            ),
            "tied",
        ),
        Tiebreak(
            "head_to_head",
            Text(
                "tiebreak_head_to_head",
                "Head to head at equal table size",
                "Confrontation à tables égales",
            ),
            Text(
                "tiebreak_head_to_head_help",
                "Like the mini-table, but only over matches at table sizes at which every one "
                "of those still tied has met at least one other of them; 0 for all if there is "
                "none.",
                "Comme le mini-classement, mais seulement sur les parties aux tailles de table "
                "où chacun des ex æquo restants en a rencontré au moins un autre ; 0 pour "
                "tous s'il n'y en a pas.",
            ),
            "tied",
        ),
        Tiebreak(
            "best_evening",
            Text("tiebreak_best_evening", "Best evening", "Meilleure soirée"),
            Text(
                "tiebreak_best_evening_help",
                "The most points in one evening, counted for the season or not, without those "
                "for attendance.",
                "Le plus de points en une soirée, comptée pour la saison ou non, sans ceux de "
                "présence.",
            ),
            "own",
        ),
        Tiebreak(
            "last_result",
            Text("tiebreak_last_result", "Latest result", "Dernier résultat"),
            Text(
                "tiebreak_last_result_help",
                "The points of the latest match played.",
                "Les points de la dernière partie jouée.",
            ),
            "own",
        ),
        Tiebreak(
            "strength",
            Text("tiebreak_strength", "Strength of opponents", "Force des adversaires"),
            Text(
                "tiebreak_strength_help",
                "The mean of the points of the opponents met, each as often as met.",
                "La moyenne des points des adversaires rencontrés, chacun autant de fois que "
                "rencontré.",
            ),
            "all",
        ),
        Tiebreak(
            "sit_outs",
            Text("tiebreak_sit_outs", "Fewest sit-outs", "Moins de tours sans jouer"),
            Text(
                "tiebreak_sit_outs_help",
                "Who has sat out less often goes first.",
                "Qui est resté moins souvent sans table passe devant.",
            ),
            "own",
            whole=True,
            fewest=True,
        ),
        Tiebreak(
            "lots",
            Text("tiebreak_lots", "Lots", "Tirage au sort"),
            Text(
                "tiebreak_lots_help",
                "The players behind in the latest recorded drawing of lots that holds all of "
                "those still tied; without one they share the place.",
                "Les joueurs placés derrière au dernier tirage au sort noté qui comprend tous "
                "les ex æquo restants ; sans tirage, ils partagent la place.",
            ),
            "tied",
            whole=True,
        ),
    )
}
