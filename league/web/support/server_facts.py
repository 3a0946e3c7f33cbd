"""Facts about this server that any page may show."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from league.demo import first_run
from league.operations.mail import outbox


def server_facts(request: HttpRequest) -> dict[str, Any]:
    """Return facts for templates: whether mail is set up, whether any visitor may make an account,
    and whether there is no account yet."""
    return {
        "mail_configured": outbox.is_configured(),
        "signup_open": settings.SIGNUP_OPEN,
        "first_run_open": first_run.is_open,  # called only by pages
    }
