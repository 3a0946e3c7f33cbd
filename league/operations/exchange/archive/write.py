"""A club → its archive. Row by row, so that a long season need not fit into memory."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import IO, Any

from django.conf import settings

from games import record
from league.models import (
    Club,
    Confirmation,
    Dispute,
    Incident,
    Match,
    Period,
    Player,
    Season,
    Session,
    Submission,
    Tournament,
    User,
)
from league.operations.exchange.archive import format, ladder, results, tournament
from league.operations.exchange.archive.box import Writer
from league.operations.exchange.archive.moments import moment
from scoring import standings_queries
from scoring.models import Draw, Penalty, SchemeVersion, SitOut, Standing, Table
from scoring.pure import schemes

BATCH = 200
Row = Mapping[str, Any]
Report = Callable[[int, int], None]


class Refs:
    """The number that each row of the club has in its file: its place in the order of ids."""

    def __init__(self, club: Club) -> None:
        self.people = numbers(user.pk for user in people(club))
        self.players = numbers(_ids(club.players))
        self.seasons = numbers(_ids(club.seasons))
        self.sessions = numbers(_ids(Session.objects.filter(season__club=club)))
        self.matches = numbers(_ids(Match.objects.filter(session__season__club=club)))
        self.sit_outs = numbers(_ids(sit_outs(club)))

    def who(self, user: int | None) -> int | None:
        return None if user is None else self.people[user]


def write(club: Club, stream: IO[bytes], report: Report = lambda done, total: None) -> None:
    """To be called in a transaction that sees one state of the database."""
    refs, box = Refs(club), Writer(stream)
    box.add(format.CLUB, [_club(club)])
    box.add(format.PEOPLE, _people(club))
    box.add(format.PLAYERS, _players(club))
    box.add(format.SEASONS, _seasons(club, refs))
    box.add(format.SESSIONS, _sessions(club, refs))
    box.add(format.MATCHES, _matches(club, refs, report))
    box.add(format.PENALTIES, _penalties(club, refs))
    box.add(format.SIT_OUTS, _sit_outs(club, refs))
    box.add(format.DRAWS, _draws(club, refs))
    box.add(format.LADDERS, _ladders(club, refs))
    box.add(format.STANDINGS, standings(refs))
    box.close(club.name, {"name": "Manche", "version": settings.VERSION})


def standings(refs: Refs) -> Iterator[Row]:
    """All tables as the facts have them now, whatever the worker has shown of them so far."""
    for season, number in refs.seasons.items():
        games = ["", *Season.objects.values_list("games", flat=True).get(pk=season)]
        found = {table.game: table for table in Table.objects.filter(season=season)}
        for game in games:
            table = found[game]
            for row in standings_queries.preview(table, schemes.read(table.scheme)).rows:
                yield _standing(row, number, game, refs)


def people(club: Club) -> list[User]:
    """The members, and whoever has done something that is told here."""
    submitted = Submission.objects.filter(match__session__season__club=club)
    confirmations = Confirmation.objects.filter(match__session__season__club=club)
    disputes = Dispute.objects.filter(match__session__season__club=club)
    penalties = Penalty.objects.filter(season__club=club)
    known = [
        club.memberships.values("user"),
        submitted.order_by().values("submitted_by"),
        *(confirmations.order_by().values(name) for name in ("by", "taken_back_by")),
        *(disputes.order_by().values(f"{name}_by") for name in ("opened", "withdrawn", "decided")),
        penalties.order_by().values("given_by"),
        penalties.order_by().values("voided_by"),
        Draw.objects.filter(table__season__club=club).order_by().values("drawn_by"),
        Incident.objects.filter(tournament__season__club=club).order_by().values("by"),
        SchemeVersion.objects.filter(season__club=club).order_by().values("adopted_by"),
        Period.objects.filter(ladder__club=club).order_by().values("opened_by"),
    ]
    ids = {pk for found in known for row in found.distinct() for pk in row.values() if pk}
    return sorted(User.objects.filter(pk__in=ids), key=lambda user: user.email)


def sit_outs(club: Club) -> Any:
    """Not those of players who were added by mistake."""
    return SitOut.objects.filter(season__club=club, player__struck_at=None)


def numbers(ids: Iterable[int]) -> dict[int, int]:
    return {pk: number for number, pk in enumerate(ids, 1)}


def _ids(rows: Any) -> Iterable[int]:
    found: Iterable[int] = rows.order_by("pk").values_list("pk", flat=True)
    return found


def _club(club: Club) -> Row:
    return {
        "name": club.name,
        "slug": club.slug,
        "timezone": club.timezone,
        "language": club.language,
    }


def _people(club: Club) -> Iterator[Row]:
    roles = dict(club.memberships.values_list("user", "role"))
    for number, user in enumerate(people(club), 1):
        yield {"id": number, "email": user.email, "name": user.name, "role": roles.get(user.pk)}


def _players(club: Club) -> Iterator[Row]:
    for number, player in enumerate(Player.objects.filter(club=club).order_by("pk"), 1):
        yield {
            "id": number,
            "name": player.name,
            "email": player.email,
            "visibility": player.visibility,
        }


def _seasons(club: Club, refs: Refs) -> Iterator[Row]:
    for number, season in enumerate(club.seasons.order_by("pk"), 1):
        yield {
            "id": number,
            "name": season.name,
            "starts_on": season.starts_on.isoformat(),
            "ends_on": season.ends_on and season.ends_on.isoformat(),
            "games": season.games,
            "schemes": [
                {
                    "scheme": adopted.scheme,
                    "adopted_at": moment(adopted.adopted_at),
                    "adopted_by": refs.who(adopted.adopted_by_id),
                }
                for adopted in SchemeVersion.objects.filter(season=season).order_by("number")
            ],
            "tournament": _tournament(season, refs),
            "confirmation": season.confirmation,
            "confirm_after_hours": season.confirm_after_hours,
        }


def _tournament(season: Season, refs: Refs) -> Row | None:
    found = Tournament.objects.filter(season=season).first()
    return tournament.tell(found, refs) if found else None


def _sessions(club: Club, refs: Refs) -> Iterator[Row]:
    found = Session.objects.filter(season__club=club).order_by("pk")
    for number, session in enumerate(found, 1):
        yield {
            "id": number,
            "season": refs.seasons[session.season_id],
            "starts_at": moment(session.starts_at),
            "place": session.place,
        }


def _matches(club: Club, refs: Refs, report: Report) -> Iterator[Row]:
    found = Match.objects.filter(session__season__club=club).order_by("pk")
    total = found.count()
    whole = found.prefetch_related("seats__player", "submissions", "confirmations", "disputes")
    for number, match in enumerate(whole.iterator(chunk_size=BATCH), 1):
        yield _match(match, number, refs)
        report(number, total)


def _match(match: Match, number: int, refs: Refs) -> Row:
    """The record holds the rounds as they stand; earlier versions have a body of their own."""
    history = sorted(match.submissions.all(), key=lambda row: row.pk)
    current = {row.number: row for row in sorted(history, key=lambda row: row.version)}
    bodies = [current[round_].body for round_ in sorted(current)]
    names = [seat.player.name for seat in match.seats.all()]
    versions = dict(_versions(history))
    return {
        "id": number,
        "session": refs.sessions[match.session_id],
        "players": [refs.players[seat.player_id] for seat in match.seats.all()],
        "record": record.write(match.game, match.options, names, bodies),
        "totals": match.totals,
        "places": match.places,
        "over": match.over,
        "version": match.version,
        "stopped": _stopped(match, refs),
        **results.tell(match, refs),
        "submissions": [
            {
                "round": row.number,
                "version": versions[row],
                "body": None if current[row.number] == row else row.body,
                "evidence": row.evidence,
                "scores": row.scores,
                "reason": row.reason,
                "by": refs.who(row.submitted_by_id),
                "at": moment(row.submitted_at),
            }
            for row in history
        ],
    }


def _stopped(match: Match, refs: Refs) -> Row | None:
    if match.stopped_at is None:
        return None
    return {
        "at": moment(match.stopped_at),
        "reason": match.stop_reason,
        "forfeits": [refs.players[player] for player in match.forfeits],
        "without_result": not match.over,
    }


def _versions(history: Sequence[Submission]) -> Iterator[tuple[Submission, int]]:
    """Counted from 1, without those that were taken back before."""
    so_far: Counter[int] = Counter()
    for row in history:
        so_far[row.number] += 1
        yield row, so_far[row.number]


def _penalties(club: Club, refs: Refs) -> Iterator[Row]:
    found = Penalty.objects.filter(season__club=club).order_by("pk")
    for number, given in enumerate(found.iterator(), 1):
        yield {
            "id": number,
            "session": refs.sessions[given.session_id],
            "player": refs.players[given.player_id],
            "points": given.points,
            "reason": given.reason,
            "by": refs.who(given.given_by_id),
            "at": moment(given.recorded_at),
            "lifted": given.voided_at
            and {
                "reason": given.voided_for,
                "by": refs.who(given.voided_by_id),
                "at": moment(given.voided_at),
            },
        }


def _sit_outs(club: Club, refs: Refs) -> Iterator[Row]:
    for number, noted in enumerate(sit_outs(club).order_by("pk").iterator(), 1):
        yield {
            "id": number,
            "session": refs.sessions[noted.session_id],
            "player": refs.players[noted.player_id],
            "at": moment(noted.recorded_at),
            "struck_at": noted.voided_at and moment(noted.voided_at),
        }


def _draws(club: Club, refs: Refs) -> Iterator[Row]:
    found = Draw.objects.filter(table__season__club=club).order_by("pk").select_related("table")
    for number, draw in enumerate(found.iterator(), 1):
        yield {
            "id": number,
            "season": refs.seasons[draw.table.season_id],
            "game": draw.table.game or None,
            "players": [refs.players[player] for player in draw.players],
            "seed": draw.seed,
            "by": refs.who(draw.drawn_by_id),
            "at": moment(draw.recorded_at),
        }


def _ladders(club: Club, refs: Refs) -> Iterator[Row]:
    for number, found in enumerate(club.ladders.order_by("pk"), 1):
        yield ladder.tell(found, number, refs)


def _standing(row: Standing, season: int, game: str, refs: Refs) -> Row:
    return {
        "season": season,
        "game": game or None,
        "place": row.place,
        "player": refs.players[row.player_id],
        "points": standings_queries.format_points(row.points),
        "units": row.points,
        "played": row.played,
        "wins": row.wins,
        "evenings": row.evenings,
        "sit_outs": row.sit_outs,
        "penalty": row.penalty,
        "qualified": row.qualified,
        "tiebreaks": row.tiebreaks,
    }
