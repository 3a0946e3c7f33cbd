"""The tournament of the demo club: a knock-out of Njet! in its third sitting, so that plan, bracket
and clock can be seen at once. Played by bots; who sits and wins where follows from the seed."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import zip_longest

from games.base import Evidence
from league.demo import demo_club
from league.demo.demo_club import Demo
from league.models import Format, Player, Sitting, Tournament, User
from league.operations.tournaments import entrants, tournaments
from league.operations.tournaments.entrants import EntryData
from league.operations.tournaments.play import sitting_clock, sittings

NAME = "Coupe des Ardoises"
PLAYERS = 15  # at tables of 4, 4, 4 and 3; then 4, 4 and 3; then 4 and 4
GO_ON = 3
PLAYED = 2  # sittings
ROUNDS_SO_FAR = (3, 1)  # at the tables of the sitting that runs
MINUTES = 90


def load(loaded: Demo, *, seed: int, now: datetime) -> Tournament:
    """Callers hold a transaction."""
    rng = random.Random(f"tournament {seed}")
    players = rng.sample(list(loaded.club.players.order_by("pk")), PLAYERS)
    made = tournaments.create(
        loaded.club,
        name=NAME,
        starts_at=now.replace(minute=0, second=0, microsecond=0) - timedelta(hours=3),
        place="Salle des fêtes",
        game="njet",
        format=Format.KNOCK_OUT,
        preferred=[4],
        go_on=GO_ON,
        minutes=MINUTES,
        seed=f"demo {seed}",
        by=loaded.organiser,
    )
    by = loaded.organiser
    ids = [player.pk for player in players]
    listed = [EntryData(player, rank=rank) for rank, player in enumerate(ids, 1)]
    entrants.enter(made, listed, by=by)
    entrants.check_in(made, ids, by=by)
    for _sitting in range(PLAYED):
        _play(_next(made, by), by, rng)
    running = sitting_clock.start(_next(made, by), by=by)
    _play(running, by, rng, ROUNDS_SO_FAR)
    return made


def _next(tournament: Tournament, by: User) -> Sitting:
    (drawn,) = sittings.draw(tournament, by=by)
    return sittings.publish(sittings.check(drawn, by=by), by=by)


def _play(sitting: Sitting, by: User, rng: random.Random, so_far: Sequence[int] = ()) -> None:
    """So many rounds at the first tables, the others to their end."""
    club = sitting.tournament.season.club_id
    names = {player.pk: player.name for player in Player.objects.filter(club=club)}
    tables = sitting.tables.order_by("number").select_related("match")
    for table, rounds in zip_longest(tables, so_far):
        assert table.match is not None, "a published table has its match"
        seated = [names[player] for player in table.players]
        demo_club.play(table.match, seated, Evidence.TRANSCRIPT, by, rng, rounds)
