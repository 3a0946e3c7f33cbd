"""Removal of players who were added by mistake, unless they are in use."""

from collections.abc import Collection, Iterator, Sequence

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from league.errors import Conflict, Fault
from league.models import DivisionMember, Entrant, Match, Player, Presence, SignUp, TeamMember
from scoring.models import Draw, Penalty, Result, SitOut


def strike(players: Sequence[int]) -> None:
    """Remove the players; raise Conflict if one is in use."""
    rows = Player.every.select_for_update().filter(pk__in=players).order_by("pk")
    for player in rows:
        if faults := list(_uses(player)):
            message = _("%(name)s cannot be removed any more.") % {"name": player.name}
            raise Conflict(message, [fault.to_json() for fault in faults])
    Player.every.filter(pk__in=players).update(struck_at=timezone.now())


def strike_unused(players: Sequence[int]) -> None:
    """Remove the given players that are not in use."""
    rows = Player.every.select_for_update().filter(pk__in=players).order_by("pk")
    unused = [player.pk for player in rows if not list(_uses(player))]
    Player.every.filter(pk__in=unused).update(struck_at=timezone.now())


def restore(players: Sequence[int]) -> None:
    """Undo the removal of the players."""
    Player.every.filter(pk__in=players).update(struck_at=None)


def refuse_struck(players: Collection[int]) -> None:
    """Raise Conflict if one of the players is removed: an action undone with them is not redone
    without them."""
    if Player.every.filter(pk__in=players).exclude(struck_at=None).exists():
        raise Conflict(_("The club has no such player."))


def _uses(player: Player) -> Iterator[Fault]:
    """Yield one fault per use of the player; lifted penalties count too."""
    traces = {
        pgettext("in use", "matches"): Match.objects.filter(
            Q(seats__player=player) | Q(substitutions__leaving=player)
        ).exists()
        or Result.objects.live().filter(player=player).exists(),
        pgettext("in use", "evenings"): Presence.objects.current().filter(player=player).exists(),
        pgettext("in use", "penalties"): Penalty.objects.filter(player=player).exists(),
        pgettext("in use", "sit-outs"): SitOut.objects.live().filter(player=player).exists(),
        pgettext("in use", "tie-break draws"): _is_in_tiebreak_draw(player),
        pgettext("in use", "tournaments"): Entrant.objects.filter(player=player).exists(),
        pgettext("in use", "sign-ups"): SignUp.objects.filter(player=player).exists(),
        pgettext("in use", "an account"): player.account_id is not None,
        pgettext("in use", "teams"): TeamMember.objects.filter(player=player).exists(),
        pgettext("in use", "divisions"): DivisionMember.objects.filter(player=player).exists(),
    }
    for what, is_used in traces.items():
        if is_used:
            words = _("Linked to %(name)s since then: %(what)s.")
            words %= {"name": player.name, "what": what}
            yield Fault("in_use", f"players.{player.pk}", words)


def _is_in_tiebreak_draw(player: Player) -> bool:
    draws = Draw.objects.filter(table__season__club=player.club_id).values_list(
        "players", flat=True
    )
    return any(player.pk in player_ids for player_ids in draws)
