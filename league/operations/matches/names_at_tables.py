"""Names of the players at a table: a substitute is listed with the players whose seat it was, as in
"Bert (for Anna)". Every list of the players of a match spells its seats with this module.

Names read loaded seats and substitutions (`loaded`), so that a list needs no queries per match.
"""

from collections.abc import Callable, Sequence

from django.db.models import Prefetch, QuerySet, prefetch_related_objects
from django.utils.translation import gettext as _

from league.models import Match, Player, Seat, Substitution


def loaded(rows: "QuerySet[Match]") -> "QuerySet[Match]":
    """Return the rows with all that the names at their seats need; two queries for all."""
    return rows.prefetch_related(*_lookups())


def seats_of(match: Match) -> list[Seat]:
    """Return the seats of one match in playing order, with all that their names need."""
    prefetch_related_objects([match], *_lookups())
    return list(match.seats.all())


def people_at(match: Match | None, number: int, player: Player) -> list[Player]:
    """Return the players of a seat in order of arrival, the present one last. `player` has it if
    there was no substitution."""
    rows = [] if match is None else match.substitutions.all()
    changes = [row for row in rows if row.seat == number]
    if not changes:
        return [player]
    present = changes[-1].entering
    earlier = dict.fromkeys(row.leaving for row in changes if row.leaving_id != present.pk)
    return [*earlier, present]


def people_of(seat: Seat) -> list[Player]:
    """Return the players of a seat in order of arrival, the present one last."""
    return people_at(seat.match, seat.number, seat.player)


def in_words(people: Sequence[Player], spell: Callable[[Player], str]) -> str:
    """Return the names of the players of one seat, given in order of arrival."""
    *earlier, present = map(spell, people)
    if not earlier:
        return present
    return _("%(name)s (for %(others)s)") % {"name": present, "others": ", ".join(earlier)}


def full(seat: Seat) -> str:
    """Return the names of the players of a seat as members read them."""
    return in_words(people_of(seat), lambda player: player.name)


def public(seat: Seat) -> str:
    """Return the names of the players of a seat as strangers read them."""
    return in_words(people_of(seat), lambda player: player.public_name)


def substitutions_lookup() -> "Prefetch[str]":
    """Return the lookup of the substitutions of matches with their players."""
    return Prefetch("substitutions", Substitution.objects.select_related("leaving", "entering"))


def _lookups() -> "list[Prefetch[str]]":
    return [Prefetch("seats", Seat.objects.select_related("player")), substitutions_lookup()]
