"""Past matches from a file, into a season of their own or one of the club.

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
from league.operations.exchange.import_files.cells import key
from league.operations.exchange.import_files.faults import RowFault, at_row
from league.operations.exchange.import_files.mapping import Columns
from league.operations.exchange.import_files.planned import Defaults, Planned
from league.operations.exchange.import_files.sheets import Row
from league.operations.exchange.import_players import SHOWN, Brought
from league.operations.matches import matches, submissions
from league.operations.people import clubs
from league.operations.seasons import seasons
from league.operations.support import jobs

MOST_MATCHES = 1000  # ten seconds or so, for which SQLite has no other writer


@dataclass(frozen=True)
class Into:
    """Where the matches go."""

    club: Club
    season: int | None
    season_name: str
    create_players: bool
    by: User | None


@dataclass
class Made:
    players: list[int] = field(default_factory=list)
    sessions: dict[tuple[datetime, str], Session] = field(default_factory=dict)
    matches: list[int] = field(default_factory=list)
    rounds: int = 0


def bring_rows(
    job: Job, into: Into, rows: Sequence[Row], columns: Columns, defaults: Defaults
) -> Brought:
    planned, faults = rows_of_seasons.plan(rows, columns, defaults, into.club.timezone)
    return _bring(job, into, planned, faults, len(rows))


def bring_records(job: Job, into: Into, content: bytes, defaults: Defaults) -> Brought:
    planned, faults = records.plan(content, defaults, into.club.timezone)
    return _bring(job, into, planned, faults, len(planned))


def _bring(
    job: Job, into: Into, planned: list[Planned], faults: list[RowFault], rows: int
) -> Brought:
    if len(planned) > MOST_MATCHES:
        words = _("At most %(most)s matches are imported at once.") % {"most": MOST_MATCHES}
        raise invalid("too_many_matches", "content", words)
    planned.sort(key=lambda match: match.at)  # the order in which ratings take them
    verdicts = []
    for number, match in enumerate(planned, 1):
        verdict, found = match.judge()
        verdicts.append(verdict)
        faults += found
        jobs.report_progress(job, number, 2 * len(planned))
    people = _People(into)
    for match in planned:
        people.look_for(match)
    faults += people.faults
    if faults or not planned:
        return Brought({}, {}, faults=faults)
    season = _season(into, planned)
    faults += _taken_evenings(season, planned) if into.season else []
    made = Made(players=people.add())
    for number, match in enumerate(planned, len(planned) + 1):
        faults += _store(season, match, people.ids, made, into.by)
        jobs.report_progress(job, number, 2 * len(planned))
    told = {
        "rows": rows,
        "players": {"new": len(made.players), "changed": 0, "skipped": 0},
        "season": {"id": season.pk, "name": season.name, "new": into.season is None},
        "evenings": len(made.sessions),
        "matches": len(made.matches),
        "rounds": made.rounds,
        "notices": _unfinished(planned, verdicts),
        "first": [_line(*each) for each in zip(planned[:SHOWN], verdicts, strict=False)],
    }
    written = {
        "season": season.pk,
        "new_season": into.season is None,
        "players": made.players,
        "sessions": [session.pk for session in made.sessions.values()],
        "matches": made.matches,
    }
    return Brought(told, written, faults=faults)


class _People:
    """Names of the file and players of the club."""

    def __init__(self, into: Into) -> None:
        self.into = into
        self.ids: dict[str, int] = {}
        self.new: dict[str, str] = {}
        self.faults: list[RowFault] = []
        self.known: dict[str, list[int]] = {}
        for pk, name in into.club.players.order_by("pk").values_list("pk", "name"):
            self.known.setdefault(key(name), []).append(pk)

    def look_for(self, match: Planned) -> None:
        for seat, name in enumerate(match.players):
            found = self.known.get(key(name), [])
            if len(found) == 1:
                self.ids[key(name)] = found[0]
            elif found:
                words = _("Several players of the club are called %(name)s.") % {"name": name}
                self._refuse(match, seat, "ambiguous_player", words)
            elif self.into.create_players:
                self._note(match, seat, name)
            else:
                words = _("The club has no player called %(name)s.") % {"name": name}
                self._refuse(match, seat, "unknown_player", words)

    def add(self) -> list[int]:
        """Those that the club does not know yet, in the order in which they appear."""
        added = {
            name: clubs.add_player(self.into.club, name=written).pk
            for name, written in self.new.items()
        }
        self.ids |= added
        return list(added.values())

    def _note(self, match: Planned, seat: int, name: str) -> None:
        if key(name) in self.new:
            return
        try:
            self.new[key(name)] = clubs.clean_name(name)
        except Invalid as error:
            self._refuse(match, seat, error.problems[0]["code"], error.detail)

    def _refuse(self, match: Planned, seat: int, code: str, words: str) -> None:
        spot = match.row_of_player(seat)
        place = spot.field if f"players.{seat}" in match.spots else _join(spot.field, seat)
        self.faults.append(at_row(spot.row, place, code, words))


def _join(whole: str, seat: int) -> str:
    return ".".join(step for step in (whole, "players", str(seat)) if step)


def _season(into: Into, planned: Sequence[Planned]) -> Season:
    if into.season is not None:
        season = into.club.seasons.filter(pk=into.season).first()
        if season is None:
            raise invalid("unknown_season", "season", _("The club has no such season."))
        return season
    zone = ZoneInfo(into.club.timezone)
    played = {match.game for match in planned}
    try:
        return seasons.create(
            into.club,
            name=into.season_name,
            starts_on=planned[0].at.astimezone(zone).date(),
            ends_on=planned[-1].at.astimezone(zone).date(),
            games=[game for game in GAMES if game in played],
            by=into.by,
        )
    except (Conflict, Invalid) as error:
        code = "season_exists" if isinstance(error, Conflict) else error.problems[0]["code"]
        fault = Fault(code, "season_name", error.detail)
        raise Invalid(error.detail, [fault.to_json()]) from None


def _taken_evenings(season: Season, planned: Sequence[Planned]) -> list[RowFault]:
    """A file that is sent twice is not counted twice."""
    taken = set(season.sessions.values_list("starts_at", flat=True))
    words = _("The season has an evening at this time already: was this file imported before?")
    return [
        at_row(match.row, "date", "evening_exists", words) for match in planned if match.at in taken
    ]


def _store(
    season: Season, match: Planned, ids: Mapping[str, int], made: Made, by: User | None
) -> list[RowFault]:
    where = (match.at, match.place)
    try:
        if where not in made.sessions:
            session = seasons.open_session(season, starts_at=match.at, place=match.place)
            made.sessions[where] = session
        created = matches.create(
            made.sessions[where],
            game=match.game,
            players=[ids[key(name)] for name in match.players],
            options=match.options,
        )
        submissions.submit_all(created.pk, match.rounds, by=by)
    except Invalid as error:
        return [match.fault(problem) for problem in error.problems]
    made.matches.append(created.pk)
    made.rounds += len(match.rounds)
    return []


def _unfinished(planned: Sequence[Planned], verdicts: Sequence[Verdict]) -> list[dict[str, Any]]:
    words = _("This match has not come to its end by the rules: it will not count.")
    return [
        at_row(match.row, "", "unfinished", words).to_json()
        for match, verdict in zip(planned, verdicts, strict=True)
        if not verdict.over
    ]


def _line(match: Planned, verdict: Verdict) -> dict[str, Any]:
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
