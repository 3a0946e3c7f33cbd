"""Matches and their seats: who plays what at a table."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, Min, Prefetch
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import GAMES, record
from games.base import places
from games.messages import TOO_SMALL
from games.shape import describe
from league.errors import Conflict, Fault, Invalid, invalid
from league.models import Match, Player, Seat, Session, SittingTable, Submission
from league.operations.matches import table_numbers
from league.operations.seasons import house_rules, seasons
from league.operations.seasons.house_rules import MOST_SCORE
from league.operations.support import versions
from league.operations.support.locks import lock_row
from league.operations.webhooks import events
from problems.problem import Problem, problem
from scoring.pure.schemes import TOO_LARGE

LOWEST_FREE = 0  # instead of the number of a table


@transaction.atomic
def create(
    session: Session,
    *,
    game: str,
    players: Sequence[int],
    options: Mapping[str, Any] | None = None,
    table: int | None = LOWEST_FREE,
    rematch_of: Match | None = None,
    replay_of: Match | None = None,
    continues: Match | None = None,
) -> Match:
    """Create a match of `players` (ids in seat order); its house rules are stored with it in full;
    without `options` a new match's. `table` is its table number; None if the table of a sitting has
    it."""
    versions.bump_edition(session.season.club_id)
    # a game may have been removed meanwhile, or house rules changed
    session.season.refresh_from_db(fields=["games", "house_rules"])
    seasons.refuse_closed(session.season)
    if game not in session.season.games:
        raise invalid("unknown_game", "game", _("This game is not played in this season."))
    if options is None:
        options = house_rules.for_new_match(session.season, game, len(players))
    check_seats(game, len(players), options)
    _check_players(session, players)
    state = house_rules.initial_state(game, options, len(players))
    if table is not None and table != LOWEST_FREE:
        table_numbers.check_number(table)
        table_numbers.require_free(session, table)
    elif table == LOWEST_FREE:
        table = table_numbers.lowest_free_number(session)
    match = Match.objects.create(
        session=session,
        game=game,
        table_number=table,
        options=GAMES[game].write_options(state),
        totals=list(state.totals),
        places=list(places(state.totals)),
        rematch_of=rematch_of,
        replay_of=replay_of,
        continues=continues,
    )
    _create_seats(match, players)
    events.match_created(match)
    return match


def reseat(match: Match, players: Sequence[int], options: Mapping[str, Any]) -> Match:
    """Give a locked match without rounds these players (ids in seat order) and house rules."""
    assert not match.rounds_played, "rounds name their seats"
    versions.bump_edition(match.session.season.club_id)
    _check_players(match.session, players)
    state = house_rules.initial_state(match.game, options, len(players))
    match.options = dict(GAMES[match.game].write_options(state))
    match.totals, match.places = list(state.totals), list(places(state.totals))
    match.version += 1
    match.save(update_fields=["options", "totals", "places", "version", "updated_at"])
    match.seats.all().delete()
    _create_seats(match, players)
    events.match_reseated(match)
    return match


def match_record(
    match: Match, rounds: Sequence[Mapping[str, Any]] | None = None, *, public: bool = False
) -> dict[str, Any]:
    """Return the match record, with its current rounds or with the rounds given, and with full
    names or as the public reads them."""
    if rounds is None:
        rounds = [row.body for row in match.submissions.current()]
    players = [seat.player for seat in match.seats.select_related("player")]
    names = [player.public_name if public else player.name for player in players]
    return record.write(match.game, match.options, names, rounds)


def scores_of_rounds(match: Match) -> list[list[int]]:
    """Return the current scores of each round, in seat order, from the submissions of the match,
    which callers prefetch for several matches."""
    latest = {row.number: row.scores for row in match.submissions.all()}
    return [latest[number] for number in sorted(latest)]


def prefetch_scores() -> "Prefetch[str]":
    """Return a prefetch of submissions for `scores_of_rounds`, without the rounds themselves."""
    return Prefetch("submissions", Submission.objects.defer("body", "notices"))


def finish_times(matches: Sequence[Match]) -> dict[int, datetime]:
    """Return when matches ended, by id, without those that can be played on: when they were
    stopped, else when their last round was first entered. One query, none if no match is over."""
    stopped = {match.pk: match.stopped_at for match in matches if match.stopped_at}
    over = [match.pk for match in matches if match.over and match.pk not in stopped]
    if not over:
        return stopped
    last_rounds = Submission.objects.filter(match__in=over, number=F("match__rounds_played"))
    rows = last_rounds.order_by().values_list("match")
    return {**stopped, **dict(rows.annotate(at=Min("submitted_at")))}


def link_continued(match: Match, earlier: Match) -> None:
    """Record that a new match continues a match that a player left."""
    match.continues = earlier
    Match.objects.filter(pk=match.pk).update(continues=earlier)


@transaction.atomic
def call_off(match: Match) -> Match:
    """Cancel a match that has no rounds; raise Conflict if it has rounds or is a tournament
    match."""
    versions.bump_edition(match.session.season.club_id)
    current = lock_row(Match.every.all(), match.pk)
    current.session = match.session  # loaded already
    if current.called_off_at is not None:
        raise Conflict(_("This match is already cancelled."))
    if current.rounds_played:
        raise Conflict(_("This match has rounds: undo them first."))
    refuse_tournament_match(current)
    events.match_cancelled(_save_call_off(current, timezone.now()))
    return current


@transaction.atomic
def undo_call_off(match: Match) -> Match:
    """Undo the cancellation of a match."""
    versions.bump_edition(match.session.season.club_id)
    current = lock_row(Match.every.all(), match.pk)
    if current.called_off_at is None:
        raise Conflict(_("This match is not cancelled."))
    if current.game not in current.session.season.games:  # removed since
        raise Conflict(_("This game is not played in this season."))
    _refuse_second_successor(current)
    table_numbers.reclaim_number(current)
    events.match_resumed(_save_call_off(current, None))
    return current


@transaction.atomic
def renumber_table(match: Match, number: int) -> Match:
    """Give the table of a match another number; raise Conflict if another table has it."""
    versions.bump_edition(match.session.season.club_id)
    current = lock_row(Match.objects.all(), match.pk)
    refuse_tournament_match(current)
    table_numbers.check_number(number)
    if number != current.table_number:
        if not current.ended:
            table_numbers.require_free(current.session, number)
        current.table_number, current.version = number, current.version + 1
        current.save(update_fields=["table_number", "version", "updated_at"])
    return current


def _create_seats(match: Match, players: Sequence[int]) -> None:
    Seat.objects.bulk_create(
        Seat(match=match, number=number, player_id=player) for number, player in enumerate(players)
    )


def _refuse_second_successor(match: Match) -> None:
    """Raise Conflict if the match is a rematch or a replay, and another one was created since it
    was cancelled."""
    if match.rematch_of_id and Match.objects.filter(rematch_of=match.rematch_of_id).exists():
        words = _("Another rematch of this match has just been started.")
        raise Conflict(words, [Fault("rematch_exists", "", words).to_json()])
    if match.replay_of_id and Match.objects.filter(replay_of=match.replay_of_id).exists():
        words = _("Another replay of this match has just been started.")
        raise Conflict(words, [Fault("replay_exists", "", words).to_json()])


def _save_call_off(match: Match, at: datetime | None) -> Match:
    """Save the time of the cancellation, or None, and raise the version of the match."""
    match.called_off_at, match.version = at, match.version + 1
    Match.every.filter(pk=match.pk).update(
        called_off_at=at, version=match.version, updated_at=timezone.now()
    )
    return match


def refuse_tournament_match(match: Match) -> None:
    """Raise Conflict if the match belongs to a sitting of a tournament."""
    tables = SittingTable.objects.filter(match=match).select_related("sitting__tournament__season")
    for table in tables:
        words = _(
            "This is table %(table)s of tournament round %(number)s of %(name)s: change it there."
        )
        name = table.sitting.tournament.season.name
        words %= {"table": table.number, "number": table.sitting.number, "name": name}
        raise Conflict(words, [Fault("of_a_sitting", "match", words).to_json()])


def check_seats(game: str, players: int, options: Mapping[str, Any]) -> None:
    """Raise Invalid if the game does not allow this number of players by these house rules."""
    house_rules.require_installed(game)
    if players not in house_rules.seats(game, options):
        raise invalid("bad_number_of_players", "players", seats_message(game, players))


def seats_message(game: str, players: int) -> str:
    """Return why the game does not allow this number of players, in the reader's language."""
    seats, why_not = GAMES[game].seats, GAMES[game].why_not
    if players in why_not:
        return why_not[players].say((get_language() or "en")[:2], {})
    message = _("This game is for %(least)s to %(most)s players.")
    return message % {"least": seats.start, "most": seats.stop - 1}


def _check_players(session: Session, players: Sequence[int]) -> None:
    if len(set(players)) != len(players):
        raise invalid("player_twice", "players", _("A player can have only one seat at a table."))
    # lock the players: an import that is being undone must not delete a seated player
    players_of_club = Player.objects.filter(club=session.season.club_id, pk__in=players).order_by(
        "pk"
    )
    known_ids = set(players_of_club.select_for_update(no_key=True).values_list("pk", flat=True))
    faults = [
        Fault("unknown_player", f"players.{seat}", _("The club has no such player."))
        for seat, player in enumerate(players)
        if player not in known_ids
    ]
    if faults:
        raise Invalid(faults[0].message, [fault.to_json() for fault in faults])


def total_problems(totals: Sequence[int], path: str) -> list[Problem]:
    """Return the problems of totals that the standings could not store; `path` is the list's."""
    return [
        problem(TOO_LARGE, f"{path}.{seat}", most=MOST_SCORE, found=describe(total))
        if total > 0
        else problem(TOO_SMALL, f"{path}.{seat}", least=-MOST_SCORE, found=describe(total))
        for seat, total in enumerate(totals)
        if abs(total) > MOST_SCORE
    ]
