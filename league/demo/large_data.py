"""Clubs in any number and of any size, to try a server with: `manage.py populate`.

Bots play a few model matches, which are judged like any others. All further matches are copies of
their rows, with other players and in other sessions, so a hundred thousand take minutes. Only here
are rows written beside the operations, and only into a database without clubs. Standings and
ratings are counted from the copied facts as always.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from typing import Any, TypeVar

from django.db import connection, models, transaction
from django.utils.translation import gettext as _

from games import GAMES, base
from league.demo import demo_club
from league.errors import Conflict
from league.models import Club, Match, Player, Season, Session, Submission, User
from league.models import Seat as StoredSeat
from league.operations.matches import matches
from league.operations.people import clubs, player_words
from league.operations.seasons import seasons
from scoring import ledger, projection, rating
from scoring.models import Encounter, Result, Table

ORGANISER = "populate@manche.example"
MODELS = 2  # of each game and number of players
BATCH = 1000
MATCHES_OF_SESSION = 10
FIRST_SESSION = datetime(2026, 9, 4, 18, 30, tzinfo=UTC)
FIRST_NAMES = (
    "Aïcha", "Bastien", "Camille", "Denis", "Élise", "Farid", "Gaëlle", "Hugo", "Inès", "Jules",
    "Karima", "Léon", "Łukasz", "Margaux", "Nathan", "Odile", "Pierre-Yves", "Quitterie", "Rémi",
    "Solène", "Théo", "Ulysse", "Violette", "William", "Xavier", "Yaëlle", "Zoé", "Σοφία", "Дарья",
)  # fmt: skip
SYLLABLES = ("ba", "cel", "dor", "fan", "gé", "lin", "mar", "nou", "pi", "ro", "sau", "tel", "vi")
ModelT = TypeVar("ModelT", bound=models.Model)
Report = Callable[[int, int], None]


@dataclass(frozen=True)
class Size:
    """The amount of data to store: numbers of clubs, of players in each, and of matches in all; and
    whether matches have their rounds, or results only."""

    clubs: int
    players: int
    matches: int
    rounds: bool


@dataclass(frozen=True)
class ModelMatch:
    """A match that bots have played, with the rows that belong to it."""

    match: Match
    players: Sequence[int]
    submissions: Sequence[Submission]
    results: Sequence[Result]
    encounters: Sequence[Encounter]


def load(
    size: Size, *, password: str, seed: int = 1, report: Report = lambda done, total: None
) -> User:
    """Store clubs of this size, and return the account that owns them. Raise Conflict if there are
    clubs already."""
    if Club.objects.exists():
        raise Conflict(_("This database already has clubs. Use an empty one."))
    rng = random.Random(seed)
    organiser = User.objects.create_user(ORGANISER, password, name="Populate")
    games, model_matches = demo_club.games_to_play(seed), list[ModelMatch]()
    for number, matches_of_club in enumerate(_shares(size.matches, size.clubs), 1):
        with transaction.atomic():
            season, players = _create_club(number, size.players, games, organiser, rng)
            if not model_matches:
                model_matches = list(_play_models(season, players, organiser, rng))
            copies = matches_of_club - (len(model_matches) if number == 1 else 0)
            _copy_matches(season, players, model_matches, copies, size.rounds, rng)
        _count(season)
        report(number, size.clubs)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # a database plans well only once it knows its sizes
    return organiser


def least_matches() -> int:
    """Return the number of model matches: the first club has all of them."""
    return MODELS * sum(len(game.seats) for game in GAMES.values())


def least_players() -> int:
    """Return the number of players at the largest table."""
    return max(game.seats[-1] for game in GAMES.values())


def _shares(total: int, parts: int) -> Iterator[int]:
    """Yield a total in parts that differ by one at most; the first ones are the larger ones."""
    for number in range(parts):
        yield total // parts + (number < total % parts)


def _create_club(
    number: int, players: int, games: Sequence[str], organiser: User, rng: random.Random
) -> tuple[Season, list[Player]]:
    club = clubs.create(by=organiser, name=f"Club {number:03}")
    stored = Player.objects.bulk_create(
        [Player(club=club, name=_name(rng)) for _number in range(players)], batch_size=BATCH
    )
    player_words.store(stored)
    season = seasons.create(
        club,
        name="Saison 2026-2027",
        starts_on=date(2026, 9, 1),
        ends_on=date(2027, 6, 30),
        games=games,
    )
    return season, stored


def _name(rng: random.Random) -> str:
    last_name = "".join(rng.choices(SYLLABLES, k=rng.randint(2, 4)))
    return f"{rng.choice(FIRST_NAMES)} {last_name.title()}"


def _play_models(
    season: Season, players: Sequence[Player], by: User, rng: random.Random
) -> Iterator[ModelMatch]:
    """Play matches of each game with each number of players, and yield them with their rows."""
    session = seasons.open_session(season, starts_at=FIRST_SESSION, place="Salle Pascal")
    for game in season.games:
        level = base.levels_of(GAMES[game])[0]
        for seats in GAMES[game].seats:
            for _number in range(MODELS):
                chosen = rng.sample(players, seats)
                ids, names = [player.pk for player in chosen], [player.name for player in chosen]
                match = matches.create(session, game=game, players=ids)
                demo_club.play(match, names, level, by, rng)
                yield _with_rows(match.pk, ids)


def _with_rows(pk: int, players: Sequence[int]) -> ModelMatch:
    return ModelMatch(
        Match.objects.get(pk=pk),
        players,
        list(Submission.objects.filter(match=pk)),
        list(Result.objects.live().filter(match=pk)),
        list(Encounter.objects.live().filter(match=pk)),
    )


def _copy_matches(
    season: Season,
    players: Sequence[Player],
    model_matches: Sequence[ModelMatch],
    count: int,
    with_rounds: bool,
    rng: random.Random,
) -> None:
    sessions = _open_sessions(season, -(-count // MATCHES_OF_SESSION))
    ids = [player.pk for player in players]
    chosen = rng.choices(model_matches, k=max(count, 0))
    copies = Match.objects.bulk_create(
        [
            _copy(
                model.match,
                session_id=sessions[number // MATCHES_OF_SESSION].pk,
                table_number=number % MATCHES_OF_SESSION + 1,
            )
            for number, model in enumerate(chosen)
        ],
        batch_size=BATCH,
    )
    pairs = [
        (model, copy, rng.sample(ids, len(model.players)))
        for model, copy in zip(chosen, copies, strict=True)
    ]
    _store(StoredSeat, (seat for pair in pairs for seat in _seats(*pair[1:])))
    _store(Result, (row for pair in pairs for row in _results(season, *pair)))
    _store(Encounter, (row for pair in pairs for row in _encounters(season, *pair)))
    if with_rounds:
        _store(
            Submission,
            (_copy(row, match_id=copy.pk) for model, copy, _ in pairs for row in model.submissions),
        )


def _open_sessions(season: Season, count: int) -> list[Session]:
    return [
        seasons.open_session(
            season, starts_at=FIRST_SESSION + timedelta(days=1 + number), place="Salle Pascal"
        )
        for number in range(count)
    ]


def _seats(copy: Match, players: Sequence[int]) -> Iterator[StoredSeat]:
    for number, player in enumerate(players):
        yield StoredSeat(match=copy, number=number, player_id=player)


def _results(
    season: Season, model: ModelMatch, copy: Match, players: Sequence[int]
) -> Iterator[Result]:
    for row in model.results:
        yield _copy(row, player_id=players[row.seat], **_place(season, copy))


def _encounters(
    season: Season, model: ModelMatch, copy: Match, players: Sequence[int]
) -> Iterator[Encounter]:
    others = dict(zip(model.players, players, strict=True))
    for row in model.encounters:
        sides = [[others[player] for player in side] for side in row.sides]
        yield _copy(row, sides=sides, **_place(season, copy))


def _place(season: Season, copy: Match) -> dict[str, int]:
    return {
        "season_id": season.pk,
        "session_id": copy.session_id,
        "match_id": copy.pk,
        "since": 1,
    }


def _copy(row: ModelT, **changes: Any) -> ModelT:
    """Return a new row with the values of another, apart from some."""
    fields = (field for field in row._meta.concrete_fields if not field.primary_key)
    values = {field.attname: getattr(row, field.attname) for field in fields}
    return type(row)(**{**values, **changes})


def _store(model: type[ModelT], rows: Iterator[ModelT]) -> None:
    while batch := list(islice(rows, BATCH)):
        model._base_manager.bulk_create(batch)


def _count(season: Season) -> None:
    """Count the standings and ratings of a new club."""
    with transaction.atomic():
        ledger.recount(season.pk)
    for table in Table.objects.filter(season=season):
        projection.refresh(table.pk)
    rating.refresh(season.club_id, anew=True)
