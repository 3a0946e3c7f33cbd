"""The field for the name of a person: what it sends, its suggestions, and its question if the name
needs a choice. Templates: support/_person_field.html and _person_question.html."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse

from league.errors import Invalid, LeagueError
from league.models import Club, Player
from league.operations.people import person_search
from league.operations.people.person_search import (
    MOST_SUGGESTIONS,
    Creation,
    People,
    PersonQuestion,
    Whereabouts,
)

BUTTONS = {creation.value: creation for creation in (Creation.NEW, Creation.ANOTHER)}
MOST_DIGITS = 18


class TypedPerson(NamedTuple):
    """A typed name, the number of a chosen suggestion, and whether a button asks for a player."""

    name: str = ""
    player: int = 0
    creation: Creation = Creation.NEVER


class NewPerson(NamedTuple):
    """A person who is no player yet."""

    name: str
    creation: Creation


def read(post: Mapping[str, str], prefix: str = "") -> TypedPerson:
    """Return what a field has sent: `name`, `player` and `do`, each after the prefix."""
    number = post.get(f"{prefix}player", "")
    is_number = number.isdecimal() and len(number) <= MOST_DIGITS
    return TypedPerson(
        " ".join(post.get(f"{prefix}name", "").split()),
        int(number) if is_number else 0,
        BUTTONS.get(post.get(f"{prefix}do", ""), Creation.NEVER),
    )


def answer(error: LeagueError, field: str = "") -> dict[str, Any]:
    """Return the context of a page whose form has sent a person: its question beside the field, or
    a refusal for the summary of the page."""
    if isinstance(error, PersonQuestion):
        return {"question": error}
    return {"refused": error, "refused_field": field}


def status(overrides: Mapping[str, Any]) -> int:
    """Return the status of a desk with this context of a form that was sent: 200 for a question,
    which is a step of the check-in and no error in the browser's console, and 422 for a refusal."""
    return 200 if "question" in overrides or not overrides else 422


def suggestions(
    request: HttpRequest, people: People, *done: Whereabouts, may_create: bool = True
) -> HttpResponse:
    """Return the suggestions for the text `q`, and what Enter would do with it."""
    name = " ".join(request.GET.get("q", "")[:100].split())
    candidates = people.fitting(name)[:MOST_SUGGESTIONS] if name else []
    best, hint = None, ""
    try:
        best = person_search.choose(people, name, done=done) if name else None
    except (PersonQuestion, Invalid) as error:
        hint = error.detail
    context = {
        "candidates": candidates,
        "best": next((candidate for candidate in candidates if candidate.player == best), None),
        "hint": hint,
        "may_create": may_create,
    }
    response = render(request, "support/_person_suggestions.html", context)
    response["Cache-Control"] = "private, no-store"
    return response


class PersonWidget(forms.Widget):
    """The field inside a larger form: a suggestion fills it, and does not send the form."""

    template_name = "support/_person_widget.html"

    def __init__(self, url: str, *, may_create: bool) -> None:
        super().__init__()
        self.url, self.may_create = url, may_create
        self.question: PersonQuestion | None = None

    def value_from_datadict(self, data: Mapping[str, str], files: Any, name: str) -> TypedPerson:
        typed = read(data, f"{name}-")
        number = data.get(name, "")  # of a button for one player, elsewhere on the page
        return typed if typed.player or not number else read({"player": number})

    def value_omitted_from_data(self, data: Mapping[str, str], files: Any, name: str) -> bool:
        return f"{name}-name" not in data and name not in data

    def _render(self, template_name: str, context: dict[str, Any], renderer: Any = None) -> str:
        return render_to_string(template_name, context)

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context(name, None, attrs)
        typed = TypedPerson(value.name, value.pk) if isinstance(value, Player) else value
        return context | {
            "typed": typed or TypedPerson(),
            "url": self.url,
            "may_create": self.may_create,
            "question": self.question,
        }


class PersonField(forms.Field):
    """A player of `people`, or a NewPerson if `may_create` and its button was pressed."""

    widget: PersonWidget

    def __init__(
        self, people: People, url: str, *, may_create: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(widget=PersonWidget(url, may_create=may_create), **kwargs)
        self.people, self.may_create = people, may_create

    def clean(self, value: TypedPerson) -> Player | NewPerson | None:
        if not (value.name or value.player):
            super().clean(None)
            return None
        chosen = self.people.find(value.player)
        if chosen is not None and self._still_means(value.name, chosen):
            return chosen
        creation = value.creation if self.may_create else Creation.NEVER
        try:
            player = person_search.choose(self.people, value.name, creation)
        except PersonQuestion as question:
            self.widget.question = question
            raise ValidationError(question.detail) from None
        except Invalid as error:
            raise ValidationError(error.detail) from None
        return player or NewPerson(value.name, creation)

    def _still_means(self, name: str, chosen: Player) -> bool:
        """Return whether the text fits the chosen player: without the script it may have been
        changed after the choice."""
        return not name or self.people.fits(name, chosen)


class KnownPersonField(PersonField):
    """The number of a player of `people`."""

    def clean(self, value: TypedPerson) -> int | None:  # type: ignore[override]
        player = super().clean(value)
        return player.pk if isinstance(player, Player) else None


def player_of_club(club: Club, **kwargs: Any) -> KnownPersonField:
    """Return the field for a player of a club."""
    url = reverse("web:club_people", args=[club.slug])
    return KnownPersonField(person_search.people_of(club), url, **kwargs)
