"""Scoring schemes: how results become points and points a table, as a named set of choices that is
stored with every table."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from games import shape
from games.shape import Spot
from problems import reader
from problems.problem import Problem
from problems.seats import SEATS
from problems.text import Text
from scoring.pure.statistics import STATISTICS
from scoring.pure.tiebreaks import TIEBREAKS

AGGREGATES = ("sum", "mean")
SIT_OUT_VALUES = ("nothing", "own_mean", "win")  # points of a round in which a player sits out
DEFAULT_TIEBREAKS = ("wins", "mini_table", "best_evening")
MOST_ALWAYS_LISTED = 8  # players at a table: lists for more came later, and may be missing
SIZES = tuple(str(size) for size in SEATS if size <= MOST_ALWAYS_LISTED)
LARGE_SIZES = tuple(str(size) for size in SEATS if size > MOST_ALWAYS_LISTED)
DEFAULT_CAP = 100
# one for every player beaten and one more for the winner
DEFAULT_PLACE_POINTS = {size: (int(size), *range(int(size) - 2, -1, -1)) for size in SIZES}

MAX_SCALE = 100_000
MAX_POINTS = 100_000
MAX_EVENINGS = 1_000
MAX_MATCHES = 1_000
MAX_KEPT = 99  # per cent
MOST_COLUMNS = 4
ALWAYS_SHOWN = {"points", "matches", "wins"}
# statistics that need nothing but the results of a table
COLUMNS = tuple(
    code
    for code, statistic in STATISTICS.items()
    if statistic.needs is None and code not in ALWAYS_SHOWN
)

TOO_LARGE = Text("too_large", "Enter {most} or less, not {found}.")
TWICE = Text("twice", "The tie-break “{code}” appears twice. Keep one.")
COLUMN_TWICE = Text("column_twice", "The column “{code}” appears twice. Keep one.")
NOT_WITH_MEAN = Text(
    "not_with_mean",
    "This choice cannot be combined with the mean of all matches. Leave it out, or choose the sum.",
)
RISES = Text(
    "rises", "A place cannot earn more points than the place before it. Lower these points."
)


class SchemeError(ValueError):
    """All problems of a scheme; paths are inside it, such as `tiebreaks.2`."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(f"{problem.path}: {problem.message()}" for problem in problems))
        self.problems = problems


class PointsSystem(NamedTuple):
    """A way to turn a result into points, with its label and explanation."""

    code: str
    label: Text
    help: Text


@dataclass(frozen=True)
class Scheme:
    """A scoring scheme. The default gives 60 to the winner and 0 to the last, and adds up a season.

    `aggregate`: the points of a season are the sum of the sessions that count, or the mean of all
    matches; `ONLY_WITH_SUM` has the choices that a mean leaves no room for.
    `place_points`: size of the table → points of its places; `cap`: most points either way. Each is
    filled in if `points` needs it. `best_evenings`: the number of sessions that count;
    `drop_worst`: the number of attended sessions that do not, but one always does;
    `minimum_evenings` and `minimum_matches`: players who attended or played fewer are listed after
    all others; `attendance`: points for every session attended; `sit_out`: points for every round
    in which the player had to sit out. `planned_evenings` and `matches_per_evening` (the most of
    one player) only serve to predict the places that can still be reached. `kept_per_month`: the
    share of its points, in per cent, that a result keeps for each calendar month before the month
    of the last evening; None if results do not fade. `columns` are statistics shown beside the
    points; they rank no player.
    """

    points: str = "place_fraction"
    scale: int = 60
    aggregate: str = "sum"
    tiebreaks: tuple[str, ...] = DEFAULT_TIEBREAKS
    place_points: Mapping[str, tuple[int, ...]] | None = field(default=None, hash=False)
    cap: int | None = None
    best_evenings: int | None = None
    drop_worst: int = 0
    minimum_evenings: int = 0
    attendance: int = 0
    sit_out: str = "nothing"
    planned_evenings: int | None = None
    matches_per_evening: int | None = None
    minimum_matches: int = 0
    kept_per_month: int | None = None
    columns: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Fill in what the points need, so that it is stored with the scheme."""
        if self.points == "place_points" and self.place_points is None:
            object.__setattr__(self, "place_points", DEFAULT_PLACE_POINTS)
        if self.points == "capped_margin" and self.cap is None:
            object.__setattr__(self, "cap", DEFAULT_CAP)

    @property
    def has_plan(self) -> bool:
        return self.planned_evenings is not None and self.matches_per_evening is not None

    def spelled_out(self) -> dict[str, Any]:
        """Return every choice, as it is stored: a default that changes later rewrites no
        history."""
        return {
            own_field.name: _json_value(getattr(self, own_field.name))
            for own_field in fields(self)
            if own_field.name not in LEFT_OUT or getattr(self, own_field.name) != own_field.default
        }

    def to_json(self) -> dict[str, Any]:
        """Return the four choices that every scheme states, and those that differ from their
        default."""
        return {
            own_field.name: _json_value(getattr(self, own_field.name))
            for own_field in fields(self)
            if own_field.name in ALWAYS_STATED or getattr(self, own_field.name) != own_field.default
        }


ALWAYS_STATED = ("points", "scale", "aggregate", "tiebreaks")
# at their default: they came after the first stored schemes
LEFT_OUT = ("minimum_matches", "kept_per_month", "columns")
ONLY_WITH_SUM = ("best_evenings", "drop_worst", "sit_out", "kept_per_month")


def read(raw: object) -> Scheme:
    """Return the scheme in the form of `to_json`; missing names take their default. Raise
    SchemeError for an invalid one. With a mean, the choices of `ONLY_WITH_SUM` keep their
    default."""
    at = Spot("", "", [])
    entries = reader.fields(raw, at, optional=READERS)
    values: dict[str, Any] = {key: READERS[key](value, at / key) for key, value in entries.items()}
    if values.get("aggregate") == "mean":
        for name in ONLY_WITH_SUM:
            if values.get(name) not in (None, getattr(Scheme, name)):
                (at / name).refuse(NOT_WITH_MEAN)
    if at.problems:
        raise SchemeError(at.problems)
    return Scheme(**values)


def _json_value(value: object) -> object:
    """Return a value with lists and objects as JSON has them."""
    if isinstance(value, Mapping):
        return {key: list(listed) for key, listed in value.items()}
    return list(value) if isinstance(value, tuple) else value


ValueReader = Callable[[object, Spot], object]


def _choice_reader(choices: Sequence[str]) -> ValueReader:
    return lambda raw, at: reader.choice(raw, at, choices)


def _integer_reader(least: int, most: int, *, or_none: bool = False) -> ValueReader:
    return lambda raw, at: None if or_none and raw is None else _read_bounded(raw, at, least, most)


def _read_bounded(raw: object, at: Spot, least: int, most: int) -> int | None:
    value = shape.integer(raw, at, least=least)
    if value is not None and value > most:
        at.refuse(TOO_LARGE, most=most, found=shape.describe(raw))
    return value


def _read_tiebreaks(raw: object, at: Spot) -> tuple[str, ...]:
    entries_ = reader.entries(raw, at, most=len(TIEBREAKS)) or []
    codes: list[str] = []
    for index, entry in enumerate(entries_):
        code = reader.choice(entry, at / index, TIEBREAKS)
        if code in codes:
            (at / index).refuse(TWICE, code=code)
        elif code is not None:
            codes.append(code)
    return tuple(codes)


def _read_columns(raw: object, at: Spot) -> tuple[str, ...]:
    codes: list[str] = []
    for index, entry in enumerate(reader.entries(raw, at, most=MOST_COLUMNS) or []):
        code = reader.choice(entry, at / index, COLUMNS)
        if code in codes:
            (at / index).refuse(COLUMN_TWICE, code=code)
        elif code is not None:
            codes.append(code)
    return tuple(codes)


def _read_place_points(raw: object, at: Spot) -> Mapping[str, tuple[int, ...]] | None:
    if raw is None:
        return None
    named = raw if isinstance(raw, dict) else {}
    given = [number for number, size in enumerate(LARGE_SIZES, 1) if size in named]
    up_to = max(given, default=0)  # no size between two may be missing
    required = (*SIZES, *LARGE_SIZES[:up_to])
    entries = reader.fields(raw, at, required=required, optional=LARGE_SIZES[up_to:])
    return {size: _read_points(points, at / size, int(size)) for size, points in entries.items()}


def _read_points(raw: object, at: Spot, count: int) -> tuple[int, ...]:
    entries_ = reader.entries(raw, at, count=count) or []
    numbers = [
        _read_bounded(entry, at / i, -MAX_POINTS, MAX_POINTS) for i, entry in enumerate(entries_)
    ]
    values = tuple(value for value in numbers if value is not None)
    if list(values) != sorted(values, reverse=True):
        at.refuse(RISES)
    return values


POINTS: Mapping[str, PointsSystem] = {
    system.code: system
    for system in (
        PointsSystem(
            "place_fraction",
            Text("points_place_fraction", "Share of opponents beaten"),
            Text(
                "points_place_fraction_help",
                "First place earns the full points, last place 0, and the others are evenly "
                "spaced, whatever the size of the table. A shared place earns the average of "
                "the places it covers.",
            ),
        ),
        PointsSystem(
            "place_points",
            Text("points_place_points", "Points by place"),
            Text(
                "points_place_points_help",
                "A list of points for each table size, from the first place to the last. A "
                "shared place earns the average of the places it covers.",
            ),
        ),
        PointsSystem(
            "raw",
            Text("points_raw", "Match scores"),
            Text(
                "points_raw_help",
                "The match score counts as it is. This is fair only between matches of the "
                "same game and length.",
            ),
        ),
        PointsSystem(
            "capped_margin",
            Text("points_capped_margin", "Margin over the others"),
            Text(
                "points_capped_margin_help",
                "The score minus the average score of the others at the table, limited to the cap "
                "above or below 0.",
            ),
        ),
        PointsSystem(
            "target",
            Text("points_target", "Share of the target"),
            Text(
                "points_target_help",
                "The score divided by the match target (100 if the game has none), times the "
                "full points, rounded to a hundredth.",
            ),
        ),
        PointsSystem(
            "z_score",
            Text("points_z_score", "Standard score (z-score)"),
            Text(
                "points_z_score_help",
                "The distance of the score from the average of the table, in standard deviations "
                "of its scores, times the full points, rounded to a hundredth. Where all scores "
                "are equal, everyone earns 0.",
            ),
        ),
    )
}

READERS: Mapping[str, ValueReader] = {
    "points": _choice_reader(tuple(POINTS)),
    "scale": _integer_reader(1, MAX_SCALE),
    "aggregate": _choice_reader(AGGREGATES),
    "tiebreaks": _read_tiebreaks,
    "place_points": _read_place_points,
    "cap": _integer_reader(1, MAX_POINTS, or_none=True),
    "best_evenings": _integer_reader(1, MAX_EVENINGS, or_none=True),
    "drop_worst": _integer_reader(0, MAX_EVENINGS),
    "minimum_evenings": _integer_reader(0, MAX_EVENINGS),
    "attendance": _integer_reader(0, MAX_POINTS),
    "sit_out": _choice_reader(SIT_OUT_VALUES),
    "planned_evenings": _integer_reader(1, MAX_EVENINGS, or_none=True),
    "matches_per_evening": _integer_reader(1, MAX_MATCHES, or_none=True),
    "minimum_matches": _integer_reader(0, MAX_MATCHES),
    "kept_per_month": _integer_reader(1, MAX_KEPT, or_none=True),
    "columns": _read_columns,
}
