"""Facts about this server that any page may show."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from league.demo import first_run
from league.operations.mail import outbox


def server_facts(request: HttpRequest) -> dict[str, Any]:
    """Return what templates may ask: whether mail is set up, whether everybody may make an
    account, and whether nobody has one yet."""
    return {
        "mail_configured": outbox.is_configured(),
        "signup_open": settings.SIGNUP_OPEN,
        "first_run_open": first_run.is_open,  # asked by pages alone
    }
