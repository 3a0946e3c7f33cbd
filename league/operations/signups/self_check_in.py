"""Self check-in at the door: a link for one session, shown there as a QR code.

The link works only around the time of the session. Check-ins are in the log of the session, where
the desk can undo them.
"""

from datetime import datetime, timedelta

from django.core import signing
from django.db import transaction
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, NotFound
from league.models import Club, Player, Session, User
from league.operations.sessions.current_sessions import LONGEST_SESSION
from league.operations.signups import night_arrivals

SIGNER = signing.Signer(salt="league.operations.signups.door")
OPENS_BEFORE = timedelta(hours=2)
MOST_SESSIONS = 12  # at one time


def token_of(session: Session) -> str:
    """Return the part of the address that holds the link."""
    return SIGNER.sign_object([session.pk])


def path_of(session: Session) -> str:
    """Return the path of the link below the server's address."""
    return f"sign-up/door/{token_of(session)}/"


def find(token: str) -> Session:
    """Return the session of a link, also when it is not open; raise NotFound for a forged one."""
    try:
        (pk,) = SIGNER.unsign_object(token)
    except (signing.BadSignature, ValueError, TypeError):
        pk = 0
    session = Session.objects.select_related("season__club").filter(pk=pk).first()
    if session is None:
        raise NotFound(_("There is nothing here."))
    return session


def open_sessions(club: Club, now: datetime) -> list[Session]:
    """Return the sessions of a club at which people arrive or play now, tournaments included."""
    rows = Session.objects.filter(
        season__club=club,
        cancelled_at=None,
        closed_at=None,
        starts_at__gt=now - LONGEST_SESSION,
        starts_at__lte=now + OPENS_BEFORE,
    )
    rows = rows.select_related("season__club", "season__tournament")
    return list(rows.order_by("starts_at", "pk")[:MOST_SESSIONS])


def why_closed(session: Session, now: datetime) -> str:
    """Return why check-in at the door is closed now; empty if it is open."""
    if session.cancelled_at is not None:
        return _("This evening was cancelled.")
    if now < session.starts_at - OPENS_BEFORE:
        return _("Check-in opens two hours before the start.")
    if now >= session.starts_at + LONGEST_SESSION:
        return _("This evening is over.")
    return ""


@transaction.atomic
def check_in(session: Session, player: Player, *, by: User | None, now: datetime) -> None:
    """Check in one player, in a league night at the evening of the player; who is here already
    stays so. Raise Conflict (`door_closed`) outside of the evening. Who may act for the player is
    checked as for an answer (sign_ups)."""
    if words := why_closed(session, now):
        raise Conflict(words, [Fault("door_closed", "", words).to_json()])
    night_arrivals.check_in(session, [player.pk], by=by)
