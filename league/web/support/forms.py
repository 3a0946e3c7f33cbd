"""Forms of the desk. They contain no rules: operations validate, `run_operation` shows their
problems."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable
from datetime import date
from typing import Any, TypeVar

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import GAMES, game_name
from league.errors import Conflict, Invalid
from league.models import Club, League, Membership, Player, Role, Season, Session, Visibility
from league.models.fields import Entered
from league.models.people import PLAYER_FIELDS
from league.models.seasons import USUAL_WEIGHT
from league.names import name_key

T = TypeVar("T")
F = TypeVar("F", bound=forms.ModelForm)
MOST_SEATS = max(game.seats.stop - 1 for game in GAMES.values())
FIRST_MONTH = 7  # from here on a season reaches into the next year


def game_choices(also: Iterable[str] = ()) -> list[tuple[str, str]]:
    """Return the installed games and these others, with their names."""
    return [(slug, game_name(slug)) for slug in dict.fromkeys([*GAMES, *also])]


class TableNumbersField(forms.CharField):
    """Numbers of tables in one line of text, such as "1, 2"; its value is a sorted list."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"autocomplete": "off", "inputmode": "numeric"})
        help_text = _("Table numbers, such as 1, 2.")
        super().__init__(max_length=200, widget=widget, help_text=help_text, **kwargs)

    def clean(self, value: Any) -> list[int]:
        words = super().clean(value).replace(",", " ").replace(";", " ").split()
        if any(not word.isdecimal() or len(word) > 4 for word in words):
            raise ValidationError(gettext("Enter table numbers, such as 1, 2."))
        return sorted({int(word) for word in words})


def run_operation(
    form: forms.BaseForm, operation: Callable[..., T], *args: Any, **kwargs: Any
) -> T | None:
    """Return the result of the operation; if it refuses, add its problems to the form and return
    None."""
    try:
        return operation(*args, **kwargs)
    except (Invalid, Conflict) as error:
        problems = error.problems or [{"path": "", "message": error.detail}]
        for problem in problems:
            field = str(problem["path"]).split(".")[0]
            form.add_error(field if field in form.fields else None, problem["message"])
        return None


def edit_form(kind: type[F], instance: Model, data: Any, **initial: Any) -> F:
    """Return the form of an existing object.

    It carries its initial values, for `changed_values`. Sent data is not written into `instance`,
    since pages show it as it is stored.
    """
    form = kind(data) if data else kind(instance=instance, initial=initial)
    for field in form.fields.values():
        field.show_hidden_initial = True
    return form


def changed_values(form: forms.BaseForm) -> dict[str, Any]:
    """Return the values that this person has changed; changes by others meanwhile stay."""
    return {name: form.cleaned_data[name] for name in form.changed_data}


class ArchiveForm(forms.Form):
    """The upload of an archive. `known` is the number of imports that the page showed, so that the
    same form sent twice is refused."""

    file = forms.FileField(
        label=_("Archive"),
        help_text=_("A ZIP file exported by a Manche server."),
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
    )
    members = forms.BooleanField(
        label=_("Restore the roles of members who already share a club with you on this server"),
        required=False,
    )
    known = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def clean_file(self) -> UploadedFile:
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > settings.ARCHIVE_BYTES:
            most = settings.ARCHIVE_BYTES // 1024 // 1024
            raise ValidationError(
                gettext("An archive may have at most %(most)s MiB.") % {"most": most}
            )
        return file


class PlayerForm(forms.ModelForm):
    class Meta:
        model = Player
        fields = [
            name
            for name, facts in PLAYER_FIELDS.items()
            if facts.entered in {Entered.NAME, Entered.CHOICE}
        ]
        labels = {
            "alias": _("Alias"),
            "is_child": _("This is a child"),
            "is_guest": _("This is a guest"),
            "counts_from": _("Results count from"),
            "guest_note": _("Where the guest comes from"),
            "hides_achievements": _("Hide the achievements from everyone"),
        }
        help_texts = {
            "alias": _("What the public sees with “alias”."),
            "is_guest": _("Guests play without being ranked in standings."),
            "counts_from": _(
                "For a former guest: earlier results stay out of the standings. Empty: they count."
            ),
            "is_child": _("The public sees an alias at most, unless the guardian allows more."),
        }
        widgets = {
            "counts_from": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        }

    visibility = forms.ChoiceField(
        label=_("What the public sees"), choices=Visibility.choices, initial=Visibility.FULL
    )

    is_another = forms.BooleanField(label=_("This is another person"), required=False)

    def details(self) -> list[forms.BoundField]:
        """Return the fields that a new player needs not."""
        return [field for field in self if field.name not in ("name", "is_another")]

    @classmethod
    def of_new(cls, club: Club, data: Any = None) -> "PlayerForm":
        form = cls(data, initial={"visibility": club.player_visibility})
        del form.fields["counts_from"]  # a new player has no results yet
        return form

    def new_values(self) -> dict[str, Any]:
        """Return the input for a new player. A visibility that was not chosen is left to the club,
        and to the protection of children."""
        values = dict(self.cleaned_data)
        if "visibility" not in self.changed_data:
            values["visibility"] = ""
        return values


class SeasonForm(forms.ModelForm):
    class Meta:
        model = Season
        fields = [
            "name",
            "starts_on",
            "ends_on",
            "confirmation",
            "confirm_after_hours",
            "correction_policy",
            "corrections_close_after",
        ]
        widgets = {
            "starts_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "ends_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        }

    games = forms.MultipleChoiceField(
        label=_("Games"),
        choices=game_choices,
        initial=lambda: list(GAMES),
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["games"].choices = game_choices(self.initial.get("games", ()))  # type: ignore[attr-defined]

    def leave_corrections_to_owners(self) -> None:
        """Take out the fields that only owners change."""
        for name in ("correction_policy", "corrections_close_after"):
            del self.fields[name]


class NamedPlayers:
    """Reads names of players of `club`, one per line, from the field `players` of a form."""

    club: Club

    def clean_players(self: Any) -> list[int]:
        """Return the players with these names. A name of several players means all of them if it
        stands there as often."""
        lines = [line for line in self.cleaned_data["players"].splitlines() if line.strip()]
        players = Player.objects.filter(
            club=self.club, name_key__in={name_key(line) for line in lines}
        )
        by_key: defaultdict[str, list[int]] = defaultdict(list)
        for key, pk in players.order_by("pk").values_list("name_key", "pk"):
            by_key[key].append(pk)
        counts = Counter(map(name_key, lines))
        for line in {name_key(line): line.strip() for line in lines}.values():
            same = by_key[name_key(line)]
            if not same:
                words = gettext("The club has no player named “%(name)s”.")
                self.add_error("players", words % {"name": line})
            elif len(same) != counts[name_key(line)]:
                words = gettext(
                    "The club has %(count)s players named “%(name)s”. Write the name as often."
                )
                self.add_error("players", words % {"name": line, "count": len(same)})
        return [pk for listed in by_key.values() for pk in listed]


class NamedPlayersForm(NamedPlayers, forms.Form):
    """A form with names of players, one per line."""


class LeagueForm(NamedPlayers, forms.ModelForm):
    """The form of a league: its rules, and the members besides the players of the rule."""

    class Meta:
        model = League
        fields = ["name", "member_rule", "place_rule", "joined_since", "starts_on", "ends_on"]
        widgets = {
            name: forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
            for name in ("joined_since", "starts_on", "ends_on")
        } | {"member_rule": forms.RadioSelect, "place_rule": forms.RadioSelect}
        help_texts = {
            "starts_on": _("Empty: from the beginning of the season."),
            "ends_on": _("Empty: until the end of the season."),
        }

    games = forms.MultipleChoiceField(
        label=_("Games"),
        help_text=_("Without a choice, all games of the season count."),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    players = forms.CharField(
        label=_("Members"),
        help_text=_(
            "One name per line. Players whom the rule chooses become members by themselves."
        ),
        required=False,
        widget=forms.Textarea(attrs={"rows": 8}),
    )

    def offer(self, season: Season) -> "LeagueForm":
        """Offer the games of the season, and read names of players of its club; return the form."""
        games: Any = self.fields["games"]
        games.choices = [(game, game_name(game)) for game in season.games]
        self.club = season.club
        return self


class SessionForm(forms.ModelForm):
    """The form of a session; times are in the club's zone, which the view activates."""

    class Meta:
        model = Session
        fields = ["starts_at", "place"]
        widgets = {
            "starts_at": forms.DateTimeInput(
                attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"
            )
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        starts_at = self.initial.get("starts_at") or timezone.localtime()
        self.initial["starts_at"] = starts_at.replace(second=0, microsecond=0)  # as fields show it


class SessionSettingsForm(SessionForm):
    """The form of a session that exists: also whether spectators follow its rounds move by move."""

    follow_delay = forms.TypedChoiceField(
        label=_("When spectators see the moves of a round"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=[
            ("", _("Never")),
            ("0", _("Immediately")),
            ("2", _("After 2 minutes")),
            ("5", _("After 5 minutes")),
            ("10", _("After 10 minutes")),
            ("15", _("After 15 minutes")),
            ("30", _("After 30 minutes")),
            ("60", _("After 60 minutes")),
        ],
        help_text=_("Spectators see cards that have been played, never hands."),
    )

    class Meta(SessionForm.Meta):
        fields = ["starts_at", "place", "weight", "follow_delay"]
        help_texts = {
            "weight": _("How much the evening counts: 200 is double, 50 half. Usually 100.")
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["weight"].required = False

    def clean_weight(self) -> int:
        """Return the weight: an empty field means the usual one, a form without it the stored
        one."""
        if self.add_prefix("weight") not in self.data:
            return int(self.instance.weight)
        weight = self.cleaned_data["weight"]
        return USUAL_WEIGHT if weight is None else int(weight)


class RoleForm(forms.Form):
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)

    @classmethod
    def of(cls, member: Membership, data: Any = None) -> "RoleForm":
        return cls(data, initial={"role": member.role}, auto_id=f"member_{member.pk}_%s")


def new_season_form(club: Club) -> SeasonForm:
    """Return a form with a proposed name and first day, and all games ticked."""
    today = club.today()
    names = set(club.seasons.values_list("name", flat=True))
    return SeasonForm(initial={"name": proposed_name(today, names), "starts_on": today})


def proposed_name(day: date, names: Collection[str]) -> str:
    """Return a name that no season has: the years, else the time of the year; empty if both are
    taken."""
    years = f"{day.year}-{day.year + 1}" if day.month >= FIRST_MONTH else f"{day.year}"
    return next((name for name in (years, _time_of_year(day)) if name not in names), "")


def _time_of_year(day: date) -> str:
    words = (
        gettext("Winter %(year)s"),
        gettext("Spring %(year)s"),
        gettext("Summer %(year)s"),
        gettext("Autumn %(year)s"),
    )
    return words[day.month % 12 // 3] % {"year": day.year}
