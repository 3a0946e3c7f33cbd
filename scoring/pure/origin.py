"""Explains where a player's points come from: every number of a row, followed back to single
results."""

from collections import defaultdict
from collections.abc import Sequence
from math import isqrt
from typing import NamedTuple

from problems.text import Param, Text, Words
from scoring.pure.facts import Fact, Penalty, PlayerId, SeasonFacts
from scoring.pure.points import (
    NO_TARGET,
    WHOLE,
    counting_sessions,
    kept_share,
    mean_points,
    points_of_places,
    result_points,
    result_weight,
    sit_out_points,
    win_points,
)
from scoring.pure.schemes import Scheme
from scoring.pure.units import HUNDREDTH, UNIT, half_even

Params = dict[str, Param]

PLACE = Text("origin_place", "place {place} of {players} players: {points} of {most} points")
SHARED_PLACE = Text(
    "origin_shared_place",
    "place {place} shared by {sharing} of {players} players: {points} of {most} points",
)
RAW = Text("origin_raw", "match score: {points}")
MARGIN = Text(
    "origin_margin",
    "score {score} minus {mean}, the average of the others, at most {cap} above or below: {points}",
)
TARGET = Text(
    "origin_target", "score {score} of the target {target}, which is worth {scale}: {points}"
)
NO_TARGET_TEXT = Text(
    "origin_no_target",
    "score {score} of {target} (the game has no target), which is worth {scale}: {points}",
)
SHARE = Text("origin_share", "{played} of {rounds} rounds at this seat: {share} ({whole})")
WEIGHTED = Text("origin_weighted", "{whole}; × {weight}, the weight of the evening: {points}")
FADED = Text("origin_faded", "{whole}; × {kept} (age in months: {months}): {points}")
WEIGHTED_AND_FADED = Text(
    "origin_weighted_and_faded",
    "{whole}; × {weight}, the weight of the evening, × {kept} (age in months: {months}): {points}",
)
Z_SCORE = Text(
    "origin_z_score",
    "score {score}, average {mean} and standard deviation {deviation} at the table, worth {scale} "
    "for each deviation: {points}",
)
MEAN = Text("origin_mean", "mean of all matches: {earned} ÷ {played} = {mean}")

SIT_OUT_MEAN = Text(
    "origin_sit_out_mean",
    "sat out {times} ×: own mean of {mean}, at least half a win, each: {points}",
)
SIT_OUT_WIN = Text(
    "origin_sit_out_win", "sat out {times} ×: points of a win, {mean}, each: {points}"
)


class ResultOrigin(NamedTuple):
    """The points of one result; `earned` is in units, `text` with `params` says how it is
    computed."""

    fact: Fact
    earned: int
    text: Text
    params: Params


class SessionOrigin(NamedTuple):
    """The points of one session: `points` of its results, which count for the season only if
    `counted`, and points for `attendance`, which always count. Both are in units."""

    session: int
    session_index: int
    results: Sequence[ResultOrigin]
    points: int
    counted: bool
    attendance: int


class PointsOrigin(NamedTuple):
    """total = points of the counted sessions + attendance of all + `for_sit_outs` − penalty, in
    units. `sit_outs` is how often the player sat out. With a mean, all sessions count, and `mean`
    of all results replaces the points of the sessions; else it is None."""

    player: PlayerId
    evenings: Sequence[SessionOrigin]
    attendance: int
    sit_outs: int
    for_sit_outs: int
    penalties: Sequence[Penalty]
    penalty: int
    total: int
    mean: int | None = None


def explain(history: SeasonFacts, scheme: Scheme, player: PlayerId) -> PointsOrigin:
    """Return the origin of a player's points, in order of time; the total equals the player's row
    in `standings.compute`."""
    sessions = _session_origins([fact for fact in history.facts if fact.player == player], scheme)
    attendance = sum(session.attendance for session in sessions)
    penalties = [penalty for penalty in history.penalties if penalty.player == player]
    penalty = sum(penalty.points for penalty in penalties) * UNIT
    results = [result.earned for session in sessions for result in session.results]
    sit_outs = sum(sit_out.player == player for sit_out in history.sit_outs) if sessions else 0
    for_sit_outs = sit_out_points(sum(results), len(results), sit_outs, scheme)
    mean = mean_points(sum(results), len(results)) if scheme.aggregate == "mean" else None
    added_up = sum(session.points for session in sessions if session.counted)
    return PointsOrigin(
        player,
        sessions,
        attendance,
        sit_outs,
        for_sit_outs,
        sorted(penalties, key=lambda penalty: (penalty.session_index, penalty.session)),
        penalty,
        (added_up if mean is None else mean) + attendance + for_sit_outs - penalty,
        mean,
    )


def describe_mean(origin: PointsOrigin) -> tuple[Text, Params]:
    """Return the text that says how the mean of all results came about."""
    earned = [result.earned for session in origin.evenings for result in session.results]
    return MEAN, {
        "earned": _amount(sum(earned)),
        "played": len(earned),
        "mean": _amount(origin.mean or 0),
    }


def describe_sit_outs(origin: PointsOrigin, scheme: Scheme) -> tuple[Text, Params]:
    """Return the text that says what the rounds in which a player sat out are worth."""
    is_win = scheme.sit_out == "win" and win_points(scheme) is not None
    return SIT_OUT_WIN if is_win else SIT_OUT_MEAN, {
        "times": origin.sit_outs,
        "mean": _amount(origin.for_sit_outs // origin.sit_outs if origin.sit_outs else 0),
        "points": _amount(origin.for_sit_outs),
    }


def describe_result(fact: Fact, scheme: Scheme) -> tuple[Text, Params]:
    """Return the text that says how the scheme values a result: the seat, the share in it, and the
    weight."""
    text, params = _describe_share(fact._replace(weight=100, months_ago=0), scheme)
    if result_weight(fact, scheme) == WHOLE:
        return text, params
    weighted: Params = {
        "whole": Words(text.en, params),
        "weight": _amount(fact.weight * HUNDREDTH),
        "kept": _factor(kept_share(fact.months_ago, scheme)),
        "months": fact.months_ago,
        "points": _amount(result_points(fact, scheme)),
    }
    if not fact.months_ago:
        return WEIGHTED, weighted
    return FADED if fact.weight == 100 else WEIGHTED_AND_FADED, weighted


def _describe_share(fact: Fact, scheme: Scheme) -> tuple[Text, Params]:
    if fact.share_of == 1:
        return _describe_seat(fact, scheme)
    text, params = _describe_seat(fact._replace(share_from=0, share_to=1, share_of=1), scheme)
    return SHARE, {
        "whole": Words(text.en, params),
        "played": fact.share_to - fact.share_from,
        "rounds": fact.share_of,
        "share": _amount(result_points(fact, scheme)),
    }


def _describe_seat(fact: Fact, scheme: Scheme) -> tuple[Text, Params]:
    points: Params = {"points": _amount(result_points(fact, scheme))}
    if scheme.points == "raw":
        return RAW, points
    if scheme.points == "capped_margin":
        assert scheme.cap is not None, "a scheme with margins has its cap"
        mean = (fact.total - fact.score) * UNIT // (fact.players - 1)
        return MARGIN, {
            "score": fact.score,
            "cap": scheme.cap,
            "mean": _amount(mean),
            **points,
        }
    if scheme.points == "target":
        measure: Params = {"score": fact.score, "scale": scheme.scale, **points}
        if fact.target is None:
            return NO_TARGET_TEXT, {"target": NO_TARGET, **measure}
        return TARGET, {"target": fact.target, **measure}
    if scheme.points == "z_score":
        return Z_SCORE, {
            "score": fact.score,
            "mean": _amount(fact.total * UNIT // fact.players),
            "deviation": _amount(_deviation(fact)),
            "scale": scheme.scale,
            **points,
        }
    most = _most_points(fact, scheme)
    place: Params = {"place": fact.place, "players": fact.players, "most": most}
    if fact.sharing == 1:
        return PLACE, place | points
    return SHARED_PLACE, place | points | {"sharing": fact.sharing}


def _session_origins(facts: Sequence[Fact], scheme: Scheme) -> list[SessionOrigin]:
    sessions: defaultdict[tuple[int, int], list[ResultOrigin]] = defaultdict(list)
    for fact in sorted(facts, key=lambda fact: (fact.session_index, fact.session, fact.match)):
        result = ResultOrigin(fact, result_points(fact, scheme), *describe_result(fact, scheme))
        sessions[fact.session_index, fact.session].append(result)
    sums = [sum(result.earned for result in results) for results in sessions.values()]
    # sorting is stable: among equals the earlier counts
    best_first = sorted(range(len(sums)), key=lambda index: -sums[index])
    counted_indexes = set(best_first[: counting_sessions(len(sums), scheme)])
    attendance = scheme.attendance * UNIT
    return [
        SessionOrigin(
            session, session_index, results, sums[index], index in counted_indexes, attendance
        )
        for index, ((session_index, session), results) in enumerate(sessions.items())
    ]


def _most_points(fact: Fact, scheme: Scheme) -> int:
    """Return the points of the winner of this table."""
    if scheme.points == "place_fraction":
        return scheme.scale
    return points_of_places(scheme, fact.players)[0]


def _deviation(fact: Fact) -> int:
    """Return the standard deviation of the scores at a table in units, cut off to a hundredth."""
    spread = fact.players * fact.squares - fact.total**2
    return isqrt(max(spread, 0) * 100**2 // fact.players**2) * HUNDREDTH


def _factor(ten_thousandths: int) -> Param:
    """Return a factor with four decimals, and the decimal mark of each language.

    >>> _factor(5905).say("en"), _factor(5905).say("de")
    ('0.5905', '0,5905')
    """
    whole, rest = divmod(ten_thousandths, WHOLE)
    return Words("{whole}.{hundredths}", {"whole": str(whole), "hundredths": f"{rest:04}"})


def _amount(units: int) -> Param:
    """Return an amount with the decimal mark of each language, with two decimals, rounded half to
    even, or with none if it is whole.

    >>> _amount(30 * UNIT), _amount(UNIT // 8).say("en"), _amount(-UNIT // 2).say("en")
    ('30', '0.12', '-0.50')
    """
    if units % UNIT == 0:
        return str(units // UNIT)
    hundredths = half_even(units, HUNDREDTH)
    whole, rest = divmod(abs(hundredths), 100)
    params: Params = {
        "whole": f"{'-' if hundredths < 0 else ''}{whole}",
        "hundredths": f"{rest:02}",
    }
    return Words("{whole}.{hundredths}", params)
