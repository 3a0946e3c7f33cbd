"""The page behind the link of an invitation: who invites to what, accepting, declining, and an
account for people who have none."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.views import SignupView
from django.contrib import messages
from django.db import transaction
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.errors import Invalid, LeagueError
from league.models import Invitation, Role, User
from league.operations.people import invitations
from league.web.accounts.access import desk
from league.web.accounts.adapters import INVITATION_KEY
from league.web.support.request import Request

VERIFIED_EMAIL = "account_verified_email"  # where allauth looks


def _explained(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view so that a link that does not work is answered by a page that says why."""

    @wraps(view)
    def guarded(request: HttpRequest, token: str) -> HttpResponse:
        try:
            response = view(request, token)
        except LeagueError as error:
            status = 404 if isinstance(error, Invalid) else 409
            context = {"words": error.detail}
            response = render(request, "people/no_invitation.html", context, status=status)
        add_never_cache_headers(response)
        return response

    return guarded


@_explained
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show an invitation. For a person without an account a form makes one and accepts."""
    invitation, is_mailed = invitations.find(token)
    context = {"invitation": invitation, "token": token}
    if request.user.is_authenticated:
        return render(request, "people/join.html", context)
    request.session[INVITATION_KEY] = token
    view = NewMember.as_view(invitation=invitation, token=token, is_mailed=is_mailed)
    response: HttpResponse = view(request)
    return response


@desk
@require_POST
@_explained
def accept(request: Request, token: str) -> HttpResponse:
    invitation = invitations.accept(token, by=request.user)
    words = _("You are now a member of %(club)s.") % {"club": invitation.club.name}
    messages.success(request, words)
    return redirect(_first_page(invitation))


@require_POST
@_explained
def decline(request: HttpRequest, token: str) -> HttpResponse:
    by = request.user if isinstance(request.user, User) else None
    invitation = invitations.decline(token, by=by)
    return render(request, "people/declined.html", {"invitation": invitation})


class NewMember(SignupView):  # type: ignore[misc]
    """The form of a new account on the page of an invitation."""

    template_name = "people/join.html"
    invitation: Any = None  # set by `as_view`
    token = ""
    is_mailed = False

    def is_open(self) -> bool:
        return True

    def get_initial(self) -> dict[str, Any]:
        player = self.invitation.player
        name = player.name if player is not None else ""
        return {**super().get_initial(), "email": self.invitation.email, "name": name}

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        own = {"invitation": self.invitation, "token": self.token}
        return {**super().get_context_data(**more), **own}

    def form_valid(self, form: Form) -> HttpResponse:
        """Make the account and accept, or neither. An address counts as confirmed if the link was
        mailed there."""
        if self.is_mailed and form.cleaned_data["email"] == self.invitation.email:
            self.request.session[VERIFIED_EMAIL] = self.invitation.email
        with transaction.atomic():
            invitations.lock(self.token)
            response: HttpResponse = super().form_valid(form)
            if self.user is not None:
                invitations.accept(self.token, by=self.user)
        return response

    def get_success_url(self) -> str:
        return _first_page(self.invitation)


def _first_page(invitation: Invitation) -> str:
    """Return the address where a new member begins: for an invited player, the own results."""
    if invitation.role == Role.PLAYER and invitation.player is not None:
        return reverse("web:my_results")
    return reverse("web:desk_club", args=[invitation.club.slug])
