"""Pairs of entrants who must not, or want to, share a table; the only writer of Wish."""

from django.db import transaction
from django.utils.translation import gettext as _

from league.errors import NotFound, invalid
from league.models import Tournament, User, Wish, WishKind
from league.operations.tournaments import entrants
from league.operations.tournaments.tournaments import take_turn


@transaction.atomic
def express(tournament: Tournament, one: int, other: int, kind: str, *, by: User | None) -> Wish:
    """A pair that must not, or wants to, share a table; the last word about a pair counts."""
    found = take_turn(tournament)
    if kind not in WishKind.values:
        raise invalid("unknown_choice", "kind", _("Choose one of the wishes."))
    if one == other:
        raise invalid("player_twice", "other", _("Two players are expected."))
    first, second = sorted(entrants.named(found, [one, other]), key=lambda entrant: entrant.pk)
    made, _new = Wish.objects.update_or_create(
        tournament=found, one=first, other=second, defaults={"kind": kind}
    )
    return made


@transaction.atomic
def forget(tournament: Tournament, pk: int, *, by: User | None) -> None:
    """Twice: there is nothing any more."""
    found = take_turn(tournament)
    deleted, _rows = Wish.objects.filter(tournament=found, pk=pk).delete()
    if not deleted:
        raise NotFound(_("There is nothing here."))


def of(tournament: Tournament) -> list[Wish]:
    return list(tournament.wishes.select_related("one__player", "other__player"))
