"""The list to begin with on the desk of a club: what is done, and what comes next."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from league import permissions
from league.models import Club, Role, Session, TableCode
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.people import desk_memory
from league.web.people.desk_memory import PHONE_REACHED, STEPS_HIDDEN
from league.web.people.paste import PasteForm
from league.web.support.request import Request


class StepName(StrEnum):
    PLAYERS = "players"
    SEASON = "season"
    ORGANISER = "organiser"
    EVENING = "evening"
    PHONES = "phones"


@dataclass(frozen=True)
class ClubProgress:
    """How far a club has come."""

    players: int = 0
    seasons: int = 0
    organisers: int = 0  # owners are organisers too
    evenings: int = 0
    has_phones: bool = False


class FirstStep(NamedTuple):
    name: StepName
    is_done: bool
    is_next: bool  # the first that is not done


def steps(progress: ClubProgress) -> list[FirstStep]:
    """Return the steps in their order; none once all are done."""
    done = {
        StepName.PLAYERS: progress.players > 0,
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
    open_steps = steps(club_progress(club, has_phones=PHONE_REACHED in marks))
    if STEPS_HIDDEN in marks or not open_steps:
        return {"steps_hidden": bool(open_steps)}
    return {
        "steps": open_steps,
        "steps_done": sum(step.is_done for step in open_steps),
        "season_step": any(
            step.name == StepName.SEASON and not step.is_done for step in open_steps
        ),
        "paste_form": PasteForm(auto_id="paste_%s"),
        "invitations": reverse("web:members", args=[club.slug]),
    }


def club_progress(club: Club, *, has_phones: bool) -> ClubProgress:
    organisers = club.memberships.filter(role__in=[Role.OWNER, Role.ORGANISER])
    codes = TableCode.objects.filter(match__session__season__club=club)
    return ClubProgress(
        players=club.players.count(),
        seasons=club.seasons.count(),
        organisers=organisers.count(),
        evenings=Session.objects.filter(season__club=club, cancelled_at=None).count(),
        has_phones=has_phones or codes.exists(),
    )


@desk
@require_POST
def show_steps(request: Request, slug: str) -> HttpResponse:
    """Hide the list for this person and club, or show it again."""
    club = permissions.club(request.user, slug, Action.ORGANISE)
    marks = desk_memory.read_marks(request, club) - {STEPS_HIDDEN}
    if request.POST.get("do") == "hide":
        marks |= {STEPS_HIDDEN}
    response = redirect("web:desk_club", slug)
    desk_memory.write_marks(response, request, club, marks)
    return response
