"""The forms of organisers: a sheet, an answer for a player, the sign-up settings of a club."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from games import GAMES
from league.models import Player, SignUpAccess, SignUpAnswer, SignUpSheet
from league.operations.people.person_search import People
from league.operations.signups import sheets
from league.web.support.person_field import PersonField

DATE_AND_TIME = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")


class SheetForm(forms.Form):
    """Deadline, places and guests of a sheet; times are in the club's zone, which the view
    activates."""

    closes_at = forms.DateTimeField(
        label=gettext_lazy("Sign-up closes"),
        help_text=gettext_lazy("Empty: at the start."),
        widget=DATE_AND_TIME,
        required=False,
    )
    capacity = forms.IntegerField(
        label=pgettext_lazy("sign-up", "Places"),
        help_text=gettext_lazy(
            "Empty: no limit. With a limit, later sign-ups join the waiting list."
        ),
        min_value=1,
        max_value=sheets.MOST_PLACES,
        required=False,
    )
    guests_allowed = forms.IntegerField(
        label=gettext_lazy("Guests per player"),
        help_text=gettext_lazy("0: no guests."),
        min_value=0,
        max_value=sheets.MOST_GUESTS,
        initial=0,
    )

    @classmethod
    def of(cls, sheet: SignUpSheet, data: Any = None) -> "SheetForm":
        """Return the form of an existing sheet, which tells what this person has changed."""
        initial = {name: getattr(sheet, name) for name in cls.base_fields}
        if sheet.closes_at is not None:
            initial["closes_at"] = sheet.closes_at.replace(second=0, microsecond=0)
        form = cls(data) if data else cls(initial=initial)
        for field in form.fields.values():
            field.show_hidden_initial = True
        return form


class AnswerForm(forms.Form):
    """An answer that an organiser gives for a player."""

    answer = forms.ChoiceField(
        label=gettext_lazy("Answer"),
        choices=SignUpAnswer.choices,
        initial=SignUpAnswer.YES,
        widget=forms.RadioSelect,
    )
    games = forms.MultipleChoiceField(
        label=gettext_lazy("Games"),
        help_text=gettext_lazy("None ticked: any game."),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )

    def __init__(
        self, people: People, people_url: str, games: Sequence[str], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        label = gettext_lazy("Player")
        player = PersonField(people, people_url, may_create=True, label=label)
        self.fields = {"player": player, **self.fields}
        slugs = [slug for slug in games if slug in GAMES]
        if len(slugs) < 2:
            del self.fields["games"]
        else:
            names = [(slug, GAMES[slug].name) for slug in slugs]
            self.fields["games"].choices = names  # type: ignore[attr-defined]


class GuestForm(forms.Form):
    """A guest of a player."""

    host = forms.TypedChoiceField(label=gettext_lazy("Guest of"), coerce=int)

    def __init__(
        self, hosts: Sequence[Player], people: People, people_url: str, *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        label = gettext_lazy("Guest’s name")
        self.fields["guest"] = PersonField(people, people_url, may_create=True, label=label)
        self.fields["host"].choices = [  # type: ignore[attr-defined]
            ("", "—"),
            *((player.pk, player.name) for player in hosts),
        ]


class AccessForm(forms.Form):
    """The way in which players of a club can sign up."""

    access = forms.ChoiceField(
        label=gettext_lazy("Players can answer"),
        choices=SignUpAccess.choices,
        widget=forms.RadioSelect,
    )
