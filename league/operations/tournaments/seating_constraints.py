"""Pairs of entrants who must not, or want to, share a table. The only writer of Wish."""

from django.db import transaction
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, NotFound, invalid
from league.models import AuditKind, Tournament, User, Wish, WishKind
from league.operations.tournaments import audit_log, entrants
from league.operations.tournaments.tournaments import lock_tournament


@transaction.atomic
def set_constraint(
    tournament: Tournament, one: int, other: int, kind: str, *, by: User | None
) -> Wish:
    """Set the constraint of a pair; it replaces an earlier one. Raise Conflict in an arena, which
    seats by the wishes of the club."""
    locked = lock_tournament(tournament)
    if locked.is_arena:
        words = _("An arena follows the club’s seating wishes: enter this wish in the club.")
        raise Conflict(words, [Fault("arena", "", words).to_json()])
    if kind not in WishKind.values:
        raise invalid("unknown_choice", "kind", _("Choose one of the wishes."))
    if one == other:
        raise invalid("player_twice", "other", _("Choose two players."))
    first, second = sorted(entrants.find_all(locked, [one, other]), key=lambda entrant: entrant.pk)
    constraint, _new = Wish.objects.update_or_create(
        tournament=locked, one=first, other=second, defaults={"kind": kind}
    )
    audit_log.record_as(
        locked,
        AuditKind.TOURNAMENT_WISH,
        by,
        players=[first.player_id, second.player_id],
        after={"kind": kind},
    )
    return constraint


@transaction.atomic
def remove_constraint(tournament: Tournament, pk: int, *, by: User | None) -> None:
    """Remove a constraint; raise NotFound if there is none."""
    locked = lock_tournament(tournament)
    constraint = (
        Wish.objects.select_related("one", "other").filter(tournament=locked, pk=pk).first()
    )
    if constraint is None:
        raise NotFound(_("There is nothing here."))
    players = [constraint.one.player_id, constraint.other.player_id]
    before = {"kind": constraint.kind}
    constraint.delete()
    kind = AuditKind.TOURNAMENT_FORGET_WISH
    audit_log.record_as(locked, kind, by, players=players, before=before)


def constraints_of(tournament: Tournament) -> list[Wish]:
    """Return the constraints of a tournament."""
    return list(tournament.wishes.select_related("one__player", "other__player"))
