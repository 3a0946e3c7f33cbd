"""Forms of the desk of a tournament. Operations validate; `run_operation` shows their problems."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games import GAMES
from league.models import Entrant, Format, Player, Session, Tournament, WishKind
from league.operations.seasons.house_rules import for_new_tournament, seat_option
from league.operations.seasons.seasons import MOST_PLACE
from league.operations.support import wording
from league.operations.tournaments.tournaments import has_begun
from league.web.games import house_rules
from league.web.support import seating_words
from league.web.support.forms import TableNumbersField, game_choices
from problems.seats import SEATS
from seating.rules import SIMILAR_STANDINGS_ORDER, Mode, Rule

SIMILAR_FIRST = [*map(str, SIMILAR_STANDINGS_ORDER)]

SIZES = [(size, str(size)) for size in SEATS]
FORMATS = {  # what each means, in one sentence
    Format.SOCIAL: gettext_lazy("Avoids repeat opponents where possible."),
    Format.SWISS: gettext_lazy("After each round, players with similar standings meet."),
    Format.ROUND_ROBIN: gettext_lazy(
        "All rounds are known from the start, and nobody is left out."
    ),
    Format.KNOCK_OUT: gettext_lazy("The best of each table advance until one final table remains."),
    Format.KING: gettext_lazy("The winner moves up one table, the last moves down."),
    Format.RANDOM: gettext_lazy("Every round is drawn at random, regardless of earlier meetings."),
    Format.SNAKE: gettext_lazy("Each table gets strong and weak players, so that tables are even."),
    Format.INTERVAL: gettext_lazy(
        "Like snake seeding, but in steps: table 1 keeps the strongest player."
    ),
    Format.SCRIPT: gettext_lazy(
        "You upload a file that says who sits where in every round. Enter the players first, then "
        "upload the file."
    ),
    Format.ARENA: gettext_lazy(
        "No rounds: free players play again until time is up. The mean of the matches "
        "counts; you can change this in the points scheme."
    ),
}
MODES = {  # ways to draw one sitting
    Mode.SOCIAL: gettext_lazy("avoid repeat opponents"),
    Mode.SWISS: gettext_lazy("players with similar standings"),
    Mode.RANDOM: gettext_lazy("random"),
    Mode.SNAKE: gettext_lazy("snake seeding: strong and weak players at each table"),
    Mode.INTERVAL: gettext_lazy("seeding in steps: strong and weak players at each table"),
    Mode.KING: gettext_lazy("winners move up a table, the last move down"),
}


class TournamentSettingsForm(forms.Form):
    """The fields that say how a tournament is played; empty ones are as usual."""

    format = forms.ChoiceField(
        label=gettext_lazy("Draw method"),
        choices=Format.choices,
        initial=Format.SOCIAL,
        widget=forms.RadioSelect,
    )
    sittings_planned = forms.IntegerField(
        label=gettext_lazy("Tournament rounds planned"),
        help_text=gettext_lazy("0: no limit."),
        min_value=0,
        initial=0,
    )
    finalists = forms.IntegerField(
        label=gettext_lazy("Players in a final"),
        help_text=gettext_lazy(
            "The best in the standings after the planned rounds. Ties: by seeding, then by lot. "
            "0: no final."
        ),
        min_value=0,
        initial=0,
    )
    go_on = forms.IntegerField(
        label=gettext_lazy("Players who advance from each table"),
        help_text=gettext_lazy(
            "Only for a knock-out. Ties are broken by the standings, then by seeding, then by lot."
        ),
        min_value=0,
        initial=2,
    )
    consolation = forms.BooleanField(
        label=gettext_lazy("Eliminated players play on alongside the final"),
        help_text=gettext_lazy(
            "Only for a knock-out. At other tables they play for the places below the "
            "final, such as places 5–8."
        ),
        required=False,
    )
    least = forms.TypedChoiceField(
        label=gettext_lazy("Smallest table"),
        choices=[(0, gettext_lazy("as the game allows")), *SIZES],
        coerce=int,
        initial=0,
    )
    most = forms.TypedChoiceField(
        label=gettext_lazy("Largest table"),
        choices=[(0, gettext_lazy("as the game allows")), *SIZES],
        coerce=int,
        initial=0,
    )
    preferred = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Preferred table sizes"),
        help_text=gettext_lazy("None chosen: the usual sizes for the game."),
        choices=SIZES,
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes per tournament round"),
        help_text=gettext_lazy("0: no clock. In an arena: the time in which tables can start."),
        min_value=0,
        initial=0,
    )
    step_free_tables = TableNumbersField(label=gettext_lazy("Step-free tables"), required=False)

    @property
    def formats(self) -> list[tuple[Any, Any]]:
        """Return each format option with the sentence that explains it."""
        return [(option, FORMATS[option.data["value"]]) for option in self["format"]]

    @property
    def counts(self) -> list[forms.BoundField]:
        names = ("sittings_planned", "minutes", "finalists", "go_on")
        return [self[name] for name in names if name in self.fields]

    @property
    def has_plan_errors(self) -> bool:
        """Return whether a field of the plan itself is refused, so that the page opens its part."""
        return any(
            name != "format" and name in self.errors for name in TournamentSettingsForm.base_fields
        )

    def settings(self) -> dict[str, Any]:
        """Return the settings: `go_on` and `consolation` count in a knock-out only, `finalists` in
        all other formats but an arena, which has no rounds either."""
        values = {name: self.cleaned_data[name] for name in TournamentSettingsForm.base_fields}
        is_knock_out = values["format"] == Format.KNOCK_OUT
        values["go_on"] = values["go_on"] if is_knock_out else 0
        values["consolation"] = is_knock_out and values["consolation"]
        values["finalists"] = 0 if is_knock_out else values["finalists"]
        if values["format"] == Format.ARENA:
            values |= {"finalists": 0, "sittings_planned": 0, "step_free_tables": []}
        return values


class TournamentForm(TournamentSettingsForm):
    """The form of a new tournament."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=100)
    game = forms.ChoiceField(
        label=gettext_lazy("Game"),
        choices=game_choices,
        widget=forms.RadioSelect,
        initial=lambda: next(iter(GAMES)),
    )
    starts_at = forms.DateTimeField(
        label=gettext_lazy("Start"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    place = forms.CharField(
        label=pgettext_lazy("where", "Place"), max_length=MOST_PLACE, required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("starts_at", timezone.localtime().replace(second=0, microsecond=0))


class ChangeTournamentForm(TournamentSettingsForm):
    """The settings of an existing tournament; the format cannot change once play has begun."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=100)
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        initial = {name: getattr(tournament, name) for name in TournamentSettingsForm.base_fields}
        tables = ", ".join(map(str, tournament.step_free_tables))
        initial.update(name=tournament.season.name, step_free_tables=tables)
        initial["version"] = tournament.version
        super().__init__(*args, **{**kwargs, "initial": initial})
        if has_begun(tournament):
            self.fields["format"].disabled = True
        for rule in Rule:
            self.fields[f"rule_{rule}"] = forms.IntegerField(
                label=seating_words.RULES[rule],
                min_value=1,
                max_value=99,
                required=False,
                initial=_position(tournament.rules, rule),
            )
        self.fields["similar_first"] = forms.BooleanField(
            label=_("Similar standings before new opponents"),
            help_text=_("Swiss only. Otherwise players first meet new opponents."),
            required=False,
            initial=tournament.rules == SIMILAR_FIRST,
        )

    @property
    def weights(self) -> list[forms.BoundField]:
        return [self[f"rule_{rule}"] for rule in Rule]

    @property
    def weights_refused(self) -> bool:
        return any(field.errors for field in self.weights)

    def settings(self) -> dict[str, Any]:
        """Return the settings with the rules that have a number, in that order."""
        positions = {rule: self.cleaned_data[f"rule_{rule}"] for rule in Rule}
        chosen = [rule for rule in Rule if positions[rule] is not None]
        ordered = [str(rule) for rule in sorted(chosen, key=lambda rule: positions[rule])]
        if ordered in ([], SIMILAR_FIRST):  # no order of one's own
            ordered = SIMILAR_FIRST if self.cleaned_data["similar_first"] else []
        values = super().settings()
        return {**values, "rules": [] if values["format"] == Format.ARENA else ordered}

    def differences(self, tournament: Tournament) -> list[tuple[str, str, str]]:
        """Return (field, stored value, value in this form) where they differ, and set the form to
        the stored version, so that sending it again is not refused."""
        values = {**self.settings(), "name": self.cleaned_data["name"]}
        current = {
            name: getattr(tournament, name)
            for name in (*TournamentSettingsForm.base_fields, "rules")
        }
        current["name"] = tournament.season.name
        data = QueryDict(mutable=True)
        data.update(self.data)
        data["version"] = str(tournament.version)
        self.data = data
        return [
            (self._label(name), _value_words(current[name]), _value_words(value))
            for name, value in values.items()
            if value != current[name]
        ]

    def _label(self, name: str) -> str:
        return str(_("Draw rules") if name == "rules" else self.fields[name].label)


def _position(rules: Sequence[str], rule: Rule) -> int | None:
    return rules.index(rule) + 1 if rule in rules else None


class EntrantForm(forms.Form):
    """Seeding and needs of one entrant, which count from the next draw on."""

    rank = forms.IntegerField(label=gettext_lazy("Seeding"), min_value=1, required=False)
    level = forms.IntegerField(label=gettext_lazy("Level"), min_value=0, required=False)
    table = forms.IntegerField(label=gettext_lazy("Fixed table"), min_value=1, required=False)
    minimum = forms.IntegerField(
        label=gettext_lazy("Points needed to finish"), min_value=0, required=False
    )
    step_free = forms.BooleanField(label=gettext_lazy("Step-free table"), required=False)

    def __init__(self, entrant: Entrant, *args: Any, **kwargs: Any) -> None:
        initial = {name: getattr(entrant, name) for name in EntrantForm.base_fields}
        super().__init__(*args, **{**kwargs, "initial": initial})
        self.entrant = entrant
        if not seat_option(entrant.tournament.game):
            del self.fields["minimum"]
        for field in self.fields.values():
            field.show_hidden_initial = True


class SeatingConstraintForm(forms.Form):
    kind = forms.ChoiceField(label=gettext_lazy("Seating wish"), choices=WishKind.choices)

    def __init__(self, entrants: Sequence[Entrant], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["one"] = person_field(_("Player"), [entrant.player for entrant in entrants])
        self.fields["other"] = person_field(
            _("Other player"), [entrant.player for entrant in entrants]
        )
        self.order_fields(["one", "kind", "other"])


class SeatScriptForm(forms.Form):
    """Seats of all rounds, from a file or pasted; the file counts first. `version` is the
    tournament's that the page showed."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy("CSV or JSON."),
        required=False,
        widget=forms.FileInput(
            attrs={"accept": ".csv,.txt,.json,text/csv,text/plain,application/json"}
        ),
    )
    text = forms.CharField(
        label=gettext_lazy("Or paste the lines here"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocomplete": "off"}),
    )
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)


class DrawForm(forms.Form):
    mode = forms.ChoiceField(label=gettext_lazy("Draw method for this round"), required=False)
    seed = forms.CharField(
        label=gettext_lazy("Draw word"),
        help_text=gettext_lazy(
            "Any word: the same word gives the same draw. Empty: a word is chosen automatically."
        ),
        max_length=64,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, sessions: Sequence[tuple[int, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("as set for the tournament")), *((str(m), w) for m, w in MODES.items())]
        self.fields["mode"] = forms.ChoiceField(
            label=self.fields["mode"].label, choices=choices, required=False
        )
        if len(sessions) > 1:
            self.fields["session"] = forms.TypedChoiceField(
                label=_("Evening"),
                choices=[("", _("as in the previous round")), *sessions],
                coerce=int,
                required=False,
                empty_value=None,
            )


def person_field(label: str, players: Sequence[Player], **more: Any) -> forms.TypedChoiceField:
    ordered = sorted(players, key=Player.sort_key)
    choices = [("", "—"), *((player.pk, player.name) for player in ordered)]
    return forms.TypedChoiceField(
        label=label, coerce=int, choices=choices, empty_value=None, **more
    )


def _value_words(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(str(seating_words.RULES.get(entry, entry)) for entry in value) or "–"
    return str(Format(value).label) if value in Format.values else str(value)


def sessions_of(tournament: Tournament) -> list[tuple[int, str]]:
    rows: list[Session] = list(
        tournament.season.sessions.filter(cancelled_at=None).order_by("starts_at", "pk")
    )
    return [(row.pk, wording.date(timezone.localtime(row.starts_at), "j F Y, H:i")) for row in rows]


def options_forms(post: Any, chosen: str) -> dict[str, forms.Form]:
    """Return the house rules form of each game, bound for the chosen one."""
    return {
        slug: house_rules.options_form(
            slug, for_new_tournament(slug, {}), post if slug == chosen else None
        )
        for slug in GAMES
    }
