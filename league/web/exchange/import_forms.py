"""Forms of the import of a file: upload, options, mapping of columns."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.models import Club
from league.operations.exchange.import_files import fields as import_fields
from league.operations.exchange.import_files import mapping
from league.operations.exchange.import_files.players import ExistingPolicy
from league.web.support.forms import game_choices

NO_COLUMN = "—"
LABELS = {
    "name": gettext_lazy("Name"),
    "first_name": gettext_lazy("First name"),
    "last_name": gettext_lazy("Last name"),
    "last_first_name": gettext_lazy("Last name, first name"),
    "email": gettext_lazy("E-mail"),
    "visibility": gettext_lazy("What the public sees"),
    "payer_first_name": gettext_lazy("Payer’s first name"),
    "payer_last_name": gettext_lazy("Payer’s last name"),
    "payer_email": gettext_lazy("Payer’s e-mail"),
    "order_status": gettext_lazy("Order status"),
    "date": gettext_lazy("Day"),
    "played_at": gettext_lazy("Day"),
    "time": gettext_lazy("Time"),
    "place": gettext_lazy("Where"),
    "game": gettext_lazy("Game"),
    "match": gettext_lazy("Match"),
    "round": gettext_lazy("Round"),
    "seat": gettext_lazy("Seat"),
    "player": gettext_lazy("Player"),
    "score": gettext_lazy("Score"),
    "total": gettext_lazy("Total"),
}
FIELDS_LEFT_OUT = ("total",)  # recognised only to explain why totals are not enough
FEWEST_ROUNDS = 4


class UploadForm(forms.Form):
    content = forms.FileField(label=gettext_lazy("File"))

    def clean_content(self) -> Any:
        upload = self.cleaned_data["content"]
        if upload.size > settings.IMPORT_BYTES:
            most = settings.IMPORT_BYTES // 2**20
            raise forms.ValidationError(_("A file can be at most %(most)s MiB.") % {"most": most})
        return upload


class PlayersForm(UploadForm):
    existing = forms.ChoiceField(
        label=gettext_lazy("If a player already exists"),
        choices=[
            (ExistingPolicy.SKIP, gettext_lazy("leave the player unchanged")),
            (ExistingPolicy.UPDATE, gettext_lazy("update the player from the file")),
            (ExistingPolicy.REFUSE, gettext_lazy("refuse the file")),
        ],
    )


class ResultsForm(UploadForm):
    season_name = forms.CharField(
        label=gettext_lazy("Name for the new season"), max_length=100, required=False
    )
    create_players = forms.BooleanField(
        label=gettext_lazy("Create missing players"), required=False
    )
    date = forms.DateField(
        label=gettext_lazy("Date for rows without one"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
    )
    game = forms.ChoiceField(
        label=gettext_lazy("Game for rows without one"),
        required=False,
        choices=lambda: [("", NO_COLUMN), *game_choices()],
    )

    def __init__(self, club: Club, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seasons = [(season.pk, season.name) for season in club.seasons.all()]
        self.fields["season"] = forms.TypedChoiceField(
            label=_("Import into"),
            choices=[("", _("A new season")), *seasons],
            coerce=int,
            required=False,
            empty_value=None,
        )
        self.order_fields(["content", "season", "season_name"])

    def clean_date(self) -> str:
        day = self.cleaned_data["date"]
        return day.isoformat() if day else ""


class MappingForm(forms.Form):
    """For each field a choice of the column that holds it, initially as recognised."""

    def __init__(
        self,
        kind: str,
        columns: Sequence[str],
        column_of_field: Mapping[str, int],
        *args: Any,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        names = sorted({name for name in columns if name and columns.count(name) == 1})
        choices = [("", NO_COLUMN), *((name, name) for name in names)]
        for field in fields(kind, columns, column_of_field):
            self.fields[field] = forms.ChoiceField(
                label=label(field),
                choices=choices,
                required=False,
                initial=columns[column_of_field[field]] if field in column_of_field else "",
            )

    def mapping(self) -> dict[str, str]:
        return dict(self.cleaned_data)


def fields(kind: str, columns: Sequence[str], column_of_field: Mapping[str, int]) -> list[str]:
    """Return the fields of this kind of import, with the fields of orders only for a file of
    orders. There are two more rounds than recognised, if there are enough columns."""
    guessed = mapping.guess_by_names(kind, columns)
    names = [
        field
        for field in import_fields.FIELDS[kind]
        if field not in FIELDS_LEFT_OUT
        and (field not in import_fields.ORDER_FIELDS or field in {*guessed, *column_of_field})
    ]
    if kind != "season":
        return names
    numbers = [mapping.round_number(field) for field in mapping.round_fields(dict(column_of_field))]
    most = max([FEWEST_ROUNDS, *(number + 2 for number in numbers)])
    return names + [f"round{number}" for number in range(1, 1 + min(most, len(columns)))]


def label(field: str) -> str:
    if field in LABELS:
        return str(LABELS[field])
    if mapping.ROUND.fullmatch(field):
        return _("Round %(number)s") % {"number": mapping.round_number(field)}
    return field
