"""The race over a season as a picture: points of the leaders after each evening."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from league.models import Player, Season
from scoring import points, schemes
from scoring.facts import Fact, PlayerId
from scoring.models import Result
from scoring.tables import View

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


def chart(season: Season, view: View, game: str = "") -> Chart | None:
    """None as long as there are no two evenings to draw a line between."""
    leaders = [row.player for row in view.rows[:LEADERS]]
    evenings = list(season.sessions.order_by("starts_at", "id").values_list("id", flat=True))
    sums = _sums(season, view, game)
    evenings = [evening for evening in evenings if any(evening in of for of in sums.values())]
    if len(evenings) < 2 or not leaders:
        return None
    top = max(sum(sums[player.pk].values(), Fraction(0)) for player in leaders) or Fraction(1)
    step = (WIDTH - 2 * MARGIN) / len(evenings)
    xs = [MARGIN + step * index for index in range(len(evenings) + 1)]
    lines = [_line(player, sums[player.pk], evenings, xs, top) for player in leaders]
    return Chart(lines, xs[1:])


def _sums(season: Season, view: View, game: str) -> dict[int, dict[int, Fraction]]:
    """Player → evening → points, by the scheme of the table."""
    results = Result.objects.live().filter(season=season)
    if game:
        results = results.filter(game=game)
    rows = results.values_list("match_id", "session_id", "player_id", "place", "players")
    facts = [Fact(m, s, PlayerId(player), place, n) for m, s, player, place, n in rows]
    earned = points.per_result(facts, schemes.read(view.table.scheme))
    sums: dict[int, dict[int, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for fact, amount in zip(facts, earned, strict=True):
        sums[fact.player][fact.session] += amount
    return sums


def _line(
    player: Player,
    by_evening: dict[int, Fraction],
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
