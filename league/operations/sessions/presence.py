"""Who is at an evening; the only writer of Presence. Callers hold a transaction."""

from collections.abc import Collection, Iterable

from django.db.models import Q
from django.utils import timezone

from league.models import Player, Presence, Session


def here(session: Session) -> list[Player]:
    """In the order of their names."""
    stays = Presence.objects.here().filter(session=session).select_related("player")
    return sorted((stay.player for stay in stays), key=Player.sort_key)


def come(session: Session, players: Iterable[int]) -> list[Presence]:
    """The new stays, of those who are not here yet."""
    wanted = list(dict.fromkeys(players))
    stays = Presence.objects.here().filter(session=session, player__in=wanted)
    known = set(stays.values_list("player", flat=True))
    now = timezone.now()
    return Presence.objects.bulk_create(
        Presence(session=session, player_id=player, since=now)
        for player in wanted
        if player not in known
    )


def leave(session: Session, players: Collection[int]) -> list[Presence]:
    """The stays that end now."""
    stays = list(Presence.objects.here().filter(session=session, player__in=players))
    now = timezone.now()
    for stay in stays:
        stay.until = max(now, stay.since)  # a clock may have been set back
        stay.save(update_fields=["until"])
    return stays


def strike(session: Session, stays: Collection[int], players: Collection[int]) -> None:
    """These stays were noted by mistake; whoever of these is still here, by whatever stay, was
    not. Twice changes nothing."""
    mistaken = Q(pk__in=stays) | Q(player__in=players, until=None)
    noted = Presence.objects.counted().filter(mistaken, session=session)
    noted.update(struck_at=timezone.now())
