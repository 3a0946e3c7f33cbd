"""Members of a club at the desk: the list, inviting, changing roles, removing, leaving."""

from collections.abc import Collection, Mapping
from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league import permissions
from league.models import Club, Invitation, Membership
from league.names import name_key
from league.operations.people import invitations
from league.operations.people import members as operations
from league.permissions import Action
from league.web.accounts.access import desk, is_allowed
from league.web.people.invitations import InvitationForm, invitation_form
from league.web.support import forms
from league.web.support.double_submissions import once
from league.web.support.pages import ListPage, searched_text
from league.web.support.request import Request

MOST_INVITATIONS = 50  # of a page, the latest first
MOST_MEMBERS = 50  # of a page


@desk
@once
def members(request: Request, slug: str) -> HttpResponse:
    """List members and invitations, and create an invitation."""
    club = permissions.find_club(request.user, slug, Action.VIEW)
    if request.method != "POST":
        return _page(request, club)
    permissions.require(request.user, club, Action.ORGANISE)
    form = invitation_form(request, club, request.POST)
    if form.is_valid():
        row = forms.run_operation(
            form, invitations.create, club, by=request.user, **form.cleaned_data
        )
        if row is not None:
            return redirect("web:invitation", slug, row.pk)
    return _page(request, club, form=form)


@desk
@require_POST
def change_member(request: Request, slug: str, number: int) -> HttpResponse:
    member = permissions.find_membership(request.user, slug, number, Action.OWN)
    form = forms.RoleForm.of(member, request.POST)
    if form.is_valid():
        changed = forms.run_operation(
            form, operations.change_role, member, by=request.user, **form.cleaned_data
        )
        if changed is not None:
            messages.success(request, _("Saved."))
            return redirect("web:members", slug)
    return _page(request, member.club, role_forms={member.pk: form})


@desk
@require_POST
def remove_member(request: Request, slug: str, number: int) -> HttpResponse:
    """Remove a member; removing oneself is leaving the club."""
    member = permissions.find_membership(request.user, slug, number, Action.VIEW)
    leaves = member.user_id == request.user.pk
    form = forms.RoleForm.of(member, {"role": member.role})
    forms.run_operation(form, operations.remove, member, by=request.user)
    if form.errors:
        return _page(request, member.club, role_forms={number: form})
    messages.success(request, _("%(name)s is no longer a member.") % {"name": member.user})
    return redirect("web:desk") if leaves else redirect("web:members", slug)


def _page(
    request: Request,
    club: Club,
    *,
    form: InvitationForm | None = None,
    role_forms: Mapping[int, forms.RoleForm] | None = None,
) -> HttpResponse:
    role_forms = role_forms or {}
    refused = [bound_form for bound_form in [form, *role_forms.values()] if bound_form is not None]
    page = MembersPage(request, club, shown=role_forms)
    accounts = [membership.user_id for membership in page.rows]
    names = dict(club.players.filter(account__in=accounts).values_list("account", "name"))
    organiser = is_allowed(request, club, Action.ORGANISE)
    context: dict[str, Any] = {
        "club": club,
        "members": page,
        "member_count": club.memberships.count(),
        "lines": [
            (
                membership,
                names.get(membership.user_id),
                role_forms.get(membership.pk) or forms.RoleForm.of(membership),
            )
            for membership in page.rows
        ],
        "organiser": organiser,
        "owner": is_allowed(request, club, Action.OWN),
    }
    if organiser:
        latest = club.invitations.select_related("player", "invited_by", "accepted_by")
        context["form"] = form or invitation_form(request, club)
        context["invitable"] = permissions.invitable_roles(request.user, club)
        by_date = latest.order_by("-created_at", "-pk")
        context["invitations"] = ListPage[Invitation](
            request, by_date, MOST_INVITATIONS, name="invitations"
        )
        context["unclaimed"] = club.players.without_account().count()
    return render(request, "people/members.html", context, status=422 if refused else 200)


class MembersPage(ListPage[Membership]):
    """A page of members by name, or of those whose shown name contains the search `q`. An address
    is searched only where it is shown, for want of a name."""

    def __init__(self, request: Request, club: Club, *, shown: Collection[int]) -> None:
        self.search = searched_text(request)
        rows = club.memberships.select_related("user").order_by(
            "user__name_key", "user__email", "pk"
        )
        if shown:  # a form was refused: show only its member
            rows = rows.filter(pk__in=shown)
        elif self.search:
            named = Q(user__name_key__contains=name_key(self.search))
            rows = rows.filter(named | Q(user__name="", user__email__icontains=self.search))
        super().__init__(request, rows, MOST_MEMBERS)
