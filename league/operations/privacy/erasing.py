"""Erasing a person from a club: results of others stay valid under a ghost for each season
(identity.ghosts), and data that names the person is deleted. It cannot be undone.

docs/privacy.md lists the treatment of each kind of data; backups and downloaded files are not
covered.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from league import permissions
from league.errors import Fault, Forbidden, NotFound, invalid
from league.models import (
    AuditKind,
    Club,
    Match,
    Player,
    PlayerMerge,
    User,
)
from league.names import name_key
from league.operations.audit import club_log
from league.operations.exchange import imports
from league.operations.identity import ghosts, merging
from league.operations.mail import outbox as mail_outbox
from league.operations.mail import suppressions
from league.operations.matches import table_turns
from league.operations.messages import posting, unsubscribe_links
from league.operations.people import invitations, player_log
from league.operations.privacy import conflicts, named_texts
from league.operations.privacy.my_data import PLAYER_JOB
from league.operations.signups import roster
from league.operations.support import jobs, versions
from league.operations.support.locks import lock_row
from league.operations.webhooks import outbox
from league.permissions import Action


@dataclass(frozen=True)
class ErasurePreview:
    """Effects of erasing a player: the numbers of matches that stay under a ghost, and of merges
    that can no longer be undone; `faults` say why it cannot be done now."""

    matches: int
    merges: int
    faults: list[Fault]


def find(pk: int, by: User) -> Player:
    """Return the player if this account may erase them: their own account, a child's guardian, or,
    for a player without an account, an owner of the club. Else raise NotFound or Forbidden."""
    player = Player.objects.select_related("club").filter(pk=pk).first()
    if player is None:
        raise NotFound(_("There is nothing here."))
    _require_right(player, by)
    return player


def _require_right(player: Player, by: User) -> None:
    holder = player.guardian_id if player.is_child else player.account_id
    if holder == by.pk and by.only_club in {None, player.club_id}:
        return
    permissions.require(by, player.club, Action.OWN)
    if holder is not None:
        words = _("%(name)s has an account: only its holder can erase this player.")
        raise Forbidden(words % {"name": player.name})


def preview(player: Player) -> ErasurePreview:
    """Return what erasing the player concerns."""
    people = _people(player)
    matches = Match.objects.filter(table_turns.sits_or_sat(people))
    return ErasurePreview(
        matches=matches.distinct().count(),
        merges=PlayerMerge.objects.filter(survivor__in=people, undone_at=None).count(),
        faults=list(conflicts.faults_of(people)),
    )


@transaction.atomic
def erase(player: Player, *, name: str, by: User) -> None:
    """Erase a player for good. `name` is the player's name, typed to be sure; raise Invalid for
    another one, and Conflict with every reason why it cannot be done now."""
    versions.bump_edition(player.club_id)
    club = lock_row(Club.objects.all(), player.club_id)
    player = lock_row(Player.objects.select_related("club"), player.pk)
    _require_right(player, by)
    if name_key(name) != name_key(player.name):
        words = _("Type the name exactly as it is written here: %(name)s.") % {"name": player.name}
        raise invalid("name_differs", "name", words)
    erase_locked(club, player, by=by)


def erase_locked(club: Club, player: Player, *, by: User | None) -> None:
    """Erase a player of a club; the caller has locked both and checked the right."""
    people = _people(player)
    conflicts.require_none(people)
    ids = [person.pk for person in people]
    jobs.erase_person(club, ids, PLAYER_JOB)
    names = _names(club, people)
    roster.forget_players(ids)
    by_season = ghosts.turn_into_ghosts(club, people)
    merging.forget_lost_wishes(club.pk, ids)
    posting.forget_players(ids)
    imports.forget_players(club, ids)
    outbox.forget_players(club.pk, ids, by_season)
    ghost_ids = [ghost.pk for ghost in by_season.values()]
    had_names = named_texts.remove_names(club.pk, names, about=ghost_ids)
    _forget_addresses({name for name in names if "@" in name})
    Player.every.filter(pk__in=ids).update(merged_into=None)
    Player.every.filter(pk__in=ids).delete()
    club_log.forget(club.pk, players=ids, names=names, texts=had_names)
    club_log.record(club.pk, AuditKind.PLAYER_ERASED, by=by)


def _people(player: Player) -> list[Player]:
    """Return the player and all who were merged into this one."""
    people = [player]
    for person in people:
        people += Player.every.filter(merged_into=person).order_by("pk")
    return people


def _names(club: Club, people: Sequence[Player]) -> set[str]:
    """Return the names, aliases and addresses that these players have or had, without former names
    that another player of the club has now."""
    ids = [person.pk for person in people]
    former = player_log.former_names(ids) | imports.names_changed_by_imports(club, ids)
    others = club.players.exclude(pk__in=ids).values_list("name_key", flat=True)
    taken = set(others) & {name_key(name) for name in former}
    present = set().union(*map(player_log.names_of, people))
    return present | {name for name in former if name_key(name) not in taken}


def _forget_addresses(addresses: set[str]) -> None:
    """Delete mails and invitations to these addresses, except addresses of accounts."""
    used = {user.email for user in User.objects.filter(email__in=map(str.lower, addresses))}
    free = [address for address in addresses if address.lower() not in used]
    invitations.forget_addresses(free)
    mail_outbox.forget_addresses(free)
    suppressions.forget(free)
    unsubscribe_links.forget(free)
