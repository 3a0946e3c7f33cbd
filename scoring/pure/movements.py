"""Explains why rows of a table moved since an earlier session: the points that their players
earned, the part that counts, and the players passed. All amounts are exact, in units."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from scoring.pure.facts import Fact, PlayerId, SeasonFacts
from scoring.pure.points import mean_points, result_points, sit_out_points
from scoring.pure.schemes import Scheme
from scoring.pure.standings import facts_by_player
from scoring.pure.units import UNIT


class PlacedRow(NamedTuple):
    """The place and the points of a row at one time."""

    place: int
    points: int
    qualified: bool


class Since(NamedTuple):
    """The position of the earlier session, and how many months before the last one it was."""

    position: int
    months_ago: int


class Movement(NamedTuple):
    """The change of a row. The points gained are `earned` + `attendance` + `sit_outs` − `penalty` −
    `dropped`, where `dropped` is the increase of points that do not count; the places gained are
    the players `passed` and caught (`level`) less the players it was passed `by`. `has_qualified`:
    it was listed after all others before. `mean` of all matches is None if a season adds them up;
    else `earned` is the change of it."""

    matches: int
    wins: int
    earned: int
    attendance: int
    sit_outs: int
    penalty: int
    faded: int
    dropped: int
    passed: tuple[PlayerId, ...]
    level: tuple[PlayerId, ...]
    by: tuple[PlayerId, ...]
    has_qualified: bool
    mean: int | None


def movements(
    history: SeasonFacts,
    scheme: Scheme,
    before: Mapping[PlayerId, PlacedRow],
    now: Mapping[PlayerId, PlacedRow],
    since_index: int,
) -> dict[PlayerId, Movement]:
    """Return the movement of every row that has another place now than it had before, or had none;
    `since_index` is the position of the earlier session. Both tables have all their rows."""
    facts = facts_by_player(history.facts)
    then = [fact.months_ago for fact in history.facts if fact.session_index <= since_index]
    since = Since(since_index, min(then, default=0))
    return {
        player: _movement(player, facts[player], history, scheme, before, now, since)
        for player, row in now.items()
        if player not in before or before[player].place != row.place
    }


def _movement(
    player: PlayerId,
    facts: Collection[Fact],
    history: SeasonFacts,
    scheme: Scheme,
    before: Mapping[PlayerId, PlacedRow],
    now: Mapping[PlayerId, PlacedRow],
    since: Since,
) -> Movement:
    since_index = since.position
    new_facts = [fact for fact in facts if fact.session_index > since_index]
    earned = sum(result_points(fact, scheme) for fact in new_facts)
    mean = None
    if scheme.aggregate == "mean":
        mean = _mean(facts, scheme)
        old_facts = [fact for fact in facts if fact.session_index <= since_index]
        earned = mean - _mean(old_facts, scheme)
    faded = _faded(facts, since, scheme) if player in before else 0
    attendance = len({fact.session for fact in new_facts}) * scheme.attendance * UNIT
    earlier, row = before.get(player), now[player]
    sit_outs = _sit_out_points(player, facts, history, scheme)
    if earlier is not None:
        sit_outs -= _sit_out_points(player, facts, history, scheme, until=since_index)
    is_new = earlier is None  # penalties from before its first result count with it
    penalty = UNIT * sum(
        earlier.points
        for earlier in history.penalties
        if earlier.player == player and (is_new or earlier.session_index > since_index)
    )
    gained = row.points - (earlier.points if earlier else 0)
    passed, level, by = _encounters(player, before, now) if earlier else ((), (), ())
    return Movement(
        matches=len(new_facts),
        wins=sum(fact.place == 1 for fact in new_facts),
        earned=earned,
        attendance=attendance,
        sit_outs=sit_outs,
        penalty=penalty,
        faded=faded,
        dropped=earned + attendance + sit_outs - penalty - faded - gained,
        passed=passed,
        level=level,
        by=by,
        has_qualified=row.qualified and earlier is not None and not earlier.qualified,
        mean=mean,
    )


def _faded(facts: Collection[Fact], since: Since, scheme: Scheme) -> int:
    """Return what the results until then were worth more at that time."""
    return sum(
        result_points(fact._replace(months_ago=fact.months_ago - since.months_ago), scheme)
        - result_points(fact, scheme)
        for fact in facts
        if since.months_ago and fact.session_index <= since.position
    )


def _mean(facts: Collection[Fact], scheme: Scheme) -> int:
    return mean_points(sum(result_points(fact, scheme) for fact in facts), len(facts))


def _sit_out_points(
    player: PlayerId,
    facts: Collection[Fact],
    history: SeasonFacts,
    scheme: Scheme,
    until: int | None = None,
) -> int:
    """Return the points for sit-outs of all sessions, or of those up to this position."""
    results = [
        result_points(fact, scheme)
        for fact in facts
        if until is None or fact.session_index <= until
    ]
    sit_outs = [
        sit_out
        for sit_out in history.sit_outs
        if sit_out.player == player and (until is None or sit_out.session_index <= until)
    ]
    return sit_out_points(sum(results), len(results), len(sit_outs), scheme)


def _encounters(
    player: PlayerId, before: Mapping[PlayerId, PlacedRow], now: Mapping[PlayerId, PlacedRow]
) -> tuple[tuple[PlayerId, ...], tuple[PlayerId, ...], tuple[PlayerId, ...]]:
    """Return who was ahead and is behind now, who was ahead and is level, and who is ahead now and
    was not, each in the order of the table."""
    old_place, place = before[player].place, now[player].place
    ahead = {other for other, row in before.items() if row.place < old_place}
    return (
        tuple(other for other, row in now.items() if other in ahead and row.place > place),
        tuple(other for other, row in now.items() if other in ahead and row.place == place),
        tuple(other for other, row in now.items() if other not in ahead and row.place < place),
    )
