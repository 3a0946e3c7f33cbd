"""Tie-breaks: what decides between players with equal points. All values are in `units.UNIT`.

Each tie-break is computed once, in the order of the scheme, only for the players who are still tied
then.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from games.messages import Text
from scoring.pure.facts import Fact, PlayerId, TiebreakDraw
from scoring.pure.units import HUNDREDTH, UNIT, half_even

Values = Mapping[PlayerId, int]


class Tiebreak(NamedTuple):
    """A tie-break. `scope`: it needs only the player's `own` totals, depends on who is `tied`, or
    on `all` players. `whole`: the value is always a whole number, shown as one. `fewest`: the lower
    value is the better one."""

    code: str
    label: Text
    help: Text
    scope: Literal["own", "tied", "all"]
    whole: bool = False
    fewest: bool = False


class TiebreakContext(NamedTuple):
    """The data that tie-breaks need besides a player's own totals.

    `facts`: of each tied player. `tables`: match → its players, and `points`: player → units, both
    only for strength.
    """

    facts: Mapping[PlayerId, Sequence[Fact]]
    tables: Mapping[int, Sequence[PlayerId]]
    points: Values
    draws: Sequence[TiebreakDraw]


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


def draw_positions(tied: Sequence[PlayerId], context: TiebreakContext) -> Values:
    """Return the number of players behind in the latest draw that holds all of the tied, else 0."""
    draws_of_all = (draw for draw in reversed(context.draws) if set(tied) <= set(draw.players))
    order = next(draws_of_all, TiebreakDraw(())).players
    players_behind = {player: number for number, player in enumerate(reversed(order))}
    return {player: players_behind.get(player, 0) * UNIT for player in tied}


def common_matches(
    tied: Sequence[PlayerId], facts: Mapping[PlayerId, Sequence[Fact]]
) -> list[list[Fact]]:
    """Return the matches in which at least two of the tied sat, with only their seats."""
    seats_by_match: defaultdict[int, list[Fact]] = defaultdict(list)
    for player in tied:
        for fact in facts[player]:
            seats_by_match[fact.match].append(fact)
    return [seats for seats in seats_by_match.values() if len(seats) > 1]


def common_size_matches(
    tied: Sequence[PlayerId], facts: Mapping[PlayerId, Sequence[Fact]]
) -> list[list[Fact]]:
    """Return those of the common matches that count for `head_to_head`."""
    matches = common_matches(tied, facts)
    players_by_size: defaultdict[int, set[PlayerId]] = defaultdict(set)
    for seats in matches:
        players_by_size[seats[0].players].update(fact.player for fact in seats)
    return [seats for seats in matches if len(players_by_size[seats[0].players]) == len(tied)]


def duel_values(seats: Sequence[Fact]) -> Values:
    """Return what these seats of one match get against each other: 1 for each one beaten, ½ if
    drawn."""
    players_at_place = Counter(fact.place for fact in seats)
    return {
        fact.player: (
            2 * sum(players_at_place[place] for place in players_at_place if place > fact.place)
            + players_at_place[fact.place]
            - 1
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
    matches = context.facts[player]
    opponents = [other for fact in matches for other in context.tables[fact.match]]
    total = (
        sum(context.points[other] for other in opponents) - len(matches) * context.points[player]
    )
    return half_even(total, HUNDREDTH * (len(opponents) - len(matches))) * HUNDREDTH


VALUE_FUNCTIONS: Mapping[str, Callable[[Sequence[PlayerId], TiebreakContext], Values]] = {
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
            Text("tiebreak_wins", "Wins", "Victoires", "Siege"),
            Text(
                "tiebreak_wins_help",
                "The number of matches finished in first place, shared or not.",
                "Le nombre de parties terminées à la première place, partagée ou non.",
                "Die Anzahl der Partien auf dem ersten Platz, geteilt oder nicht.",
            ),
            "own",
            whole=True,
        ),
        Tiebreak(
            "mini_table",
            Text("tiebreak_mini_table", "Mini-table", "Mini-classement", "Minitabelle"),
            Text(
                "tiebreak_mini_table_help",
                "Only between players who are still tied, in matches with at least two of them: "
                "1 for each of them beaten, ½ for each draw.",
                "Entre les ex æquo restants, dans les parties où au moins deux d'entre eux ont "
                "joué : 1 pour chacun devancé, ½ pour chacun à égalité.",
                "Nur zwischen den noch Gleichstehenden, in Partien mit mindestens zwei von "
                "ihnen: 1 für jeden Besiegten, ½ für jeden Gleichstand.",
            ),
            "tied",
        ),
        Tiebreak(
            "head_to_head",
            Text(
                "tiebreak_head_to_head",
                "Head-to-head at equal table size",
                "Confrontation à tables égales",
                "Direkter Vergleich bei gleicher Tischgröße",
            ),
            Text(
                "tiebreak_head_to_head_help",
                "Like the mini-table, but only at table sizes where each of the players still "
                "tied has met at least one of the others; 0 for all if there is none.",
                "Comme le mini-classement, mais seulement aux tailles de table où chacun des ex "
                "æquo restants en a rencontré au moins un autre ; 0 pour tous s'il n'y en a pas.",
                "Wie die Minitabelle, aber nur bei Tischgrößen, bei denen jeder der noch "
                "Gleichstehenden gegen mindestens einen anderen von ihnen gespielt hat; 0 für "
                "alle, wenn es keine gibt.",
            ),
            "tied",
        ),
        Tiebreak(
            "best_evening",
            Text("tiebreak_best_evening", "Best evening", "Meilleure soirée", "Bester Abend"),
            Text(
                "tiebreak_best_evening_help",
                "The most points in one evening, whether it counts for the season or not, "
                "without attendance points.",
                "Le plus de points en une soirée, comptée pour la saison ou non, sans les points "
                "de présence.",
                "Die meisten Punkte an einem Abend, ob er für die Saison zählt oder nicht, ohne "
                "Anwesenheitspunkte.",
            ),
            "own",
        ),
        Tiebreak(
            "last_result",
            Text("tiebreak_last_result", "Last result", "Dernier résultat", "Letztes Ergebnis"),
            Text(
                "tiebreak_last_result_help",
                "The points of the last match played.",
                "Les points de la dernière partie jouée.",
                "Die Punkte der zuletzt gespielten Partie.",
            ),
            "own",
        ),
        Tiebreak(
            "strength",
            Text(
                "tiebreak_strength",
                "Strength of opponents",
                "Force des adversaires",
                "Stärke der Gegner",
            ),
            Text(
                "tiebreak_strength_help",
                "The average points of the opponents, each counted as often as met.",
                "La moyenne des points des adversaires, chacun compté autant de fois que "
                "rencontré.",
                "Die mittleren Punkte der Gegner, gezählt für jede Begegnung.",
            ),
            "all",
        ),
        Tiebreak(
            "sit_outs",
            Text(
                "tiebreak_sit_outs",
                "Fewest sit-outs",
                "Moins de pauses",
                "Am seltensten ausgesetzt",
            ),
            Text(
                "tiebreak_sit_outs_help",
                "The player who sat out less often comes first.",
                "Le joueur qui a eu le moins de pauses passe devant.",
                "Wer seltener ausgesetzt hat, steht vorn.",
            ),
            "own",
            whole=True,
            fewest=True,
        ),
        Tiebreak(
            "lots",
            Text("tiebreak_lots", "Tie-break draw", "Tirage au sort", "Losentscheid"),
            Text(
                "tiebreak_lots_help",
                "The number of players placed behind in the last recorded tie-break draw that "
                "includes all players still tied; without a draw they share the place.",
                "Le nombre de joueurs placés derrière au dernier tirage au sort enregistré qui "
                "comprend tous les ex æquo restants ; sans tirage, ils partagent la place.",
                "Die Anzahl der Spieler dahinter im letzten erfassten Losentscheid, der alle "
                "noch Gleichstehenden enthält; ohne Losentscheid teilen sie sich den Platz.",
            ),
            "tied",
            whole=True,
        ),
    )
}
