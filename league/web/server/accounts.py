"""Accounts of the server, for its owner: links for people who cannot get a mail."""

from typing import Any
from urllib.parse import urljoin

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from league import permissions
from league.models import User
from league.web.accounts.access import desk
from league.web.support import qr_codes
from league.web.support.phone_addresses import phone_origin
from league.web.support.request import Request

MOST_SHOWN = 50


@desk
def accounts(request: Request) -> HttpResponse:
    """List the accounts, or those whose name or address has the words of the search."""
    permissions.require_operator(request.user)
    words = request.GET.get("q", "").strip()
    rows = User.objects.filter(Q(name__icontains=words) | Q(email__icontains=words))
    context = {"q": words, "accounts": rows.order_by("name", "email")[:MOST_SHOWN]}
    return render(request, "server/accounts.html", context)


@desk
def password_link(request: Request, pk: int) -> HttpResponse:
    """Show a link with which this person sets a new password, once and within three days."""
    permissions.require_operator(request.user)
    account = User.objects.filter(pk=pk, is_active=True).first()
    if account is None:
        raise Http404
    context: dict[str, Any] = {"account": account}
    if request.method == "POST":
        origin = phone_origin(request)
        context["qr"] = qr_codes.of(urljoin(origin.url, _path(account)))
        context["is_local_only"] = origin.is_local_only
    response = render(request, "server/password_link.html", context)
    response["Cache-Control"] = "private, no-store"
    return response


def _path(account: User) -> str:
    key = default_token_generator.make_token(account)
    uid = user_pk_to_url_str(account)
    return reverse("account_reset_password_from_key", kwargs={"uidb36": uid, "key": key})
