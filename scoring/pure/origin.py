"""Where a player's points come from: every number of a row, followed back to single results."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from games.messages import Text
from scoring.pure.facts import Fact, SeasonFacts, Penalty, PlayerId
from scoring.pure.points import NO_TARGET, result_points, counting_sessions
from scoring.pure.schemes import Scheme
from scoring.pure.units import HUNDREDTH, UNIT, half_even

Params = dict[str, str | int]

PLACE = Text(
    "origin_place",
    "place {place} of {players} players: {points} of {most} points",
    "place {place} sur {players} joueurs : {points_fr} points sur {most}",
)
SHARED_PLACE = Text(
    "origin_shared_place",
    "place {place} shared by {sharing} of {players} players: {points} of {most} points",
    "place {place} partagée par {sharing} des {players} joueurs : {points_fr} points sur {most}",
)
RAW = Text(
    "origin_raw",
    "score of the match, as it is: {points}",
    "score de la partie, tel quel : {points_fr}",
)
MARGIN = Text(
    "origin_margin",
    "score {score} less {mean}, the mean of the others, at most {cap} either way: {points}",
    "score {score} moins {mean_fr}, moyenne des autres, au plus {cap} dans chaque sens : "
    "{points_fr}",
)
TARGET = Text(
    "origin_target",
    "score {score} measured against the target {target}, which is worth {scale}: {points}",
    "score {score} rapporté à l'objectif {target}, qui vaut {scale} : {points_fr}",
)
NO_TARGET_LINE = Text(
    "origin_no_target",
    "score {score} measured against {target} for want of a target, which is worth {scale}: "
    "{points}",
    "score {score} rapporté à {target} faute d'objectif, qui vaut {scale} : {points_fr}",
)


class ResultOrigin(NamedTuple):
    """`earned` is in units; `text` with `params` says how it came about."""

    fact: Fact
    earned: int
    text: Text
    params: Params


class SessionOrigin(NamedTuple):
    """`points` are those of its results, `attendance` those for having come, both in units;
    the former count for the season only if `counted`, the latter always."""

    session: int
    evening: int
    results: Sequence[ResultOrigin]
    points: int
    counted: bool
    attendance: int


class PointsOrigin(NamedTuple):
    """total = points of the counted evenings + attendance of all − penalty, in units."""

    player: PlayerId
    evenings: Sequence[SessionOrigin]
    attendance: int
    penalties: Sequence[Penalty]
    penalty: int
    total: int


def explain(history: SeasonFacts, scheme: Scheme, player: PlayerId) -> PointsOrigin:
    """In order of time; the total is the points of the player's row in `standings.compute`."""
    evenings = _evenings([fact for fact in history.facts if fact.player == player], scheme)
    attendance = sum(evening.attendance for evening in evenings)
    penalties = [penalty for penalty in history.penalties if penalty.player == player]
    penalty = sum(penalty.points for penalty in penalties) * UNIT
    counted = sum(evening.points for evening in evenings if evening.counted)
    return PointsOrigin(
        player,
        evenings,
        attendance,
        sorted(penalties, key=lambda penalty: (penalty.evening, penalty.session)),
        penalty,
        counted + attendance - penalty,
    )


def describe_result(fact: Fact, scheme: Scheme) -> tuple[Text, Params]:
    """How the scheme values a result, in words. Amounts have a parameter for each language, with
    its decimal mark: `points` and `points_fr`."""
    points = _amount("points", result_points(fact, scheme))
    if scheme.points == "raw":
        return RAW, points
    if scheme.points == "capped_margin":
        assert scheme.cap is not None, "a scheme with margins has its cap"
        mean = (fact.total - fact.score) * UNIT // (fact.players - 1)
        return MARGIN, {"score": fact.score, "cap": scheme.cap, **_amount("mean", mean), **points}
    if scheme.points == "target":
        measure: Params = {"score": fact.score, "scale": scheme.scale, **points}
        if fact.target is None:
            return NO_TARGET_LINE, {"target": NO_TARGET, **measure}
        return TARGET, {"target": fact.target, **measure}
    place: Params = {"place": fact.place, "players": fact.players, "most": _most(fact, scheme)}
    if fact.sharing == 1:
        return PLACE, place | points
    return SHARED_PLACE, place | points | {"sharing": fact.sharing}


def _evenings(facts: Sequence[Fact], scheme: Scheme) -> list[SessionOrigin]:
    sessions: defaultdict[tuple[int, int], list[ResultOrigin]] = defaultdict(list)
    for fact in sorted(facts, key=lambda fact: (fact.evening, fact.session, fact.match)):
        found = ResultOrigin(fact, result_points(fact, scheme), *describe_result(fact, scheme))
        sessions[fact.evening, fact.session].append(found)
    sums = [sum(result.earned for result in results) for results in sessions.values()]
    # sorting is stable: among equals the earlier counts
    best_first = sorted(range(len(sums)), key=lambda index: -sums[index])
    counted = set(best_first[: counting_sessions(len(sums), scheme)])
    attendance = scheme.attendance * UNIT
    return [
        SessionOrigin(session, evening, results, sums[index], index in counted, attendance)
        for index, ((evening, session), results) in enumerate(sessions.items())
    ]


def _most(fact: Fact, scheme: Scheme) -> int:
    """What the winner of this table gets."""
    if scheme.points == "place_fraction":
        return scheme.scale
    assert scheme.place_points is not None, "a scheme with place points has its lists"
    return scheme.place_points[str(fact.players)][0]


def _amount(name: str, units: int) -> Params:
    shown = _decimals(units)
    return {name: shown, f"{name}_fr": shown.replace(".", ",")}


def _decimals(units: int) -> str:
    """Two decimals, rounded half to even, none where the amount is whole.

    >>> _decimals(30 * UNIT), _decimals(UNIT // 8), _decimals(-UNIT // 2)
    ('30', '0.12', '-0.50')
    """
    if units % UNIT == 0:
        return str(units // UNIT)
    hundredths = half_even(units, HUNDREDTH)
    whole, rest = divmod(abs(hundredths), 100)
    return f"{'-' if hundredths < 0 else ''}{whole}.{rest:02}"
