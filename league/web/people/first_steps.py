"""The list of first steps on the desk of a club: the ones done, and the next ones."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league import permissions
from league.errors import LeagueError
from league.models import Club, Player, Role, Session, TableCode, User
from league.operations.people import invitations, player_lists
from league.operations.people.person_search import People
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.people import desk_memory
from league.web.people.desk_memory import DOES_NOT_PLAY, PHONE_REACHED, STEPS_HIDDEN
from league.web.people.paste import PasteForm
from league.web.support.pages import MOST_TAPPED
from league.web.support.request import Request

MARKS = {"hide": frozenset({STEPS_HIDDEN}), "watch": frozenset({DOES_NOT_PLAY})}


class StepName(StrEnum):
    PLAYERS = "players"
    SELF = "self"
    SEASON = "season"
    ORGANISER = "organiser"
    EVENING = "evening"
    PHONES = "phones"


@dataclass(frozen=True)
class ClubProgress:
    """The progress of a new club."""

    players: int = 0
    seasons: int = 0
    organisers: int = 0  # owners are organisers too
    evenings: int = 0
    has_phones: bool = False
    knows_self: bool = False  # whether the reader plays, and as which player


class FirstStep(NamedTuple):
    name: StepName
    is_done: bool
    is_next: bool  # the first that is not done


def steps(progress: ClubProgress) -> list[FirstStep]:
    """Return the steps in their order; none once all are done."""
    done = {
        StepName.PLAYERS: progress.players > 0,
        StepName.SELF: progress.knows_self,
        StepName.SEASON: progress.seasons > 0,
        StepName.ORGANISER: progress.organisers > 1,
        StepName.EVENING: progress.evenings > 0,
        StepName.PHONES: progress.has_phones,
    }
    following = next((name for name, is_done in done.items() if not is_done), None)
    if following is None:
        return []
    return [FirstStep(name, is_done, name == following) for name, is_done in done.items()]


def steps_context(request: Request, club: Club, *, organiser: bool) -> dict[str, Any]:
    """Return what the desk of a club shows of the list: the steps, or that they are hidden."""
    if not organiser:
        return {}
    marks = desk_memory.read_marks(request, club)
    open_steps = steps(club_progress(request.user, club, marks))
    if STEPS_HIDDEN in marks or not open_steps:
        return {"steps_hidden": bool(open_steps)}
    return {
        "steps": open_steps,
        "steps_done": sum(step.is_done for step in open_steps),
        "season_step": any(
            step.name == StepName.SEASON and not step.is_done for step in open_steps
        ),
        "own_names": _own_names(request.user, club),
        "paste_form": PasteForm(auto_id="paste_%s"),
        "invitations": reverse("web:members", args=[club.slug]),
    }


def _own_names(user: User, club: Club) -> Sequence[Player]:
    """Return the players that the reader may be: all, or in a large club the ones with a name that
    fits the reader's."""
    rows = club.players.filter(is_child=False, account=None)
    first_players = player_lists.first_by_name(rows, MOST_TAPPED)
    if not first_players.left_out:
        return first_players.players
    return [candidate.player for candidate in People(rows).fitting(user.name)]


def club_progress(user: User, club: Club, marks: Collection[str]) -> ClubProgress:
    organisers = club.memberships.filter(role__in=[Role.OWNER, Role.ORGANISER])
    codes = TableCode.objects.filter(match__session__season__club=club)
    return ClubProgress(
        players=club.players.count(),
        knows_self=DOES_NOT_PLAY in marks or club.players.filter(account=user).exists(),
        seasons=club.seasons.count(),
        organisers=organisers.count(),
        evenings=Session.objects.filter(season__club=club, cancelled_at=None).count(),
        has_phones=PHONE_REACHED in marks or codes.exists(),
    )


@desk
@require_POST
def show_steps(request: Request, slug: str) -> HttpResponse:
    """Hide the list for this person and club, or show it again; or take the answer whether the
    person plays."""
    club = permissions.find_club(request.user, slug, Action.ORGANISE)
    if request.POST.get("do") == "play":
        _play(request, club)
    marks = desk_memory.read_marks(request, club) - {STEPS_HIDDEN}
    marks |= MARKS.get(request.POST.get("do", ""), frozenset())
    response = redirect("web:desk_club", slug)
    desk_memory.write_marks(response, request, club, marks)
    return response


def _play(request: Request, club: Club) -> None:
    """Link the chosen player, or a new one, to the reader's account."""
    chosen = request.POST.get("player", "")
    try:
        player = invitations.play(
            club, by=request.user, player=int(chosen) if chosen.isdecimal() else None
        )
        messages.success(request, _("You play as %(name)s.") % {"name": player.name})
    except LeagueError as error:
        messages.error(request, error.detail)
