"""The race of a season as a chart: points of the leaders after each session."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from league.models import Player
from league.operations.standings.season_trends import SeasonTrends
from scoring.pure import points
from scoring.pure.facts import SeasonFacts
from scoring.pure.schemes import Scheme
from scoring.pure.units import UNIT

WIDTH, HEIGHT, MARGIN = 600, 200, 6
LEADERS = 5


@dataclass(frozen=True)
class RaceLine:
    player: Player
    path: str
    total: int  # units


@dataclass(frozen=True)
class RaceChart:
    lines: Sequence[RaceLine]
    session_xs: Sequence[float]  # x of each session
    width: int = WIDTH
    height: int = HEIGHT


def chart(story: SeasonTrends) -> RaceChart | None:
    """Return the chart; None before there are two sessions."""
    leaders = [row.player for row in story.view.rows[:LEADERS]]
    leader_ids = {player.pk for player in leaders}
    history = story.history
    sessions_played = sorted(
        {(fact.session_index, fact.session) for fact in history.facts if fact.player in leader_ids}
    )
    sessions = [session for _starts_at, session in sessions_played]
    if len(sessions) < 2 or not leaders:
        return None
    totals = [_totals(history, story.scheme, player.pk, sessions) for player in leaders]
    top = max(max(after) for after in totals)
    step = (WIDTH - 2 * MARGIN) / len(sessions)
    xs = [MARGIN + step * index for index in range(len(sessions) + 1)]
    lines = [_race_line(*each, xs, top) for each in zip(leaders, totals, strict=True)]
    return RaceChart(lines, xs[1:])


def _totals(
    history: SeasonFacts, scheme: Scheme, player: int, sessions: Sequence[int]
) -> Sequence[int]:
    """Return the points of a player after each session, in units, by the rules of the scheme."""
    earned: Counter[int] = Counter()
    for fact in history.facts:
        if fact.player == player:
            earned[fact.session] += points.result_points(fact, scheme)
    deductions: Counter[int] = Counter()
    for penalty in history.penalties:
        if penalty.player == player:
            deductions[penalty.session] += penalty.points * UNIT
    totals, session_points, penalties = [], [], 0
    for session in sessions:
        penalties += deductions[session]
        if session in earned:
            session_points.append(earned[session])
        counting = sorted(session_points, reverse=True)[
            : points.counting_sessions(len(session_points), scheme)
        ]
        totals.append(sum(counting) + len(session_points) * scheme.attendance * UNIT - penalties)
    return totals


def _race_line(player: Player, totals: Sequence[int], xs: Sequence[float], top: int) -> RaceLine:
    ys = [_height(total, top) for total in (0, *totals)]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(xs, ys, strict=True))
    return RaceLine(player, path, totals[-1])


def _height(value: int, top: int) -> float:
    """Return the y of a total; negative totals are drawn at zero."""
    return HEIGHT - MARGIN - max(0, value) / max(1, top) * (HEIGHT - 2 * MARGIN)
