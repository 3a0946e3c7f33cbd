"""Who takes part in a tournament; with sitting_tables (who does not come) the only writer of
Entrant.

    entered → here ⇄ gone,  here ⇄ replaced
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games import GAMES
from league.errors import Conflict, Fault, Invalid, NotFound, invalid, refuse
from league.models import Entrant, EntrantState, IncidentKind, SittingTable, Tournament, User
from league.operations.sessions.session_log import MOST_PLAYERS
from league.operations.support import versions
from league.operations.tournaments import audit_log, tournaments
from league.operations.tournaments.play import sitting_tables
from league.operations.tournaments.tournaments import MOST_TABLES, take_turn
from seating.request import MOST_LEVEL

MOST_RANK, MOST_MINIMUM = 10_000, 100
State = EntrantState


@dataclass(frozen=True)
class Entry:
    """`rank` is the seeding from 1, `table` the number of a table from 1 on, `minimum` what this
    player needs to finish, where that is a house rule of the game.
    """

    player: int
    rank: int | None = None
    level: int | None = None
    step_free: bool = False
    table: int | None = None
    minimum: int | None = None


@transaction.atomic
def enter(tournament: Tournament, entries: Sequence[Entry], *, by: User | None) -> list[Entrant]:
    """The new entrants; who is entered already stays so."""
    found = take_turn(tournament)
    versions.bump_edition(found.season.club_id)
    known = set(found.entrants.values_list("player", flat=True))
    new = [entry for entry in entries if entry.player not in known]
    _check_entries(found, entries, len(known) + len(new))
    made = Entrant.objects.bulk_create(
        Entrant(tournament=found, player_id=entry.player, **_wanted(entry)) for entry in new
    )
    for entrant in made:
        audit_log.note(found, IncidentKind.ENTER, by, player=entrant.player_id)
    return made


@transaction.atomic
def change(entrant: Entrant, *, by: User | None = None, **changes: Any) -> Entrant:
    """Seeding, level, needs: only what is named. It counts from the next draw on, a minimum for
    matches made from now on."""
    tournament = take_turn(entrant.tournament)
    found = _again(tournament, entrant)
    for field, value in changes.items():
        setattr(found, field, value)
    entry = Entry(
        found.player_id, found.rank, found.level, found.step_free, found.table, found.minimum
    )
    refuse(_faults_of_numbers(tournament, entry, ""))
    found.save(update_fields=list(changes) or None)
    return found


@transaction.atomic
def take_out(entrant: Entrant, *, by: User | None) -> None:
    """Not entered after all. Conflict once he was seated: then he drops out."""
    tournament = take_turn(entrant.tournament)
    found = _again(tournament, entrant)
    versions.bump_edition(tournament.season.club_id)
    if found.replaces.exists() or _was_seated(tournament, found.player_id):
        raise Conflict(_("This entrant was seated already: dropping out is what remains."))
    audit_log.note(tournament, IncidentKind.TAKE_OUT, by, player=found.player_id)
    found.delete()


@transaction.atomic
def check_in(tournament: Tournament, players: Sequence[int], *, by: User | None) -> list[Entrant]:
    """Those who are here now and were not; who is here already stays so, who dropped out comes
    back."""
    found = take_turn(tournament)
    versions.bump_edition(found.season.club_id)
    shown = tournaments.last_shown(found)
    kind = IncidentKind.LATE if shown else IncidentKind.CHECK_IN
    changed = []
    for entrant in named(found, players):
        if entrant.state == State.ENTERED:
            entrant.state, entrant.from_sitting = State.HERE, shown + 1
            entrant.save(update_fields=["state", "from_sitting"])
            audit_log.note(found, kind, by, player=entrant.player_id)
            changed.append(entrant)
        elif entrant.state != State.HERE:
            changed.append(_come_back(entrant, by))
    return changed


@transaction.atomic
def drop_out(tournament: Tournament, players: Collection[int], *, by: User | None) -> list[Entrant]:
    """Gone from the next sitting on; twice changes nothing. Conflict for who sits at a table that
    has no round yet: a substitute is needed there, or the table is set without him (no_show). A
    table that has begun goes on, or is stopped as a forfeit."""
    found = take_turn(tournament)
    versions.bump_edition(found.season.club_id)
    entrants = named(found, list(players))
    tables = sitting_tables.playing(found)
    told = ((index, _waited_for(each, tables)) for index, each in enumerate(entrants))
    waiting = {index: words for index, words in told if words}
    if waiting:
        raise Conflict(
            next(iter(waiting.values())),
            [
                Fault("seated", f"players.{index}", words).to_json()
                for index, words in waiting.items()
            ],
        )
    changed = [each for each in entrants if each.state in {State.ENTERED, State.HERE}]
    last = tournaments.last_shown(found)
    for entrant in changed:
        entrant.state, entrant.until_sitting = State.GONE, last
        entrant.save(update_fields=["state", "until_sitting"])
        audit_log.note(found, IncidentKind.DROP_OUT, by, player=entrant.player_id)
    return changed


@transaction.atomic
def come_back(tournament: Tournament, player: int, *, by: User | None) -> Entrant:
    """Here again, from the next sitting on; who took his place stays too."""
    found = take_turn(tournament)
    versions.bump_edition(found.season.club_id)
    (entrant,) = named(found, [player])
    if entrant.state not in {State.GONE, State.REPLACED}:
        raise Conflict(_("This entrant has not dropped out."))
    return _come_back(entrant, by)


@transaction.atomic
def substitute(tournament: Tournament, player: int, by_player: int, *, by: User | None) -> Entrant:
    """Somebody takes his place: seeding and needs, his seat at a table without rounds and in
    drafts. What he has played stays his own. The entrant who is here now."""
    found = take_turn(tournament)
    versions.bump_edition(found.season.club_id)
    (old,) = named(found, [player])
    if old.state not in {State.HERE, State.ENTERED}:
        raise Conflict(_("This entrant is not here."))
    new = _stand_in(found, old, by_player)
    last = tournaments.last_shown(found)
    old.state, old.substitute, old.until_sitting = State.REPLACED, new, last
    old.save(update_fields=["state", "substitute", "until_sitting"])
    table = sitting_tables.put_in_place(found, player, by_player, by=by)
    audit_log.note(
        found, IncidentKind.SUBSTITUTE, by,
        sitting=table.sitting if table else None, table=table.number if table else None,
        player=player, other=by_player,
    )  # fmt: skip
    return new


def find(tournament: Tournament, player: int) -> Entrant:
    rows = Entrant.objects.select_related("player", "tournament__season__club")
    found = rows.filter(tournament=tournament, player=player).first()
    if found is None:
        raise NotFound(_("There is nothing here."))
    return found


def named(tournament: Tournament, players: Sequence[int]) -> list[Entrant]:
    """The entrants of these players, in this order."""
    if len(players) > MOST_PLAYERS:
        raise invalid("too_long", "players", _("There are too many players."))
    rows = tournament.entrants.select_related("player").filter(player__in=players)
    known = {entrant.player_id: entrant for entrant in rows}
    words = _("This player is not entered.")
    refuse(
        [
            Fault("not_entered", f"players.{index}", words)
            for index, player in enumerate(players)
            if player not in known
        ]
    )
    for entrant in known.values():
        entrant.tournament = tournament
    return [known[player] for player in dict.fromkeys(players)]


def _waited_for(entrant: Entrant, tables: Sequence[SittingTable]) -> str:
    """Why he cannot leave: his table has not begun."""
    table = next((each for each in tables if entrant.player_id in each.players), None)
    if table is None or not sitting_tables.is_untouched(table.match):
        return ""
    words = _(
        "%(name)s sits at table %(table)s of sitting %(number)s, which has not begun: "
        "a substitute is needed, or to set the table without this player."
    )
    number = table.sitting.number
    return words % {"name": entrant.player.name, "table": table.number, "number": number}


def _come_back(entrant: Entrant, by: User | None) -> Entrant:
    entrant.state, entrant.substitute, entrant.until_sitting = State.HERE, None, None
    entrant.save(update_fields=["state", "substitute", "until_sitting"])
    audit_log.note(entrant.tournament, IncidentKind.RETURN, by, player=entrant.player_id)
    return entrant


def _stand_in(tournament: Tournament, old: Entrant, player: int) -> Entrant:
    """The one who comes for him: somebody of the club who does not take part now."""
    known = tournament.entrants.filter(player=player).first()
    if known is not None and known.state != State.ENTERED:
        words = _("This player takes part already.")
        raise Conflict(words, [Fault("takes_part", "substitute", words).to_json()])
    if known is None:
        _check_entries(tournament, [Entry(player)], 0, path="substitute")
        known = Entrant(tournament=tournament, player_id=player)
    for field in ("rank", "level", "step_free", "table"):
        setattr(known, field, getattr(old, field))
    known.state, known.from_sitting = State.HERE, tournaments.last_shown(tournament) + 1
    known.save()
    return known


def _again(tournament: Tournament, entrant: Entrant) -> Entrant:
    found = tournament.entrants.select_related("player").filter(pk=entrant.pk).first()
    if found is None:
        raise NotFound(_("There is nothing here."))
    found.tournament = tournament
    return found


def _was_seated(tournament: Tournament, player: int) -> bool:
    return any(
        player in sitting.sit_out or any(player in table.players for table in sitting.tables.all())
        for sitting in tournament.sittings.prefetch_related("tables")
    )


def _check_entries(
    tournament: Tournament, entries: Sequence[Entry], count: int, path: str = ""
) -> None:
    if count > MOST_PLAYERS:
        raise invalid("too_long", "players", _("There are too many players."))
    wanted = [entry.player for entry in entries]
    # locked: a player who is struck at this moment is either entered or gone
    rows = tournament.season.club.players.filter(pk__in=wanted).order_by("pk")
    known = set(rows.select_for_update(no_key=True).values_list("pk", flat=True))
    faults, seen = list[Fault](), set[int]()
    for index, entry in enumerate(entries):
        at = path or f"players.{index}"
        if entry.player not in known:
            faults.append(Fault("unknown_player", at, _("The club has no such player.")))
        elif entry.player in seen:
            faults.append(Fault("player_twice", at, _("A player is entered once.")))
        seen.add(entry.player)
        faults += _faults_of_numbers(tournament, entry, f"{at}.")
    if faults:
        raise Invalid(faults[0].message, [fault.to_json() for fault in faults])


def _faults_of_numbers(tournament: Tournament, entry: Entry, path: str) -> list[Fault]:
    if entry.minimum is not None and not GAMES[tournament.game].seat_option:
        words = _("%(game)s has no minimum to finish.") % {"game": GAMES[tournament.game].name}
        return [Fault("not_a_rule_of_the_game", f"{path}minimum", words)]
    bounds = {
        "rank": (entry.rank, 1, MOST_RANK),
        "level": (entry.level, 0, MOST_LEVEL),
        "table": (entry.table, 1, MOST_TABLES),
        "minimum": (entry.minimum, 0, MOST_MINIMUM),
    }
    words = _("A number from %(least)s to %(most)s is expected.")
    return [
        Fault("out_of_range", f"{path}{name}", words % {"least": least, "most": most})
        for name, (value, least, most) in bounds.items()
        if value is not None and not least <= value <= most
    ]


def _wanted(entry: Entry) -> dict[str, Any]:
    return {
        "rank": entry.rank,
        "level": entry.level,
        "step_free": entry.step_free,
        "table": entry.table,
        "minimum": entry.minimum,
    }
