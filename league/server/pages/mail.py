"""Mail page of the server: waiting and refused mails, suppressed addresses, a test mail;
and the page behind "unsubscribe" in mails of clubs."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db.models import Count, Max, Min
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from league import permissions
from league.errors import NotFound
from league.models import OutgoingState, SuppressedAddress, SuppressionReason
from league.operations.mail import outbox, suppressions
from league.web.accounts.access import desk, user_timezone
from league.web.support import live
from league.web.support.request import Request

MOST_SHOWN = 20


@desk
def mail(request: Request) -> HttpResponse:
    permissions.require_operator(request.user)
    return render(request, "server/mail.html", _context(request))


@desk
def mail_piece(request: Request) -> HttpResponse:
    """Return the state without the page around it, for live.js."""
    permissions.require_operator(request.user)
    latest = outbox.mails().aggregate(Max("pk"), Max("attempts"), Max("ended_at"))
    version = f"mail.{latest['pk__max']}.{latest['attempts__max']}.{latest['ended_at__max']}"
    return live.fragment(request, "server/_mail.html", lambda: _context(request), version=version)


@desk
@require_POST
def send_test(request: Request) -> HttpResponse:
    permissions.require_operator(request.user)
    if outbox.send_test(request.user.email) is not None:
        words = _("The test e-mail to %(email)s is being sent; see its state below.")
        messages.success(request, words % {"email": request.user.email})
    return redirect("web:server_mail")


@desk
@require_POST
def lift(request: Request) -> HttpResponse:
    permissions.require_operator(request.user)
    suppressions.lift(request.POST.get("email", ""))
    return redirect("web:server_mail")


@csrf_exempt  # mail programs send it in one click, without a page before (RFC 8058)
def stop_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Ask, and on POST send no more mail of clubs to the address of the link."""
    try:
        email = suppressions.email_of(token)
    except NotFound:
        raise Http404 from None
    if request.method == "POST":
        suppressions.suppress(email, SuppressionReason.UNSUBSCRIBED)
    context = {"email": email, "is_done": request.method == "POST"}
    return render(request, "server/stop_mail.html", context)


def _context(request: Request) -> dict[str, Any]:
    waiting = outbox.mails().filter(state=OutgoingState.PENDING)
    delivered = outbox.mails().filter(state=OutgoingState.DELIVERED)
    return {
        "host": settings.EMAIL_HOST if settings.EMAIL_URL else "",
        "sender": settings.DEFAULT_FROM_EMAIL,
        "base_url": settings.BASE_URL,
        "counts": waiting.aggregate(number=Count("pk"), oldest=Min("created_at")),
        "last_sent": delivered.aggregate(at=Max("ended_at"))["at"],
        "mails": outbox.mails().order_by("-pk")[:MOST_SHOWN],
        "suppressed": SuppressedAddress.objects.order_by("-since")[:MOST_SHOWN],
        "zone": user_timezone(request.user),
    }
