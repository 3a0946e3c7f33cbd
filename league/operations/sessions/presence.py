"""Check-ins and check-outs of a session. The only writer of Presence. Callers hold a
transaction."""

from collections.abc import Collection, Iterable

from django.db.models import Q
from django.utils import timezone

from league.models import Player, Presence, Session


def present_players(session: Session) -> list[Player]:
    """Return the players who are present, by name."""
    stays = Presence.objects.current().filter(session=session).select_related("player")
    return sorted((stay.player for stay in stays), key=Player.sort_key)


def check_in(session: Session, players: Iterable[int]) -> list[Presence]:
    """Check in the players who are not present yet; return their new stays."""
    player_ids = list(dict.fromkeys(players))
    stays = Presence.objects.current().filter(session=session, player__in=player_ids)
    present_ids = set(stays.values_list("player", flat=True))
    now = timezone.now()
    return Presence.objects.bulk_create(
        Presence(session=session, player_id=player, since=now)
        for player in player_ids
        if player not in present_ids
    )


def check_out(session: Session, players: Collection[int]) -> list[Presence]:
    """Check out the players; return the stays that end."""
    stays = list(Presence.objects.current().filter(session=session, player__in=players))
    now = timezone.now()
    for stay in stays:
        stay.until = max(now, stay.since)  # a clock may have been set back
        stay.save(update_fields=["until"])
    return stays


def strike(session: Session, stays: Collection[int], players: Collection[int]) -> None:
    """Mark these stays as mistakes, and any current stay of these players; the second call changes
    nothing."""
    mistaken = Q(pk__in=stays) | Q(player__in=players, until=None)
    stays_to_strike = Presence.objects.valid().filter(mistaken, session=session)
    stays_to_strike.update(struck_at=timezone.now())
