"""The awards that a club defines: its public page, and the pages on which organisers edit them."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league import permissions
from league.models import Club, ClubAward
from league.operations.standings import award_winners, award_words
from league.operations.standings import club_awards as operations
from league.operations.standings.award_winners import AwardResult
from league.operations.support import versions
from league.permissions import Action
from league.web.accounts.access import desk, viewer_permissions
from league.web.standings import award_form
from league.web.standings.award_form import AwardForm
from league.web.support import cached_views
from league.web.support.double_submissions import once
from league.web.support.forms import run_operation
from league.web.support.public_pages import find_public
from league.web.support.request import Request


def context_of(results: list[AwardResult]) -> dict[str, Any]:
    """Return the awards for templates, with the sum of the prizes that are given."""
    totals = award_winners.prize_totals(results)
    return {
        "results": [_shown(result) for result in results],
        "totals": [award_words.money(cents, currency) for currency, cents in totals.items()],
    }


def _shown(result: AwardResult) -> dict[str, Any]:
    award = result.award
    return {
        "award": award,
        "label": award_words.statistic(award.statistic),
        "terms": award_words.terms(award),
        "winners": result.winners,
        "runners_up": result.runners_up,
        "reason": result.reason,
        "tied": result.tied,
        "prize": award_words.prize(award),
        "each": award_words.money(result.each_cents, award.currency) if award.amount else "",
        "rest": award_words.money(result.rest_cents, award.currency) if result.rest_cents else "",
    }


@cached_views.cached_view(versions.club_awards)
def club_awards(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all awards of a club."""
    club = find_public(request, Club.objects, slug=slug)
    results = award_winners.results(club, _awards(club))
    context = {"club": club, **context_of(results), **viewer_permissions(request, club)}
    return render(request, "standings/club_awards.html", context)


@desk
@once
def awards_desk(request: Request, slug: str) -> HttpResponse:
    """List the awards of a club, and create one or preview it."""
    club = permissions.find_club(request.user, slug, Action.ORGANISE)
    form = AwardForm(request.POST or None).offer(club)
    preview = None
    if request.method == "POST" and form.is_valid():
        values = form.values()
        if request.POST.get("do") == "preview":
            preview = run_operation(form, operations.build, club, **values)
        else:
            award = run_operation(form, operations.create, club, by=request.user, **values)
            if award is not None:
                messages.success(request, _("The award has been created."))
                return redirect("web:desk_award", award.pk)
    listed = [(award, award_words.terms(award)) for award in _awards(club)]
    context = {"club": club, "awards": listed, "form": form, **_preview(preview)}
    return _page(request, "standings/desk_awards.html", form, context)


@desk
def manage_award(request: Request, pk: int) -> HttpResponse:
    """Edit an award; show who wins it now, or by the terms of a preview."""
    award = permissions.find_award(request.user, pk, Action.ORGANISE)
    form = award_form.of_award(award, request.POST)
    preview: ClubAward | None = award
    if request.method == "POST" and form.is_valid():
        changes = form.changes()
        if request.POST.get("do") == "preview":
            preview = run_operation(form, operations.build_changed, award, **changes)
        elif run_operation(form, operations.update, award, by=request.user, **changes) is not None:
            messages.success(request, _("Saved."))
            return redirect("web:desk_award", pk)
    context = {"club": award.club, "award": award, "form": form, **_preview(preview)}
    return _page(request, "standings/desk_award.html", form, context)


def _awards(club: Club) -> list[ClubAward]:
    return list(club.awards.select_related("club", "season", "league__season"))


def _preview(award: ClubAward | None) -> dict[str, Any]:
    return context_of(award_winners.results(award.club, [award])) if award else {}


def _page(
    request: Request, template: str, form: AwardForm, context: dict[str, Any]
) -> HttpResponse:
    # the desk shows names in full, as members read them
    context |= {"organiser": True, "member": True}
    return render(request, template, context, status=422 if form.errors else 200)
