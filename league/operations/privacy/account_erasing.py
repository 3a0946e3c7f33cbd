"""Deleting an account by its holder: sign-ins, keys, tokens, roles and mails go, and what it did
stays without a name. Its players stay with their results, or are erased, as the holder chooses."""

from collections.abc import Collection, Iterator

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session as BrowserSession
from django.db import transaction
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, Invalid, invalid
from league.models import AuditKind, Club, Membership, Player, Role, User, Visibility
from league.names import name_key
from league.operations.audit import club_log
from league.operations.mail import outbox as mail_outbox
from league.operations.mail import suppressions
from league.operations.messages import unsubscribe_links
from league.operations.people import invitations, player_words
from league.operations.people.visibility import VISIBILITY_FIELDS
from league.operations.privacy import erasing, named_texts
from league.operations.support import jobs, versions
from league.operations.support.locks import lock_row


@transaction.atomic
def delete(account: User, *, email: str, erased: Collection[int] = ()) -> None:
    """Delete an account for good, and erase these of its players. `email` is its address, typed to
    be sure. Raise Invalid or Conflict with every reason against it; then nothing has changed."""
    account = lock_row(User.objects.all(), account.pk)
    if email.strip().lower() != account.email:
        words = _("Type the e-mail address of this account: %(email)s.") % {"email": account.email}
        raise invalid("name_differs", "email", words)
    clubs = _lock_clubs(account)
    players = {player.pk: player for player in _lock_players(account)}
    if unknown := set(erased) - set(players):
        words = _("This account has no such player.")
        paths = [f"erase.{index}" for index, pk in enumerate(erased) if pk in unknown]
        raise Invalid(words, [Fault("unknown_player", path, words).to_json() for path in paths])
    if faults := list(faults_of(account)):
        raise Conflict(faults[0].message, [fault.to_json() for fault in faults])
    by_id = {club.pk: club for club in clubs}
    for pk in erased:
        erasing.erase_locked(by_id[players[pk].club_id], players[pk], by=None)
    _hide_children(account)
    addresses = {account.email, *_addresses(account)}
    names = addresses | _gone_names(account)
    for club in clubs:
        club_log.record(club.pk, AuditKind.ACCOUNT_DELETED, by=None)
        club_log.forget(club.pk, accounts=[account.pk], names=names)
        named_texts.remove_names(club.pk, names, about=())
    invitations.forget_addresses(addresses)
    mail_outbox.forget_addresses(addresses)
    suppressions.forget(addresses)
    unsubscribe_links.forget(addresses)
    jobs.erase_account(account)
    _end_browsers(account)
    account.delete()


def faults_of(account: User) -> Iterator[Fault]:
    """Yield the reasons why an account cannot go now."""
    owned = Membership.objects.filter(user=account, role=Role.OWNER).select_related("club")
    for member in owned.order_by("club__name_key", "pk"):
        owners = Membership.objects.filter(club=member.club_id, role=Role.OWNER)
        if not owners.filter(user__is_active=True).exclude(user=account).exists():
            words = _("You are the last admin of %(club)s: make someone else an admin first.")
            yield Fault("last_owner", "", words % {"club": member.club.name})
    others = User.objects.filter(is_operator=True, is_active=True).exclude(pk=account.pk)
    if account.is_operator and not others.exists():
        words = _(
            "You are the only admin of this server: first create another admin’s account with "
            "the command “manage.py adduser --operator”."
        )
        yield Fault("last_owner", "", words)


def _lock_clubs(account: User) -> list[Club]:
    """Return the clubs of the account and of its players, locked in the order of their ids."""
    of_account = Club.objects.filter(memberships__user=account).values("pk")
    of_players = Player.every.filter(account=account).values("club")
    clubs = Club.objects.filter(pk__in=of_account) | Club.objects.filter(pk__in=of_players)
    ids = sorted(clubs.values_list("pk", flat=True))
    for pk in ids:
        versions.bump_edition(pk)
    return list(Club.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk"))


def _lock_players(account: User) -> list[Player]:
    rows = Player.objects.select_for_update(no_key=True, of=("self",))
    return list(rows.filter(account=account).order_by("pk"))


def _hide_children(account: User) -> None:
    """Show the children whose guardian goes by an alias at most, as children without a guardian."""
    for child in Player.objects.filter(guardian=account, is_child=True):
        child.guardian, child.has_chosen = None, False
        if Visibility(child.visibility).is_more_public_than(Visibility.ALIAS):
            child.visibility = Visibility.ALIAS
        child.save(update_fields=VISIBILITY_FIELDS)
        player_words.store([child])


def _addresses(account: User) -> list[str]:
    addresses = EmailAddress.objects.filter(user=account).values_list("email", flat=True)
    return [address.lower() for address in addresses]


def _gone_names(account: User) -> set[str]:
    """Return the name of the account, unless a remaining player has it."""
    stay = {name_key(player.name) for player in Player.every.filter(account=account)}
    return {account.name} - {""} if name_key(account.name) not in stay else set()


def _end_browsers(account: User) -> None:
    keys = UserSession.objects.filter(user=account).values_list("session_key", flat=True)
    BrowserSession.objects.filter(session_key__in=list(keys)).delete()
