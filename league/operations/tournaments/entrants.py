"""The entrants of a tournament.

Together with sitting_tables (players who do not come) it is the only writer of Entrant.

    entered → here ⇄ gone,  here ⇄ replaced
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games import game_name
from league.errors import Conflict, Fault, Invalid, NotFound, invalid, raise_faults
from league.models import (
    AuditKind,
    Entrant,
    EntrantState,
    IncidentKind,
    Sitting,
    SittingKind,
    SittingTable,
    Tournament,
    User,
)
from league.operations.audit import club_log
from league.operations.people.seating_needs import MOST_TABLES
from league.operations.seasons import house_rules
from league.operations.sessions.session_log import MOST_PLAYERS
from league.operations.support import versions
from league.operations.tournaments import audit_log, seat_scripts, tournaments
from league.operations.tournaments.draw import selections
from league.operations.tournaments.play import sitting_tables
from league.operations.tournaments.tournaments import lock_tournament
from seating.request import MOST_LEVEL

MOST_RANK, MOST_MINIMUM = 10_000, 100
MOST_ROUNDS_AHEAD = 4  # that a player may skip, where the number of rounds is open


@dataclass(frozen=True)
class EntryData:
    """The data of an entry. `rank` is the seeding from 1, `table` the number of a table from 1,
    `minimum` what this player needs to finish, where that is a house rule of the game."""

    player: int
    rank: int | None = None
    level: int | None = None
    step_free: bool = False
    table: int | None = None
    minimum: int | None = None  # copied by its match, so that a record can be checked on its own


@transaction.atomic
def enter(
    tournament: Tournament, entries: Sequence[EntryData], *, by: User | None
) -> list[Entrant]:
    """Enter players; return the new entrants. Players who are entered stay so."""
    locked = lock_tournament(tournament)
    versions.bump_edition(locked.season.club_id)
    known_ids = set(locked.entrants.values_list("player", flat=True))
    new = [entry for entry in entries if entry.player not in known_ids]
    _check_entries(locked, entries, len(known_ids) + len(new))
    entrants = Entrant.objects.bulk_create(
        Entrant(tournament=locked, player_id=entry.player, **_columns(entry)) for entry in new
    )
    player_ids = [entrant.player_id for entrant in entrants]
    audit_log.record_players(locked, IncidentKind.ENTER, by, player_ids)
    return entrants


@transaction.atomic
def change(entrant: Entrant, *, by: User | None = None, **changes: Any) -> Entrant:
    """Change the named fields only: seeding, level, needs. They apply from the next draw, a minimum
    to matches created from now on."""
    tournament = lock_tournament(entrant.tournament)
    current = _reload(tournament, entrant)
    before = {field: getattr(current, field) for field in changes}
    for field, value in changes.items():
        setattr(current, field, value)
    entry = EntryData(
        current.player_id,
        current.rank,
        current.level,
        current.step_free,
        current.table,
        current.minimum,
    )
    raise_faults(_number_faults(tournament, entry, ""))
    current.save(update_fields=list(changes) or None)
    club_log.record_changes(
        tournament.season.club_id,
        AuditKind.TOURNAMENT_ENTRY,
        by=by,
        subject={"tournament": tournament.pk, "players": [current.player_id]},
        before=before,
        after=changes,
    )
    return current


@transaction.atomic
def remove(entrant: Entrant, *, by: User | None) -> None:
    """Remove an entrant; raise Conflict once the player has been seated, who then drops out
    instead."""
    tournament = lock_tournament(entrant.tournament)
    current = _reload(tournament, entrant)
    versions.bump_edition(tournament.season.club_id)
    if current.replaces.exists() or was_seated(tournament, current.player_id):
        raise Conflict(_("This entrant has already been seated and can only drop out."))
    if seat_scripts.seats_in_script(tournament, current.player_id):
        words = _(
            "%(name)s has seats in this tournament’s seating plan: drop the player from "
            "the tournament instead, or upload a plan without %(name)s first."
        )
        words %= {"name": current.player.name}
        raise Conflict(words, [Fault("in_script", "player", words).to_json()])
    current.delete()
    audit_log.record(tournament, IncidentKind.TAKE_OUT, by, player=current.player_id)


@transaction.atomic
def check_in(tournament: Tournament, players: Sequence[int], *, by: User | None) -> list[Entrant]:
    """Check in players; return those who changed. Who dropped out comes back."""
    locked = lock_tournament(tournament)
    tournaments.require_rounds(locked)
    versions.bump_edition(locked.season.club_id)
    last_published = tournaments.last_published_number(locked)
    kind = IncidentKind.LATE if last_published else IncidentKind.CHECK_IN
    changed, arrived = [], []
    for entrant in find_all(locked, players):
        if entrant.state == EntrantState.ENTERED:
            entrant.state, entrant.from_sitting = EntrantState.HERE, last_published + 1
            entrant.save(update_fields=["state", "from_sitting"])
            changed.append(entrant)
            arrived.append(entrant.player_id)
        elif entrant.state != EntrantState.HERE:
            changed.append(_return(entrant, by))
    audit_log.record_players(locked, kind, by, arrived)
    return changed


@transaction.atomic
def drop_out(tournament: Tournament, players: Collection[int], *, by: User | None) -> list[Entrant]:
    """Mark players as gone from the next sitting on; a second call has no effect. Raise Conflict
    for players at a table without a round: it needs a substitute, or is set without them (no_show).
    A table that has begun continues, or is stopped as a forfeit."""
    locked = lock_tournament(tournament)
    tournaments.require_rounds(locked)
    versions.bump_edition(locked.season.club_id)
    entrants = find_all(locked, list(players))
    tables = sitting_tables.running_tables(locked)
    reasons = ((index, _reason_to_stay(entrant, tables)) for index, entrant in enumerate(entrants))
    obstacles = {index: words for index, words in reasons if words}
    if obstacles:
        raise Conflict(
            next(iter(obstacles.values())),
            [
                Fault("seated", f"players.{index}", words).to_json()
                for index, words in obstacles.items()
            ],
        )
    leaving = [
        entrant
        for entrant in entrants
        if entrant.state in {EntrantState.ENTERED, EntrantState.HERE}
    ]
    last_published = tournaments.last_published_number(locked)
    for entrant in leaving:
        entrant.state, entrant.until_sitting = EntrantState.GONE, last_published
        entrant.save(update_fields=["state", "until_sitting"])
    player_ids = [entrant.player_id for entrant in leaving]
    audit_log.record_players(locked, IncidentKind.DROP_OUT, by, player_ids)
    return leaving


@transaction.atomic
def come_back(tournament: Tournament, player: int, *, by: User | None) -> Entrant:
    """Mark an entrant as present again from the next sitting on; a substitute stays too."""
    locked = lock_tournament(tournament)
    tournaments.require_rounds(locked)
    versions.bump_edition(locked.season.club_id)
    (entrant,) = find_all(locked, [player])
    if entrant.state not in {EntrantState.GONE, EntrantState.REPLACED}:
        raise Conflict(_("This entrant has not dropped out."))
    return _return(entrant, by)


def rounds_to_skip(tournament: Tournament) -> list[int]:
    """Return the numbers of the rounds that a player can still skip: those that are not published,
    without finals and knock-outs, in which a seat is earned by the round before."""
    if tournament.is_arena:
        return []
    first = tournaments.last_published_number(tournament) + 1
    last = tournament.sittings_planned or first + MOST_ROUNDS_AHEAD - 1
    return [
        number
        for number in range(first, last + 1)
        if selections.sitting_kind(tournament, number) == SittingKind.PRELIMINARY
    ]


@transaction.atomic
def skip_round(tournament: Tournament, player: int, number: int, *, by: User | None) -> Entrant:
    """Leave the player out of one round; the second call changes nothing. A draft of the round is
    outdated by it, and the player is back in the next round."""
    locked = lock_tournament(tournament)
    tournaments.require_rounds(locked)
    (entrant,) = find_all(locked, [player])
    _require_taking_part(entrant)
    if number not in entrant.skips:
        _require_skippable(locked, number)
        _store_skips(entrant, [*entrant.skips, number], IncidentKind.SKIP, number, by)
    return entrant


@transaction.atomic
def play_round(tournament: Tournament, player: int, number: int, *, by: User | None) -> Entrant:
    """Take back that the player skips a round; the second call changes nothing."""
    locked = lock_tournament(tournament)
    (entrant,) = find_all(locked, [player])
    if number in entrant.skips:
        _require_skippable(locked, number)
        skips = [skip for skip in entrant.skips if skip != number]
        _store_skips(entrant, skips, IncidentKind.UNSKIP, number, by)
    return entrant


@transaction.atomic
def substitute(tournament: Tournament, player: int, by_player: int, *, by: User | None) -> Entrant:
    """Replace an entrant and return the new one, who takes over the seeding, the needs, and the
    seats at a table without rounds and in drafts. The results of the old entrant remain."""
    locked = lock_tournament(tournament)
    tournaments.require_rounds(locked)
    versions.bump_edition(locked.season.club_id)
    (old,) = find_all(locked, [player])
    _require_taking_part(old)
    new = _substitute_of(locked, old, by_player)
    last_published = tournaments.last_published_number(locked)
    old.state, old.substitute, old.until_sitting = EntrantState.REPLACED, new, last_published
    old.save(update_fields=["state", "substitute", "until_sitting"])
    table = sitting_tables.replace_player(locked, player, by_player, by=by)
    audit_log.record(
        locked, IncidentKind.SUBSTITUTE, by,
        sitting=table.sitting if table else None, table=table.number if table else None,
        player=player, other=by_player,
    )  # fmt: skip
    return new


def find(tournament: Tournament, player: int) -> Entrant:
    """Return the entrant of a player; raise NotFound if there is none."""
    rows = Entrant.objects.select_related("player", "tournament__season__club")
    entrant = rows.filter(tournament=tournament, player=player).first()
    if entrant is None:
        raise NotFound(_("There is nothing here."))
    return entrant


def find_all(tournament: Tournament, players: Sequence[int]) -> list[Entrant]:
    """Return the entrants of these players, in this order; raise Invalid for players who are not
    entered."""
    if len(players) > MOST_PLAYERS:
        raise invalid("too_long", "players", _("There are too many players."))
    rows = tournament.entrants.select_related("player").filter(player__in=players)
    entrants = {entrant.player_id: entrant for entrant in rows}
    words = _("This player is not entered.")
    raise_faults(
        [
            Fault("not_entered", f"players.{index}", words)
            for index, player in enumerate(players)
            if player not in entrants
        ]
    )
    for entrant in entrants.values():
        entrant.tournament = tournament
    return [entrants[player] for player in dict.fromkeys(players)]


def _require_taking_part(entrant: Entrant) -> None:
    if entrant.state not in {EntrantState.ENTERED, EntrantState.HERE}:
        words = _(
            "This entrant has dropped out or was replaced. Let an entrant who dropped out return "
            "first."
        )
        raise Conflict(words)


def _require_skippable(tournament: Tournament, number: int) -> None:
    if number in rounds_to_skip(tournament):
        return
    at = {"number": number}
    if 1 <= number <= tournaments.last_published_number(tournament):
        words = _("Round %(number)s is already published. Choose a later round.") % at
        raise Conflict(words, [Fault("round_published", "sitting", words).to_json()])
    if selections.sitting_kind(tournament, number) != SittingKind.PRELIMINARY:
        words = _(
            "Rounds of a final or knock-out cannot be skipped: their players have "
            "qualified. Drop the player from the tournament instead."
        )
        raise Conflict(words, [Fault("earned_seat", "sitting", words).to_json()])
    words = _("Round %(number)s is not planned. Choose a planned round.") % at
    raise Conflict(words, [Fault("round_not_planned", "sitting", words).to_json()])


def _store_skips(
    entrant: Entrant, skips: Sequence[int], kind: IncidentKind, number: int, by: User | None
) -> None:
    tournament = entrant.tournament
    versions.bump_edition(tournament.season.club_id)
    entrant.skips = sorted(skips)
    entrant.save(update_fields=["skips"])
    round_of_log = Sitting(tournament=tournament, number=number)  # not drawn yet, as a rule
    audit_log.record(tournament, kind, by, sitting=round_of_log, player=entrant.player_id)


def _reason_to_stay(entrant: Entrant, tables: Sequence[SittingTable]) -> str:
    """Return why the entrant cannot leave: the table has not begun. Empty if nothing prevents
    it."""
    table = next((table for table in tables if entrant.player_id in table.players), None)
    if table is None or not sitting_tables.is_untouched(table.match):
        return ""
    words = _(
        "%(name)s sits at table %(table)s of round %(number)s, which has not started. Choose "
        "a substitute, or play the table without this player."
    )
    number = table.sitting.number
    return words % {"name": entrant.player.name, "table": table.number, "number": number}


def _return(entrant: Entrant, by: User | None) -> Entrant:
    entrant.state, entrant.substitute, entrant.until_sitting = EntrantState.HERE, None, None
    entrant.save(update_fields=["state", "substitute", "until_sitting"])
    audit_log.record(entrant.tournament, IncidentKind.RETURN, by, player=entrant.player_id)
    return entrant


def _substitute_of(tournament: Tournament, old: Entrant, player: int) -> Entrant:
    """Return the substitute: a player of the club who does not take part now."""
    entrant = tournament.entrants.filter(player=player).first()
    if entrant is not None and (entrant == old or entrant.state != EntrantState.ENTERED):
        words = _("This player already takes part. Choose another player.")
        raise Conflict(words, [Fault("takes_part", "substitute", words).to_json()])
    if entrant is None:
        _check_entries(tournament, [EntryData(player)], 0, path="substitute")
        entrant = Entrant(tournament=tournament, player_id=player)
    for field in ("rank", "level", "step_free", "table"):
        setattr(entrant, field, getattr(old, field))
    entrant.state, entrant.from_sitting = (
        EntrantState.HERE,
        tournaments.last_published_number(tournament) + 1,
    )
    entrant.save()
    return entrant


def _reload(tournament: Tournament, entrant: Entrant) -> Entrant:
    current = tournament.entrants.select_related("player").filter(pk=entrant.pk).first()
    if current is None:
        raise NotFound(_("There is nothing here."))
    current.tournament = tournament
    return current


def was_seated(tournament: Tournament, player: int) -> bool:
    return any(
        player in sitting.sit_out or any(player in table.players for table in sitting.tables.all())
        for sitting in tournament.sittings.prefetch_related("tables")
    )


def _check_entries(
    tournament: Tournament, entries: Sequence[EntryData], count: int, path: str = ""
) -> None:
    if count > MOST_PLAYERS:
        raise invalid("too_long", "players", _("There are too many players."))
    player_ids = [entry.player for entry in entries]
    # lock the players: one who is being struck must not be entered
    rows = tournament.season.club.players.filter(pk__in=player_ids).order_by("pk")
    known_ids = set(rows.select_for_update(no_key=True).values_list("pk", flat=True))
    faults, seen_ids = list[Fault](), set[int]()
    for index, entry in enumerate(entries):
        entry_path = path or f"players.{index}"
        if entry.player not in known_ids:
            faults.append(Fault("unknown_player", entry_path, _("The club has no such player.")))
        elif entry.player in seen_ids:
            faults.append(
                Fault("player_twice", entry_path, _("A player can be entered only once."))
            )
        seen_ids.add(entry.player)
        faults += _number_faults(tournament, entry, f"{entry_path}.")
    if faults:
        raise Invalid(faults[0].message, [fault.to_json() for fault in faults])


def _number_faults(tournament: Tournament, entry: EntryData, path: str) -> list[Fault]:
    if entry.minimum is not None and not house_rules.seat_option(tournament.game):
        words = _("%(game)s requires no minimum number of points to finish.") % {
            "game": game_name(tournament.game)
        }
        return [Fault("not_a_rule_of_the_game", f"{path}minimum", words)]
    bounds = {
        "rank": (entry.rank, 1, MOST_RANK),
        "level": (entry.level, 0, MOST_LEVEL),
        "table": (entry.table, 1, MOST_TABLES),
        "minimum": (entry.minimum, 0, MOST_MINIMUM),
    }
    words = _("Enter a number from %(least)s to %(most)s.")
    return [
        Fault("out_of_range", f"{path}{name}", words % {"least": least, "most": most})
        for name, (value, least, most) in bounds.items()
        if value is not None and not least <= value <= most
    ]


def _columns(entry: EntryData) -> dict[str, Any]:
    return {
        "rank": entry.rank,
        "level": entry.level,
        "step_free": entry.step_free,
        "table": entry.table,
        "minimum": entry.minimum,
    }
