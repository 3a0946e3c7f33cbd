"""The members of a club and their roles. The members of one club change one at a time."""

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from league import permissions
from league.errors import Conflict, Fault, NotFound
from league.models import AuditKind, Club, Membership, Player, Role, User
from league.operations.audit import club_log
from league.operations.messages import posting
from league.operations.support.locks import lock_row
from league.permissions import Action


def acquaintances_of(person: User) -> QuerySet[User]:
    """Return the accounts that share a club with this person, also the person's own."""
    clubs = Club.objects.visible_to(person)
    return User.objects.filter(pk__in=Membership.objects.filter(club__in=clubs).values("user"))


def enrol(club: Club, user: User, role: str) -> Membership:
    """Add a member; raise Conflict if the person is one already."""
    try:
        with transaction.atomic():
            member = Membership.objects.create(club=club, user=user, role=role)
            subject = {"accounts": [user.pk]}
            after = {"role": role}
            club_log.record(club.pk, AuditKind.MEMBER_ADDED, by=None, subject=subject, after=after)
            return member
    except IntegrityError:
        raise Conflict(_("This person already belongs to the club.")) from None


@transaction.atomic
def change_role(member: Membership, *, role: str, by: User) -> Membership:
    member = lock_member(member)
    permissions.require(by, member.club, Action.OWN)  # again, under the lock
    if role != Role.OWNER:
        _require_another_owner(member)
    role_before, member.role = member.role, role
    member.save(update_fields=["role"])
    club_log.record_changes(
        member.club_id,
        AuditKind.ROLE_CHANGED,
        by=by,
        subject={"accounts": [member.user_id]},
        before={"role": role_before},
        after={"role": role},
    )
    return member


@transaction.atomic
def remove(member: Membership, *, by: User) -> None:
    """Remove the member; the player and all results stay, but belong to no account. Any member may
    leave."""
    member = lock_member(member)
    permissions.require(by, member.club, Action.VIEW if member.user_id == by.pk else Action.OWN)
    _require_another_owner(member)
    Player.every.filter(club=member.club_id, guardian=member.user_id).update(guardian=None)
    players = Player.every.filter(club=member.club_id, account=member.user_id)
    player_ids = list(players.values_list("pk", flat=True))
    players.update(account=None)
    posting.forget_member(member.club_id, member.user_id)
    member.delete()
    club_log.record(
        member.club_id,
        AuditKind.MEMBER_REMOVED,
        by=by,
        subject={"accounts": [member.user_id], "players": player_ids},
        before={"role": member.role},
    )


def lock_member(member: Membership) -> Membership:
    """Return the member, locked with the other members of the club until the transaction ends."""
    lock_row(Club.objects.all(), member.club_id)
    current = Membership.objects.select_related("user", "club").filter(pk=member.pk).first()
    if current is None:
        raise NotFound(_("There is nothing here."))
    return current


def _require_another_owner(member: Membership) -> None:
    others = Membership.objects.filter(club=member.club_id, role=Role.OWNER, user__is_active=True)
    if member.role == Role.OWNER and not others.exclude(pk=member.pk).exists():
        words = _("This is the club’s last admin: make someone else an admin first.")
        raise Conflict(words, [Fault("last_owner", "role", words).to_json()])
