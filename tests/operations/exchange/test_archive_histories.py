"""A club with a random history → archive → empty server → the same archive, to the last byte."""

import pytest

from league.errors import Conflict
from league.operations.identity import merging
from league.operations.people import club_deleting
from league.operations.privacy import erasing
from tests import make
from tests.archives import exported, imported, unpacked
from tests.operations.identity.test_merge_histories import RandomClub
from tests.scoring.test_histories import seeds

pytestmark = pytest.mark.django_db
LISTS = ("leagues.ndjson", "awards.ndjson", "teams.ndjson")


class LivelyClub(RandomClub):
    """A club whose players are merged and erased for good."""

    def act(self):
        self.random.choice([super().act, super().act, self.merge, self.erase])()

    def merge(self):
        merged, survivor = (self.random.choice(half) for half in self.halves)
        try:
            merging.merge(merged, survivor, by=None)
        except Conflict:
            return
        self.take_out(merged)

    def erase(self):
        player = self.any_player()
        try:
            erasing.erase(player, name=player.name, by=make.user())
        except Conflict:
            return
        self.take_out(player)

    def take_out(self, player):
        """Replace a player by a new one of the same half."""
        half = next(half for half in self.halves if player in half)
        half.remove(player)
        half += make.players(self.club, [f"{player.name} II"])


@pytest.mark.parametrize("seed", seeds(2, 20))
def test_an_imported_club_has_the_same_archive(seed):
    world = LivelyClub(seed)
    for _ in range(25):
        world.act()
    world.refresh()
    archive = exported(world.club)
    files = unpacked(archive)
    assert all(files[name] for name in LISTS)
    club_deleting.remove_rows(world.club)
    world.club = imported(archive, make.user()).club
    world.refresh()
    assert unpacked(exported(world.club)) == files
    assert exported(world.club) == archive
