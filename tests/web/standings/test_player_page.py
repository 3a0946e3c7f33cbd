"""The player page: form, places, games, opponents and best moments, counted from results."""

import re

import pytest
from django.utils import translation

from league.models import Visibility
from league.operations.people import clubs
from league.operations.standings import careers
from league.operations.support.wording import ordinal
from tests import make
from tests.web.markup import one_line
from tests.web.standings import short_matches
from tests.web.standings.short_matches import play

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    return short_matches.new_club()


@pytest.fixture
def ada(people):
    """Return Ada, who wins 4 of 6 matches, with the longest run at the end. She sits at 4 tables of
    two, 1 of three and 1 of four."""
    play(people, 1, {"Ada": 16, "Bruno": 5})
    play(people, 2, {"Ada": 5, "Bruno": 22, "Chloé": 9})
    play(people, 3, {"Bruno": 9, "Ada": 9})
    play(people, 4, {"Ada": 22, "Dov": 9, "Bruno": 5, "Chloé": 3})
    play(people, 5, {"Ada": 9, "Dov": 5}, "triominos")
    play(people, 6, {"Dov": 22, "Ada": 11})
    return people["Ada"]


def page(client, player, language="en"):
    answer = client.get(f"/{language}/players/{player.pk}/")
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def table(text, title):
    """Return the cells of the table under a heading."""
    part = text[text.index(f'id="{title}"') :]
    lines = re.findall(r"<tr>(.*?)</tr>", part[: part.index("</table>")])
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", line) for line in lines]
    return [[re.sub("<[^>]*>", "", cell).strip() for cell in line] for line in cells]


def test_places_are_counted_by_size_of_the_table(client, ada):
    assert table(page(client, ada), "places-title") == [
        ["Table size", "1", "2", "3", "4"],
        ["2", "3", "1"],
        ["3", "0", "0", "1"],
        ["4", "1", "0", "0", "0"],
    ]


def test_the_most_frequent_place_is_the_darkest(client, ada):
    text = one_line(page(client, ada))
    assert '<td class="h5">3</td><td class="h2">1</td>' in text
    assert '<td class="h0">' in text


def test_games_tell_wins_and_the_share_of_the_others_beaten(client, ada):
    assert table(page(client, ada), "games-title") == [
        ["Game", "Played", "Wins", "Opponents beaten"],
        ["Neurotrio", "5", "3", "60%"],
        ["Triominos", "1", "1", "100%"],
    ]


def test_opponents_are_counted_match_by_match(client, ada):
    assert table(page(client, ada), "opponents-title") == [
        ["Player", "Met", "Finished ahead", "Finished behind"],
        ["Bruno", "4", "2", "1"],  # once they were equal
        ["Dov", "3", "2", "1"],
        ["Chloé", "2", "1", "1"],
    ]


def test_a_match_that_ends_while_the_page_is_made_is_not_on_it(ada, people):
    matches = careers.played_matches(ada)
    play(people, 7, {"Ada": 22, "Chloé": 5})
    met = careers.meetings(ada, matches)
    meetings = {
        opponent.player.name: opponent.met for opponent in careers.opponents(matches, met, 3)
    }
    assert meetings == {"Bruno": 4, "Dov": 3, "Chloé": 2}


def test_best_moments(ada):
    moments = careers.highlights(careers.played_matches(ada))
    assert [(highest.game, highest.score) for highest in moments.highest] == [
        ("neurotrio", 22),
        ("triominos", 9),
    ]
    assert [win.at.day for win in moments.run] == [3, 4, 5]
    assert (moments.largest.players, moments.largest.score) == (4, 22)


def test_form_is_a_bar_for_each_match_with_its_place(client, ada):
    text = page(client, ada)
    form = text[text.index('class="chart raised chart-bars by-date"') :]
    form = form[: form.index("</figure>")]
    assert "In the last 6 matches: 4 won, 67% of opponents beaten." in form
    bars = re.findall(r'class="plot-bar( stands-out)?" x="\S+" y="(\S+)"', form)
    assert [bool(won) for won, _top in bars[:6]] == [True, False, True, True, True, False]
    assert [top for _won, top in bars[:2]] == ["0%", "95.2%"]
    places = re.findall(r"(?:Neurotrio|Triominos) <b>(\S+)</b>", form)
    assert places == ["1/2", "3/3", "1/2", "1/4", "1/2", "2/2"]


def test_player_with_two_matches_has_a_page_without_charts(client, ada, people):
    text = page(client, people["Chloé"])
    assert 'class="chart' not in text
    assert 'id="places-title"' not in text
    assert text.count("/matches/") >= 2


def test_a_player_without_matches_has_a_page(client, people):
    assert "No finished match yet." in page(client, people["Ada"])
    assert careers.highlights([]) == careers.Highlights([], [], None)


def test_hidden_opponents_stay_hidden(client, ada, people):
    clubs.update_player(people["Bruno"], name="Bruno", visibility=Visibility.HIDDEN)
    assert "Bruno" not in page(client, ada)
    assert f"Player {people['Bruno'].pk}" in page(client, ada)
    client.force_login(make.user())
    assert "Bruno" in page(client, ada)


def test_more_matches_and_opponents_ask_no_more_often(
    client, people, django_assert_max_num_queries
):
    def count_queries():
        with django_assert_max_num_queries(20) as captured:
            page(client, people["Ada"])
        return len(captured)

    play(people, 1, {"Ada": 22, "Bruno": 5})
    before = count_queries()
    for day in range(2, 5):
        play(people, day, {"Ada": 22, "Bruno": 5, "Chloé": 3, "Dov": 9})
    assert count_queries() == before


@pytest.mark.parametrize(
    ("language", "place", "gender", "words"),
    [
        ("en", 1, "m", "1st"),
        ("en", 2, "m", "2nd"),
        ("en", 3, "f", "3rd"),
        ("en", 4, "m", "4th"),
        ("en", 11, "m", "11th"),
        ("en", 12, "m", "12th"),
        ("en", 13, "m", "13th"),
        ("en", 21, "m", "21st"),
        ("en", 112, "m", "112th"),
        ("en", 122, "m", "122nd"),
        ("fr", 1, "m", "1er"),
        ("fr", 1, "f", "1re"),
        ("fr", 2, "f", "2e"),
        ("fr", 21, "m", "21e"),
    ],
)
def test_places_in_prose(language, place, gender, words):
    with translation.override(language):
        assert ordinal(place, gender) == words


def test_achievements_lead_to_their_proof(client, ada):
    text = page(client, ada)
    assert "3 wins in a row" in text
    first = careers.played_matches(ada)[0].match
    assert f'<a href="/en/matches/{first}/">First win</a>' in text


@pytest.mark.parametrize(
    ("fields", "stranger", "member"),
    [
        ({}, True, True),
        ({"hides_achievements": True}, False, False),
        ({"visibility": Visibility.HIDDEN}, False, True),
        ({"is_child": True}, False, True),
    ],
)
def test_achievements_are_hidden_with_the_player(client, ada, fields, stranger, member):
    clubs.update_player(ada, **fields)
    assert ("First win" in page(client, ada)) == stranger
    client.force_login(make.user())
    assert ("First win" in page(client, ada)) == member


def test_the_latest_scores_stand_among_those_of_the_club(client, ada):
    text = page(client, ada)
    assert "Ada’s last 5 scores average 13, higher than" in text
    assert text.count('class="plot-mark"') == 6 + 2  # each match, and the legend of two games


def test_the_calendar_tells_where_the_player_was(client, ada, people):
    text = page(client, people["Dov"])
    calendar = text[text.index('class="calendar"') :]
    assert calendar[: calendar.index("</table>")].count('title="played"') == 3
    assert calendar[: calendar.index("</table>")].count('title="did not play"') == 3
