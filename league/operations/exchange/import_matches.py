"""Import of past matches from a file, into a season of their own or one of the club.

The rules judge every round, as if it had been entered by hand.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _

from games import GAMES
from games.base import Verdict
from league.errors import Conflict, Fault, Invalid, invalid
from league.models import Club, Job, Match, Player, Season, Session, User
from league.names import clean_name, name_key, one_spelled
from league.operations.exchange import import_notices, repeated_matches
from league.operations.exchange.import_files import plays, records
from league.operations.exchange.import_files import seasons as rows_of_seasons
from league.operations.exchange.import_files.faults import RowFault, at_row
from league.operations.exchange.import_files.mapping import Columns
from league.operations.exchange.import_files.planned import (
    CellSpot,
    ImportDefaults,
    PlannedMatch,
)
from league.operations.exchange.import_files.plays import PlayFile
from league.operations.exchange.import_files.sheets import SheetRow
from league.operations.exchange.import_notices import RowText
from league.operations.exchange.import_players import (
    SUMMARY_ROWS,
    ImportOutcome,
    name_fault,
    new_names,
)
from league.operations.exchange.same_people import Choices, NewNames, SamePeople
from league.operations.matches import matches, submissions, table_numbers
from league.operations.people import clubs
from league.operations.people.duplicates import merged_names
from league.operations.seasons import house_rules, seasons
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
    people: Choices = field(default_factory=dict)


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
    parsed = rows_of_seasons.parse_rows(rows, columns, defaults, target.club.timezone)
    planned = _with_house_rules(target, parsed.matches)
    outcome = _import_planned(job, target, planned, parsed.faults, len(rows))
    outcome.notices += parsed.notices
    return outcome


def _with_house_rules(target: MatchTarget, planned: Sequence[PlannedMatch]) -> list[PlannedMatch]:
    """Return the matches of rows, which have no house rules of their own, with those that any new
    match of the season has. A record keeps what it says."""
    season = _planned_season(target)
    return [
        replace(
            match,
            options=house_rules.for_new_match(
                season, match.game, len(match.players), match.options
            ),
        )
        for match in planned
    ]


def _planned_season(target: MatchTarget) -> Season:
    """Return the season, or an unsaved one in the place of a new one."""
    return target.club.seasons.filter(pk=target.season or 0).first() or Season()


def import_plays(
    job: Job,
    target: MatchTarget,
    file: PlayFile,
    defaults: ImportDefaults,
    *,
    leave_out: bool,
) -> ImportOutcome:
    """Import the plays of the log of another program. With `leave_out` those that cannot be
    imported are left out."""
    season = _planned_season(target)

    def options_for(game: str, players: int) -> Mapping[str, Any]:
        return house_rules.for_new_match(season, game, players, defaults.house_rules.get(game, {}))

    planned = plays.plan_plays(
        file.plays,
        options_for,
        defaults,
        target.club.timezone,
        leave_out=leave_out,
        most=MOST_MATCHES,
    )
    if not planned.matches and not planned.faults:
        words = _("No play is left: all of them have problems.")
        raise invalid("empty_file", "content", words)
    outcome = _import_planned(job, target, planned.matches, planned.faults, len(file.plays))
    notices = [*file.notices, *planned.notices, *outcome.notices]
    return replace(
        outcome,
        faults=plays.labelled(outcome.faults, planned.labels),
        notices=plays.labelled(notices, planned.labels),
    )


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
    zone = ZoneInfo(target.club.timezone)
    verdicts = []
    for number, match in enumerate(planned, 1):
        verdict, problems = match.judge()
        verdicts.append(verdict)
        faults += problems
        jobs.report_progress(job, number, 2 * len(planned))
    people = _PlayerNames(target)
    for match in planned:
        people.look_for(match)
    faults += [*people.faults, *people.same.unused()]
    if not faults and not planned:
        words = _("The file has no rows with results.")
        raise invalid("empty_file", "content", words)
    if faults:
        return ImportOutcome({}, {}, faults=faults)
    judged = list(zip(planned, verdicts, strict=True))
    notices = [
        *people.notices,
        *import_notices.mis_decoded(_texts(planned)),
        *import_notices.far_days(planned, timezone.now(), zone),
        *repeated_matches.repeated_in_file(judged, zone),
        *repeated_matches.repeated_in_club(target.club, judged, people.ids, zone),
        *_unfinished(judged),
    ]
    for match, verdict in judged:
        notices += import_notices.other_totals(match, verdict.totals)
    season = _season(target, planned)
    faults += _existing_sessions(season, planned) if target.season else []
    names_of_new = list(people.new.values())
    created = CreatedRows(players=people.add())
    for number, match in enumerate(planned, len(planned) + 1):
        faults += _store(season, match, people.ids, created, target.by)
        jobs.report_progress(job, number, 2 * len(planned))
    table_numbers.number_in_order(Match.objects.filter(pk__in=created.matches))
    summary = {
        "rows": rows,
        "players": {"new": len(created.players), "changed": 0, "skipped": 0},
        "season": {"id": season.pk, "name": season.name, "new": target.season is None},
        "evenings": len(created.sessions),
        "matches": len(created.matches),
        "rounds": created.rounds,
        "first": [_summary_line(*judged_match, zone) for judged_match in judged[:SUMMARY_ROWS]],
        "new_names": new_names(names_of_new),
    }
    created_ids = {
        "season": season.pk,
        "new_season": target.season is None,
        "players": created.players,
        "sessions": [session.pk for session in created.sessions.values()],
        "matches": created.matches,
    }
    return ImportOutcome(summary, created_ids, faults=faults, notices=notices)


def _texts(planned: Sequence[PlannedMatch]) -> Iterator[RowText]:
    """Yield the texts of the matches that people will read."""
    for match in planned:
        for seat, name in enumerate(match.players):
            spot = match.row_of_player(seat)
            yield RowText(spot.row, spot.field, name)
        yield RowText(match.row, "place", match.place)


class _PlayerNames:
    """The names of the file and the players of the club."""

    def __init__(self, target: MatchTarget) -> None:
        self.target = target
        self.ids: dict[str, int] = {}
        self.new: dict[str, str] = {}
        self.faults: list[RowFault] = []
        self.refused: set[str] = set()
        self.same = SamePeople(target.people)
        self.other_names: dict[str, str] = {}  # key → key of the name that is used instead
        self.notices: list[RowFault] = []
        players = list(target.club.players.order_by("pk"))
        self.new_names = NewNames(target.club)
        self.by_name: dict[str, list[Player]] = {}
        for player in players:
            self.by_name.setdefault(name_key(player.name), []).append(player)
        for name, survivor in merged_names(target.club):
            self.by_name.setdefault(name_key(name), [survivor])

    def look_for(self, match: PlannedMatch) -> None:
        for seat, written in enumerate(match.players):
            name = self.same.meant(written)
            if isinstance(name, int):
                self.ids[name_key(written)] = name
                continue
            if name_key(name) != name_key(written):
                self.other_names[name_key(written)] = name_key(name)
            players = self.by_name.get(name_key(name), [])
            player = players[0] if len(players) == 1 else one_spelled(name, players)
            if player is not None:
                self.ids[name_key(name)] = player.pk
            elif players:
                words = _("Several players of the club are called %(name)s.") % {"name": name}
                self._refuse(match, seat, "ambiguous_player", words)
            elif self.target.create_players:
                self._note(match, seat, name)
            else:
                words = _("The club has no player called %(name)s.") % {"name": name}
                self._refuse(match, seat, "unknown_player", words)

    def add(self) -> list[int]:
        """Add the players missing in the club, in order of appearance; return their ids."""
        new_ids = {
            key: clubs.add_player(self.target.club, name=name).pk for key, name in self.new.items()
        }
        self.ids |= new_ids
        self.ids |= {key: self.ids[other] for key, other in self.other_names.items()}
        return list(new_ids.values())

    def _note(self, match: PlannedMatch, seat: int, name: str) -> None:
        if name_key(name) in self.new:
            return
        spot = self._spot(match, seat)
        try:
            cleaned = self.new[name_key(name)] = clean_name(name)
        except Invalid as error:
            self._refuse(match, seat, error.problems[0]["code"], error.detail)
        else:
            self.notices += self.new_names.add(spot.row, spot.field, cleaned)
            if fault := name_fault(spot.row, spot.field, name):
                self._refuse(match, seat, fault.code, fault.message)

    def _refuse(self, match: PlannedMatch, seat: int, code: str, words: str) -> None:
        """Add a fault for the first row of this name: the same name is one fault."""
        name = name_key(match.players[seat])
        if name not in self.refused:
            self.refused.add(name)
            spot = self._spot(match, seat)
            self.faults.append(at_row(spot.row, spot.field, code, words))

    def _spot(self, match: PlannedMatch, seat: int) -> CellSpot:
        spot = match.row_of_player(seat)
        is_cell = f"players.{seat}" in match.spots
        return spot if is_cell else CellSpot(spot.row, _join(spot.field, seat))


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
    first_rows: dict[datetime, int] = {}
    for match in planned:
        first_rows.setdefault(match.at, match.row)
    words = _("The season already has an evening at this time. Was this file imported before?")
    return [
        at_row(row, "date", "evening_exists", words)
        for at, row in first_rows.items()
        if at in existing_times
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
            table=None,
        )
        submissions.submit_all(match_row.pk, match.rounds, by=by)
    except Invalid as error:
        return [match.fault(problem) for problem in error.problems]
    created.matches.append(match_row.pk)
    created.rounds += len(match.rounds)
    return []


def _unfinished(judged: Sequence[tuple[PlannedMatch, Verdict]]) -> Iterator[RowFault]:
    words = _("Under the rules, this match is not finished: it will not count.")
    for match, verdict in judged:
        if not verdict.over:
            yield at_row(match.row, "", "unfinished", words)


def _summary_line(match: PlannedMatch, verdict: Verdict, zone: ZoneInfo) -> dict[str, Any]:
    return {
        "row": match.row,
        "action": "new",
        "played_at": match.at.astimezone(zone).isoformat(),
        "place": match.place,
        "match": match.label,
        "game": match.game,
        "players": list(match.players),
        "totals": list(verdict.totals),
        "places": list(verdict.places),
        "over": verdict.over,
    }
