"""The events that webhooks receive and programs read in the feed, and their contents. Each function
is called in the transaction of a change; in a club where nothing subscribes to the event it does
nothing and makes no query.

Names are sent in full, as members read them, and without nicknames, which the API has; e-mail
addresses are not sent.
"""

from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q

from league.models import (
    Announcement,
    Club,
    Dispute,
    EventFeed,
    EventType,
    Match,
    Player,
    Season,
    Session,
    SignUp,
    Submission,
    Substitution,
    Webhook,
)
from league.operations.webhooks import outbox
from scoring.models import Projection, Table

Data = dict[str, Any]


def season_created(season: Season) -> None:
    if _is_subscribed(season.club, EventType.SEASON_CREATED):
        content = {
            "id": season.pk,
            "name": season.name,
            "starts_on": season.starts_on.isoformat(),
            "ends_on": season.ends_on.isoformat() if season.ends_on else None,
            "games": list(season.games),
        }
        outbox.publish(season.club_id, EventType.SEASON_CREATED, {"season": content})


def session_created(session: Session) -> None:
    _publish_session(session, EventType.SESSION_CREATED)


def session_moved(session: Session, before: Session) -> None:
    """Publish a session with the time and place that it had before."""
    zone = ZoneInfo(session.season.club.timezone)
    old_values = {
        "starts_at": before.starts_at.astimezone(zone).isoformat(),
        "place": before.place,
    }
    _publish_session(session, EventType.SESSION_MOVED, before=old_values)


def session_cancelled(session: Session) -> None:
    _publish_session(session, EventType.SESSION_CANCELLED, reason=session.cancel_reason)


def session_reinstated(session: Session) -> None:
    _publish_session(session, EventType.SESSION_REINSTATED)


def sign_up_created(sign_up: SignUp) -> None:
    _publish_sign_up(sign_up, EventType.SIGN_UP_CREATED)


def sign_up_changed(sign_up: SignUp) -> None:
    _publish_sign_up(sign_up, EventType.SIGN_UP_CHANGED)


def sign_up_cancelled(sign_up: SignUp) -> None:
    _publish_sign_up(sign_up, EventType.SIGN_UP_CANCELLED)


def sign_up_moved_up(sign_up: SignUp) -> None:
    _publish_sign_up(sign_up, EventType.SIGN_UP_MOVED_UP)


def player_created(player: Player) -> None:
    _publish_player(player, EventType.PLAYER_CREATED)


def player_updated(player: Player) -> None:
    _publish_player(player, EventType.PLAYER_UPDATED)


def match_created(match: Match) -> None:
    club = match.session.season.club
    if _is_subscribed(club, EventType.MATCH_CREATED):
        outbox.publish(club.pk, EventType.MATCH_CREATED, {"match": _match_data(match)})


def match_reseated(match: Match) -> None:
    """Publish that other players sit at a table, without a substitution: tables were merged or
    split, or its seats were corrected."""
    _publish_match(match, EventType.MATCH_RESEATED)


def match_cancelled(match: Match) -> None:
    """Publish that a match without rounds was cancelled. `match_resumed` undoes it."""
    _publish_match(match, EventType.MATCH_CANCELLED)


def round_submitted(match: Match, submission: Submission) -> None:
    _publish_round(match, submission, EventType.ROUND_SUBMITTED)


def round_corrected(match: Match, submission: Submission) -> None:
    _publish_round(match, submission, EventType.ROUND_CORRECTED)


def match_finished(match: Match) -> None:
    _publish_match(match, EventType.MATCH_FINISHED)


def match_abandoned(match: Match) -> None:
    _publish_match(match, EventType.MATCH_ABANDONED, reason=match.stop_reason)


def match_resumed(match: Match) -> None:
    _publish_match(match, EventType.MATCH_RESUMED)


def match_substituted(substitution: Substitution) -> None:
    """Publish that another player has taken over a seat; `players` of the match are the new
    ones."""
    _publish_substitution(substitution, EventType.MATCH_SUBSTITUTED)


def match_substitution_undone(substitution: Substitution) -> None:
    """Publish that the player who left has the seat again."""
    _publish_substitution(substitution, EventType.MATCH_SUBSTITUTION_UNDONE)


def match_confirmed(match: Match) -> None:
    """Publish that a result has all confirmations that the season requires."""
    _publish_match(match, EventType.MATCH_CONFIRMED)


def match_disputed(dispute: Dispute) -> None:
    _publish_match(dispute.match, EventType.MATCH_DISPUTED, dispute=_dispute_data(dispute))


def match_decided(dispute: Dispute) -> None:
    _publish_match(dispute.match, EventType.MATCH_DECIDED, dispute=_dispute_data(dispute))


def announce_standings() -> None:
    """Publish the tables that have a newer version than the one last announced. The scoring does
    not know its listeners, so this reads what it has written; several versions may be announced as
    one."""
    club, computed_at = OuterRef("season__club"), OuterRef("projection__computed_at")
    webhooks = Webhook.objects.live().filter(enabled=True, club=club, created_at__lt=computed_at)
    feeds = EventFeed.objects.filter(club=club, read_at__isnull=False, started_at__lt=computed_at)
    is_new = Q(announcement=None) | Q(announcement__version__lt=F("projection__standings_version"))
    tables = Table.every.filter(
        is_new, Exists(webhooks) | Exists(feeds), projection__standings_version__gt=0
    )
    for table in tables.select_related("season__club"):
        if _is_subscribed(table.season.club, EventType.STANDINGS_UPDATED):
            _announce(table)


@transaction.atomic
def _announce(table: Table) -> None:
    """Publish the current version of a table once, also if two workers try at the same time."""
    announcements = Announcement.objects.select_for_update()
    announcement, _created = announcements.get_or_create(table=table)
    projection = Projection.objects.get(table=table)
    if announcement.version >= projection.standings_version:
        return
    announcement.version = projection.standings_version
    announcement.save(update_fields=["version"])
    data = {
        "season": table.season_id,
        "league": table.league_id,
        "game": table.game or None,
        "version": projection.standings_version,
    }
    outbox.publish(table.season.club_id, EventType.STANDINGS_UPDATED, {"standings": data})


def _is_subscribed(club: Club, event: str) -> bool:
    return event in club.webhook_events


def _publish_session(session: Session, event: str, **more: Any) -> None:
    club = session.season.club
    if _is_subscribed(club, event):
        content = {
            "id": session.pk,
            "season": session.season_id,
            "starts_at": session.starts_at.astimezone(ZoneInfo(club.timezone)).isoformat(),
            "place": session.place,
        }
        outbox.publish(club.pk, event, {"session": content, **more})


def _publish_sign_up(sign_up: SignUp, event: str) -> None:
    sheet = sign_up.sheet
    if _is_subscribed(sheet.club, event):
        content = {
            "session": sheet.session_id,
            "tournament": sheet.tournament_id,
            "player": {"id": sign_up.player_id, "name": sign_up.player.name},
            "guest_of": sign_up.guest_of_id,
            "answer": sign_up.answer,
            "games": list(sign_up.games),
            "number": sign_up.number,
            "has_place": sign_up.has_place,
        }
        outbox.publish(sheet.club.pk, event, {"sign_up": content})


def _publish_player(player: Player, event: str) -> None:
    if _is_subscribed(player.club, event):
        content = {"id": player.pk, "name": player.name, "visibility": player.visibility}
        outbox.publish(player.club_id, event, {"player": content})


def _publish_round(match: Match, submission: Submission, event: str) -> None:
    club = match.session.season.club
    if _is_subscribed(club, event):
        content = {
            "number": submission.number,
            "version": submission.version,
            "evidence": submission.evidence,
            "scores": submission.scores,
            "reason": submission.reason,
        }
        outbox.publish(club.pk, event, {"round": content, "match": _match_data(match)})


def _publish_match(match: Match, event: str, **more: Any) -> None:
    club = match.session.season.club
    if _is_subscribed(club, event):
        outbox.publish(club.pk, event, {"match": _match_data(match), **more})


def _publish_substitution(substitution: Substitution, event: str) -> None:
    content = {
        "seat": substitution.seat,
        "leaving": substitution.leaving_id,
        "entering": substitution.entering_id,
        "from_round": substitution.from_round,
        "effect": substitution.effect,
    }
    _publish_match(substitution.match, event, substitution=content)


def _dispute_data(dispute: Dispute) -> Data:
    return {
        "id": dispute.pk,
        "player": dispute.player_id,
        "reason": dispute.reason,
        "outcome": dispute.outcome or None,
        "words": dispute.words,
    }


def _match_data(match: Match) -> Data:
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
        "rematch_of": match.rematch_of_id,
        "replay_of": match.replay_of_id,
        "continues": match.continues_id,
    }
