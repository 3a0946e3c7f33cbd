"""Changes of players at tables of a published sitting before they have played, and players who do
not come."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, invalid, raise_faults
from league.models import (
    Entrant,
    EntrantState,
    IncidentKind,
    Match,
    Sitting,
    SittingState,
    SittingTable,
    Tournament,
    User,
)
from league.operations.matches import matches
from league.operations.messages import events as messages
from league.operations.support import versions
from league.operations.support.locks import lock_row
from league.operations.tournaments import audit_log, tournaments
from league.operations.tournaments.draw import seating_requests, seats
from league.operations.tournaments.play import sittings
from league.operations.tournaments.play.sittings import lock_sitting

RUNNING_STATES = (SittingState.PUBLISHED, SittingState.RUNNING)


@transaction.atomic
def no_show(
    sitting: Sitting,
    player: int,
    *,
    instead: int | None = None,
    seen_version: int | None = None,
    by: User | None,
) -> SittingTable:
    """Set a table without a player who does not come, or with `instead`, who sits out; the table
    has no round yet. The player has no result, and counts as gone from this sitting on."""
    locked = lock_sitting(sitting, seen_version, of=RUNNING_STATES)
    tournament = locked.tournament
    table = next((table for table in locked.tables.all() if player in table.players), None)
    if table is None:
        raise invalid("not_here", "player", _("This player is not playing in this round."))
    if instead is not None and instead not in locked.sit_out:
        raise invalid("not_sitting_out", "instead", _("This player is not sitting out this round."))
    players = [instead if seated == player else seated for seated in table.players]
    remaining = [seated for seated in players if seated is not None]
    if len(remaining) < tournament.least:
        words = _(
            "The table is too small without this player. Choose a substitute, or abandon the match."
        )
        raise Conflict(words, [Fault("too_few", "player", words).to_json()])
    reseat(locked, table, remaining, by=by)
    if instead is not None:
        _remove_sit_out(locked, instead)
    columns = {"state": EntrantState.GONE, "until_sitting": locked.number - 1}
    Entrant.objects.filter(tournament=tournament, player=player).update(**columns)
    audit_log.record(
        tournament, IncidentKind.NO_SHOW, by,
        sitting=locked, table=table.number, player=player, other=instead,
    )  # fmt: skip
    return table


@transaction.atomic
def swap(
    sitting: Sitting,
    tables: Sequence[Sequence[int]],
    sit_out: Sequence[int] = (),
    *,
    seen_version: int | None = None,
    by: User | None,
) -> Sitting:
    """Change seats after publication: the same players, at tables without rounds. Tables that stay
    as they are keep their matches."""
    locked = lock_sitting(sitting, seen_version, of=RUNNING_STATES)
    rows = list(locked.tables.order_by("number").select_related("match"))
    players = [*locked.sit_out, *(player for row in rows for player in row.players)]
    raise_faults(seats.seat_faults(locked.tournament, players, tables, sit_out))
    if len(tables) != len(rows):
        words = _("After publishing, the number of tables is fixed: %(count)s.") % {
            "count": len(rows)
        }
        raise invalid("table_count", "tables", words)
    before = sittings.log_seats(locked)
    for row, player_ids in zip(rows, tables, strict=True):
        if list(player_ids) != list(row.players):
            reseat(locked, row, player_ids, by=by)
    if set(sit_out) != set(locked.sit_out):
        sittings.strike_sit_outs(locked, locked.noted)
        locked.noted = [sittings.record_sit_out(locked, player) for player in sit_out]
        locked.sit_out = list(sit_out)
        locked.save(update_fields=["noted", "sit_out"])
    sittings.log_swap(locked, before, by)
    return locked


def replace_player(
    tournament: Tournament, old: int, new: int, *, by: User | None
) -> SittingTable | None:
    """Seat `new` in place of `old` at tables without rounds, and in all drafts. Return the table of
    a published sitting, if there is one. Callers hold the lock of the tournament."""
    published_table = None
    for sitting in tournament.sittings.order_by("number"):
        sitting.tournament = tournament
        if sitting.published_at is None:
            _replace_in_draft(sitting, old, new)
        elif sitting.state in RUNNING_STATES:
            for table in sitting.tables.select_related("match"):
                if old in table.players and is_untouched(table.match):
                    players = [new if player == old else player for player in table.players]
                    reseat(sitting, table, players, by=by)
                    published_table = table
    return published_table


def reseat(
    sitting: Sitting, table: SittingTable, players: Sequence[int], *, by: User | None
) -> Match:
    """Replace the match of a table by a new one; raise Conflict once it has a round."""
    tournament = sitting.tournament
    versions.bump_edition(tournament.season.club_id)
    assert table.match_id is not None, "a published table has its match"
    match = lock_row(Match.every.all(), table.match_id)
    if match.rounds_played:
        words = _(
            "Rounds have already been entered at these tables: %(tables)s. Undo them first."
        ) % {"tables": table.number}
        path = f"tables.{table.number}"
        raise Conflict(words, [Fault("rounds_entered", path, words).to_json()])
    if match.stopped_at is not None:
        raise Conflict(_("This match was stopped: resume it first."))
    matches.call_off(sittings.detach_match(table))
    table.players = list(players)
    table.match = matches.create(
        sitting.session,
        game=tournament.game,
        players=players,
        options=tournaments.match_options(tournament, players),
        table=None,
    )
    table.save(update_fields=["players", "match"])
    messages.seated([table.match], by=by)
    sitting.version += 1
    sitting.save(update_fields=["version"])
    return table.match


def running_tables(tournament: Tournament) -> list[SittingTable]:
    """Return the published tables that have not ended, the latest sitting's first."""
    rows = SittingTable.objects.filter(
        sitting__tournament=tournament, match__over=False, match__stopped_at=None
    )
    return list(rows.select_related("match", "sitting").order_by("-sitting__number"))


def running_table_of(tournament: Tournament, player: int) -> SittingTable | None:
    """Return the running table of a player, if any."""
    return next((table for table in running_tables(tournament) if player in table.players), None)


def is_untouched(match: Match | None) -> bool:
    """Return whether the match exists, has no round and was not stopped."""
    return match is not None and not match.rounds_played and match.stopped_at is None


def _replace_in_draft(sitting: Sitting, old: int, new: int) -> None:
    """Seat `new` in place of `old` in a draft, if the seats are possible then."""
    tables = [
        [new if player == old else player for player in table.players]
        for table in sitting.tables.order_by("number")
    ]
    sit_out = [new if player == old else player for player in sitting.sit_out]
    seating_request = seating_requests.current_request(sitting)
    if not seats.seat_faults(sitting.tournament, seating_request.players, tables, sit_out):
        sittings.store_seats(sitting, seating_request, tables, sit_out)


def _remove_sit_out(sitting: Sitting, player: int) -> None:
    index = sitting.sit_out.index(player)
    sittings.strike_sit_outs(sitting, [sitting.noted[index]])
    del sitting.sit_out[index], sitting.noted[index]
    sitting.save(update_fields=["sit_out", "noted"])
