"""The standings of a season, for the wall."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.operations.paper.typesetting.press import PageHeader, Paper


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
