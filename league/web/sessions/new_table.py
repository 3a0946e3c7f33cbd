"""The page that creates one table by hand: game, players in playing order, table number, and house
rules, by default the season's."""

from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import GAMES
from league import permissions
from league.errors import Conflict, Invalid, NotFound
from league.models import Match, Session
from league.operations.matches import matches, table_numbers
from league.operations.seasons import notices
from league.operations.sessions import session_log
from league.operations.signups import session_arrivals
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.games import PAGES, house_rules
from league.web.games.options_form import OptionsForm
from league.web.sessions.seating import usual_game, warn_about_guests
from league.web.support import return_links
from league.web.support.double_submissions import once
from league.web.support.notices import show as show_notices
from league.web.support.person_field import PersonField
from league.web.support.request import Request


class TableForm(forms.Form):
    """Players in playing order; seats may stay empty. The starter moves to the first seat."""

    table = forms.IntegerField(
        label=gettext_lazy("Table number"),
        min_value=1,
        max_value=table_numbers.MOST_NUMBER,
        required=False,
    )

    def __init__(self, session: Session, game: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seat_numbers = range(GAMES[game].seats[-1])
        people = session_arrivals.people(session)
        url = f"{reverse('web:evening_people', args=[session.pk])}?for=table"
        for number in self.seat_numbers:
            self.fields[f"seat-{number}"] = PersonField(
                people, url, label=_("Seat %(number)s") % {"number": number + 1}, required=False
            )
        self.fields["starter"] = forms.TypedChoiceField(
            label=_("Who starts"),
            choices=[(number, str(number + 1)) for number in self.seat_numbers],
            coerce=int,
            initial=0,
            required=False,
            empty_value=None,
            widget=forms.RadioSelect,
        )

    @property
    def seats(self) -> list[tuple[forms.BoundField, Any]]:
        """Each seat with the button that makes its player the starter."""
        buttons = self["starter"].subwidgets
        return list(zip([self[f"seat-{n}"] for n in self.seat_numbers], buttons, strict=True))

    def taken_seats(self) -> list[int]:
        """Return the numbers of the seats that have a player, the starter's first."""
        starter, count = self.cleaned_data["starter"] or 0, len(self.seat_numbers)
        turns = [(starter + turn) % count for turn in self.seat_numbers]
        return [number for number in turns if self.cleaned_data[f"seat-{number}"] is not None]

    def players(self) -> list[int]:
        return [self.cleaned_data[f"seat-{number}"].pk for number in self.taken_seats()]


@desk
@once
def new_table(request: Request, pk: int) -> HttpResponse:
    session = permissions.find_session(request.user, pk, Action.ORGANISE)
    if session.cancelled_at is not None:
        return redirect("web:desk_session", pk)
    game = _game(request, session)
    post = request.POST if request.method == "POST" else None
    initial = {"table": next(table_numbers.free_numbers(session))}
    form = TableForm(session, game, post, initial=initial)
    rules = house_rules.season_form(session.season, game, post, at_table=True)
    if post is not None and form.is_valid() and rules.is_valid():
        match = _create(request, session, game, form, rules)
        if match is not None:
            warn_about_guests(request, session, form.players())
            show_notices(request, notices.of_match(match))
            return_links.add_match_message(request, _("The table has been created."), match)
            return redirect("web:desk_session", pk)
    context = {
        "club": session.season.club,
        "season": session.season,
        "session": session,
        "game": game,
        "games": [slug for slug in session.season.games if slug in PAGES],
        "form": form,
        "rules": rules,
        "changed": [rule for rule in house_rules.summary(session.season, game) if rule.is_changed],
        "member": True,
    }
    return render(request, "sessions/new_table.html", context, status=200 if post is None else 422)


def _create(
    request: Request, session: Session, game: str, form: TableForm, rules: OptionsForm
) -> Match | None:
    """Create the table; on refusal add each problem to its field of the two forms and return
    None."""
    try:
        return session_log.set_table(
            session,
            game=game,
            players=form.players(),
            options=rules.read(form.taken_seats()),
            table=form.cleaned_data["table"] or matches.LOWEST_FREE,
            by=request.user,
        )
    except (Invalid, Conflict) as error:
        for problem in error.problems or [{"path": "", "message": error.detail}]:
            path = problem["path"].split(".")
            if path[0] == "options" and path[1:2] and path[1] in rules.fields:
                rules.add_error(path[1], problem["message"])
            else:
                form.add_error(path[0] if path[0] in form.fields else None, problem["message"])
        return None


def _game(request: Request, session: Session) -> str:
    games = [game for game in session.season.games if game in PAGES]
    if not games:
        raise NotFound(_("There is nothing here."))
    query = request.POST if request.method == "POST" else request.GET
    game = query.get("game", "")
    return game if game in games else usual_game(session, games)
