"""The forms of a club's settings. They contain no rules: operations validate."""

import time
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from league.models import Club, ClubVisibility, Visibility
from league.operations.people import club_fields, pictures

ACCEPTED = "image/png,image/jpeg,image/webp"
TIMEZONES_ID = "timezones"
COLOUR = {"placeholder": "#1c6a4c", "maxlength": 7, "spellcheck": "false", "data-colour": True}
HOUR = 3600
NO_PLACE = frozenset({"localtime", "Factory"})  # names that are no place on earth

VISIBILITIES = [
    (ClubVisibility.PUBLIC, _("Everyone: the club is in lists and search engines")),
    (ClubVisibility.UNLISTED, _("Everyone with the link: the club is in no list or search")),
    (ClubVisibility.MEMBERS, _("Members only, after signing in")),
]


class TimezoneChoice(NamedTuple):
    name: str
    label: str


class ClubSettingsForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=100)
    slug = forms.CharField(
        label=_("Address"),
        max_length=club_fields.SLUG_LENGTH,
        help_text=_("The part after /clubs/ in links. Old links still lead here."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
    )
    description = forms.CharField(
        label=_("Description"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 5, "maxlength": club_fields.MOST_DESCRIPTION}),
    )
    meeting_place = forms.CharField(
        label=_("Meeting place"),
        max_length=club_fields.MOST_LINE,
        required=False,
        help_text=_("New evenings take place here, unless you enter another place."),
    )
    meeting_time = forms.CharField(
        label=_("Meeting time"),
        max_length=club_fields.MOST_LINE,
        required=False,
        help_text=_("In your own words, for example “Thursdays 20:00”."),
    )
    contact = forms.CharField(
        label=_("Contact"),
        max_length=club_fields.MOST_CONTACT,
        required=False,
        help_text=_("An e-mail address, or a link that begins with https://. Everyone can see it."),
    )
    visibility = forms.ChoiceField(
        label=_("Who can read the club’s pages"),
        choices=VISIBILITIES,
        widget=forms.RadioSelect,
    )
    player_visibility = forms.ChoiceField(
        label=_("Names of new players"),
        choices=Visibility.choices,
        help_text=_(
            "What the public sees, until the player or an organiser chooses otherwise. Members see "
            "full names."
        ),
    )
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    timezone = forms.CharField(
        label=_("Time zone"),
        max_length=64,
        help_text=_("Type a city, then choose from the list."),
        widget=forms.TextInput(attrs={"list": TIMEZONES_ID, "autocomplete": "off"}),
    )
    main_colour = forms.CharField(
        label=_("Main colour"),
        required=False,
        help_text=_("Behind the club’s name; text on it becomes black or white."),
        widget=forms.TextInput(attrs=COLOUR),
    )
    accent_colour = forms.CharField(
        label=_("Accent colour"),
        required=False,
        help_text=_(
            "For links and buttons. Text in this colour must be readable on the page background."
        ),
        widget=forms.TextInput(attrs=COLOUR),
    )

    penalty_reasons = forms.CharField(
        label=_("Penalty reasons"),
        required=False,
        help_text=_("One per line. You can choose them when you give a penalty."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    def clean_penalty_reasons(self) -> list[str]:
        return str(self.cleaned_data["penalty_reasons"]).splitlines()

    @classmethod
    def of(cls, club: Club, data: Any = None) -> "ClubSettingsForm":
        """Return the form of a club. It carries its initial values: what others have changed
        meanwhile stays."""
        initial = {name: getattr(club, name) for name in cls.base_fields}
        initial["penalty_reasons"] = "\n".join(club.penalty_reasons)
        form = cls(data, initial=initial)
        for field in form.fields.values():
            field.show_hidden_initial = True
        return form


class NewClubForm(forms.Form):
    """The first settings of a new club."""

    name = ClubSettingsForm.base_fields["name"]
    meeting_place = ClubSettingsForm.base_fields["meeting_place"]
    language = ClubSettingsForm.base_fields["language"]
    timezone = ClubSettingsForm.base_fields["timezone"]

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial={"language": get_language(), "timezone": "Europe/Paris"})


class LogoForm(forms.Form):
    logo = forms.FileField(
        label=_("Picture"),
        help_text=_("PNG, JPEG or WebP, at most 2 MiB. It is fitted into a square."),
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
    )

    def clean_logo(self) -> Any:
        """Refuse a large file before it is read."""
        file = self.cleaned_data["logo"]
        if file.size > pictures.MOST_BYTES:
            most = pictures.MOST_BYTES // 2**20
            raise ValidationError(
                gettext("A picture may have at most %(most)s MiB.") % {"most": most}
            )
        return file


def timezone_choices() -> Sequence[TimezoneChoice]:
    """Return all time zones with what their clocks show against UTC at this hour."""
    return _choices_at(int(time.time()) // HOUR)


@lru_cache(maxsize=1)
def _choices_at(hour: int) -> Sequence[TimezoneChoice]:
    moment = datetime.fromtimestamp(hour * HOUR, UTC)
    return [
        TimezoneChoice(name, _label(name, moment))
        for name in sorted(club_fields.timezones() - NO_PLACE)
    ]


def _label(name: str, moment: datetime) -> str:
    """Return the place of a time zone and its offset, such as New York (UTC-05:00)."""
    place = name.rpartition("/")[2].replace("_", " ")
    offset = moment.astimezone(ZoneInfo(name)).isoformat()[-6:]
    return f"{place} (UTC{offset})"
