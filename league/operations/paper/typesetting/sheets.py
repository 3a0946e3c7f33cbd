"""Score sheets to write on, one for each table."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext as _

from games import game_name
from league.operations.paper.typesetting import checkboxes, forms
from league.operations.paper.typesetting.cards import TableAccessCard, access_with_qr
from league.operations.paper.typesetting.pdf_documents import PageHeader, Paper
from league.operations.paper.typesetting.seating import title


@dataclass(frozen=True)
class ScoreSheet:
    """The sheet of one match. A blank sheet has empty names, and no table. `options` are all house
    rules; `partners` are proposed round by round: teams of seats from 1."""

    game: str
    players: Sequence[str]
    options: Mapping[str, Any]
    table: int | None = None
    door: TableAccessCard | None = None
    partners: Sequence[Sequence[Sequence[int]]] = ()


def sheets(about: PageHeader, listed: Sequence[ScoreSheet]) -> Paper:
    words = {
        "round": _("Round"),
        "total": _("Total"),
        "place": _("Place"),
        "table": _("Table"),
        "checked": _("Checked by"),
        "date": _("Date"),
        "start": _("At the start"),
        "qr": _("Table QR code"),
    }
    return Paper("sheets", about, {"sheets": list(map(_sheet, listed)), "words": words})


def _sheet(sheet: ScoreSheet) -> dict[str, Any]:
    form = forms.form_of(sheet.game, sheet.options, len(sheet.players))
    hints = [*form.hints, *_proposed_partners(sheet.partners)]
    return {
        **asdict(form),
        "hints": hints,
        "boxes": checkboxes.draw(form.lines)._asdict() if form.lines else None,
        "title": title(sheet.table) if sheet.table is not None else "",
        "game": game_name(sheet.game),
        "players": list(sheet.players),
        "door": access_with_qr(sheet.door),
    }


def _proposed_partners(partners: Sequence[Sequence[Sequence[int]]]) -> list[str]:
    rounds = [" – ".join("+".join(map(str, team)) for team in teams) for teams in partners]
    words = _("Suggested partners, round by round: %(rounds)s.")
    return [words % {"rounds": " · ".join(rounds)}] if rounds else []
