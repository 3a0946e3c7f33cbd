"""Related rows are read in any number, on each database."""

import pytest
from django.db.models import prefetch_related_objects

from scoring.models import Standing, Table
from tests import make

PLAYERS = 1500  # SQLite takes a thousand conditions joined by OR


@pytest.mark.django_db
def test_more_players_than_sqlite_takes_conditions_are_prefetched():
    club = make.club()
    season = make.season(club)
    make.players(club, [f"Player {number}" for number in range(PLAYERS)])
    table = Table.objects.filter(season=season).first()
    rows = [
        Standing(table=table, player_id=player)
        for player in club.players.values_list("pk", flat=True)
    ]
    prefetch_related_objects(rows, "player")
    assert len({row.player.name for row in rows}) == PLAYERS
