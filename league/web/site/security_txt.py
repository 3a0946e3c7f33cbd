"""/.well-known/security.txt (RFC 9116): where to report a weakness of this server."""

from datetime import datetime, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from league.operations.support.links import link_to

VALID = timedelta(days=180)  # a file older than this says nothing about the server of today


def security_txt(request: HttpRequest) -> HttpResponse:
    """Return the file, or 404 on a server that names no contact."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    return HttpResponse(_text(timezone.now()), content_type="text/plain; charset=utf-8")


def _text(now: datetime) -> str:
    day = now.replace(hour=0, minute=0, second=0, microsecond=0)
    fields = {
        "Contact": _contact(settings.SECURITY_CONTACT),
        "Expires": (day + VALID).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "Preferred-Languages": ", ".join(code for code, _label in settings.LANGUAGES),
    }
    if settings.BASE_URL:
        fields["Canonical"] = link_to(reverse("security_txt"))
    return "".join(f"{name}: {value}\n" for name, value in fields.items())


def _contact(address: str) -> str:
    return address if "://" in address else f"mailto:{address}"
