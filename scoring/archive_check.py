"""Checks the archive of a club (docs/archive.md) against itself, with the standard library only.

Every table is computed from the results of its matches, and on request every result from the
rounds of its record, by the functions that a server uses.
"""

import hashlib
import json
import zipfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime
from pathlib import PurePosixPath
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from games import record
from scoring import archive_teams
from scoring.pure import schemes, standings
from scoring.pure.facts import (
    Fact,
    Penalty,
    PlayerId,
    SeasonFacts,
    SitOut,
    TiebreakDraw,
    among_each_other,
    as_of_the_last,
    month_number,
    squares_of,
)
from scoring.pure.points import target_of
from scoring.pure.results import places_with_forfeits
from scoring.pure.standings import StandingsRow
from scoring.pure.substitutions import SeatShare, SubstitutionEffect, Turn, seat_shares
from scoring.pure.units import format_points, in_coarse_units

FORMAT, VERSION = "manche-club", 1
MANIFEST, CLUB, SEASONS = "manifest.json", "club.json", "seasons.ndjson"
MATCHES, STANDINGS = "matches.ndjson", "standings.ndjson"
LEAGUES, PLAYERS = "leagues.ndjson", "players.ndjson"
TEAMS = "teams.ndjson"
OWN = 0  # instead of the number of a league: the season's own tables
COUNTS = ("place", "played", "wins", "evenings", "sit_outs", "qualified")
COMPARED = (*COUNTS, "penalty", "points", "units", "tiebreaks")

ArchiveRow = Mapping[str, Any]
RowKey = tuple[int, int, str, int]  # season, league, game (empty: all), player


class Archive:
    """The rows of an archive by file. Raises ValueError for a file that is none."""

    def __init__(self, box: zipfile.ZipFile) -> None:
        self.box = box
        manifests = [name for name in box.namelist() if PurePosixPath(name).name == MANIFEST]
        if len(manifests) != 1:
            raise ValueError(f"it has no {MANIFEST}")
        self.folder = manifests[0].removesuffix(MANIFEST)
        self.manifest = json.loads(box.read(manifests[0]))
        stated = self.manifest["format"], self.manifest["version"]
        if stated != (FORMAT, VERSION):
            raise ValueError(f"its format is {stated}, not {(FORMAT, VERSION)}")

    def leagues(self) -> Iterator[ArchiveRow]:
        """Return the leagues; older archives have no file of them."""
        return self.later_rows(LEAGUES)

    def later_rows(self, name: str) -> Iterator[ArchiveRow]:
        """Return the rows of a file, none if the archive is older than the file."""
        is_there = self.folder + name in self.box.namelist()
        return self.rows(name) if is_there else iter(())

    def rows(self, name: str) -> Iterator[ArchiveRow]:
        with self.box.open(self.folder + name) as file:
            for line in file:
                yield json.loads(line)

    def damaged_files(self) -> Iterator[str]:
        """Yield the files that do not match the manifest."""
        for name, expected in self.manifest["sha256"].items():
            if hashlib.sha256(self.box.read(self.folder + name)).hexdigest() != expected:
                yield name


def differences(archive: Archive, *, records: bool = False) -> Iterator[str]:
    """Yield in words what the archive states otherwise than it follows from its rows."""
    for name in archive.damaged_files():
        yield f"{name}: this file does not match its manifest"
    if records:
        for number, row in enumerate(archive.rows(MATCHES), 1):
            for words in _record_differences(row):
                yield f"{MATCHES}:{number}: {words}"
    stated, computed = _stated_rows(archive), _computed_rows(archive)
    for key in sorted({*stated, *computed}):
        one, other = stated.get(key, {}), computed.get(key, {})
        for name in COMPARED:
            if one.get(name) != other.get(name):
                season, league, game, player = key
                of_league = f", league {league}" if league else ""
                where = f"season {season}{of_league}, {game or 'all games'}, player {player}"
                values = f"{one.get(name)} stated, {other.get(name)} computed"
                yield f"{STANDINGS}: {where}: {name} {values}"
    yield from _team_differences(archive)


def _team_differences(archive: Archive) -> Iterator[str]:
    """Yield what the results make of the teams otherwise."""
    rows = list(archive.later_rows(TEAMS))
    if not rows:
        return
    histories, days = _Histories(archive), _session_days(archive)
    seasons = {row["id"]: row for row in archive.rows(SEASONS)}
    leagues = {row["id"]: row for row in archive.leagues()}
    for row in rows:
        history = histories.of(row["season"], [""], OWN, "")
        frame = seasons[row["season"]]
        if row["league"] is not None:
            frame = leagues[row["league"]]
            games = frame["games"] or [""]
            history = histories.of(row["season"], games, OWN, "")
            history = _narrow_to(archive, frame)(history)
        scheme = schemes.read(frame["schemes"][-1]["scheme"])
        computed = archive_teams.computed_rows(row, history.facts, scheme, days)
        if computed != row["standings"]:
            yield f"{TEAMS}: row {row['id']}: {row['standings']} stated, {computed} computed"


def _session_days(archive: Archive) -> dict[int, date]:
    """Return the day of each session in the time zone of the club."""
    (club,) = archive.rows(CLUB)
    zone = ZoneInfo(club["timezone"])
    return {
        row["id"]: datetime.fromisoformat(row["starts_at"]).astimezone(zone).date()
        for row in archive.rows("sessions.ndjson")
    }


def count_tables(archive: Archive) -> int:
    games = {row["id"]: row["games"] for row in archive.rows(SEASONS)}
    of_leagues = sum(1 + len(_games_of(row, games)) for row in archive.leagues())
    return sum(1 + len(listed) for listed in games.values()) + of_leagues


def _games_of(league: ArchiveRow, games: Mapping[int, Sequence[str]]) -> list[str]:
    """Return the games of a league; `games` has the games of each season."""
    return [
        game for game in games[league["season"]] if not league["games"] or game in league["games"]
    ]


def _record_differences(row: ArchiveRow) -> Iterator[str]:
    """Yield what the engine of the game computes otherwise from the rounds of a match."""
    stopped = row.get("stopped")
    if not row["record"]["rounds"]:
        if row["over"]:
            yield "it has a result and no round"
        return
    verdict = record.check(row["record"])
    if not verdict.ok:
        yield from (f"{problem.path}: {problem.message()}" for problem in verdict.problems)
        return
    lost = [player in stopped["forfeits"] if stopped else False for player in row["players"]]
    computed = {
        "totals": list(verdict.totals),
        "places": places_with_forfeits(verdict.totals, lost),
        "over": not stopped["without_result"] if stopped else verdict.over,
    }
    for name, value in computed.items():
        if row[name] != value:
            yield f"{name} {row[name]} stated, {value} computed"


def _stated_rows(archive: Archive) -> dict[RowKey, ArchiveRow]:
    return {
        (row["season"], row.get("league") or OWN, row["game"] or "", row["player"]): {
            name: row[name] for name in COMPARED
        }
        for row in archive.rows(STANDINGS)
    }


def _computed_rows(archive: Archive) -> dict[RowKey, ArchiveRow]:
    histories = _Histories(archive)
    rows = {}
    for season in archive.rows(SEASONS):
        scheme = schemes.read(season["schemes"][-1]["scheme"])
        for game in ("", *season["games"]):
            for row in standings.compute(histories.of(season["id"], [game], OWN, game), scheme):
                rows[season["id"], OWN, game, int(row.player)] = _table_row(row)
    games_of = {row["id"]: row["games"] for row in archive.rows(SEASONS)}
    for league in archive.leagues():
        scheme = schemes.read(league["schemes"][-1]["scheme"])
        narrow = _narrow_to(archive, league)
        games, season_id = _games_of(league, games_of), league["season"]
        for game in ("", *games):
            counted = [game] if game or not league["games"] else games
            history = histories.of(season_id, counted, league["id"], game)
            for row in standings.compute(narrow(history), scheme):
                rows[season_id, league["id"], game, int(row.player)] = _table_row(row)
    return rows


def _narrow_to(archive: Archive, league: ArchiveRow) -> Callable[[SeasonFacts], SeasonFacts]:
    """Return the function that leaves the facts of the members and days of a league."""
    first, last = league["starts_on"] or "", league["ends_on"] or "9999"
    days = _session_days(archive)
    sessions = {session for session, day in days.items() if first <= day.isoformat() <= last}

    places = among_each_other if league["place_rule"] == "members" else list

    def counts(fact: Fact | Penalty | SitOut) -> bool:
        is_member = league["member_rule"] == "all" or fact.player in league["players"]
        return is_member and fact.session in sessions

    return lambda history: SeasonFacts(
        as_of_the_last(places(filter(counts, history.facts))),
        list(filter(counts, history.penalties)),
        list(filter(counts, history.sit_outs)),
        history.draws,
    )


class _Histories:
    """The facts of a club by season, and results and draws by game too."""

    def __init__(self, archive: Archive) -> None:
        self.facts: defaultdict[tuple[int, str], list[Fact]] = defaultdict(list)
        self.penalties: defaultdict[int, list[Penalty]] = defaultdict(list)
        self.sit_outs: defaultdict[int, list[SitOut]] = defaultdict(list)
        self.draws: defaultdict[tuple[int, int, str], list[TiebreakDraw]] = defaultdict(list)
        evenings = _evenings(archive)
        players = list(archive.rows(PLAYERS))
        guests = {row["id"] for row in players if row.get("is_guest")}
        days = {row["id"]: row.get("counts_from") or "" for row in players}
        day_of = _session_days(archive)

        def counts(fact: Fact | Penalty | SitOut) -> bool:
            day = day_of[fact.session].isoformat()
            return fact.player not in guests and days.get(fact.player, "") <= day

        for row in archive.rows(MATCHES):
            if row["over"]:
                evening = evenings[row["session"]]
                results = [*filter(counts, _facts(row, evening))]
                self.facts[evening.season, ""] += results
                self.facts[evening.season, row["record"]["game"]] += results
        for row in archive.rows("penalties.ndjson"):
            season, position, *_ = evenings[row["session"]]
            penalty = Penalty(row["session"], position, row["player"], row["points"], row["reason"])
            if row["lifted"] is None and counts(penalty):
                self.penalties[season].append(penalty)
        for row in archive.rows("sit_outs.ndjson"):
            season, position, *_ = evenings[row["session"]]
            sit_out = SitOut(row["session"], position, row["player"])
            if row["struck_at"] is None and counts(sit_out):
                self.sit_outs[season].append(sit_out)
        for row in archive.rows("draws.ndjson"):
            key = row["season"], row.get("league") or OWN, row["game"] or ""
            self.draws[key].append(TiebreakDraw(tuple(row["players"])))

    def of(self, season: int, games: Sequence[str], league: int, game: str) -> SeasonFacts:
        """Return the facts of the table of a game, from the results of these games (empty: of
        all)."""
        facts = [fact for counted in games for fact in self.facts[season, counted]]
        draws = self.draws[season, league, game]
        return SeasonFacts(
            as_of_the_last(facts), self.penalties[season], self.sit_outs[season], draws
        )


class _Evening(NamedTuple):
    """The season of a session, its position there in order of time, the number of its month where
    the club is, and its weight in per cent."""

    season: int
    position: int
    month: int
    weight: int


def _evenings(archive: Archive) -> dict[int, _Evening]:
    (club,) = archive.rows(CLUB)
    zone = ZoneInfo(club["timezone"])
    in_time = sorted(
        archive.rows("sessions.ndjson"),
        key=lambda row: (datetime.fromisoformat(row["starts_at"]), row["id"]),
    )
    counts: Counter[int] = Counter()
    evenings = {}
    for row in in_time:
        season, day = row["season"], datetime.fromisoformat(row["starts_at"]).astimezone(zone)
        evenings[row["id"]] = _Evening(
            season, counts[season], month_number(day), row.get("weight", 100)
        )
        counts[season] += 1
    return evenings


def _facts(row: ArchiveRow, evening: _Evening) -> Iterator[Fact]:
    """Yield the results of a match, in the order of its seats."""
    totals, places = row["totals"], row["places"]
    rounds = len(row["record"]["rounds"])
    shares = [
        _shares(row.get("substitutions", ()), seat, player, rounds)
        for seat, player in enumerate(row["players"])
    ]
    counted = [total for total, owners in zip(totals, shares, strict=True) if owners]
    for seat, (total, place) in enumerate(zip(totals, places, strict=True)):
        for share in shares[seat]:
            yield Fact(
                row["id"],
                row["session"],
                evening.position,
                PlayerId(share.player),
                place=place,
                players=len(places),
                sharing=places.count(place),
                score=total,
                total=sum(totals),
                target=target_of(row["record"]["options"]),
                seat=seat,
                share_from=share.share_from,
                share_to=share.share_to,
                share_of=share.share_of,
                game=row["record"]["game"],
                weight=evening.weight,
                months_ago=-evening.month,
                squares=squares_of(counted, sum(totals)),
            )


def _shares(
    substitutions: Sequence[ArchiveRow], seat: int, player: int, rounds: int
) -> list[SeatShare]:
    """Return whose the result of a seat is; `player` sits there at the end."""
    changes = [change for change in substitutions if change["seat"] == seat]
    if not changes:
        return [SeatShare(player)]
    turns = [
        Turn(changes[0]["leaving"]),
        *(Turn(change["entering"], change["from_round"]) for change in changes),
    ]
    return seat_shares(turns, SubstitutionEffect(changes[-1]["effect"]), rounds)


def stated_tiebreaks(values: Mapping[str, int | None]) -> dict[str, int | str | None]:
    """Return values of tie-breaks as an archive states them."""
    return {
        code: None if value is None else in_coarse_units(value) for code, value in values.items()
    }


def _table_row(row: StandingsRow) -> ArchiveRow:
    """Return the row as an archive states it."""
    return {
        **{name: getattr(row, name) for name in COUNTS},
        "penalty": in_coarse_units(row.penalty),
        "points": format_points(row.points),
        "units": in_coarse_units(row.points),
        "tiebreaks": stated_tiebreaks(row.tiebreaks),
    }
