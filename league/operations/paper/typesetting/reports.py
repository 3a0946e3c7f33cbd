"""What a player did in a season, evening by evening: where each of his points comes from."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from django.utils.translation import gettext as _

from league.operations.paper.typesetting.press import About, Paper


@dataclass(frozen=True)
class Amount:
    """A number with what it is; `value` as it is to be read."""

    label: str
    value: str


@dataclass(frozen=True)
class Line:
    """A match. `others`: with place and score of each, the best first; `told` says how the points
    came about."""

    game: str
    place: str
    score: str
    others: str
    told: str
    points: str


@dataclass(frozen=True)
class Evening:
    """`note`: why its points do not count, empty where they do. `besides`: what else there was."""

    day: str
    points: str
    note: str
    lines: Sequence[Line]
    besides: Sequence[Amount] = ()


@dataclass(frozen=True)
class Section:
    """A list below the evenings."""

    title: str
    items: Sequence[Amount]


@dataclass(frozen=True)
class Report:
    """`figures` at a glance; `sums`: what the points are added up from, the last is the sum."""

    figures: Sequence[Amount]
    notes: Sequence[str]
    sums: Sequence[Amount]
    evenings: Sequence[Evening]
    sections: Sequence[Section]


def report(about: About, told: Report) -> Paper:
    words = {
        "heads": [_("Game"), _("Place"), _("Score"), _("Opponents: place, score"), _("Points")],
        "evenings": _("Evening by evening"),
        "sums": _("How the points add up"),
    }
    return Paper("report", about, {**asdict(told), "words": words})
