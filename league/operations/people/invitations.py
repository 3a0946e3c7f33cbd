"""Invitations to a club: the holder of a link accepts a role, and perhaps a player of the list.

A link is signed, works once and for seven days. Enrolment needs consent: the person who opens the
link sees the club, the inviter and the role, then accepts or declines.
"""

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from django.core import signing
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from database.batches import delete_in_batches
from league import permissions
from league.errors import Conflict, Fault, invalid
from league.models import (
    AuditKind,
    Club,
    Invitation,
    InvitationState,
    MailCategory,
    Membership,
    Player,
    Role,
    User,
)
from league.models.people import PlayerQuerySet
from league.operations.audit import club_log
from league.operations.audit.club_log import Words
from league.operations.mail import limits, outbox
from league.operations.mail.letters import Letter, plain_name
from league.operations.people import clubs, player_lists
from league.operations.people.clubs import check_email
from league.operations.support.links import link_to
from league.operations.support.locks import lock_row
from league.permissions import Action

LIFETIME = timedelta(days=7)
MOST_OPEN = 1000  # of one club
SIGNER = signing.Signer(salt="league.operations.people.invitations")


class Link(NamedTuple):
    """Content of a link: the invitation, and whether it was mailed, which proves the address."""

    invitation: int
    nonce: str
    is_mailed: bool


@transaction.atomic
def create(
    club: Club, *, by: User, role: str, player: int | None = None, email: str = ""
) -> Invitation:
    """Invite the holder of a link to a role, and optionally as a player of the club.

    An earlier open invitation of the same player is revoked; without a player, one to the same
    address, ignoring case. Raise Conflict if the player belongs to an account already, or if `by`
    may not revoke the earlier invitation.
    """
    _require_right(by, club, role)
    if email:
        check_email(email)
    email = email.lower()
    Club.objects.select_for_update(no_key=True).get(
        pk=club.pk
    )  # concurrent invitations to one address
    invited = None if player is None else _lock_unclaimed(club, player)
    _revoke_earlier(club, invited, email, by=by)
    if club.invitations.filter(state=InvitationState.OPEN).count() >= MOST_OPEN:
        raise Conflict(_("Too many invitations are open: revoke some first."))
    row = _new(club, by=by, role=role, player=invited, email=email)
    if email and outbox.is_configured():
        _require_few_mails(row)
    row.save()
    if email:
        write, category = partial(_letter, row), MailCategory.CLUB
        outbox.send(row.email, write, language=club.language, category=category, is_limited=True)
    _log(row, AuditKind.INVITED, by)
    return row


def _revoke_earlier(club: Club, player: Player | None, email: str, *, by: User) -> None:
    """Revoke the open invitations that a new one replaces; raise Conflict if `by` may not."""
    if player is None and not email:  # links for anyone who receives them
        return
    same = club.invitations.filter(state=InvitationState.OPEN, player=player)
    same = same if player is not None else same.filter(email=email)
    foreign = same.exclude(role__in=permissions.invitable_roles(by, club))
    if foreign.filter(expires_at__gt=timezone.now()).exists():
        words = _("An admin has invited %(name)s as admin: only an admin can change that.")
        words %= {"name": email if player is None else player.name}
        path = "email" if player is None else "player"
        raise Conflict(words, [Fault("invited_as_owner", path, words).to_json()])
    same.update(state=InvitationState.REVOKED, answered_at=timezone.now())


@transaction.atomic
def invite_players(club: Club, *, by: User, most: int) -> list[Invitation]:
    """Invite the players of the club who have neither an account nor an open invitation, the first
    `most` of them by name."""
    permissions.require(by, club, permissions.INVITATIONS[Role.PLAYER])
    lock_row(Club.objects.all(), club.pk)
    now = timezone.now()
    expired = club.invitations.filter(state=InvitationState.OPEN, player__isnull=False)
    expired.filter(expires_at__lte=now).update(state=InvitationState.REVOKED, answered_at=now)
    players = player_lists.first_by_name(uninvited_players(club), most).players
    invitations = Invitation.objects.bulk_create(
        [_new(club, by=by, role=Role.PLAYER, player=player) for player in players]
    )
    if invitations:
        subject = {"players": [player.pk for player in players]}
        after = {"role": Role.PLAYER}
        club_log.record(club.pk, AuditKind.INVITED, by=by, subject=subject, after=after)
    return invitations


def uninvited_players(club: Club) -> PlayerQuerySet:
    """Return the players who have neither an account nor an open invitation."""
    return club.players.without_account().exclude(pk__in=_open_of_players(club).values("player"))


def open_for_players(club: Club, *, reader: User) -> Sequence[Invitation]:
    """Return the open invitations of players that the reader may see, in the order of the players'
    names."""
    rows = _open_of_players(club).filter(role__in=permissions.invitable_roles(reader, club))
    rows = rows.filter(player__struck_at=None).select_related("player")
    return sorted(rows, key=lambda row: row.player.sort_key())  # type: ignore[union-attr]


@transaction.atomic
def revoke(invitation: Invitation, *, by: User) -> Invitation:
    """Revoke an open invitation; one that was answered already stays as it is."""
    permissions.require(by, invitation.club, permissions.INVITATIONS[invitation.role])
    invitation = lock_row(Invitation.objects.select_related("club"), invitation.pk)
    if invitation.state == InvitationState.OPEN:
        _answer(invitation, InvitationState.REVOKED)
        _log(invitation, AuditKind.INVITATION_REVOKED, by)
    return invitation


def forget_addresses(addresses: Iterable[str]) -> None:
    """Delete the invitations that were sent to these addresses."""
    for address in addresses:
        Invitation.objects.filter(email__iexact=address).delete()


def purge(before: datetime) -> None:
    """Delete invitations that were answered, revoked or expired before a time."""
    ended = Q(answered_at__lt=before) | Q(state=InvitationState.OPEN, expires_at__lt=before)
    delete_in_batches(Invitation.objects.filter(ended))


def token_of(invitation: Invitation, *, mailed: bool = False) -> str:
    """Return the part of the link that holds the invitation."""
    return SIGNER.sign_object([invitation.pk, invitation.nonce, int(mailed)])


def find(token: str) -> tuple[Invitation, bool]:
    """Return the invitation of a link, and whether the link came by mail. Raise Invalid for a
    forged link, Conflict for one that no longer works."""
    invitation, link = _lookup(token)
    _require_open(invitation)
    return invitation, bool(link.is_mailed)


@transaction.atomic
def accept(token: str, *, by: User) -> Invitation:
    """Make `by` a member with the role of the invitation, and its player theirs. Of several people
    with one link the first is taken; raise Conflict for the others."""
    invitation = lock(token)
    gains = invitation.player is not None and _claim(invitation.player, by)
    gains |= _enrol(invitation, by)
    if not gains:
        raise Conflict(_("You already belong to this club."))
    invitation.accepted_by = by
    _answer(invitation, InvitationState.ACCEPTED)
    _log(invitation, AuditKind.INVITATION_ACCEPTED, by)
    return invitation


@transaction.atomic
def play(club: Club, *, by: User, player: int | None = None) -> Player:
    """Link an organiser's account to a player of the club; without `player`, add one named after
    the account."""
    permissions.require(by, club, Action.ORGANISE)
    lock_row(Club.objects.all(), club.pk)
    if player is None:
        player = clubs.add_newcomer(club, by.name or by.email.partition("@")[0], by=by).pk
    invitation = create(club, by=by, role=Role.PLAYER, player=player)
    accept(token_of(invitation), by=by)
    return Player.objects.get(pk=player)


@transaction.atomic
def decline(token: str, *, by: User | None = None) -> Invitation:
    """Decline the invitation; its link stops working. `by` is None for people without account."""
    invitation = lock(token)
    _answer(invitation, InvitationState.DECLINED)
    _log(invitation, AuditKind.INVITATION_DECLINED, by)
    return invitation


def lock(token: str) -> Invitation:
    """Return the open invitation of a link, locked with the members of its club until the
    transaction ends. Raise as `find` does."""
    invitation, _link = _lookup(token)
    lock_row(Club.objects.all(), invitation.club_id)
    invitation = lock_row(
        Invitation.objects.select_related("club", "player", "invited_by"), invitation.pk
    )
    _require_open(invitation)
    return invitation


def _lookup(token: str) -> tuple[Invitation, Link]:
    try:
        link = Link(*SIGNER.unsign_object(token))
    except (signing.BadSignature, ValueError, TypeError):
        link = Link(0, "", False)
    rows = Invitation.objects.select_related("club", "player", "invited_by")
    invitation = rows.filter(pk=link.invitation, nonce=link.nonce).first()
    if invitation is None:
        words = _("This link is incomplete, or belongs to another server.")
        raise invalid("unknown_invitation", "token", words)
    return invitation, link


def _require_open(invitation: Invitation) -> None:
    """Raise Conflict with the reason why the link no longer works."""
    needed = permissions.INVITATIONS[invitation.role]
    if invitation.state == InvitationState.ACCEPTED:
        words = _("This invitation has already been used. Ask for a new one.")
        raise Conflict(words, [Fault("invitation_used", "token", words).to_json()])
    if invitation.state == InvitationState.DECLINED:
        words = _("This invitation has been declined. Ask for a new one.")
        raise Conflict(words, [Fault("invitation_declined", "token", words).to_json()])
    if invitation.state == InvitationState.REVOKED or not permissions.may(
        invitation.invited_by, invitation.club, needed
    ):
        words = _("This invitation has been revoked. Ask for a new one.")
        raise Conflict(words, [Fault("invitation_revoked", "token", words).to_json()])
    if invitation.is_expired:
        words = _("This invitation is more than seven days old. Ask for a new one.")
        raise Conflict(words, [Fault("invitation_expired", "token", words).to_json()])


def _require_right(by: User, club: Club, role: str) -> None:
    if role not in Role.values:
        raise invalid("not_a_choice", "role", _("Choose a role from the list."))
    permissions.require(by, club, permissions.INVITATIONS[role])


def _open_of_players(club: Club) -> QuerySet[Invitation]:
    rows = club.invitations.filter(state=InvitationState.OPEN, expires_at__gt=timezone.now())
    return rows.filter(player__isnull=False)


def _lock_unclaimed(club: Club, pk: int) -> Player:
    """Return the player, locked; raise Invalid if unknown, Conflict if the player cannot be
    invited."""
    player = Player.objects.select_for_update(no_key=True).filter(pk=pk, club=club).first()
    if player is None:
        raise invalid("unknown_player", "player", _("The club has no such player."))
    _require_unclaimed(player)
    return player


def _require_unclaimed(player: Player) -> None:
    if player.is_child and player.guardian_id is not None:
        words = _("%(name)s’s guardian already has an account.") % {"name": player.name}
        raise Conflict(words, [Fault("player_claimed", "player", words).to_json()])
    if not player.is_child and player.account_id is not None:
        words = _("%(name)s already has an account.") % {"name": player.name}
        raise Conflict(words, [Fault("player_claimed", "player", words).to_json()])


def _new(club: Club, *, by: User, role: str, player: Player | None, email: str = "") -> Invitation:
    now = timezone.now()
    return Invitation(
        club=club,
        role=role,
        player=player,
        email=email,
        invited_by=by,
        nonce=secrets.token_urlsafe(9),
        created_at=now,
        expires_at=now + LIFETIME,
    )


def _require_few_mails(invitation: Invitation) -> None:
    """Raise Conflict if the address was invited too often today, or if the inviter or the club has
    sent too many invitations."""
    mailed = Invitation.objects.exclude(email="").filter(created_at__gte=limits.since())
    email, inviter, club = invitation.email, invitation.invited_by, invitation.club
    to_address = mailed.filter(email=email).count()
    by_user, of_club = mailed.filter(invited_by=inviter).count(), mailed.filter(club=club).count()
    if (
        limits.count_today("invited", limits.mailbox(email), to_address)
        > limits.MOST_INVITATIONS_TO_ADDRESS
    ):
        words = _("%(email)s was invited several times today.") % {"email": email}
    elif (
        limits.count_today("inviter", inviter.pk, by_user) > limits.MOST_INVITATIONS_BY_USER
        or limits.count_today("club", club.pk, of_club) > limits.MOST_INVITATIONS_OF_CLUB
    ):
        words = _("This club has sent many invitations today.")
    else:
        return
    words += " " + _("Leave the e-mail empty and send the link yourself, or wait until tomorrow.")
    raise Conflict(words, [Fault("too_many_mails", "email", words).to_json()])


def _letter(invitation: Invitation) -> Letter:
    """Return the mail of an invitation, with a link that proves the address."""
    inviter = invitation.invited_by
    who = plain_name(inviter.name) or inviter.email
    context = {"who": who, "club": plain_name(invitation.club.name)}
    return Letter("invitation", context, link_to(f"join/{token_of(invitation, mailed=True)}/"))


def _claim(player: Player, account: User) -> bool:
    """Give the player to the account, a child as to its guardian; return False if that was so
    already."""
    player = lock_row(Player.objects.all(), player.pk)
    if account.pk == (player.guardian_id if player.is_child else player.account_id):
        return False
    _require_unclaimed(player)
    if player.is_child:
        player.guardian = account
        player.save(update_fields=["guardian"])
        return True
    other = Player.objects.filter(club=player.club_id, account=account).first()
    if other is not None:
        words = _("You are already %(name)s in this club.") % {"name": other.name}
        raise Conflict(words, [Fault("account_has_player", "player", words).to_json()])
    player.account = account
    player.save(update_fields=["account"])
    return True


def _enrol(invitation: Invitation, account: User) -> bool:
    """Give the account the role of the invitation; return False if it has as much already."""
    membership, is_new = Membership.objects.get_or_create(
        club=invitation.club, user=account, defaults={"role": invitation.role}
    )
    ranks = Role.values  # from owner down
    if is_new or ranks.index(invitation.role) >= ranks.index(membership.role):
        return is_new
    membership.role = invitation.role
    membership.save(update_fields=["role"])
    return True


def _answer(invitation: Invitation, state: InvitationState) -> None:
    invitation.state = state
    invitation.answered_at = timezone.now()
    invitation.save(update_fields=["state", "answered_at", "accepted_by"])


def _log(invitation: Invitation, kind: AuditKind, by: User | None) -> None:
    """Record what became of an invitation in the log of its club."""
    players = [] if invitation.player_id is None else [invitation.player_id]
    accounts = [] if invitation.accepted_by_id is None else [invitation.accepted_by_id]
    about = {"players": players, "accounts": accounts}
    after = {"role": invitation.role, "email": Words(invitation.email, **about)}
    subject = {**about, "invitation": invitation.pk}
    club_log.record(invitation.club_id, kind, by=by, subject=subject, after=after)
