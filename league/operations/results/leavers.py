"""Players who leave a table for good: the others go on with a match of their own, if the game
allows it. A record has one number of seats, so the match of all ends, and a new one begins."""

from enum import StrEnum

from django.db import transaction
from django.utils.translation import gettext as _

from games import game_name
from league.errors import Conflict, Fault, invalid
from league.models import Match, User
from league.operations.matches import matches, rounds_sql
from league.operations.results import match_ends
from league.operations.seasons import house_rules
from league.operations.sessions import session_log
from league.operations.support import versions


class MatchEnd(StrEnum):
    """End of the match that a player leaves: it has the result so far, that player comes last,
    or it has no result."""

    RESULT = "result"
    FORFEIT = "forfeit"
    NONE = "none"


@transaction.atomic
def go_on(
    match: Match,
    *,
    leaving: int,
    end: MatchEnd,
    reason: str = "",
    seen_version: int | None = None,
    by: User | None,
) -> Match:
    """End a match because a player leaves, and return a new match of the others at the same table,
    with the same house rules. Both are entries in the log of the evening. A match without rounds
    always ends without a result.

    Raise Conflict if the game is not for so few, and in a tournament, whose plan has its tables.
    """
    versions.bump_edition(match.session.season.club_id)
    _refuse_planned(match)
    session_log.lock_session(match.session)
    players = [seat.player_id for seat in rounds_sql.seated_players([match.pk])[match.pk]]
    if leaving not in players:
        words = _("This player is not at this table. Choose one of its players.")
        raise invalid("not_seated", "leaving", words)
    seat = players.index(leaving)
    others = [*players[:seat], *players[seat + 1 :]]
    require_enough(match, len(others))
    has_rounds = Match.objects.get(pk=match.pk).rounds_played > 0
    ended = match_ends.end(
        match,
        forfeited=[leaving] if end == MatchEnd.FORFEIT and has_rounds else (),
        without_result=end == MatchEnd.NONE or not has_rounds,
        reason=reason,
        seen_version=seen_version,
        by=by,
    )
    return session_log.set_table(
        ended.session,
        game=ended.game,
        players=others,
        options=house_rules.without_seat(ended.game, ended.options, seat),
        table=ended.table_number or matches.LOWEST_FREE,
        continues=ended,
        by=by,
    )


def can_go_on(match: Match, players: int) -> bool:
    """Return whether the game can be played by one player less than these, by the house rules of
    the match, outside a tournament."""
    is_allowed = players - 1 in house_rules.seats(match.game, match.options)
    return is_allowed and not match_ends.is_planned(match)


def require_enough(match: Match, players: int) -> None:
    """Raise Conflict if the game is not for so few players, by the house rules of the match."""
    house_rules.require_installed(match.game)
    if players not in house_rules.seats(match.game, match.options):
        words = _(
            "%(game)s cannot be played at a table of %(count)s with these house rules: choose a "
            "substitute, or stop the match."
        ) % {"game": game_name(match.game), "count": players}
        raise Conflict(words, [Fault("too_few", "leaving", words).to_json()])


def _refuse_planned(match: Match) -> None:
    if match_ends.is_planned(match):
        words = _("This table is part of a tournament: choose a substitute, or stop the match.")
        raise Conflict(words, [Fault("of_a_sitting", "", words).to_json()])
