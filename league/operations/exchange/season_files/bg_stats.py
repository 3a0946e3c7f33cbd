"""Finished matches as a file of the app BG Stats (`.bgsplay`).

The app publishes no schema. This is the JSON that it writes and reads itself: lists of players,
games, locations and plays, which refer to each other by `id`. It recognises what it has already by
`uuid`, so a file that is opened again makes no second play. Two keys of our own, which the app
ignores, let an import restore the rounds.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from django.db.models import Prefetch, QuerySet

from games import game_name
from league.models import Match, Player, Seat
from league.operations.exchange.import_files.bg_stats_plays import OPTIONS, ROUNDS
from league.operations.matches.matches import prefetch_scores, scores_of_rounds
from scoring import standings_queries
from scoring.models import Table

MEDIA_TYPE = "application/json"
GAMES = UUID("6f1b6a0e-2f0e-4a53-9a43-4d0a2f6d9c11")  # the same on every server
Row = dict[str, Any]


def matches_of_table(table: Table) -> list[Match]:
    """Return the finished matches of a season, or those that count in one of its leagues, the
    oldest first."""
    matches = _finished().filter(session__season=table.season_id)
    if table.league is not None:
        matches = matches.filter(pk__in=standings_queries.counted_matches(table))
    return list(matches.order_by("session__starts_at", "session_id", "pk"))


def find_match(pk: int) -> Match | None:
    """Return a finished match."""
    return _finished().filter(pk=pk).first()


def write(matches: Sequence[Match], *, server: UUID, name_of: Callable[[Player], str]) -> bytes:
    """Return the file. `server` keeps identifiers of different servers apart."""
    people = {seat.player_id: seat.player for match in matches for seat in match.seats.all()}
    games = sorted({match.game for match in matches})
    places = sorted({match.session.place for match in matches if match.session.place})
    content = {
        "about": "Manche",
        "games": [_game(number, slug) for number, slug in enumerate(games, 1)],
        "players": [_player(people[pk], server, name_of) for pk in sorted(people)],
        "locations": [_location(number, name, server) for number, name in enumerate(places, 1)],
        "plays": [_play(match, games, places, server) for match in matches],
    }
    return json.dumps(content, ensure_ascii=False, indent=1).encode()


def _finished() -> "QuerySet[Match]":
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    matches = Match.objects.filter(over=True).select_related("session__season__club")
    return matches.prefetch_related(seats, prefetch_scores())


def _game(number: int, slug: str) -> Row:
    return {
        "id": number,
        "uuid": _uuid(GAMES, slug),
        "name": game_name(slug),
        "bggId": 0,  # the app then goes by the name, and the person may link it
        "cooperative": False,
        "highestWins": True,
        "noPoints": False,
        "usesTeams": False,
    }


def _player(player: Player, server: UUID, name_of: Callable[[Player], str]) -> Row:
    return {
        "id": player.pk,
        "uuid": _uuid(server, f"players/{player.pk}"),
        "name": name_of(player),
        "isAnonymous": player.is_ghost,
    }


def _location(number: int, name: str, server: UUID) -> Row:
    return {"id": number, "uuid": _uuid(server, f"places/{name}"), "name": name}


def _play(match: Match, games: Sequence[str], places: Sequence[str], server: UUID) -> Row:
    session = match.session
    best = max(match.totals)
    winners = [place == 1 for place in match.places]
    by_score = [total == best for total in match.totals]
    play = {
        "uuid": _uuid(server, f"matches/{match.pk}"),
        "gameRefId": 1 + games.index(match.game),
        "playDate": _time(session.starts_at, ZoneInfo(session.season.club.timezone)),
        "entryDate": _time(match.created_at, UTC),
        "modificationDate": _time(match.updated_at, UTC),
        "durationMin": 0,
        "ignored": False,
        "manualWinner": winners != by_score,  # such as after a player gave up
        "rounds": match.rounds_played,
        "scoringSetting": 0,
        "usesTeams": False,
        "playerScores": list(_scores(match, match.seats.all())),
        OPTIONS: match.options,
    }
    return play | ({"locationRefId": 1 + places.index(session.place)} if session.place else {})


def _scores(match: Match, seats: Iterable[Seat]) -> Iterable[Row]:
    rounds = scores_of_rounds(match)
    for seat in seats:
        yield {
            "playerRefId": seat.player_id,
            "score": str(match.totals[seat.number]),
            "winner": match.places[seat.number] == 1,
            "rank": match.places[seat.number],
            "seatOrder": seat.number + 1,
            "startPlayer": seat.number == 0,
            "newPlayer": False,
            ROUNDS: [scores[seat.number] for scores in rounds],
        }


def _uuid(space: UUID, name: str) -> str:
    return str(uuid5(space, name)).upper()


def _time(instant: datetime, zone: Any) -> str:
    return f"{instant.astimezone(zone):%Y-%m-%d %H:%M:%S}"
