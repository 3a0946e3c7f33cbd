"""The demo with games from outside: their bots play, and a game that fails is left out."""

from io import StringIO

import pytest
from django.core.management import call_command

from games import SLUGS
from league.demo import demo_club, demo_tournament, large_data
from league.models import Club, Match, Season, User
from tests.outside_games import installed, write_game

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(300)]
LARGE = """
    from games.contract import SheetGame

    class Toy(SheetGame):
        contract = 1
        slug = "large"
        name = "L’Oie d’or"
        seats = range(6, 9)
        scores = range(-3, 4)

        def is_over(self, match):
            return len(match.rounds) == 2
"""
ENDLESS = (
    LARGE.replace("large", "endless").replace("range(6, 9)", "range(2, 5)").replace("== 2", "< 0")
)
BROKEN_LATER = """
    from games.contract import SheetGame

    class Toy(SheetGame):
        contract = 1
        slug = "later"
        name = "Fails after its first match"
        seats = range(2, 5)
        scores = range(0, 4)
        calls = 0

        def is_over(self, match):
            self.calls += 1
            if self.calls > 2:
                raise RuntimeError("enough")
            return True
"""


@pytest.fixture
def large(tmp_path):
    with installed(write_game(tmp_path, "large", LARGE)):
        yield


def test_bots_of_a_game_from_outside_play_in_the_demo(large):
    call_command("demo", stdout=StringIO())
    season = Season.objects.get(tournament=None, name="Saison 2026-2027")
    assert season.games == [*SLUGS, "large"]
    played = Match.objects.filter(game="large")
    assert played.count() == demo_club.SESSIONS - 1
    assert {(match.over, len(match.totals)) for match in played} == {(True, 6)}
    showcase = season.sessions.filter(matches__game="njet").latest("starts_at").matches
    assert {match.game for match in showcase.all()} == set(SLUGS)


@pytest.mark.parametrize(("slug", "code"), [("endless", ENDLESS), ("later", BROKEN_LATER)])
def test_a_game_that_fails_is_left_out_with_a_line_in_the_log(tmp_path, caplog, slug, code):
    with installed(write_game(tmp_path, slug, code)):
        loaded = demo_club.load(password="x", sessions=2)
        demo_tournament.load(loaded, seed=1, now=loaded.season.sessions.first().starts_at)
    assert Club.objects.get() == loaded.club
    assert not Match.objects.filter(game=slug).exists()
    assert f"of {slug}:" in caplog.text or f"without {slug}:" in caplog.text


def test_a_large_database_has_games_from_outside(large):
    size = large_data.Size(1, large_data.least_players(), large_data.least_matches(), False)
    large_data.load(size, password="x")
    assert User.objects.count() == 1
    assert Match.objects.filter(game="large").count() == 3 * large_data.MODELS
