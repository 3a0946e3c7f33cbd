"""Accounts: the rows of User. Addresses, keys and sessions of an account belong to allauth."""

from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session as BrowserSession
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _

from database.batches import delete_in_batches
from league.errors import invalid
from league.models import AuditKind, User
from league.names import clean_name, visible_line
from league.operations.audit import club_log
from league.operations.people.clubs import check_email

LANGUAGES = dict(settings.LANGUAGES)


@transaction.atomic
def create(email: str, password: str | None, *, name: str = "", is_operator: bool = False) -> User:
    """Create an account whose address counts as confirmed; raise IntegrityError if there is one."""
    check_email(email)
    user = User.objects.create_user(
        email, password, name=visible_line(name), is_operator=is_operator
    )
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


def update(user: User, *, name: str | None = None, language: str | None = None) -> User:
    """Change only the given fields of an account; the language "" follows the browser."""
    if name is not None:
        user.name = clean_name(name)
    if language is not None:
        if language and language not in LANGUAGES:
            words = _("Choose one of: %(choices)s.") % {"choices": ", ".join(LANGUAGES)}
            raise invalid("unknown_choice", "language", words)
        user.language = language
    user.save(update_fields=["name", "name_key", "language"])
    return user


def record_sign_in(user: User) -> None:
    """Record in the log of each club of the account that it signed in."""
    for club_id in user.memberships.order_by("club_id").values_list("club_id", flat=True):
        club_log.record(club_id, AuditKind.SIGNED_IN, by=user)


def purge_sign_ins(before: datetime) -> None:
    """Delete browser sessions that have expired, and allauth's record of those last used before a
    time."""
    delete_in_batches(BrowserSession.objects.filter(expire_date__lt=timezone.now()))
    live = BrowserSession.objects.filter(session_key=OuterRef("session_key"))
    delete_in_batches(UserSession.objects.filter(~Exists(live), last_seen_at__lt=before))
