"""The geometry of charts: axes, lines, bars and calendars from numbers."""

from datetime import date
from itertools import pairwise

import pytest

from league.web.support import charts
from league.web.support.charts import Bin, Day, Heading, Series, SlopeGroup, SlopeRow


def headings(count: int) -> list[Heading]:
    return [Heading(f"day {number}", f"d{number}") for number in range(count)]


def series(*values: float | None, label: str = "Ada") -> Series:
    return Series(label, values, [str(value) for value in values])


@pytest.mark.parametrize(
    ("values", "span", "zero", "ticks"),
    [
        ([3, 41], 0, True, [0, 10, 20, 30, 40, 50]),
        ([-30, 380], 0, True, [-100, 0, 100, 200, 300, 400]),
        ([1000, 1010], 200, False, [900, 950, 1000, 1050, 1100, 1150]),
        ([0], 0, True, [0, 1]),
        ([7, 7], 0, False, [6, 7, 8]),
        ([], 0, False, [-1, 0, 1]),
    ],
)
def test_an_axis_has_round_ticks_around_its_values(values, span, zero, ticks):
    axis = charts.value_axis(values, span=span, zero=zero)
    assert axis.ticks == ticks
    assert [axis.y(ticks[-1]), axis.y(ticks[0])] == [0, 1]


def test_the_first_place_stands_at_the_top():
    axis = charts.place_axis(10)
    assert axis.ticks == [1, 4, 7, 10]
    assert axis.y(1) < 0.1 < 0.9 < axis.y(10)
    assert charts.place_axis(1).ticks == [1, 2]


def test_a_point_stands_in_the_middle_of_its_column():
    axis = charts.value_axis([0, 10], zero=True)
    chart = charts.line_chart([series(0, 5, 10, 10)], headings(4), axis)
    (line,) = chart.lines
    assert line.points == "125,1000 375,500 625,0 875,0"
    assert [(mark.x, mark.y) for mark in line.markers][1] == ("37.5%", "50%")
    assert [tick.label for tick in chart.plot.ticks][-1] == "10"


def test_a_column_says_the_values_of_all_lines_that_have_one():
    axis = charts.value_axis([0, 10])
    lines = [series(None, 5), series(3, 10, label="Bob")]
    columns = charts.line_chart(lines, headings(2), axis).plot.columns
    assert [column.entries for column in columns] == [
        [("Bob", "3")],
        [("Ada", "5"), ("Bob", "10")],
    ]


@pytest.mark.parametrize(
    ("count", "named", "width"), [(6, 6, 0), (7, 4, 0), (12, 6, 0), (30, 15, 720)]
)
def test_columns_keep_the_width_of_a_finger_and_names_do_not_collide(count, named, width):
    axis = charts.value_axis([1])
    plot = charts.line_chart([series(*[1] * count)], headings(count), axis).plot
    assert sum(bool(column.short) for column in plot.columns) == named
    assert plot.columns[-1].short
    assert plot.least_width == width


def test_end_labels_do_not_cover_each_other():
    axis = charts.value_axis([0, 10], zero=True)
    lines = [series(5, value) for value in (10, 10, 9.9, 5, 0, 0)]
    drawn = charts.line_chart(lines, headings(2), axis).lines
    ends = sorted(float(line.end.y.removesuffix("%")) for line in drawn)
    assert all(after - before >= 7.4 for before, after in pairwise(ends))
    assert ends[0] >= 0
    assert ends[-1] <= 100


def test_a_band_runs_along_both_edges():
    axis = charts.value_axis([0, 10], zero=True)
    line = series(5, 5)._replace(spread=[(0, 10), (0, 10)])
    (drawn,) = charts.line_chart([line], headings(2), axis).lines
    assert drawn.band == "250,0 750,0 750,1000 250,1000"


@pytest.mark.parametrize(
    ("counts", "marked", "bins"),
    [
        ({4: 2}, [4, 4], [Bin(4, 4, 2, 2)]),
        ({-3: 1, 17: 2}, [17], [Bin(-5, -1, 1, 0), *[Bin(0, 4, 0, 0)]]),
        ({100: 1, 545: 3}, [], [Bin(100, 149, 1, 0)]),
    ],
)
def test_bins_are_round_and_hold_every_value_once(counts, marked, bins):
    made = charts.bins_of(counts, marked)
    assert made[: len(bins)] == bins
    assert sum(bin_.times for bin_ in made) == sum(counts.values())
    assert sum(bin_.marked for bin_ in made) == len(marked)
    assert len(made) <= 11


def test_marks_stand_on_each_other_within_the_plot():
    bins = [Bin(0, 4, 3, 10), Bin(5, 9, 1, 0)]
    bars = charts.bar_chart(bins, headings(2), [[], []]).bars
    assert [bar.height for bar in bars] == ["100%", "33.3%"]
    ys = [float(mark.y.removesuffix("%")) for mark in bars[0].marks]
    assert ys == sorted(ys, reverse=True)
    assert min(ys) > 0


def test_a_calendar_has_a_row_per_month_and_its_weeks_begin_on_monday():
    days = [Day(date(2026, month, day), "/", 1, "") for month, day in ((12, 31), (11, 2), (11, 1))]
    november, december, january = charts.calendar(days, date(2026, 11, 1), date(2027, 1, 5))
    assert [[day.day.day for day in week] for week in november.weeks] == [
        [1],
        [2],
        [],
        [],
        [],
        [],
    ]
    assert december.weeks[4] == [days[0]]
    assert january.first == date(2027, 1, 1)


def test_intervals_share_a_scale():
    scale, (first, second) = charts.intervals([(1000, 100), (1400, 100)])
    assert [tick.label for tick in scale] == ["1000", "1200", "1400"]
    assert first == ("12.5%", "25%", "37.5%")
    assert second == ("62.5%", "75%", "87.5%")


def slope_row(key: int, kind: str = "stays") -> SlopeRow:
    return SlopeRow(key, str(key), 0, kind, [])


def test_a_slope_joins_the_rows_of_a_key_below_the_headings_of_both_sides():
    left = [SlopeGroup("A", [slope_row(1), slope_row(2, "down")]), SlopeGroup("B", [slope_row(3)])]
    right = [SlopeGroup("A", [slope_row(1)]), SlopeGroup("B", [slope_row(3), slope_row(2, "down")])]
    chart = charts.slope_chart(left, right, {"up": "up", "down": "down", "stays": "stays"})
    assert chart.height == 5
    assert {row.key: row.path for group in chart.left for row in group.rows} == {
        1: "M0 1.5C500 1.5 500 1.5 1000 1.5",
        2: "M0 2.5C500 2.5 500 4.5 1000 4.5",
        3: "M0 4.5C500 4.5 500 3.5 1000 3.5",
    }
    assert [(kind.kind, kind.lines) for kind in chart.kinds] == [("down", 1), ("stays", 2)]
