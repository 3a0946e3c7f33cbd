"""Two tables of a session become one, or one becomes two, before their first round."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.errors import Conflict, Fault, invalid, raise_faults
from league.models import ActionKind, Match, Seat, Session, User
from league.operations.matches import matches, submissions
from league.operations.messages import events as messages
from league.operations.seasons import house_rules
from league.operations.sessions import clocks, session_log, undo_rules
from league.operations.sessions.undo_rules import Subject, UndoRule
from league.operations.support import versions

Options = Mapping[str, Any]


class SplitTable(NamedTuple):
    """A table that was split: its match with those who stay, and the new match of the others."""

    match: Match
    new: Match


@transaction.atomic
def merge(source: Match, into: Match, *, by: User | None) -> Match:
    """Seat the players of `source` behind the players of `into`, and cancel `source`. Game and
    house rules of `into` hold. Raise Conflict or Invalid unless both are open, without rounds, of
    this session, and the game allows the number of players."""
    versions.bump_edition(into.session.season.club_id)
    session_log.lock_session_that_takes_place(into.session)
    if source.session_id != into.session_id or source.pk == into.pk:
        raise invalid("unknown_match", "into", _("Choose another table of this evening."))
    locked = {pk: _lock_unplayed(pk) for pk in sorted((source.pk, into.pk))}
    source, into = locked[source.pk], locked[into.pk]
    players, joining = _players(into), _players(source)
    before, stayed = dict(into.options), len(players)
    _check_size(into, stayed + len(joining), "into")
    from_table = source.table
    matches.call_off(source)
    _seat_all(into, [*players, *joining], {**_seat_values(source), **_seat_values(into)})
    messages.seated([into], by=by, only=joining)
    session_log.record_action(
        into.session,
        ActionKind.MERGE_TABLES,
        by,
        matches=[into.pk, source.pk],
        players=[*players, *joining],
        stayed=stayed,
        options=before,
        table=into.table,
        from_table=from_table,
    )
    return into


@transaction.atomic
def split(
    match: Match, leaving: Sequence[int], *, table: int = matches.LOWEST_FREE, by: User | None
) -> SplitTable:
    """Move the players `leaving` (ids) from a table to a new one of the same game and house rules.
    Both keep their order of seats. Raise Conflict or Invalid unless the match is open and without
    rounds, and the game allows both numbers of players."""
    versions.bump_edition(match.session.season.club_id)
    session_log.lock_session_that_takes_place(match.session)
    match = _lock_unplayed(match.pk)
    players, before = _players(match), dict(match.options)
    words = _("This player is not at this table.")
    raise_faults(
        [
            Fault("not_seated", f"players.{index}", words)
            for index, player in enumerate(leaving)
            if player not in players
        ]
    )
    if not leaving:
        raise invalid("blank", "players", _("Choose the players who move to the new table."))
    going = [player for player in players if player in leaving]
    staying = [player for player in players if player not in leaving]
    _check_size(match, len(staying), "players")
    _check_new_size(match, len(going))
    values = _seat_values(match)
    new = matches.create(
        match.session,
        game=match.game,
        players=going,
        options=_options(match.game, before, going, values),
        table=table,
    )
    _seat_all(match, staying, values)
    clocks.start_with_tables(match.session, [new.pk])
    messages.seated([new], by=by)
    session_log.record_action(
        match.session,
        ActionKind.SPLIT_TABLE,
        by,
        matches=[match.pk, new.pk],
        players=[*staying, *going],
        went=[players.index(player) for player in going],
        options=before,
        table=match.table,
        new_table=new.table,
    )
    return SplitTable(match, new)


def unplayed_matches(listed: Sequence[Match]) -> list[Match]:
    """Return the matches of an evening that can be merged or split."""
    return [
        match
        for match in listed
        if not match.rounds_played
        and not match.ended
        and getattr(match, "sitting_table", None) is None
    ]


def _lock_unplayed(pk: int) -> Match:
    """Return the match, locked. Raise Conflict if it was cancelled, has ended or has rounds."""
    if not Match.objects.filter(pk=pk).exists():
        words = _("This table has just been cancelled.")
        raise Conflict(words, [Fault("match_cancelled", "", words).to_json()])
    match = submissions.lock_match(pk)
    matches.refuse_tournament_match(match)
    if match.rounds_played or match.ended:
        words = _(
            "Table %(number)s has started. Tables can be merged and split only before their first "
            "round: undo its rounds first."
        )
        words %= {"number": match.table}
        raise Conflict(words, [Fault("match_begun", "", words).to_json()])
    return match


def _check_size(match: Match, count: int, path: str) -> None:
    """Raise Invalid unless this number of players can sit at the table of a match."""
    if count not in house_rules.seats(match.game, match.options):
        words = ngettext(
            "Table %(number)s would have %(count)s player.",
            "Table %(number)s would have %(count)s players.",
            count,
        )
        words %= {"number": match.table, "count": count}
        raise _bad_number(match.game, count, path, words)


def _check_new_size(match: Match, count: int) -> None:
    if count not in house_rules.seats(match.game, match.options):
        words = ngettext(
            "The new table would have %(count)s player.",
            "The new table would have %(count)s players.",
            count,
        )
        raise _bad_number(match.game, count, "players", words % {"count": count})


def _bad_number(game: str, count: int, path: str, words: str) -> Exception:
    house_rules.require_installed(game)
    message = f"{words} {matches.seats_message(game, count)}"
    return invalid("bad_number_of_players", path, message)


def _players(match: Match) -> list[int]:
    seats = Seat.objects.filter(match=match).order_by("number")
    return list(seats.values_list("player", flat=True))


def _seat_values(match: Match) -> dict[int, Any]:
    """Return what the house rules say of each player, for a game with a list for seats."""
    values = match.options.get(house_rules.seat_option(match.game))
    return dict(zip(_players(match), values, strict=False)) if isinstance(values, list) else {}


def _options(
    game: str, options: Options, players: Sequence[int], values: Mapping[int, Any]
) -> dict[str, Any]:
    """Return the house rules for these players: each keeps their own value, if the game has one;
    players without one get the default."""
    seat_option = house_rules.seat_option(game)
    rules = {name: value for name, value in options.items() if name != seat_option}
    if seat_option in options:
        usual: Any = house_rules.spelled_out(game, rules, len(players))[seat_option]
        rules[seat_option] = [
            values.get(player, default) for player, default in zip(players, usual, strict=True)
        ]
    return rules


def _seat_all(match: Match, players: Sequence[int], values: Mapping[int, Any]) -> None:
    matches.reseat(match, players, _options(match.game, match.options, players, values))


def _undo_merge(session: Session, subject: Subject) -> None:
    into, source = subject["matches"]
    match = _lock_unplayed(into)
    matches.reseat(match, _players(match)[: subject["stayed"]], subject["options"])
    matches.undo_call_off(Match.every.get(pk=source))


def _redo_merge(session: Session, subject: Subject) -> Subject:
    into, source = (_lock_unplayed(pk) for pk in subject["matches"])
    players, joining = _players(into), _players(source)
    before, stayed = dict(into.options), len(players)
    matches.call_off(source)
    _seat_all(into, [*players, *joining], {**_seat_values(source), **_seat_values(into)})
    return {"options": before, "stayed": stayed}


def _undo_split(session: Session, subject: Subject) -> None:
    match, new = (_lock_unplayed(pk) for pk in subject["matches"])
    players = _players(match)
    for index, player in zip(subject["went"], _players(new), strict=True):
        players.insert(index, player)
    matches.call_off(new)
    matches.reseat(match, players, subject["options"])


def _redo_split(session: Session, subject: Subject) -> Subject:
    first, second = subject["matches"]
    match = _lock_unplayed(first)
    matches.undo_call_off(Match.every.get(pk=second))
    going = _players(Match.objects.get(pk=second))
    staying = [player for player in _players(match) if player not in going]
    before = dict(match.options)
    _seat_all(match, staying, _seat_values(match))
    return {"options": before}


undo_rules.RULES[ActionKind.MERGE_TABLES] = UndoRule(_undo_merge, _redo_merge)
undo_rules.RULES[ActionKind.SPLIT_TABLE] = UndoRule(_undo_split, _redo_split)
