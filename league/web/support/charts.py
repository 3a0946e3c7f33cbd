"""Charts as numbers on a page: from values to the geometry that the templates of support/charts
draw. Pure.

A plot is 1000 units wide and high, and stretches; what must not stretch (text, markers) is placed
by percentages. The columns of a plot are equally wide, and the point of a column stands in its
middle: so the page can lay a list of columns over the drawing, each with its values.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from itertools import groupby
from math import ceil, floor, log10
from typing import NamedTuple

BOX = 1000  # side of the stretched box
ROOMY = 12  # columns that fit on a phone, with 24 pixels each
LEAST_COLUMN = 24  # pixels: what a finger hits
END_GAP = 7.5  # least distance of two end labels, in per cent of the height
LONGEST_END = 19  # letters of an end label
MARKED_COLUMNS = 16  # with more columns only the last point has its marker


class Figure(NamedTuple):
    """A chart with its words. `name` is unique on the page; `summary` describes the chart for
    readers who do not see it; `vertical` is the title of the axis, `chosen` the title of the
    columns."""

    name: str
    title: str
    summary: str
    vertical: str
    chosen: str
    chart: "LineChart | BarChart | SlopeChart"


class ScaleTick(NamedTuple):
    """A tick of a common scale: where it stands from the left, as a percentage."""

    middle: str
    label: str


class Tick(NamedTuple):
    """A tick of the vertical axis: `y` from the top, as a percentage."""

    y: str
    label: str


class Axis(NamedTuple):
    """A vertical axis from `least` to `most`, with the values of its ticks. `falling`: the least
    stands at the top, as places do."""

    least: float
    most: float
    ticks: Sequence[float]
    falling: bool = False

    def y(self, value: float) -> float:
        """Return the distance of a value from the top, from 0 to 1; values outside the axis stand
        on its edge."""
        share = (min(max(value, self.least), self.most) - self.least) / (self.most - self.least)
        return share if self.falling else 1 - share


class Heading(NamedTuple):
    """The names of a column: in full, and short below the axis."""

    full: str
    short: str


class Series(NamedTuple):
    """The values of a line by column, None where it has none; `texts` are the values as words, and
    `spread` the least and the most of a band around the line."""

    label: str
    values: Sequence[float | None]
    texts: Sequence[str]
    spread: Sequence[tuple[float, float] | None] = ()


class Marker(NamedTuple):
    """A sign at a point, both coordinates as percentages."""

    x: str
    y: str


class DrawnLine(NamedTuple):
    """A line of a chart. `number` from 1 chooses its dashes and its marker; `end` is where its
    label stands, beside the last point."""

    number: int
    label: str
    points: str
    band: str
    markers: Sequence[Marker]
    end: Marker
    end_label: str
    last: str


class Column(NamedTuple):
    """A column of a plot: its text, line by line. `short` is empty where the axis has no room for
    it."""

    full: str
    short: str
    entries: Sequence[tuple[str, str]]


class Plot(NamedTuple):
    """The common part of line and bar charts. `least_width` is in pixels; 0 if the plot fits
    everywhere."""

    ticks: Sequence[Tick]
    columns: Sequence[Column]
    least_width: int


class LineChart(NamedTuple):
    plot: Plot
    lines: Sequence[DrawnLine]


class Bar(NamedTuple):
    """A bar and the marks in it, all as percentages. Some bars stand out."""

    x: str
    y: str
    width: str
    height: str
    marks: Sequence[Marker] = ()
    stands_out: bool = False


class BarChart(NamedTuple):
    plot: Plot
    bars: Sequence[Bar]


class Bin(NamedTuple):
    """A range of whole values with how many there are, and how many of them are marked."""

    least: int
    most: int
    times: int
    marked: int


class Day(NamedTuple):
    """A day of a calendar. `level` from 0 to 4 is its shade; `words` say what happened."""

    day: date
    address: str
    level: int
    words: str


class Month(NamedTuple):
    """A month of a calendar with the days of each of its six weeks, Monday first."""

    first: date
    weeks: Sequence[Sequence[Day]]


class SlopeRow(NamedTuple):
    """A row on one side of a slope, joined to the row of the same key on the other side. `kind` is
    the kind of the line, `entries` are its values as words; a chart adds its path on the left."""

    key: int
    label: str
    place: int
    kind: str
    entries: Sequence[tuple[str, str]]
    path: str = ""


class SlopeGroup(NamedTuple):
    """Rows below a heading, which takes a row too."""

    name: str
    rows: Sequence[SlopeRow]


class SlopeKind(NamedTuple):
    """A kind of lines: its words, and how many lines are of it."""

    kind: str
    label: str
    lines: int


class SlopeChart(NamedTuple):
    """Two lists of rows of one height, with lines between them. `height` is in rows."""

    left: Sequence[SlopeGroup]
    right: Sequence[SlopeGroup]
    kinds: Sequence[SlopeKind]
    height: int


class Interval(NamedTuple):
    """A value with its uncertainty, as percentages of a common scale."""

    least: str
    middle: str
    most: str


def value_axis(values: Iterable[float], *, span: float = 0, zero: bool = False) -> Axis:
    """Return an axis of round numbers around these values. It covers at least `span`, so that
    small changes look small, and the zero if `zero`.

    >>> value_axis([3, 41], zero=True).ticks
    [0, 10, 20, 30, 40, 50]
    """
    numbers = [*values, *([0] if zero else [])] or [0]
    least, most = min(numbers), max(numbers)
    missing = max(0, span - (most - least), 1 - (most - least))
    least, most = (least, most + missing) if zero else (least - missing / 2, most + missing / 2)
    step = _round_step((most - least) / 5)
    first, last = floor(least / step), ceil(most / step)
    ticks = [number * step for number in range(first, last + 1)]
    return Axis(ticks[0], ticks[-1], ticks)


def place_axis(most: int) -> Axis:
    """Return the axis of places from the first, at the top, to `most`.

    >>> place_axis(10).ticks
    [1, 4, 7, 10]
    """
    most = max(2, most)
    step = ceil((most - 1) / 4)
    ticks = sorted({*range(1, most + 1, step)})
    return Axis(0.5, most + 0.5, ticks, falling=True)


def line_chart(series: Sequence[Series], headings: Sequence[Heading], axis: Axis) -> LineChart:
    """Return the chart of lines over the same columns, the first line on top of the others."""
    ends = _end_positions([_last_y(line, axis) for line in series])
    entries = [
        [(line.label, line.texts[index]) for line in series if line.values[index] is not None]
        for index in range(len(headings))
    ]
    lines = [
        _line(number, line, axis, end)
        for number, (line, end) in enumerate(zip(series, ends, strict=True), 1)
    ]
    return LineChart(_plot(axis, headings, entries), lines)


def bar_chart(
    bins: Sequence[Bin], headings: Sequence[Heading], entries: Sequence[Sequence[tuple[str, str]]]
) -> BarChart:
    """Return the chart of these bins; marked values are signs that stand on each other in their
    bar."""
    axis = value_axis([max(value_bin.times for value_bin in bins)], zero=True)
    highest = max(10, max(value_bin.marked for value_bin in bins))
    bars = [
        _bar(index, value_bin.times, len(bins), axis)._replace(
            marks=[
                Marker(_percent((index + 0.5) / len(bins)), _percent(1 - (row + 0.5) / highest))
                for row in range(value_bin.marked)
            ]
        )
        for index, value_bin in enumerate(bins)
    ]
    return BarChart(_plot(axis, headings, entries, every=1), bars)


def value_bars(
    values: Sequence[float],
    standing_out: Sequence[bool],
    headings: Sequence[Heading],
    entries: Sequence[Sequence[tuple[str, str]]],
    axis: Axis,
) -> BarChart:
    """Return the chart of a bar for each value, in order of time; some of them stand out."""
    bars = [
        _bar(index, value, len(values), axis)._replace(stands_out=stands_out)
        for index, (value, stands_out) in enumerate(zip(values, standing_out, strict=True))
    ]
    return BarChart(_plot(axis, headings, entries), bars)


def bins_of(counts: Mapping[int, int], marked: Sequence[int], most_bins: int = 10) -> list[Bin]:
    """Return bins of equal round width that cover all values; `counts` says how often each value
    occurs, `marked` are some of the values.

    >>> bins_of({3: 1, 12: 2}, [12], most_bins=5)
    [Bin(least=3, most=4, times=1, marked=0), Bin(least=5, most=6, times=0, marked=0), \
Bin(least=7, most=8, times=0, marked=0), Bin(least=9, most=10, times=0, marked=0), \
Bin(least=11, most=12, times=2, marked=1)]
    """
    least, most = min(counts), max(counts)
    width = ceil((most - least + 1) / most_bins)
    if width > 2:
        width = _round_step(width)
        least = floor(least / width) * width
    return [
        Bin(
            start,
            start + width - 1,
            sum(counts.get(value, 0) for value in range(start, start + width)),
            sum(start <= value < start + width for value in marked),
        )
        for start in range(least, most + 1, width)
    ]


def calendar(days: Iterable[Day], first: date, last: date) -> list[Month]:
    """Return the months from the first to the last day with these days in their weeks."""
    months = []
    by_month = {
        key: list(group) for key, group in groupby(sorted(days), lambda day: day.day.replace(day=1))
    }
    month = first.replace(day=1)
    while month <= last:
        weeks: list[list[Day]] = [[] for _ in range(6)]
        for day in by_month.get(month, []):
            weeks[(day.day.day - 1 + month.weekday()) // 7].append(day)
        months.append(Month(month, weeks))
        month = (month + timedelta(days=31)).replace(day=1)
    return months


def level(count: int, most: int, shades: int = 4) -> int:
    """Return the shade of a count from 1 to `shades`; 0 for none.

    >>> [level(count, 8) for count in (0, 1, 4, 8)]
    [0, 1, 2, 4]
    """
    return ceil(shades * count / most) if most else 0


def slope_chart(
    left: Sequence[SlopeGroup], right: Sequence[SlopeGroup], kinds: Mapping[str, str]
) -> SlopeChart:
    """Return the chart of the lines from the left to the right; `kinds` are the words of all kinds
    of lines, and the legend shows the ones in use."""
    starts, ends = _row_middles(left), _row_middles(right)
    counts = Counter(row.kind for group in left for row in group.rows)
    return SlopeChart(
        [
            SlopeGroup(
                name, [row._replace(path=_curve(starts[row.key], ends[row.key])) for row in rows]
            )
            for name, rows in left
        ],
        right,
        [SlopeKind(kind, kinds[kind], counts[kind]) for kind in kinds if counts[kind]],
        max(sum(1 + len(group.rows) for group in side) for side in (left, right)),
    )


def intervals(
    values: Sequence[tuple[float, float]],
) -> tuple[list[ScaleTick], list[Interval]]:
    """Return the common scale of values with their deviations, and each of them on it."""
    axis = value_axis([end for value, by in values for end in (value - by, value + by)])
    scale = [ScaleTick(_percent(1 - axis.y(tick)), _number(tick)) for tick in axis.ticks]
    return scale[1:-1] or scale, [
        Interval(*(_percent(1 - axis.y(end)) for end in (value - by, value, value + by)))
        for value, by in values
    ]


def _plot(
    axis: Axis,
    headings: Sequence[Heading],
    entries: Sequence[Sequence[tuple[str, str]]],
    every: int = 0,
) -> Plot:
    """Return axis and columns; each column has its short name, or where `every` is 0 as many as
    dates have room."""
    count = len(headings)
    every = every or (1 if count <= ROOMY // 2 else 2)
    columns = [
        # counted from the end: the latest column has its name
        Column(heading.full, "" if (count - 1 - index) % every else heading.short, lines)
        for index, (heading, lines) in enumerate(zip(headings, entries, strict=True))
    ]
    ticks = [Tick(_percent(axis.y(value)), _number(value)) for value in axis.ticks]
    return Plot(ticks, columns, LEAST_COLUMN * count if count > ROOMY else 0)


def _line(number: int, series: Series, axis: Axis, end: float) -> DrawnLine:
    count = len(series.values)
    xs = [(index + 0.5) / count for index in range(count)]
    points = [
        (x, axis.y(value)) for x, value in zip(xs, series.values, strict=True) if value is not None
    ]
    marked = points if count <= MARKED_COLUMNS else points[-1:]
    return DrawnLine(
        number,
        series.label,
        _path(points),
        _band(series, xs, axis),
        [Marker(_percent(x), _percent(y)) for x, y in marked],
        Marker(_percent(points[-1][0]) if points else "", _percent(end)),
        _shortened(series.label),
        series.texts[-1] if series.texts else "",
    )


def _band(series: Series, xs: Sequence[float], axis: Axis) -> str:
    """Return the outline of the band: along its upper edge, and back along the lower one."""
    ends = [
        (x, *bounds) for x, bounds in zip(xs, series.spread, strict=False) if bounds is not None
    ]
    upper = [(x, axis.y(most)) for x, _, most in ends]
    return _path([*upper, *((x, axis.y(least)) for x, least, _ in reversed(ends))])


def _last_y(series: Series, axis: Axis) -> float:
    values = [value for value in series.values if value is not None]
    return 100 * axis.y(values[-1]) if values else 100


def _end_positions(ideal: Sequence[float]) -> list[float]:
    """Return where labels stand that should stand at `ideal` (from 0 to 100), as near as they can
    without covering each other, from 0 to 1."""
    order = sorted(range(len(ideal)), key=lambda index: ideal[index])
    positions = [0.0] * len(ideal)
    last = -END_GAP
    for index in order:
        last = positions[index] = max(ideal[index], last + END_GAP)
    below = 100 + END_GAP
    for index in reversed(order):
        below = positions[index] = min(positions[index], below - END_GAP)
    return [position / 100 for position in positions]


def _bar(index: int, value: float, count: int, axis: Axis) -> Bar:
    top = axis.y(value)
    return Bar(
        _percent((index + 0.1) / count), _percent(top), _percent(0.8 / count), _percent(1 - top)
    )


def _row_middles(groups: Sequence[SlopeGroup]) -> dict[int, float]:
    """Return the distance of the middle of each row from the top, by key, in rows."""
    keys = [key for group in groups for key in (None, *(row.key for row in group.rows))]
    return {key: index + 0.5 for index, key in enumerate(keys) if key is not None}


def _curve(start: float, end: float) -> str:
    middle = BOX // 2
    return f"M0 {start:g}C{middle} {start:g} {middle} {end:g} {BOX} {end:g}"


def _path(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{round(x * BOX)},{round(y * BOX)}" for x, y in points)


def _percent(share: float) -> str:
    return f"{100 * share:.1f}".removesuffix(".0") + "%"


def _number(value: float) -> str:
    """Return a tick as the page shows it, with a real minus sign."""
    return str(round(value)).replace("-", "−")


def _round_step(least: float) -> int:
    """Return the first of 1, 2, 5, 10, 20, 50 … that is not less.

    >>> [_round_step(number) for number in (0.3, 1.1, 3, 7, 120)]
    [1, 2, 5, 10, 200]
    """
    power: int = 10 ** max(0, floor(log10(max(least, 1))))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least)


def _shortened(label: str) -> str:
    return label if len(label) <= LONGEST_END else f"{label[: LONGEST_END - 1].rstrip()}…"
