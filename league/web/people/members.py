"""Memberships at the desk: adding, changing roles, removing."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league import permissions
from league.operations.people import members
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.people.club_desk import club_page
from league.web.support import forms
from league.web.support.once import once
from league.web.support.request import Request


@desk
@require_POST
@once
def add_member(request: Request, slug: str) -> HttpResponse:
    club = permissions.club(request.user, slug, Action.OWN)
    form = forms.MemberForm(request.POST)
    if form.is_valid():
        member = forms.run_operation(form, members.add, club, **form.cleaned_data, by=request.user)
        if member is not None:
            messages.success(request, _("%(name)s is a member now.") % {"name": member.user})
            return redirect("web:desk_club", slug)
    return club_page(request, club, member_form=form)


@desk
@require_POST
def change_member(request: Request, slug: str, number: int) -> HttpResponse:
    member = permissions.membership(request.user, slug, number, Action.OWN)
    form = forms.RoleForm.of(member, request.POST)
    if form.is_valid():
        changed = forms.run_operation(
            form, members.change_role, member, by=request.user, **form.cleaned_data
        )
        if changed is not None:
            messages.success(request, _("Saved."))
            return redirect("web:desk_club", slug)
    return club_page(request, member.club, {member.pk: form})


@desk
@require_POST
def remove_member(request: Request, slug: str, number: int) -> HttpResponse:
    """Remove a member; removing oneself is leaving the club."""
    member = permissions.membership(request.user, slug, number, Action.VIEW)
    leaves = member.user_id == request.user.pk
    form = forms.RoleForm.of(member, {"role": member.role})
    forms.run_operation(form, members.remove, member, by=request.user)
    if form.errors:
        return club_page(request, member.club, {number: form})
    messages.success(request, _("%(name)s is no longer a member.") % {"name": member.user})
    return redirect("web:desk") if leaves else redirect("web:desk_club", slug)
