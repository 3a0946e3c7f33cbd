"""Seats of all rounds from a file: checked as a whole, stored for rounds that are not drawn yet.
The only writer of Tournament.script."""

import csv
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from io import StringIO
from typing import Any, TypeAlias

from django.db import transaction
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, Invalid, Stale
from league.models import Format, IncidentKind, Player, Tournament, User
from league.names import name_key
from league.operations.people import person_search
from league.operations.people.person_search import Fit, People
from league.operations.people.seating_needs import MOST_TABLES
from league.operations.support import versions
from league.operations.tournaments import audit_log
from league.operations.tournaments.seat_rows import COLUMNS, SeatRow
from league.operations.tournaments.tournaments import MOST_SITTINGS, lock_tournament
from problems.seats import MOST_SEATS

MOST_LISTED = 200  # faults of a file
MOST_SEARCHED = 50  # unknown names that are compared with known ones
MOST_ALIKE = 3  # names that a message suggests

Rounds: TypeAlias = list[list[list[int]]]  # tables by round, ids of players in seat order


@transaction.atomic
def save(
    tournament: Tournament,
    rows: Sequence[SeatRow],
    faults: Sequence[Fault] = (),
    *,
    seen_version: int | None = None,
    by: User | None,
) -> Tournament:
    """Store the seats of a file in place of earlier ones; the same seats again change nothing.
    Rounds that are drawn stay. `faults` are the file's own: raise Invalid with all."""
    locked = lock_tournament(tournament)
    rounds = check(locked, rows, faults)
    if rounds == locked.script:
        return locked
    if seen_version is not None and seen_version != locked.version:
        raise Stale(
            _(
                "Somebody has changed it since you opened it: load it again, then repeat "
                "your change."
            )
        )
    versions.bump_edition(locked.season.club_id)
    before = {"sittings_planned": len(locked.script), "seats": _count(locked.script)}
    after = {"sittings_planned": len(rounds), "seats": _count(rounds)}
    locked.script, locked.sittings_planned = rounds, len(rounds)
    locked.version += 1
    locked.save(update_fields=["script", "sittings_planned", "version"])
    audit_log.record(locked, IncidentKind.SCRIPT, by, before=before, after=after)
    return locked


def check(tournament: Tournament, rows: Sequence[SeatRow], faults: Sequence[Fault] = ()) -> Rounds:
    """Return the tables of all rounds with the seats of a file; raise Invalid with every fault."""
    if tournament.format != Format.SCRIPT:
        words = _("Choose the format “own seating plan” in the tournament settings first.")
        raise Conflict(words, [Fault("not_scripted", "format", words).to_json()])
    drawn = tournament.sittings.count()
    if drawn > len(tournament.script):
        words = _("The final is already drawn. It is the last round.")
        raise Conflict(words, [Fault("played_out", "", words).to_json()])
    file = _File(tournament, rows, _Names(tournament), drawn)
    problems = [*faults, *_faults(file)]
    if not rows and not problems:
        words = _("The file has no seats. Write round, table, seat and player in each line.")
        problems = [Fault("empty_file", "content", words)]
    if problems:
        problems.sort(key=_line_of)
        if len(problems) > MOST_LISTED:
            words = _("%(count)s further problems are not listed.")
            words %= {"count": len(problems) - MOST_LISTED}
            problems = [*problems[:MOST_LISTED], Fault("more_problems", "content", words)]
        raise Invalid(problems[0].message, [fault.to_json() for fault in problems])
    return _rounds(file)


def entrants_of(tournament: Tournament) -> list[Player]:
    """Return the players of the list of entrants, in which a file may number them from 1."""
    rows = tournament.entrants.select_related("player").order_by("pk")
    return [entrant.player for entrant in rows]


def to_csv(tournament: Tournament) -> str:
    """Return the stored seats as a file; a player whose name another entrant has too by number."""
    players = entrants_of(tournament)
    names = {player.pk: player.name for player in players}
    numbers = {player.pk: number for number, player in enumerate(players, 1)}
    times = Counter(player.name for player in players)
    if not tournament.script:
        return ""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for round_number, tables in enumerate(tournament.script, 1):
        for table_number, table in enumerate(tables, 1):
            for seat, player in enumerate(table, 1):
                name = names[player]
                is_clear = times[name] == 1 and not name.isdecimal()
                who = name if is_clear else numbers[player]
                writer.writerow([round_number, table_number, seat, who])
    return text.getvalue()


def seats_in_script(tournament: Tournament, player: int) -> bool:
    """Return whether the stored seats name this player."""
    return any(player in table for tables in tournament.script for table in tables)


def _count(rounds: Rounds) -> int:
    return sum(len(table) for tables in rounds for table in tables)


def _line_of(fault: Fault) -> int:
    """Return the line of a fault, for their order; 0 for the whole file."""
    steps = fault.path.split(".")
    return int(steps[1]) if steps[0] == "rows" else 0


class _Names:
    """The entrants of a tournament by what a file calls them."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.players = entrants_of(tournament)
        self.by_name = defaultdict[str, list[Player]](list)
        for player in self.players:
            self.by_name[name_key(player.name)].append(player)
        self.searched = 0
        self.find = cache(self._find)

    def _find(self, text: str) -> tuple[Player | None, str]:
        """Return the player of a name or number, or why there is none."""
        exact = self.by_name.get(name_key(text), [])
        if len(exact) == 1:
            return exact[0], ""
        if exact:
            words = _("Several entrants are called “%(name)s”: write the number from the list.")
            return None, words % {"name": text}
        if text.isdecimal() and text.isascii() and len(text) < 6:
            if 1 <= int(text) <= len(self.players):
                return self.players[int(text) - 1], ""
            words = _("No entrant has the number %(number)s: the list has %(count)s.")
            return None, words % {"number": text, "count": len(self.players)}
        return None, self._unknown(text)

    def _unknown(self, text: str) -> str:
        """Return an error message for a name that no entrant has. It suggests similar names for
        the first unknown names only, since each search takes time."""
        self.searched += 1
        is_searched = self.searched <= MOST_SEARCHED
        if alike := self.entrants.fitting(text)[:MOST_ALIKE] if is_searched else []:
            words = _("“%(name)s” is not entered in this tournament. Did you mean %(others)s?")
            others = get_text_list([person.name for person in alike], _("or"))
            return words % {"name": text, "others": others}
        in_club = self.club.fitting(text) if is_searched else []
        if any(person.fit == Fit.EXACT for person in in_club):
            words = _("“%(name)s” is in the club but not entered: enter this player first.")
            return words % {"name": text}
        words = _("“%(name)s” is not entered in this tournament: enter this player first.")
        return words % {"name": text}

    @cached_property
    def entrants(self) -> People:
        return People(self.players)

    @cached_property
    def club(self) -> People:
        return person_search.people_of(self.tournament.season.club)


@dataclass(frozen=True)
class _File:
    """The lines of a file; the first `drawn` rounds of the tournament are drawn."""

    tournament: Tournament
    rows: Sequence[SeatRow]
    names: _Names
    drawn: int

    def find(self, row: SeatRow) -> Player | None:
        return self.names.find(row.player)[0]


def _rounds(file: _File) -> Rounds:
    """Return the tables of all rounds, with those that are drawn and that the file leaves
    out."""
    seats = dict[tuple[int, int, int], int]()
    for row in file.rows:
        player = file.find(row)
        assert player is not None, "the file has no faults"
        seats[row.round or 0, row.table or 0, row.seat or 0] = player.pk
    rounds = defaultdict[int, defaultdict[int, list[int]]](lambda: defaultdict(list))
    for (number, table, _seat), pk in sorted(seats.items()):
        rounds[number][table].append(pk)
    stored = dict(enumerate(file.tournament.script[: file.drawn], 1))
    in_file = {number: list(tables.values()) for number, tables in rounds.items()}
    merged = {**in_file, **stored}
    return [merged[number] for number in sorted(merged)]


def _faults(file: _File) -> Iterator[Fault]:
    yield from _unknown_players(file)
    yield from _out_of_range(file)
    yield from _twice(file)
    yield from _gaps(file)
    yield from _drawn(file)


def _unknown_players(file: _File) -> Iterator[Fault]:
    for row in file.rows:
        if row.player and file.find(row) is None:
            words = _("%(where)s: %(problem)s")
            words %= {"where": row.where, "problem": file.names.find(row.player)[1]}
            yield Fault("unknown_player", f"rows.{row.line}.player", words)


def _out_of_range(file: _File) -> Iterator[Fault]:
    most = {"round": MOST_SITTINGS, "table": MOST_TABLES, "seat": MOST_SEATS}
    for row in file.rows:
        for field, bound in most.items():
            number = getattr(row, field)
            if number is not None and number > bound:
                words = _("%(where)s: “%(field)s” can be at most %(most)s.")
                words %= {"where": row.where, "field": COLUMNS[field], "most": bound}
                yield Fault("out_of_range", f"rows.{row.line}.{field}", words)


def _twice(file: _File) -> Iterator[Fault]:
    """Yield a fault per player with two seats in a round, and per seat with two players."""
    players, seats = dict[tuple[Any, ...], SeatRow](), dict[tuple[Any, ...], SeatRow]()
    for row in file.rows:
        player = file.find(row)
        if player is not None and row.round is not None:
            first = players.setdefault((row.round, player.pk), row)
            if first is not row:
                words = _(
                    "%(where)s: %(name)s already has a seat in round %(round)s (%(first)s). "
                    "Remove one of them."
                )
                words %= {
                    "where": row.where,
                    "name": player.name,
                    "round": row.round,
                    "first": first.where,
                }
                yield Fault("player_twice", f"rows.{row.line}.player", words)
        first = seats.setdefault((row.round, row.table, row.seat), row)
        if row.is_complete and first is not row:
            words = _(
                "%(where)s: seat %(seat)s at table %(table)s of round %(round)s is already "
                "taken (%(first)s). Choose another seat."
            )
            words %= {**row._asdict(), "first": first.where}
            yield Fault("seat_twice", f"rows.{row.line}.seat", words)


def _gaps(file: _File) -> Iterator[Fault]:
    """Yield a fault per missing number and per table of a size that is not allowed. A round
    with a number that cannot be read may be complete, so it is left out."""
    unclear = {row.round for row in file.rows if not _is_in_range(row)}
    if None in unclear:
        return
    rounds = defaultdict[int, defaultdict[int, dict[int, SeatRow]]](lambda: defaultdict(dict))
    for row in file.rows:
        if row.round and row.table and row.seat and _is_in_range(row):
            rounds[row.round][row.table].setdefault(row.seat, row)
    listed = {*rounds, *unclear, *range(1, file.drawn + 1)}
    for number in _missing({number for number in listed if number and number <= MOST_SITTINGS}):
        words = _("Round %(round)s is missing: number the rounds from 1 without gaps.")
        yield Fault("round_missing", "content", words % {"round": number})
    for number, tables in rounds.items():
        if number in unclear or number <= file.drawn:
            continue
        for table in _missing(tables):
            words = _(
                "Table %(table)s of round %(round)s is missing: number the tables of each "
                "round from 1 without gaps."
            )
            line = _first(tables[min(tables)]).line
            words %= {"table": table, "round": number}
            yield Fault("table_missing", f"rows.{line}.table", words)
        for table, seats in tables.items():
            yield from _table_faults(file, number, table, seats)


def _is_in_range(row: SeatRow) -> bool:
    limits = ((row.round, MOST_SITTINGS), (row.table, MOST_TABLES), (row.seat, MOST_SEATS))
    return all(number is not None and number <= most for number, most in limits)


def _table_faults(
    file: _File, number: int, table: int, seats: Mapping[int, SeatRow]
) -> Iterator[Fault]:
    line, least, most = _first(seats).line, file.tournament.least, file.tournament.most
    at = {"table": table, "round": number}
    for seat in _missing(seats):
        words = _(
            "Seat %(seat)s at table %(table)s of round %(round)s is missing: number the seats "
            "of each table from 1 without gaps."
        )
        yield Fault("seat_missing", f"rows.{line}.seat", words % {**at, "seat": seat})
    if not least <= len(seats) <= most:
        words = _(
            "Table %(table)s of round %(round)s has %(found)s players, but tables have "
            "%(least)s to %(most)s. Move players, or change the sizes in the settings."
        )
        words %= {**at, "found": len(seats), "least": least, "most": most}
        yield Fault("table_size", f"rows.{line}.table", words)


def _drawn(file: _File) -> Iterator[Fault]:
    """Yield a fault per drawn round that the file would change."""
    rounds = defaultdict[int, dict[tuple[int, int], int]](dict)
    lines = dict[int, int]()
    for row in file.rows:
        player = file.find(row)
        if row.round and row.round <= file.drawn and player is not None:
            rounds[row.round][row.table or 0, row.seat or 0] = player.pk
            lines.setdefault(row.round, row.line)
    for number, seats in rounds.items():
        tables = file.tournament.script[number - 1 : number]
        stored = {
            (table, seat): player
            for table, row in enumerate(tables[0] if tables else [], 1)
            for seat, player in enumerate(row, 1)
        }
        if seats != stored:
            words = _(
                "Round %(round)s is already drawn: remove its lines, or discard its draw first."
            )
            path = f"rows.{lines[number]}.round"
            yield Fault("drawn_already", path, words % {"round": number})


def _missing(numbers: Mapping[int, Any] | set[int]) -> list[int]:
    """Return the numbers from 1 to the largest that are missing."""
    return [number for number in range(1, max(numbers, default=0)) if number not in numbers]


def _first(seats: Mapping[int, SeatRow]) -> SeatRow:
    return min(seats.values(), key=lambda row: row.line)
