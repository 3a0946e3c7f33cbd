"""The page behind "unsubscribe" in mails of clubs."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt

from league.errors import NotFound
from league.models import SuppressionReason
from league.operations.mail import suppressions


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
