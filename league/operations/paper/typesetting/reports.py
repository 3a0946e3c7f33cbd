"""The standings of a season, for the wall, and the report of a player in a season, session by
session, with the origin of all points."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from django.utils.translation import gettext as _

from league.operations.paper.typesetting.pdf_documents import PageHeader, Paper


@dataclass(frozen=True)
class LabelledValue:
    """A value with its label, as it is printed."""

    label: str
    value: str


@dataclass(frozen=True)
class ReportMatch:
    """A match. `others`: the opponents with place and score, best first; `explanation`: how the
    points came about."""

    game: str
    place: str
    score: str
    others: str
    explanation: str
    points: str


@dataclass(frozen=True)
class ReportSession:
    """A session. `note`: why its points do not count, empty where they do; `besides`: other
    points."""

    day: str
    points: str
    note: str
    lines: Sequence[ReportMatch]
    besides: Sequence[LabelledValue] = ()


@dataclass(frozen=True)
class ReportSection:
    """A list below the sessions."""

    title: str
    items: Sequence[LabelledValue]


@dataclass(frozen=True)
class PlayerReport:
    """The content of a report. `figures`: the main numbers; `sums`: the parts of the points, with
    the sum last."""

    figures: Sequence[LabelledValue]
    notes: Sequence[str]
    sums: Sequence[LabelledValue]
    evenings: Sequence[ReportSession]
    sections: Sequence[ReportSection]


def report(about: PageHeader, content: PlayerReport) -> Paper:
    """Return the report as a paper."""
    words = {
        "heads": [_("Game"), _("Place"), _("Score"), _("Opponents: place, score"), _("Points")],
        "evenings": _("Evening by evening"),
        "sums": _("How the points add up"),
    }
    return Paper("report", about, {**asdict(content), "words": words})


@dataclass(frozen=True)
class PrintedStanding:
    """A row; `points` as they are printed."""

    place: int
    name: str
    points: str
    played: int
    wins: int


def standings(about: PageHeader, rows: Sequence[PrintedStanding]) -> Paper:
    heads = [_("Place"), _("Player"), _("Points"), _("Played"), _("Wins")]
    lines = [[str(row.place), row.name, row.points, str(row.played), str(row.wins)] for row in rows]
    words = {"empty": _("No finished match yet.")}
    return Paper("standings", about, {"heads": heads, "rows": lines, "words": words})
