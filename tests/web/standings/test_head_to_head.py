"""Two players head to head, the seats and partners of a player, and everybody met."""

import re

import pytest

from league.models import Visibility
from league.operations.people import clubs
from league.operations.standings import careers, player_statistics
from league.web.standings import head_to_head
from scoring.models import Encounter
from tests import make
from tests.web.standings import short_matches
from tests.web.standings.short_matches import play

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    return short_matches.new_club()


@pytest.fixture
def ada(people):
    """Return Ada, who meets Bruno three times."""
    play(people, 1, {"Ada": 16, "Bruno": 5})
    play(people, 2, {"Bruno": 22, "Ada": 5, "Chloé": 9})
    play(people, 3, {"Ada": 9, "Bruno": 5}, "triominos")
    play(people, 4, {"Ada": 9, "Dov": 5})
    return people["Ada"]


def page(client, path):
    answer = client.get(f"/en/players/{path}")
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def test_duels_are_counted_overall_and_by_game(ada, people):
    duels = player_statistics.duels(ada, people["Bruno"])
    assert [(duel.places, duel.scores) for duel in duels] == [
        ((1, 2), (16, 5)),
        ((3, 1), (5, 22)),
        ((1, 2), (9, 5)),
    ]
    totals = player_statistics.duel_totals(duels)
    assert [
        (total.game, total.met, total.ahead, total.behind, total.tenths) for total in totals
    ] == [
        ("", 3, 2, 1, -7),
        ("neurotrio", 2, 1, 1, -30),
        ("triominos", 1, 1, 0, 40),
    ]
    assert [head_to_head.difference_words(total) for total in totals] == ["−0.7", "−3.0", "+4.0"]


def test_the_page_of_two_players_leads_to_their_matches(client, ada, people):
    text = page(client, f"{ada.pk}/against/{people['Bruno'].pk}/")
    assert "3 matches against each other" in text
    for duel in player_statistics.duels(ada, people["Bruno"]):
        assert f'href="/en/matches/{duel.match}/"' in text
    nobody = page(client, f"{people['Bruno'].pk}/against/{people['Dov'].pk}/")
    assert "have not met at a table yet" in nobody


def test_a_hidden_opponent_stays_hidden(client, ada, people):
    bruno = people["Bruno"]
    clubs.update_player(bruno, name="Bruno", visibility=Visibility.HIDDEN)
    paths = (f"{ada.pk}/against/{bruno.pk}/", f"{bruno.pk}/against/{ada.pk}/", f"{ada.pk}/against/")
    for path in paths:
        assert "Bruno" not in page(client, path)
        assert f"Player {bruno.pk}" in page(client, path)
    client.force_login(make.user())
    assert "Bruno" in page(client, paths[0])


def test_two_players_are_of_one_club_and_not_the_same(client, ada):
    (stranger,) = make.players(make.club(make.user("charlie@example.org"), "Ailleurs"), ["Zoé"])
    for other in (ada.pk, stranger.pk, 10**6):
        assert client.get(f"/en/players/{ada.pk}/against/{other}/").status_code == 404


def test_all_opponents_are_on_one_page(client, ada, people):
    text = page(client, f"{ada.pk}/against/")
    for name in ("Bruno", "Chloé", "Dov"):
        assert f'href="/en/players/{ada.pk}/against/{people[name].pk}/"' in text


def test_seats_count_from_one(ada):
    assert player_statistics.by_seat(careers.played_matches(ada)) == [(1, 3, 3, 100), (2, 1, 0, 0)]


def test_partners_are_counted_round_by_round(ada, people):
    match = play(people, 5, {"Ada": 9, "Bruno": 5, "Chloé": 3, "Dov": 2})
    whole = Encounter.objects.get(match=match)
    a, b, c, d = (people[name].pk for name in make.NAMES)
    for number, sides, ranks in ((1, [[a, b], [c, d]], [1, 2]), (2, [[c, d], [b, a]], [1, 2])):
        Encounter.objects.create(
            season_id=whole.season_id,
            session_id=whole.session_id,
            match=match,
            game="njet",
            number=number,
            played_at=whole.played_at,
            sides=sides,
            ranks=ranks,
            since=1,
        )
    (line,) = player_statistics.by_partner(ada)
    assert (line.player.name, line.played, line.wins, line.beaten) == ("Bruno", 2, 1, 50)
    assert [duel.rounds_together for duel in player_statistics.duels(ada, people["Bruno"])] == [
        0,
        0,
        0,
        2,
    ]
