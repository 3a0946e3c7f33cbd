"""Accounts of the server, for its owner: links for people who cannot get a mail."""

from typing import Any
from urllib.parse import urljoin

from allauth.account.models import EmailAddress
from django.db.models import OuterRef, Q, Subquery
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render

from league import permissions
from league.models import User
from league.names import visible_line
from league.operations.support.name_search import has_in_name
from league.web.accounts.access import desk
from league.web.accounts.account_links import confirmation_path, password_path
from league.web.support import qr_codes
from league.web.support.phone_addresses import phone_origin
from league.web.support.request import Request

MOST_SHOWN = 50


@desk
def accounts(request: Request) -> HttpResponse:
    """List the accounts, or those whose name or address has the words of the search."""
    permissions.require_operator(request.user)
    words = visible_line(request.GET.get("q", ""))
    rows = User.objects.filter(has_in_name(words) | Q(email__icontains=words))
    unconfirmed = EmailAddress.objects.filter(user=OuterRef("pk"), verified=False).order_by("-pk")
    rows = rows.annotate(unconfirmed=Subquery(unconfirmed.values("email")[:1])).order_by(
        "name_key", "email"
    )
    context = {"q": words, "accounts": rows[:MOST_SHOWN]}
    return render(request, "server/accounts.html", context)


@desk
def password_link(request: Request, pk: int) -> HttpResponse:
    """Show a link with which this person sets a new password, once and within three days."""
    permissions.require_operator(request.user)
    account = get_object_or_404(User, pk=pk, is_active=True)
    return _link_page(request, account, password_path(account))


@desk
def address_link(request: Request, pk: int) -> HttpResponse:
    """Show a link with which this person confirms a new address, within three days."""
    permissions.require_operator(request.user)
    addresses = EmailAddress.objects.filter(user=pk, user__is_active=True, verified=False)
    address = addresses.select_related("user").order_by("pk").last()
    if address is None:
        raise Http404
    return _link_page(request, address.user, confirmation_path(address), address)


def _link_page(
    request: Request,
    account: User,
    path: str,
    address: EmailAddress | None = None,
) -> HttpResponse:
    """Ask, and on POST show the link."""
    context: dict[str, Any] = {"account": account, "address": address}
    if request.method == "POST":
        origin = phone_origin(request)
        context["qr"] = qr_codes.of(urljoin(origin.url, path))
        context["is_local_only"] = origin.is_local_only
    return render(request, "server/account_link.html", context)
