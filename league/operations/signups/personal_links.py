"""Personal links: a player without an account signs up by a link that only this player has. The
only writer of PersonalLink."""

import secrets

from django.core import signing
from django.db import transaction
from django.utils.translation import gettext as _

from league.errors import NotFound
from league.models import AuditKind, PersonalLink, Player, SignUpAccess, User
from league.operations.audit import club_log
from league.operations.signups import access
from league.operations.support.locks import lock_row

SIGNER = signing.Signer(salt="league.operations.signups.personal_links")


@transaction.atomic
def make(player: Player, *, by: User | None) -> PersonalLink:
    """Make a link of a player; the one before no longer works."""
    locked = lock_row(Player.objects.all(), player.pk)
    link, _is_new = PersonalLink.objects.update_or_create(
        player=locked, defaults={"nonce": secrets.token_urlsafe(12)}
    )
    subject = {"players": [locked.pk]}
    club_log.record(locked.club_id, AuditKind.SIGN_UP_LINK_MADE, by=by, subject=subject)
    return link


@transaction.atomic
def revoke(player: Player, *, by: User | None) -> None:
    """Revoke the link of a player; the second call changes nothing."""
    lock_row(Player.objects.all(), player.pk)
    number, _by_model = PersonalLink.objects.filter(player=player).delete()
    if number:
        subject = {"players": [player.pk]}
        club_log.record(player.club_id, AuditKind.SIGN_UP_LINK_REVOKED, by=by, subject=subject)


def token_of(link: PersonalLink) -> str:
    """Return the part of the address that holds the link."""
    return SIGNER.sign_object([link.pk, link.nonce])


def path_of(link: PersonalLink) -> str:
    """Return the path of the link, relative to the server's base address."""
    return f"sign-up/me/{token_of(link)}/"


def of_player(player: Player) -> PersonalLink | None:
    """Return the link of a player, if there is one."""
    return PersonalLink.objects.filter(player=player).first()


def find(token: str) -> Player:
    """Return the player of a link. Raise NotFound for a forged or revoked one, and if the club does
    not use personal links."""
    try:
        pk, nonce = SIGNER.unsign_object(token)
    except (signing.BadSignature, ValueError, TypeError):
        pk, nonce = 0, ""
    rows = Player.objects.select_related("club")
    player = rows.filter(personal_link=pk, personal_link__nonce=nonce).first()
    if player is None or not access.allows(player.club, SignUpAccess.LINK):
        raise NotFound(_("This link no longer works. Ask an organiser for a new one."))
    return player
