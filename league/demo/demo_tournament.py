"""The tournament of the demo club: a knock-out in its third sitting, so that plan, bracket and
clock can be seen immediately. Bots play it; seats and winners follow from the seed."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import zip_longest

from games import GAMES
from games.base import Evidence
from league.demo import demo_club
from league.demo.demo_club import DemoClub
from league.models import Format, Player, Sitting, Tournament, User
from league.operations.tournaments import entrants, tournaments
from league.operations.tournaments.entrants import EntryData
from league.operations.tournaments.play import sitting_clock, sittings

NAME = "Coupe des Ardoises"
SEATS = range(3, 5)
PLAYERS = 15  # at tables of 4, 4, 4 and 3; then 4, 4 and 3; then 4 and 4
GO_ON = 3
COMPLETE_SITTINGS = 2  # sittings
ROUNDS_OF_RUNNING_SITTING = (3, 1)  # at the tables of the running sitting
MINUTES = 90


def load(demo: DemoClub, *, seed: int, now: datetime) -> Tournament:
    """Create the tournament. Callers hold a transaction."""
    rng = random.Random(f"tournament {seed}")
    players = rng.sample(list(demo.club.players.order_by("pk")), PLAYERS)
    tournament = tournaments.create(
        demo.club,
        name=NAME,
        starts_at=now.replace(minute=0, second=0, microsecond=0) - timedelta(hours=3),
        place="Salle des fêtes",
        game=_game(demo),
        format=Format.KNOCK_OUT,
        preferred=[4],
        go_on=GO_ON,
        minutes=MINUTES,
        seed=f"demo {seed}",
        by=demo.organiser,
    )
    by = demo.organiser
    ids = [player.pk for player in players]
    entries = [EntryData(player, rank=rank) for rank, player in enumerate(ids, 1)]
    entrants.enter(tournament, entries, by=by)
    entrants.check_in(tournament, ids, by=by)
    for _sitting in range(COMPLETE_SITTINGS):
        _play(_publish_next(tournament, by), by, rng)
    running = sitting_clock.start(_publish_next(tournament, by), by=by)
    _play(running, by, rng, ROUNDS_OF_RUNNING_SITTING)
    return tournament


def _game(demo: DemoClub) -> str:
    """Return the game of the season that fits these tables best."""
    games = demo_club.games_with_moves(demo.season.games, SEATS)
    return min(games, key=lambda slug: len(GAMES[slug].seats))


def _publish_next(tournament: Tournament, by: User) -> Sitting:
    (draft,) = sittings.draw(tournament, by=by)
    return sittings.publish(sittings.check(draft, by=by), by=by)


def _play(
    sitting: Sitting, by: User, rng: random.Random, rounds_at_first_tables: Sequence[int] = ()
) -> None:
    """Play some rounds at the first tables, and the other matches to their end."""
    club = sitting.tournament.season.club_id
    names = {player.pk: player.name for player in Player.objects.filter(club=club)}
    tables = sitting.tables.order_by("number").select_related("match")
    for table, rounds in zip_longest(tables, rounds_at_first_tables):
        assert table.match is not None, "a published table has its match"
        names_at_table = [names[player] for player in table.players]
        demo_club.play(table.match, names_at_table, Evidence.TRANSCRIPT, by, rng, rounds)
