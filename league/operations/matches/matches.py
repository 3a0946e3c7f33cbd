"""Matches: who sits down to what."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import GAMES, record
from games.base import MatchState, Problem, places, problem
from games.messages import TOO_SMALL
from games.shape import shown
from league.errors import Conflict, Fault, Invalid, invalid
from league.models import Match, Player, Seat, Session, SittingTable
from league.operations.support import versions
from league.operations.support.locks import locked
from league.operations.webhooks import events
from scoring.pure.schemes import TOO_LARGE

TARGETS = ("target", "chips")  # of the options of a game
MOST_SCORE = 10**8  # of a seat in a match, either way: the sum of a table still fits into 32 bits


@transaction.atomic
def create(
    session: Session,
    *,
    game: str,
    players: Sequence[int],
    options: Mapping[str, Any] | None = None,
) -> Match:
    """A match of `players` (ids in seat order). House rules are kept with it, spelled out."""
    versions.bump_edition(session.season.club_id)
    session.season.refresh_from_db(fields=["games"])  # one may have been given up meanwhile
    if game not in session.season.games:
        raise invalid("unknown_game", "game", _("This game is not played in this season."))
    check_seats(game, len(players))
    _check_players(session, players)
    state = start(game, options or {}, len(players))
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
    events.match_created(match)
    return match


def written(match: Match, rounds: Sequence[Mapping[str, Any]] | None = None) -> dict[str, Any]:
    """The match record, with the rounds as they stand or with those given."""
    if rounds is None:
        rounds = [row.body for row in match.submissions.current()]
    names = [seat.player.name for seat in match.seats.select_related("player")]
    return record.write(match.game, match.options, names, rounds)


@transaction.atomic
def call_off(match: Match) -> Match:
    """Nobody plays it after all. A match with rounds goes only after them."""
    versions.bump_edition(match.session.season.club_id)
    found = locked(Match.every.all(), match.pk)
    if found.called_off_at is not None:
        raise Conflict(_("This match was called off already."))
    if found.rounds_played:
        raise Conflict(_("This match has rounds: they have to be taken back first."))
    _refuse_of_sitting(found)
    return _called_off(found, timezone.now())


@transaction.atomic
def call_again(match: Match) -> Match:
    """It takes place after all."""
    versions.bump_edition(match.session.season.club_id)
    found = locked(Match.every.all(), match.pk)
    if found.called_off_at is None:
        raise Conflict(_("This match takes place already."))
    if found.game not in found.session.season.games:  # given up since
        raise Conflict(_("This game is not played in this season."))
    return _called_off(found, None)


def target(match: Match) -> int | None:
    """What the match is played to: the score or the bank that its house rules name."""
    return next((match.options[name] for name in TARGETS if match.options.get(name)), None)


def _called_off(match: Match, at: datetime | None) -> Match:
    match.called_off_at, match.version = at, match.version + 1
    Match.every.filter(pk=match.pk).update(
        called_off_at=at, version=match.version, updated_at=timezone.now()
    )
    return match


def _refuse_of_sitting(match: Match) -> None:
    table = SittingTable.objects.filter(match=match).select_related("sitting__tournament__season")
    for found in table:
        words = _("This is table %(table)s of sitting %(number)s of %(name)s: change it there.")
        name = found.sitting.tournament.season.name
        words %= {"table": found.number, "number": found.sitting.number, "name": name}
        raise Conflict(words, [Fault("of_a_sitting", "match", words).to_json()])


def check_seats(game: str, players: int) -> None:
    if players not in GAMES[game].seats:
        raise invalid("bad_number_of_players", "players", refuse_seats(game, players))


def refuse_seats(game: str, players: int) -> str:
    """Why the game is not for so many players, in the reader's language."""
    seats, why_not = GAMES[game].seats, GAMES[game].why_not
    if players in why_not:
        return why_not[players].say((get_language() or "en")[:2], {})
    message = _("This game is for %(least)s to %(most)s players.")
    return message % {"least": seats.start, "most": seats.stop - 1}


def _check_players(session: Session, players: Sequence[int]) -> None:
    if len(set(players)) != len(players):
        raise invalid("player_twice", "players", _("A player sits at a table once."))
    # locked: a player whose import is undone at this moment is either seated or gone
    seated = Player.objects.filter(club=session.season.club_id, pk__in=players).order_by("pk")
    known = set(seated.select_for_update(no_key=True).values_list("pk", flat=True))
    faults = [
        Fault("unknown_player", f"players.{seat}", _("The club has no such player."))
        for seat, player in enumerate(players)
        if player not in known
    ]
    if faults:
        raise Invalid(faults[0].message, [fault.to_json() for fault in faults])


def start(game: str, options: Mapping[str, Any], players: int) -> MatchState:
    """The state before the first round: some games start with more than nothing."""
    state, problems = record.start(game, options, players)
    problems = problems or _too_large(GAMES[game].write_options(state))
    if problems:
        language = get_language() or "en"
        raise Invalid(
            _("These house rules are not possible."),
            [problem.to_json(language) for problem in problems],
        )
    assert state is not None, "without problems there is a state"
    started: MatchState = state
    return started


def too_far(totals: Sequence[int], path: str) -> list[Problem]:
    """Scores that no table of standings could take in; `path` is that of the list."""
    return [
        problem(TOO_LARGE, f"{path}.{seat}", most=MOST_SCORE, found=shown(total))
        if total > 0
        else problem(TOO_SMALL, f"{path}.{seat}", least=-MOST_SCORE, found=shown(total))
        for seat, total in enumerate(totals)
        if abs(total) > MOST_SCORE
    ]


def _too_large(options: Mapping[str, Any]) -> list[Problem]:
    return [
        problem(TOO_LARGE, f"options.{name}", most=MOST_SCORE, found=shown(options[name]))
        for name in TARGETS
        if options.get(name, 0) > MOST_SCORE
    ]
