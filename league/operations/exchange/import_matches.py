"""Import of past matches from a file, into a season of their own or one of the club.

The rules judge every round, as if it had been entered by hand.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from games import GAMES
from games.base import Verdict
from league.errors import Conflict, Fault, Invalid, invalid
from league.models import Club, Job, Season, Session, User
from league.operations.exchange.import_files import records
from league.operations.exchange.import_files import seasons as rows_of_seasons
from league.operations.exchange.import_files.cells import name_key
from league.operations.exchange.import_files.faults import RowFault, at_row
from league.operations.exchange.import_files.mapping import Columns
from league.operations.exchange.import_files.planned import ImportDefaults, PlannedMatch
from league.operations.exchange.import_files.sheets import SheetRow
from league.operations.exchange.import_players import SUMMARY_ROWS, ImportOutcome
from league.operations.matches import matches, submissions
from league.operations.people import clubs, names
from league.operations.people.duplicates import merged_names
from league.operations.seasons import seasons
from league.operations.support import jobs

MOST_MATCHES = 1000  # ten seconds or so, for which SQLite has no other writer


@dataclass(frozen=True)
class MatchTarget:
    """The target of an import of matches."""

    club: Club
    season: int | None
    season_name: str
    create_players: bool
    by: User | None


@dataclass
class CreatedRows:
    """The rows that an import has created."""

    players: list[int] = field(default_factory=list)
    sessions: dict[tuple[datetime, str], Session] = field(default_factory=dict)
    matches: list[int] = field(default_factory=list)
    rounds: int = 0


def import_rows(
    job: Job,
    target: MatchTarget,
    rows: Sequence[SheetRow],
    columns: Columns,
    defaults: ImportDefaults,
) -> ImportOutcome:
    """Import the rows of a spreadsheet."""
    planned, faults = rows_of_seasons.parse_rows(rows, columns, defaults, target.club.timezone)
    return _import_planned(job, target, planned, faults, len(rows))


def import_records(
    job: Job, target: MatchTarget, content: bytes, defaults: ImportDefaults
) -> ImportOutcome:
    """Import the match records of a file."""
    planned, faults = records.parse_records(content, defaults, target.club.timezone)
    return _import_planned(job, target, planned, faults, len(planned))


def _import_planned(
    job: Job, target: MatchTarget, planned: list[PlannedMatch], faults: list[RowFault], rows: int
) -> ImportOutcome:
    if len(planned) > MOST_MATCHES:
        words = _("You can import at most %(most)s matches at once.") % {"most": MOST_MATCHES}
        raise invalid("too_many_matches", "content", words)
    planned.sort(key=lambda match: match.at)  # the order in which ratings take them
    verdicts = []
    for number, match in enumerate(planned, 1):
        verdict, problems = match.judge()
        verdicts.append(verdict)
        faults += problems
        jobs.report_progress(job, number, 2 * len(planned))
    people = _PlayerNames(target)
    for match in planned:
        people.look_for(match)
    faults += people.faults
    if faults or not planned:
        return ImportOutcome({}, {}, faults=faults)
    season = _season(target, planned)
    faults += _existing_sessions(season, planned) if target.season else []
    created = CreatedRows(players=people.add())
    for number, match in enumerate(planned, len(planned) + 1):
        faults += _store(season, match, people.ids, created, target.by)
        jobs.report_progress(job, number, 2 * len(planned))
    summary = {
        "rows": rows,
        "players": {"new": len(created.players), "changed": 0, "skipped": 0},
        "season": {"id": season.pk, "name": season.name, "new": target.season is None},
        "evenings": len(created.sessions),
        "matches": len(created.matches),
        "rounds": created.rounds,
        "notices": _unfinished(planned, verdicts),
        "first": [
            _summary_line(*each) for each in zip(planned[:SUMMARY_ROWS], verdicts, strict=False)
        ],
    }
    created_ids = {
        "season": season.pk,
        "new_season": target.season is None,
        "players": created.players,
        "sessions": [session.pk for session in created.sessions.values()],
        "matches": created.matches,
    }
    return ImportOutcome(summary, created_ids, faults=faults)


class _PlayerNames:
    """The names of the file and the players of the club."""

    def __init__(self, target: MatchTarget) -> None:
        self.target = target
        self.ids: dict[str, int] = {}
        self.new: dict[str, str] = {}
        self.faults: list[RowFault] = []
        self.ids_by_name: dict[str, list[int]] = {}
        for pk, name in target.club.players.order_by("pk").values_list("pk", "name"):
            self.ids_by_name.setdefault(name_key(name), []).append(pk)
        for name, survivor in merged_names(target.club):
            self.ids_by_name.setdefault(name_key(name), [survivor.pk])

    def look_for(self, match: PlannedMatch) -> None:
        for seat, name in enumerate(match.players):
            player_ids = self.ids_by_name.get(name_key(name), [])
            if len(player_ids) == 1:
                self.ids[name_key(name)] = player_ids[0]
            elif player_ids:
                words = _("Several players of the club are called %(name)s.") % {"name": name}
                self._refuse(match, seat, "ambiguous_player", words)
            elif self.target.create_players:
                self._note(match, seat, name)
            else:
                words = _("The club has no player called %(name)s.") % {"name": name}
                self._refuse(match, seat, "unknown_player", words)

    def add(self) -> list[int]:
        """Add the players whom the club does not have, in the order of their appearance; return
        their ids."""
        new_ids = {
            name: clubs.add_player(self.target.club, name=clean_name).pk
            for name, clean_name in self.new.items()
        }
        self.ids |= new_ids
        return list(new_ids.values())

    def _note(self, match: PlannedMatch, seat: int, name: str) -> None:
        if name_key(name) in self.new:
            return
        try:
            self.new[name_key(name)] = names.clean_name(name)
        except Invalid as error:
            self._refuse(match, seat, error.problems[0]["code"], error.detail)

    def _refuse(self, match: PlannedMatch, seat: int, code: str, words: str) -> None:
        spot = match.row_of_player(seat)
        place = spot.field if f"players.{seat}" in match.spots else _join(spot.field, seat)
        self.faults.append(at_row(spot.row, place, code, words))


def _join(whole: str, seat: int) -> str:
    return ".".join(step for step in (whole, "players", str(seat)) if step)


def _season(target: MatchTarget, planned: Sequence[PlannedMatch]) -> Season:
    if target.season is not None:
        season = target.club.seasons.filter(pk=target.season).first()
        if season is None:
            raise invalid("unknown_season", "season", _("The club has no such season."))
        return season
    zone = ZoneInfo(target.club.timezone)
    played_games = {match.game for match in planned}
    try:
        return seasons.create(
            target.club,
            name=target.season_name,
            starts_on=planned[0].at.astimezone(zone).date(),
            ends_on=planned[-1].at.astimezone(zone).date(),
            games=[game for game in GAMES if game in played_games],
            by=target.by,
        )
    except (Conflict, Invalid) as error:
        code = "season_exists" if isinstance(error, Conflict) else error.problems[0]["code"]
        fault = Fault(code, "season_name", error.detail)
        raise Invalid(error.detail, [fault.to_json()]) from None


def _existing_sessions(season: Season, planned: Sequence[PlannedMatch]) -> list[RowFault]:
    """Return faults for sessions that exist already: a file that is sent twice must not count
    twice."""
    existing_times = set(season.sessions.values_list("starts_at", flat=True))
    words = _("The season already has an evening at this time. Was this file imported before?")
    return [
        at_row(match.row, "date", "evening_exists", words)
        for match in planned
        if match.at in existing_times
    ]


def _store(
    season: Season,
    match: PlannedMatch,
    ids: Mapping[str, int],
    created: CreatedRows,
    by: User | None,
) -> list[RowFault]:
    session_key = (match.at, match.place)
    try:
        if session_key not in created.sessions:
            session = seasons.open_session(season, starts_at=match.at, place=match.place)
            created.sessions[session_key] = session
        match_row = matches.create(
            created.sessions[session_key],
            game=match.game,
            players=[ids[name_key(name)] for name in match.players],
            options=match.options,
        )
        submissions.submit_all(match_row.pk, match.rounds, by=by)
    except Invalid as error:
        return [match.fault(problem) for problem in error.problems]
    created.matches.append(match_row.pk)
    created.rounds += len(match.rounds)
    return []


def _unfinished(
    planned: Sequence[PlannedMatch], verdicts: Sequence[Verdict]
) -> list[dict[str, Any]]:
    words = _("Under the rules, this match is not finished: it will not count.")
    return [
        at_row(match.row, "", "unfinished", words).to_json()
        for match, verdict in zip(planned, verdicts, strict=True)
        if not verdict.over
    ]


def _summary_line(match: PlannedMatch, verdict: Verdict) -> dict[str, Any]:
    return {
        "row": match.row,
        "action": "new",
        "played_at": match.at.isoformat(),
        "place": match.place,
        "match": match.label,
        "game": match.game,
        "players": list(match.players),
        "totals": list(verdict.totals),
        "places": list(verdict.places),
        "over": verdict.over,
    }
