"""Matches: who sits down to what."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import GAMES, record
from games.base import MatchState, places
from league.errors import Fault, Invalid, invalid
from league.models import Match, Player, Seat, Session


@transaction.atomic
def create(
    session: Session,
    *,
    game: str,
    players: Sequence[int],
    options: Mapping[str, Any] | None = None,
) -> Match:
    """A match of `players` (ids in seat order). House rules are kept with it, spelled out."""
    if game not in session.season.games:
        raise invalid("unknown_game", "game", _("This game is not played in this season."))
    _check_seats(game, len(players))
    _check_players(session, players)
    state = _start(game, options or {}, len(players))
    match = Match.objects.create(
        session=session,
        game=game,
        options=GAMES[game].write_options(state),
        totals=list(state.totals),
        places=list(places(state.totals)),
    )
    Seat.objects.bulk_create(
        Seat(match=match, number=number, player_id=player) for number, player in enumerate(players)
    )
    return match


def written(match: Match, rounds: Sequence[Mapping[str, Any]] | None = None) -> dict[str, Any]:
    """The match record, with the rounds as they stand or with those given."""
    if rounds is None:
        rounds = [row.body for row in match.submissions.current()]
    return {
        "record": 1,
        "game": match.game,
        "options": match.options,
        "players": [seat.player.name for seat in match.seats.select_related("player")],
        "rounds": list(rounds),
    }


def _check_seats(game: str, players: int) -> None:
    seats = GAMES[game].seats
    if players not in seats:
        message = _("This game is for %(least)s to %(most)s players.")
        limits = {"least": seats.start, "most": seats.stop - 1}
        raise invalid("bad_number_of_players", "players", message % limits)


def _check_players(session: Session, players: Sequence[int]) -> None:
    if len(set(players)) != len(players):
        raise invalid("player_twice", "players", _("A player sits at a table once."))
    known = set(
        Player.objects.filter(club=session.season.club_id, pk__in=players).values_list(
            "pk", flat=True
        )
    )
    faults = [
        Fault("unknown_player", f"players.{seat}", _("The club has no such player."))
        for seat, player in enumerate(players)
        if player not in known
    ]
    if faults:
        raise Invalid(faults[0].message, [fault.to_json() for fault in faults])


def _start(game: str, options: Mapping[str, Any], players: int) -> MatchState:
    """The state before the first round: some games start with more than nothing."""
    state, problems = record.start(game, options, players)
    if problems:
        language = get_language() or "en"
        raise Invalid(
            _("These house rules are not possible."),
            [problem.to_json(language) for problem in problems],
        )
    assert state is not None, "without problems there is a state"
    started: MatchState = state
    return started
