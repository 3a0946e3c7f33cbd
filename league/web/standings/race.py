"""The race over a season as a picture: points of the leaders after each evening."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from league.models import Player
from league.operations.standings.season_trends import SeasonTrends
from scoring.pure import points
from scoring.pure.facts import History
from scoring.pure.schemes import Scheme
from scoring.pure.units import UNIT

WIDTH, HEIGHT, MARGIN = 600, 200, 6
LEADERS = 5


@dataclass(frozen=True)
class Line:
    player: Player
    path: str
    total: int  # units


@dataclass(frozen=True)
class Chart:
    lines: Sequence[Line]
    evenings: Sequence[float]  # x of each evening
    width: int = WIDTH
    height: int = HEIGHT


def chart(story: SeasonTrends) -> Chart | None:
    """None as long as there are no two evenings to draw a line between."""
    leaders = [row.player for row in story.view.rows[:LEADERS]]
    shown = {player.pk for player in leaders}
    history = story.history
    played = sorted(
        {(fact.evening, fact.session) for fact in history.facts if fact.player in shown}
    )
    evenings = [session for _evening, session in played]
    if len(evenings) < 2 or not leaders:
        return None
    totals = [_totals(history, story.scheme, player.pk, evenings) for player in leaders]
    top = max(max(after) for after in totals)
    step = (WIDTH - 2 * MARGIN) / len(evenings)
    xs = [MARGIN + step * index for index in range(len(evenings) + 1)]
    lines = [_line(*each, xs, top) for each in zip(leaders, totals, strict=True)]
    return Chart(lines, xs[1:])


def _totals(
    history: History, scheme: Scheme, player: int, evenings: Sequence[int]
) -> Sequence[int]:
    """A player's points after each evening, as the table had them then: units."""
    earned: Counter[int] = Counter()
    for fact in history.facts:
        if fact.player == player:
            earned[fact.session] += points.earned(fact, scheme)
    taken: Counter[int] = Counter()
    for penalty in history.penalties:
        if penalty.player == player:
            taken[penalty.session] += penalty.points * UNIT
    totals, attended, penalties = [], [], 0
    for evening in evenings:
        penalties += taken[evening]
        if evening in earned:
            attended.append(earned[evening])
        counted = sorted(attended, reverse=True)[: points.kept(len(attended), scheme)]
        totals.append(sum(counted) + len(attended) * scheme.attendance * UNIT - penalties)
    return totals


def _line(player: Player, totals: Sequence[int], xs: Sequence[float], top: int) -> Line:
    ys = [_height(total, top) for total in (0, *totals)]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(xs, ys, strict=True))
    return Line(player, path, totals[-1])


def _height(value: int, top: int) -> float:
    """Nobody is drawn below nothing."""
    return HEIGHT - MARGIN - max(0, value) / max(1, top) * (HEIGHT - 2 * MARGIN)
