"""The race over a season as a picture: points of the leaders after each evening."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from league.models import Player, Season
from scoring import points, schemes, tables
from scoring.facts import PlayerId
from scoring.tables import View
from scoring.tiebreaks import Context

WIDTH, HEIGHT, MARGIN = 600, 200, 6
LEADERS = 5


@dataclass(frozen=True)
class Line:
    player: Player
    path: str
    total: Fraction


@dataclass(frozen=True)
class Chart:
    lines: Sequence[Line]
    evenings: Sequence[float]  # x of each evening
    width: int = WIDTH
    height: int = HEIGHT


def chart(season: Season, view: View) -> Chart | None:
    """None as long as there are no two evenings to draw a line between."""
    leaders = [row.player for row in view.rows[:LEADERS]]
    evenings = list(season.sessions.order_by("starts_at", "id").values_list("id", flat=True))
    sums = _by_evening(view)
    evenings = [evening for evening in evenings if any(evening in of for of in sums.values())]
    if len(evenings) < 2 or not leaders:
        return None
    sums_of_leaders = [sums[PlayerId(player.pk)] for player in leaders]
    top = max(sum(by_evening.values(), Fraction(0)) for by_evening in sums_of_leaders)
    step = (WIDTH - 2 * MARGIN) / len(evenings)
    xs = [MARGIN + step * index for index in range(len(evenings) + 1)]
    lines = [
        _line(player, by_evening, evenings, xs, top or Fraction(1))
        for player, by_evening in zip(leaders, sums_of_leaders, strict=True)
    ]
    return Chart(lines, xs[1:])


def _by_evening(view: View) -> Mapping[PlayerId, Mapping[int, Fraction]]:
    """Player → evening → points, by the scheme of the table."""
    facts = tables.facts(view.table)
    earned = points.per_result(facts, schemes.read(view.table.scheme))
    return Context(facts, earned).evenings


def _line(
    player: Player,
    by_evening: Mapping[int, Fraction],
    evenings: Sequence[int],
    xs: Sequence[float],
    top: Fraction,
) -> Line:
    total, ys = Fraction(0), [_height(Fraction(0), top)]
    for evening in evenings:
        total += by_evening.get(evening, Fraction(0))
        ys.append(_height(total, top))
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(xs, ys, strict=True))
    return Line(player, path, total)


def _height(value: Fraction, top: Fraction) -> float:
    return HEIGHT - MARGIN - float(value / top) * (HEIGHT - 2 * MARGIN)
