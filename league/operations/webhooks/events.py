"""What is told to webhooks, in which words. Each function is called in the transaction of a change
and does nothing, and asks the database nothing, in a club whose webhooks do not want to know.

Names are told in full, as members read them; e-mails are not.
"""

from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q

from league.models import (
    Announcement,
    Club,
    Dispute,
    EventType,
    Match,
    Player,
    Season,
    Session,
    Submission,
    Webhook,
)
from league.operations.webhooks import outbox
from scoring.models import Projection, Table

Data = dict[str, Any]


def season_created(season: Season) -> None:
    if _asked(season.club, EventType.SEASON_CREATED):
        told = {
            "id": season.pk,
            "name": season.name,
            "starts_on": season.starts_on.isoformat(),
            "ends_on": season.ends_on.isoformat() if season.ends_on else None,
            "games": list(season.games),
        }
        outbox.publish(season.club_id, EventType.SEASON_CREATED, {"season": told})


def session_created(session: Session) -> None:
    club = session.season.club
    if _asked(club, EventType.SESSION_CREATED):
        told = {
            "id": session.pk,
            "season": session.season_id,
            "starts_at": session.starts_at.astimezone(ZoneInfo(club.timezone)).isoformat(),
            "place": session.place,
        }
        outbox.publish(club.pk, EventType.SESSION_CREATED, {"session": told})


def player_created(player: Player) -> None:
    _player(player, EventType.PLAYER_CREATED)


def player_updated(player: Player) -> None:
    _player(player, EventType.PLAYER_UPDATED)


def match_created(match: Match) -> None:
    club = match.session.season.club
    if _asked(club, EventType.MATCH_CREATED):
        outbox.publish(club.pk, EventType.MATCH_CREATED, {"match": _match(match)})


def round_submitted(match: Match, stored: Submission) -> None:
    _round(match, stored, EventType.ROUND_SUBMITTED)


def round_corrected(match: Match, stored: Submission) -> None:
    _round(match, stored, EventType.ROUND_CORRECTED)


def match_finished(match: Match) -> None:
    _whole(match, EventType.MATCH_FINISHED)


def match_abandoned(match: Match) -> None:
    _whole(match, EventType.MATCH_ABANDONED, reason=match.stop_reason)


def match_resumed(match: Match) -> None:
    _whole(match, EventType.MATCH_RESUMED)


def match_confirmed(match: Match) -> None:
    """By all that the season asks for."""
    _whole(match, EventType.MATCH_CONFIRMED)


def match_disputed(dispute: Dispute) -> None:
    _whole(dispute.match, EventType.MATCH_DISPUTED, dispute=_dispute(dispute))


def match_decided(dispute: Dispute) -> None:
    _whole(dispute.match, EventType.MATCH_DECIDED, dispute=_dispute(dispute))


def announce_standings() -> None:
    """Tell of tables that show a newer version than the one last told. The scoring does not know
    that anybody listens, so this looks at what it has written; several versions may pass as one.
    """
    asking = Webhook.objects.live().filter(
        enabled=True,
        club=OuterRef("season__club"),
        created_at__lt=OuterRef("projection__computed_at"),
    )
    untold = Q(announcement=None) | Q(announcement__version__lt=F("projection__standings_version"))
    tables = Table.objects.filter(untold, Exists(asking), projection__standings_version__gt=0)
    for table in tables.select_related("season__club"):
        if _asked(table.season.club, EventType.STANDINGS_UPDATED):
            _announce(table)


@transaction.atomic
def _announce(table: Table) -> None:
    """Of two who look at once, one tells."""
    held = Announcement.objects.select_for_update()
    told, _made = held.get_or_create(table=table)
    shown = Projection.objects.get(table=table)
    if told.version >= shown.standings_version:
        return
    told.version = shown.standings_version
    told.save(update_fields=["version"])
    data = {
        "season": table.season_id,
        "game": table.game or None,
        "version": shown.standings_version,
    }
    outbox.publish(table.season.club_id, EventType.STANDINGS_UPDATED, {"standings": data})


def _asked(club: Club, event: str) -> bool:
    return event in club.webhook_events


def _player(player: Player, event: str) -> None:
    if _asked(player.club, event):
        told = {"id": player.pk, "name": player.name, "visibility": player.visibility}
        outbox.publish(player.club_id, event, {"player": told})


def _round(match: Match, stored: Submission, event: str) -> None:
    club = match.session.season.club
    if _asked(club, event):
        told = {
            "number": stored.number,
            "version": stored.version,
            "evidence": stored.evidence,
            "scores": stored.scores,
            "reason": stored.reason,
        }
        outbox.publish(club.pk, event, {"round": told, "match": _match(match)})


def _whole(match: Match, event: str, **more: Any) -> None:
    club = match.session.season.club
    if _asked(club, event):
        outbox.publish(club.pk, event, {"match": _match(match), **more})


def _dispute(dispute: Dispute) -> Data:
    return {
        "id": dispute.pk,
        "player": dispute.player_id,
        "reason": dispute.reason,
        "outcome": dispute.outcome or None,
        "words": dispute.words,
    }


def _match(match: Match) -> Data:
    return {
        "id": match.pk,
        "session": match.session_id,
        "season": match.session.season_id,
        "game": match.game,
        "players": [
            {"id": seat.player_id, "name": seat.player.name}
            for seat in match.seats.select_related("player")
        ],
        "totals": list(match.totals),
        "over": match.over,
        "places": list(match.places),
        "rounds_played": match.rounds_played,
        "version": match.version,
    }
