"""An archive of a club with merged, hidden and erased people."""

import pytest

from league.models import Club, Player, Visibility
from league.operations.privacy import erasing
from scoring.models import Table
from tests import make
from tests.archives import exported, imported, unpacked
from tests.made_once import made_once
from tests.operations.privacy.elise import elise_and_her_traces, refresh

pytestmark = pytest.mark.django_db
TRACES = ("Vandermeer", "Élise", "elise@", "Lisette", "van der Meer")


@pytest.fixture
@made_once
def club():
    """A club whose Élise was merged with herself and erased, and whose Cleo is hidden."""
    elise = elise_and_her_traces()
    Player.objects.filter(name="Cleo").update(visibility=Visibility.HIDDEN)
    erasing.erase(elise, name=elise.name, by=make.user())
    refresh(elise.club)
    return elise.club


def tables(club: Club):
    """Return all standings of a club as the public reads them, without numbers of players."""
    return [
        (table.season.name, table.game, row.place, public_name(row.player), row.points, row.played)
        for table in Table.objects.filter(season__club=club).order_by("season__name", "game")
        for row in table.standings.with_place()
        .select_related("player")
        .order_by("-rank_key", "player_id")
    ]


def public_name(player):
    return "hidden" if player.visibility == Visibility.HIDDEN else player.public_name


def lists(archive):
    """Return the lists of an archive: all but the club's own file, which has its address."""
    files = unpacked(archive)
    return {name: files[name] for name in files if name.endswith(".ndjson")}


def test_another_server_shows_the_same_tables_and_writes_the_same_archive(club):
    archive, before = exported(club), tables(club)
    assert any("ancien" in line[3].casefold() for line in before)
    assert any(line[3] == "hidden" for line in before)
    copy = imported(archive, make.user()).club
    refresh(copy)
    assert tables(copy) == before
    assert lists(exported(copy)) == lists(archive)
    ghosts = Player.every.filter(club=copy, is_ghost=True)
    assert ghosts.count() == 4
    assert not Player.every.filter(club=copy, struck_at__isnull=False).exists()


def test_no_file_of_the_archive_names_the_erased_person(club):
    for name, content in unpacked(exported(club)).items():
        text = content.decode("utf-8", "replace")
        assert not [trace for trace in TRACES if trace in text], name
