"""The audit log of a tournament: the entries about it in the log of its club. Callers hold a
transaction; the lock of the club's log is taken after all others."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from league.models import (
    AuditEntry,
    AuditKind,
    IncidentKind,
    Player,
    Sitting,
    SittingTable,
    Tournament,
    User,
)
from league.names import visible_line
from league.operations.audit import club_log, entry_names, entry_words, searches
from league.operations.audit.club_log import Words
from league.operations.audit.entry_names import EntryNames

LONGEST_NOTE = 300
KINDS = {
    str(kind): IncidentKind(kind.split(".")[1])
    for kind in AuditKind.values
    if kind.startswith(("tournament.", "result.")) and kind.split(".")[1] in IncidentKind.values
}
AUDIT_KINDS = {str(ours): AuditKind(kind) for kind, ours in KINDS.items()}
# a player and another one who takes the place; entries of other kinds may have many players
OF_STAND_INS = {IncidentKind.STAND_IN, IncidentKind.STAND_IN_UNDONE}
OF_PAIRS = {IncidentKind.SUBSTITUTE, IncidentKind.NO_SHOW, *OF_STAND_INS}
MOST_LINES = 1000  # more than the players of one act
Values = Mapping[str, Any]


@dataclass(frozen=True)
class TournamentEntry:
    """An entry in the log of a tournament; `number` counts entries of the club, `sitting` and
    `table` are numbers. Merged players are the surviving ones, erased players are missing."""

    number: int
    kind: IncidentKind
    title: str
    sitting: int | None
    table: int | None
    players: Sequence[Player]
    note: str
    at: datetime
    by: User | None

    @property
    def people(self) -> str:
        """Return the names of the players; of a pair an arrow leads to who takes the place."""
        names = [player.name for player in self.players]
        return (" → " if self.kind in OF_PAIRS else ", ").join(names)

    @property
    def place(self) -> str:
        """Return the round, unless the title says it, and the table; empty for neither."""
        is_in_title = entry_words.names_sitting(f"tournament.{self.kind}")
        parts = []
        if self.sitting is not None and not is_in_title:
            parts.append(_("tournament round %(n)s") % {"n": self.sitting})
        if self.table is not None:
            parts.append(_("table %(number)s") % {"number": self.table})
        return ", ".join(parts)


class TournamentLine(NamedTuple):
    """An entry about one player, or about one who replaces another; `id` grows with time."""

    id: int
    entry: TournamentEntry
    player: Player | None
    other: Player | None


def record(
    tournament: Tournament,
    kind: IncidentKind,
    by: User | None,
    *,
    sitting: Sitting | None = None,
    table: int | None = None,
    player: int | None = None,
    other: int | None = None,
    words: str = "",
    before: Values | None = None,
    after: Values | None = None,
) -> None:
    """Add an entry about a tournament, and perhaps one of its players or two."""
    players = [person for person in (player, other) if person is not None]
    if words:
        note = visible_line(words)[:LONGEST_NOTE]
        after = {**(after or {}), "note": Words(note, players=players)}
    record_as(
        tournament,
        AuditKind(f"tournament.{kind}"),
        by,
        players=players,
        sitting=sitting,
        table=table,
        before=before,
        after=after,
    )


def record_players(
    tournament: Tournament, kind: IncidentKind, by: User | None, players: Sequence[int]
) -> None:
    """Add one entry about all these players, if any."""
    if players:
        record_as(tournament, AuditKind(f"tournament.{kind}"), by, players=players)


def record_as(
    tournament: Tournament,
    kind: AuditKind,
    by: User | None,
    *,
    players: Sequence[int] = (),
    sitting: Sitting | None = None,
    table: int | None = None,
    before: Values | None = None,
    after: Values | None = None,
) -> None:
    """Add an entry of any kind about a tournament."""
    matches: list[int] = []
    if sitting is not None and table is not None:
        tables = SittingTable.objects.filter(sitting=sitting, number=table, match__isnull=False)
        matches = [pk for pk in tables.values_list("match", flat=True) if pk is not None]
    club_log.record(
        tournament.season.club_id,
        kind,
        by=by,
        subject={
            **place_of(tournament, sitting, table),
            "season": tournament.season_id,
            "players": players,
            "matches": matches,
        },
        before=before,
        after=after,
    )


def place_of(tournament: Tournament, sitting: Sitting | None, table: int | None) -> dict[str, Any]:
    """Return what the subject of an entry says of the place in a tournament."""
    number = sitting.number if sitting else None
    return {"tournament": tournament.pk, "sitting": number, "table": table}


def restore(tournament: Tournament, rows: Sequence[Mapping[str, Any]]) -> None:
    """Add the entries of an archive; rows of one act, one after the other, become one entry."""
    acts: list[tuple[Mapping[str, Any], list[int]]] = []
    for row in rows:
        players = [pk for pk in (row["player"], row["other"]) if pk is not None]
        if acts and _is_same_act(acts[-1][0], row):
            acts[-1][1].extend(players)
        else:
            acts.append((row, players))
    for row, players in acts:
        kind = AUDIT_KINDS[row["kind"]]
        after: dict[str, Any] = {"note": Words(row["note"], players=players)} if row["note"] else {}
        before: dict[str, Any] = {}
        if kind.startswith("result.") and players:
            after["player"] = players[-1]
            if KINDS[kind] in OF_STAND_INS:
                before["player"] = players[0]
        club_log.append(
            tournament.season.club_id,
            kind,
            at=row["at"],
            by=row["by"],
            subject={
                "tournament": tournament.pk,
                "season": tournament.season_id,
                "sitting": row["sitting"],
                "table": row["table"],
                "players": players,
            },
            before=before,
            after=after,
        )


def entries_of(tournament: Tournament) -> "QuerySet[AuditEntry]":
    """Return the stored entries of the log of a tournament, the newest first."""
    about = AuditEntry.objects.filter(searches.about_tournament(tournament.pk), kind__in=KINDS)
    return about.order_by("-number")


def latest(
    tournament: Tournament, most: int, *, sitting: int | None = None
) -> list[TournamentEntry]:
    """Return the latest entries, at most `most`, the newest first: of the tournament or of one
    sitting."""
    rows = entries_of(tournament)
    if sitting is not None:
        rows = rows.filter(subject__sitting=sitting)
    return _read(rows[:most])


def lines(tournament: Tournament) -> list[TournamentLine]:
    """Return the whole log player by player, the oldest first."""
    return [line for entry in reversed(_read(entries_of(tournament))) for line in _lines(entry)]


def _lines(entry: TournamentEntry) -> Iterator[TournamentLine]:
    first = entry.number * MOST_LINES
    if entry.kind in OF_PAIRS or not entry.players:
        player, other, *_none = (*entry.players, None, None)
        yield TournamentLine(first, entry, player, other)
        return
    for index, player in enumerate(entry.players[:MOST_LINES]):
        yield TournamentLine(first + index, entry, player, None)


def _is_same_act(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    names = ("kind", "sitting", "table", "at", "by", "note")
    is_pair = one["other"] is not None or other["other"] is not None
    has_players = one["player"] is not None and other["player"] is not None
    return has_players and not is_pair and all(one[name] == other[name] for name in names)


def _read(rows: "QuerySet[AuditEntry]") -> list[TournamentEntry]:
    entries = list(rows)
    names = entry_names.load(entries)
    return [_entry(row, names) for row in entries]


def _entry(row: AuditEntry, names: EntryNames) -> TournamentEntry:
    """Return an entry. One about a result names all players of the match, but here only the one
    who gave up or spoke, if any."""
    digests = row.subject.get("players", ())
    if row.kind.startswith("result."):
        parts = (row.before, row.after) if KINDS[row.kind] in OF_STAND_INS else (row.after,)
        digests = [values["player"] for values in parts if values.get("player")]
    named = [names.players[digest] for digest in digests if digest in names.players]
    players = list(dict.fromkeys(player.survivor for player in named))
    note = row.after.get("note") or row.after.get("reason")
    return TournamentEntry(
        number=row.number,
        kind=KINDS[row.kind],
        title=entry_words.title(row.kind, row.subject.get("sitting")),
        sitting=row.subject.get("sitting"),
        table=row.subject.get("table"),
        players=players,
        note=names.text(note) if note else "",
        at=row.at,
        by=names.accounts.get(row.by),
    )
