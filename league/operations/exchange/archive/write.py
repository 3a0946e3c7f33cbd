"""Export of a club as an archive, row by row, so that a long season need not fit into memory."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import IO, Any

from django.conf import settings
from django.db.models import QuerySet

from games import record
from league.models import (
    AuditSubject,
    Club,
    Confirmation,
    Dispute,
    League,
    Match,
    Period,
    Player,
    Season,
    SeatingPlan,
    Session,
    Submission,
    TeamTable,
    Tournament,
    User,
)
from league.operations.exchange.archive import (
    awards,
    clocks,
    club_file,
    file_format,
    ladder,
    results,
    substitutions,
    teams,
    tournament,
)
from league.operations.exchange.archive.timestamps import format_time
from league.operations.exchange.archive.zip_file import ArchiveWriter
from league.operations.people import seating_needs
from league.operations.seasons import leagues
from league.operations.tournaments import audit_log, final_ranking
from scoring import standings_queries
from scoring.archive_check import stated_tiebreaks
from scoring.models import Draw, Penalty, SchemeVersion, SitOut, Standing, Table
from scoring.pure.tiebreaks import drawn_order
from scoring.pure.units import format_points, in_coarse_units
from scoring.standings_queries import StandingsTable

BATCH = 200
ArchiveRow = Mapping[str, Any]
ProgressReport = Callable[[int, int], None]


class RowNumbers:
    """The number of each row of the club in its file: its place in the order of ids."""

    def __init__(self, club: Club) -> None:
        self.people = numbers(user.pk for user in people(club))
        self.players = numbers(_ids(Player.shown.filter(club=club)))
        self.seasons = numbers(_ids(club.seasons))
        self.sessions = numbers(_ids(Session.objects.filter(season__club=club)))
        self.nights = numbers(_ids(club.nights))
        self.leagues = numbers(_ids(League.objects.filter(season__club=club)))
        self.matches = numbers(_ids(Match.objects.filter(session__season__club=club)))
        self.sit_outs = numbers(_ids(sit_outs(club)))

    def match(self, pk: int | None) -> int | None:
        """Return the number of a match; None for one that was cancelled."""
        return None if pk is None else self.matches.get(pk)

    def who(self, user: int | None) -> int | None:
        return None if user is None else self.people[user]


def export_archive(
    club: Club, stream: IO[bytes], report: ProgressReport = lambda done, total: None
) -> None:
    """Write the archive of a club. Call it in a transaction that sees one state of the database."""
    refs, box = RowNumbers(club), ArchiveWriter(stream)
    box.add(file_format.CLUB, [club_file.club_row(club)])
    box.add(file_format.PEOPLE, _people(club))
    box.add(file_format.PLAYERS, _players(club))
    box.add(file_format.SEASONS, _seasons(club, refs))
    box.add(file_format.SESSIONS, _sessions(club, refs))
    box.add(file_format.MATCHES, _matches(club, refs, report))
    box.add(file_format.PENALTIES, _penalties(club, refs))
    box.add(file_format.SIT_OUTS, _sit_outs(club, refs))
    box.add(file_format.LEAGUES, _leagues(club, refs))
    box.add(file_format.DRAWS, _draws(club, refs))
    box.add(file_format.LADDERS, _ladders(club, refs))
    box.add(file_format.SEATING_WISHES, _seating_wishes(club, refs))
    box.add(file_format.SEATING_PLANS, _seating_plans(club, refs))
    box.add(file_format.AWARDS, _awards(club, refs))
    box.add(file_format.STANDINGS, standings(refs))
    box.add(file_format.TEAMS, team_tables(refs))
    box.close(club.name, {"name": "Manche", "version": settings.VERSION})


def standings(refs: RowNumbers) -> Iterator[ArchiveRow]:
    """Yield the rows of all tables by the current facts, not by the worker's displayed state. The
    leagues follow the seasons."""
    for season, number in refs.seasons.items():
        games = ["", *Season.objects.values_list("games", flat=True).get(pk=season)]
        tables = {table.game: table for table in Table.objects.filter(season=season)}
        for game in games:
            table = tables[game]
            view = standings_queries.compute(table)
            rows = [_standing(row, number, game, refs) for row in view.rows]
            yield from _with_final_places(rows, view, refs)
    for league, number in refs.leagues.items():
        of_league = Table.every.with_projection().filter(league=league).order_by("game")
        for table in of_league:
            season = refs.seasons[table.season_id]
            for row in standings_queries.compute(table).rows:
                yield {**_standing(row, season, table.game, refs), "league": number}


def team_tables(refs: RowNumbers) -> Iterator[ArchiveRow]:
    """Yield the teams of the seasons, with their standings by the current facts."""
    stored = TeamTable.objects.filter(season__in=refs.seasons).order_by("pk")
    for number, table in enumerate(stored.select_related("season__club"), 1):
        yield teams.team_table_row(table, number, refs)


def people(club: Club) -> list[User]:
    """Return the members, and all users who did something that the archive contains."""
    submitted = Submission.objects.filter(match__session__season__club=club)
    confirmations = Confirmation.objects.filter(match__session__season__club=club)
    disputes = Dispute.objects.filter(match__session__season__club=club)
    penalties = Penalty.objects.filter(season__club=club)
    queries = [
        club.memberships.values("user"),
        submitted.order_by().values("submitted_by"),
        *(confirmations.order_by().values(name) for name in ("by", "taken_back_by")),
        *(disputes.order_by().values(f"{name}_by") for name in ("opened", "withdrawn", "decided")),
        penalties.order_by().values("given_by"),
        penalties.order_by().values("voided_by"),
        Draw.objects.filter(table__season__club=club).order_by().values("drawn_by"),
        AuditSubject.objects.filter(
            entry__club=club, entry__kind__in=audit_log.KINDS, kind=AuditSubject.Kind.ACTOR
        )
        .order_by()
        .values("object_id"),
        SchemeVersion.objects.filter(season__club=club).order_by().values("adopted_by"),
        Period.objects.filter(ladder__club=club).order_by().values("opened_by"),
    ]
    ids = {pk for query in queries for row in query.distinct() for pk in row.values() if pk}
    return sorted(User.objects.filter(pk__in=ids), key=lambda user: user.email)


def sit_outs(club: Club) -> Any:
    """Return the sit-outs, except for players who were added by mistake."""
    return SitOut.objects.filter(season__club=club, player__struck_at=None)


def numbers(ids: Iterable[int]) -> dict[int, int]:
    return {pk: number for number, pk in enumerate(ids, 1)}


def _ids(rows: Any) -> Iterable[int]:
    ids: Iterable[int] = rows.order_by("pk").values_list("pk", flat=True)
    return ids


def _people(club: Club) -> Iterator[ArchiveRow]:
    roles = dict(club.memberships.values_list("user", "role"))
    for number, user in enumerate(people(club), 1):
        yield {"id": number, "email": user.email, "name": user.name, "role": roles.get(user.pk)}


def _players(club: Club) -> Iterator[ArchiveRow]:
    for number, player in enumerate(Player.shown.filter(club=club).order_by("pk"), 1):
        values = {name: getattr(player, name) for name in file_format.ARCHIVED_OF_PLAYER}
        day = player.counts_from and player.counts_from.isoformat()
        yield {"id": number, **values, "counts_from": day}


def _seasons(club: Club, refs: RowNumbers) -> Iterator[ArchiveRow]:
    for number, season in enumerate(club.seasons.order_by("pk"), 1):
        yield {
            "id": number,
            "name": season.name,
            "starts_on": season.starts_on.isoformat(),
            "ends_on": season.ends_on and season.ends_on.isoformat(),
            "games": season.games,
            "schemes": _schemes(SchemeVersion.objects.filter(season=season, league=None), refs),
            "tournament": _tournament(season, refs),
            "confirmation": season.confirmation,
            "confirm_after_hours": season.confirm_after_hours,
            "correction_policy": season.correction_policy,
            "corrections_close_after": season.corrections_close_after,
            "house_rules": season.house_rules,
            "closed_at": season.closed_at and format_time(season.closed_at),
        }


def _schemes(adopted: "QuerySet[SchemeVersion]", refs: RowNumbers) -> list[ArchiveRow]:
    return [
        {
            "scheme": version.scheme,
            "adopted_at": format_time(version.adopted_at),
            "adopted_by": refs.who(version.adopted_by_id),
        }
        for version in adopted.order_by("number")
    ]


def _leagues(club: Club, refs: RowNumbers) -> Iterator[ArchiveRow]:
    stored = League.objects.filter(season__club=club).order_by("pk")
    for number, league in enumerate(stored, 1):
        yield {
            "id": number,
            "season": refs.seasons[league.season_id],
            "name": league.name,
            "games": league.games,
            "starts_on": league.starts_on and league.starts_on.isoformat(),
            "ends_on": league.ends_on and league.ends_on.isoformat(),
            "member_rule": league.member_rule,
            "place_rule": league.place_rule,
            "joined_since": league.joined_since and league.joined_since.isoformat(),
            "players": sorted(refs.players[player] for player in leagues.member_ids(league)),
            "schemes": _schemes(SchemeVersion.objects.filter(league=league), refs),
        }


def _tournament(season: Season, refs: RowNumbers) -> ArchiveRow | None:
    stored = Tournament.objects.filter(season=season).first()
    return tournament.tournament_row(stored, refs) if stored else None


def _sessions(club: Club, refs: RowNumbers) -> Iterator[ArchiveRow]:
    sessions = Session.objects.filter(season__club=club).select_related("clock").order_by("pk")
    for number, session in enumerate(sessions, 1):
        yield {
            "id": number,
            "season": refs.seasons[session.season_id],
            "starts_at": format_time(session.starts_at),
            "place": session.place,
            "closed_at": session.closed_at and format_time(session.closed_at),
            "clock": clocks.clock_row(session),
            "queue": session.queue_since
            and {
                "since": format_time(session.queue_since),
                "game": session.queue_game,
                "size": session.queue_size,
            },
            "weight": session.weight,
            "night": session.night_id and refs.nights[session.night_id],
        }


def _matches(club: Club, refs: RowNumbers, report: ProgressReport) -> Iterator[ArchiveRow]:
    matches = Match.objects.filter(session__season__club=club).order_by("pk")
    total = matches.count()
    complete = matches.select_related("clock").prefetch_related(
        "seats__player", "substitutions", "submissions", "confirmations", "disputes"
    )
    for number, match in enumerate(complete.iterator(chunk_size=BATCH), 1):
        yield _match(match, number, refs)
        report(number, total)


def _match(match: Match, number: int, refs: RowNumbers) -> ArchiveRow:
    """Return the row of a match. The record has the current rounds; only earlier versions have a
    body of their own."""
    history = sorted(match.submissions.all(), key=lambda row: row.pk)
    current = {row.number: row for row in sorted(history, key=lambda row: row.version)}
    bodies = [current[round_].body for round_ in sorted(current)]
    names = [seat.player.name for seat in match.seats.all()]
    versions = dict(_versions(history))
    return {
        "id": number,
        "session": refs.sessions[match.session_id],
        "table": match.table_number,
        "players": [refs.players[seat.player_id] for seat in match.seats.all()],
        "record": record.write(match.game, match.options, names, bodies),
        "totals": match.totals,
        "places": match.places,
        "over": match.over,
        "version": match.version,
        "stopped": _stopped(match, refs),
        "clock": clocks.clock_row(match),
        **substitutions.substitution_row(match, refs),
        "rematch_of": refs.match(match.rematch_of_id),
        "replay_of": refs.match(match.replay_of_id),
        **results.result_row(match, refs),
        "submissions": [
            {
                "round": row.number,
                "version": versions[row],
                "body": None if current[row.number] == row else row.body,
                "evidence": row.evidence,
                "scores": row.scores,
                "reason": row.reason,
                "by": refs.who(row.submitted_by_id),
                "phone_of_table": row.phone_of_table,
                "at": format_time(row.submitted_at),
            }
            for row in history
        ],
    }


def _stopped(match: Match, refs: RowNumbers) -> ArchiveRow | None:
    if match.stopped_at is None:
        return None
    return {
        "at": format_time(match.stopped_at),
        "reason": match.stop_reason,
        "forfeits": [refs.players[player] for player in match.forfeits],
        "without_result": not match.over,
    }


def _versions(history: Sequence[Submission]) -> Iterator[tuple[Submission, int]]:
    """Yield the version of each submission, counted from 1."""
    counts: Counter[int] = Counter()
    for row in history:
        counts[row.number] += 1
        yield row, counts[row.number]


def _penalties(club: Club, refs: RowNumbers) -> Iterator[ArchiveRow]:
    penalties = Penalty.objects.filter(season__club=club).order_by("pk")
    for number, penalty in enumerate(penalties.iterator(), 1):
        yield {
            "id": number,
            "session": refs.sessions[penalty.session_id],
            "player": refs.players[penalty.player_id],
            "points": penalty.points,
            "reason": penalty.reason,
            "by": refs.who(penalty.given_by_id),
            "at": format_time(penalty.recorded_at),
            "lifted": penalty.voided_at
            and {
                "reason": penalty.voided_for,
                "by": refs.who(penalty.voided_by_id),
                "at": format_time(penalty.voided_at),
            },
        }


def _sit_outs(club: Club, refs: RowNumbers) -> Iterator[ArchiveRow]:
    for number, sit_out in enumerate(sit_outs(club).order_by("pk").iterator(), 1):
        yield {
            "id": number,
            "session": refs.sessions[sit_out.session_id],
            "player": refs.players[sit_out.player_id],
            "at": format_time(sit_out.recorded_at),
            "struck_at": sit_out.voided_at and format_time(sit_out.voided_at),
        }


def _draws(club: Club, refs: RowNumbers) -> Iterator[ArchiveRow]:
    draws = Draw.objects.filter(table__season__club=club).order_by("pk").select_related("table")
    for number, draw in enumerate(draws.iterator(), 1):
        yield {
            "id": number,
            "season": refs.seasons[draw.table.season_id],
            "league": draw.table.league_id and refs.leagues[draw.table.league_id],
            "game": draw.table.game or None,
            "players": [refs.players[player] for player in draw.players],
            "seed": draw.seed,
            "repeatable": drawn_order(draw.players, draw.seed) == draw.players,
            "by": refs.who(draw.drawn_by_id),
            "at": format_time(draw.recorded_at),
        }


def _ladders(club: Club, refs: RowNumbers) -> Iterator[ArchiveRow]:
    for number, stored in enumerate(club.ladders.order_by("pk"), 1):
        yield ladder.ladder_row(stored, number, refs)


def _seating_wishes(club: Club, refs: RowNumbers) -> Iterator[ArchiveRow]:
    for number, wish in enumerate(seating_needs.wishes_of(club).order_by("pk"), 1):
        one, other = sorted(refs.players[player] for player in (wish.one_id, wish.other_id))
        yield {
            "id": number,
            "one": one,
            "other": other,
            "kind": wish.kind,
            "note": wish.note,
        }


def _seating_plans(club: Club, refs: RowNumbers) -> Iterator[ArchiveRow]:
    """Yield the plans of evenings whose matches were all played."""
    names = {str(pk): str(number) for pk, number in refs.players.items()}
    stored = SeatingPlan.objects.filter(session__season__club=club).order_by("pk")
    played = [
        row
        for row in stored
        if all(pk in refs.matches for part in row.parts for pk in part["matches"])
    ]
    for number, row in enumerate(played, 1):
        yield {
            "id": number,
            "session": refs.sessions[row.session_id],
            "at": format_time(row.created_at),
            "parts": [
                {
                    "game": part["game"],
                    "request": tournament.rename_players(part["request"], names),
                    "plan": tournament.rename_players(part["plan"], names),
                    "matches": [refs.matches[pk] for pk in part["matches"]],
                }
                for part in row.parts
            ],
        }


def _awards(club: Club, refs: RowNumbers) -> Iterator[ArchiveRow]:
    for number, award in enumerate(club.awards.order_by("pk"), 1):
        yield {
            "id": number,
            "season": award.season_id and refs.seasons[award.season_id],
            "league": award.league_id and refs.leagues[award.league_id],
            **awards.award_values(award),
        }


def _with_final_places(
    rows: Sequence[ArchiveRow], view: StandingsTable, refs: RowNumbers
) -> Iterator[ArchiveRow]:
    """Yield the rows, with final places for a tournament that selects players."""
    tournament = final_ranking.selecting_tournament(view.table)
    if tournament is None:
        yield from rows
        return
    ranked = final_ranking.final_ranking(tournament, view).rows
    places = {refs.players[row.player_id]: row.place for row in ranked}
    for row in rows:
        yield {**row, "final_place": places[row["player"]]}


def _standing(row: Standing, season: int, game: str, refs: RowNumbers) -> ArchiveRow:
    return {
        "season": season,
        "game": game or None,
        "place": row.place,
        "player": refs.players[row.player_id],
        "points": format_points(row.points),
        "units": in_coarse_units(row.points),
        "played": row.played,
        "wins": row.wins,
        "evenings": row.evenings,
        "sit_outs": row.sit_outs,
        "penalty": in_coarse_units(row.penalty),
        "qualified": row.qualified,
        "tiebreaks": stated_tiebreaks(row.tiebreaks),
    }
