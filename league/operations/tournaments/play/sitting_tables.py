"""Tables of a published sitting whose players change before they have played, or do not come."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, invalid, refuse
from league.models import (
    Entrant,
    EntrantState,
    IncidentKind,
    Match,
    Sitting,
    SittingTable,
    Tournament,
    User,
)
from league.operations.matches import matches
from league.operations.support import versions
from league.operations.support.locks import locked
from league.operations.tournaments import audit_log, tournaments
from league.operations.tournaments.draw import seating_requests, seats
from league.operations.tournaments.play import sittings
from league.operations.tournaments.play.sittings import State, take

PLAYING = (State.PUBLISHED, State.RUNNING)


@transaction.atomic
def no_show(
    sitting: Sitting,
    player: int,
    *,
    instead: int | None = None,
    seen_version: int | None = None,
    by: User | None,
) -> SittingTable:
    """He does not come to his table, which has no round yet: it is set without him, or with
    `instead`, who sits out. He has no result, and counts as gone from here on."""
    found = take(sitting, seen_version, of=PLAYING)
    tournament = found.tournament
    table = next((each for each in found.tables.all() if player in each.players), None)
    if table is None:
        raise invalid("not_here", "player", _("This player does not play in this sitting."))
    if instead is not None and instead not in found.sit_out:
        raise invalid("not_sitting_out", "instead", _("This player does not sit out here."))
    players = [instead if each == player else each for each in table.players]
    left = [each for each in players if each is not None]
    if len(left) < tournament.least:
        words = _(
            "Without this player the table is too small: a substitute is needed, or to abandon it."
        )
        raise Conflict(words, [Fault("too_few", "player", words).to_json()])
    reseat(found, table, left)
    if instead is not None:
        _take_from_sit_out(found, instead)
    gone = {"state": EntrantState.GONE, "until_sitting": found.number - 1}
    Entrant.objects.filter(tournament=tournament, player=player).update(**gone)
    audit_log.note(
        tournament, IncidentKind.NO_SHOW, by,
        sitting=found, table=table.number, player=player, other=instead,
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
    """Other seats after publishing: the same players, at tables that have no round yet. Tables
    that stay as they are keep their matches, whatever was played there."""
    found = take(sitting, seen_version, of=PLAYING)
    rows = list(found.tables.order_by("number").select_related("match"))
    players = [*found.sit_out, *(player for row in rows for player in row.players)]
    refuse(seats.faults(found.tournament, players, tables, sit_out))
    if len(tables) != len(rows):
        words = _("After publishing the number of tables stays: %(count)s.") % {"count": len(rows)}
        raise invalid("table_count", "tables", words)
    for row, seated in zip(rows, tables, strict=True):
        if list(seated) != list(row.players):
            reseat(found, row, seated)
    if set(sit_out) != set(found.sit_out):
        sittings.strike_sit_outs(found, found.noted)
        found.noted = [sittings.note_sit_out(found, player) for player in sit_out]
        found.sit_out = list(sit_out)
        found.save(update_fields=["noted", "sit_out"])
    audit_log.note(found.tournament, IncidentKind.SWAP, by, sitting=found)
    return found


def put_in_place(
    tournament: Tournament, old: int, new: int, *, by: User | None
) -> SittingTable | None:
    """`new` sits where `old` was to sit: at tables that have no round yet, and in all drafts. The
    table of a published sitting, if there is one. Callers hold the turn of the tournament."""
    found = None
    for sitting in tournament.sittings.order_by("number"):
        sitting.tournament = tournament
        if sitting.published_at is None:
            _in_draft(sitting, old, new)
        elif sitting.state in PLAYING:
            for table in sitting.tables.select_related("match"):
                if old in table.players and is_untouched(table.match):
                    players = [new if each == old else each for each in table.players]
                    reseat(sitting, table, players)
                    found = table
    return found


def reseat(sitting: Sitting, table: SittingTable, players: Sequence[int]) -> Match:
    """Its match is called off and another one made; conflict once it has a round."""
    tournament = sitting.tournament
    versions.bump_edition(tournament.season.club_id)
    assert table.match_id is not None, "a published table has its match"
    match = locked(Match.every.all(), table.match_id)
    if match.rounds_played:
        words = _("Rounds were entered at these tables: %(tables)s.") % {"tables": table.number}
        path = f"tables.{table.number}"
        raise Conflict(words, [Fault("rounds_entered", path, words).to_json()])
    if match.stopped_at is not None:
        raise Conflict(_("This match was stopped."))
    matches.call_off(sittings.release(table))
    table.players = list(players)
    table.match = matches.create(
        sitting.session,
        game=tournament.game,
        players=players,
        options=tournaments.house_rules(tournament, players),
    )
    table.save(update_fields=["players", "match"])
    sitting.version += 1
    sitting.save(update_fields=["version"])
    return table.match


def playing(tournament: Tournament) -> list[SittingTable]:
    """The published tables that have not ended, those of the latest sitting first."""
    rows = SittingTable.objects.filter(
        sitting__tournament=tournament, match__over=False, match__stopped_at=None
    )
    return list(rows.select_related("match", "sitting").order_by("-sitting__number"))


def playing_at(tournament: Tournament, player: int) -> SittingTable | None:
    return next((table for table in playing(tournament) if player in table.players), None)


def is_untouched(match: Match | None) -> bool:
    return match is not None and not match.rounds_played and match.stopped_at is None


def _in_draft(sitting: Sitting, old: int, new: int) -> None:
    tables = [
        [new if player == old else player for player in table.players]
        for table in sitting.tables.order_by("number")
    ]
    sit_out = [new if player == old else player for player in sitting.sit_out]
    asked = seating_requests.again(sitting)
    if not seats.faults(sitting.tournament, asked.players, tables, sit_out):
        sittings.seat(sitting, asked, tables, sit_out)


def _take_from_sit_out(sitting: Sitting, player: int) -> None:
    at = sitting.sit_out.index(player)
    sittings.strike_sit_outs(sitting, [sitting.noted[at]])
    del sitting.sit_out[at], sitting.noted[at]
    sitting.save(update_fields=["sit_out", "noted"])
