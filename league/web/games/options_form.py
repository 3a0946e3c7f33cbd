"""The form of the house rules of a game, which describe themselves."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games import GAMES
from games.base import house_rules_of
from games.house_rules import Choice, Flag, HouseRule, Number, NumberPerSeat, Numbers, of_first_seat
from league.operations.seasons.house_rules import MOST_SCORE
from league.web.games.clause_links import linked
from league.web.games.pages import number
from problems.text import Words

YES, NO = "yes", "no"


class OptionsForm(forms.Form):
    """The house rules of a game. `at_table`: of one table, with a field for each seat where seats
    may differ."""

    def __init__(
        self,
        game: str,
        post: Any = None,
        *,
        initial: Mapping[str, Any],
        prefix: str | None = None,
        at_table: bool = False,
    ) -> None:
        super().__init__(post, initial=dict(initial), prefix=prefix)
        self.rules = house_rules_of(GAMES[game]) if game in GAMES else ()
        for rule in self.rules:
            self.fields |= dict(self._fields_of(rule, game, at_table))

    def read(self, seats: Sequence[int]) -> dict[str, Any]:
        """Return the house rules of a valid form. `seats` are the taken seats of the form."""
        given = self.cleaned_data
        return {
            rule.name: [_of_seat(given, rule.name, seat) for seat in seats]
            if isinstance(rule, NumberPerSeat)
            else given[rule.name]
            for rule in self.rules
            if rule.name in given
        }

    def _fields_of(
        self, rule: HouseRule, game: str, at_table: bool
    ) -> Iterator[tuple[str, forms.Field]]:
        field = _field(rule, self.initial.get(rule.name))
        field.label = _say(rule.label)
        field.help_text = _say_linked(rule.help, game) if rule.help else ""
        yield rule.name, field
        if isinstance(rule, NumberPerSeat) and at_table:
            for seat in range(GAMES[game].seats[-1]):
                yield f"{rule.name}_{seat}", _field_of_seat(rule, seat)


def shown_values(game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the initial values of the form for all house rules of a match; the first seat has the
    usual number of a seat."""
    return {
        rule.name: _shown(rule, options[rule.name])
        for rule in house_rules_of(GAMES[game])
        if rule.name in options
    }


def _shown(rule: HouseRule, value: Any) -> Any:
    match rule:
        case Numbers():
            return ", ".join(map(str, value))
        case Flag(yes=Words()):
            return YES if value else NO
    return of_first_seat(rule, value)


def _field(rule: HouseRule, initial: Any) -> forms.Field:
    match rule:
        case Number():
            most = rule.most if rule.form_most is None else rule.form_most
            most = MOST_SCORE if most is None else most
            return forms.IntegerField(min_value=rule.least, max_value=most)
        case NumberPerSeat():
            names = _names(rule)
            if initial is not None and initial not in rule.names:
                names.append((initial, str(initial)))
            return forms.TypedChoiceField(coerce=int, choices=names)
        case Numbers():
            return NumbersField(rule)
        case Choice():
            choices = [(str(value), _say(words)) for value, words in rule.choices.items()]
            return forms.ChoiceField(choices=choices)
        case Flag(no=Words() as no, yes=Words() as yes):
            labels = [(NO, _say(no)), (YES, _say(yes))]
            return forms.TypedChoiceField(coerce=lambda value: value == YES, choices=labels)
    return forms.BooleanField(required=False)


class NumbersField(forms.CharField):
    """Different numbers in any spelling, such as 0, 1, 2."""

    def __init__(self, rule: Numbers) -> None:
        no_suggestions = forms.TextInput(attrs={"autocomplete": "off"})
        super().__init__(max_length=60, widget=no_suggestions)
        self.least = rule.least
        self.most = MOST_SCORE if rule.form_most is None else rule.form_most

    def clean(self, value: Any) -> list[int]:
        words = super().clean(value).replace(",", " ").replace(";", " ").split()
        numbers = [number(word) for word in words]
        fit = [one for one in numbers if isinstance(one, int) and self.least <= one <= self.most]
        if not words or len(fit) != len(words) or len(set(fit)) != len(fit):
            raise forms.ValidationError(
                _("Enter different numbers from %(least)s to %(most)s."),
                params={"least": self.least, "most": self.most},
            )
        return fit


def _field_of_seat(rule: NumberPerSeat, seat: int) -> forms.Field:
    return forms.TypedChoiceField(
        label=_say(rule.seat_label._replace(params={"number": seat + 1})),
        coerce=int,
        empty_value=None,
        required=False,
        choices=[("", _("as above")), *_names(rule)],
    )


def _names(rule: NumberPerSeat) -> list[tuple[int, str]]:
    return [(value, _say(words)) for value, words in rule.names.items()]


def _of_seat(given: Mapping[str, Any], name: str, seat: int) -> Any:
    own_number = given.get(f"{name}_{seat}")
    return given[name] if own_number is None else own_number


def _in_language(words: Words) -> str:
    return words.say(get_language() or "en")


def _linked(words: Words, game: str) -> str:
    return linked(_in_language(words), game, new_tab=True)


_say: Any = lazy(_in_language, str)
_say_linked: Any = lazy(_linked, str)
