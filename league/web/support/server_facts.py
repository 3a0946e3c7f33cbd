"""Facts about this server that any page may show."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def server_facts(request: HttpRequest) -> dict[str, Any]:
    """Return what templates may ask: whether mail is set up, and whether everybody may make an
    account."""
    return {"mail_configured": bool(settings.EMAIL_URL), "signup_open": settings.SIGNUP_OPEN}
