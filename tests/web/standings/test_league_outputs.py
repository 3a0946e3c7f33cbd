"""Leagues have what the standings of a season have: feed, calendar, frame, files, screens, paper,
awards."""

from datetime import date, timedelta
from io import BytesIO

import pytest
from django.test import Client
from openpyxl import load_workbook

from league.operations.seasons import leagues, seasons
from scoring import projection
from scoring.models import Table
from tests import make

pytestmark = pytest.mark.django_db


def refresh():
    for table in Table.every.all():
        projection.refresh(table.pk)


@pytest.fixture
def people(season):
    return {player.name: player for player in season.club.players.all()}


@pytest.fixture
def season():
    club = make.club()
    season = make.season(club, games=["neurotrio", "njet"])
    make.players(club, ["Ada", "Bruno", "Chloé"])
    return season


@pytest.fixture
def sessions(season, people):
    """Return an evening of all three, and one of Ada and Chloé only."""
    all_three = [people[name] for name in ("Ada", "Bruno", "Chloé")]
    first, second = make.session(season, day=1), make.session(season, day=8)
    make.played(make.match(first, all_three, options={"target": 1}), [22, 5, 0])
    make.played(make.match(second, all_three[::2], options={"target": 1}), [4, 22])
    return first, second


@pytest.fixture
def league(season, sessions, people):
    """Return a league of Bruno and Chloé on the first evening."""
    members = [people["Bruno"].pk, people["Chloé"].pk]
    league = make.league(
        season,
        "Beginners",
        member_rule="listed",
        players=members,
        starts_on=date(2026, 10, 1),
        ends_on=date(2026, 10, 2),
    )
    refresh()
    return league


@pytest.fixture
def alice(season):
    client = Client()
    client.force_login(make.user())
    return client


def text(address, client=None, status=200):
    response = (client or Client()).get(address)
    assert response.status_code == status, address
    return response.content.decode()


def test_feed_has_the_matches_that_count(league):
    feed = text(f"/en/leagues/{league.pk}/feed/")
    assert "<title>Beginners · Saison 2026 · " in feed
    assert "Standings: Bruno leads" in feed
    assert feed.count("<entry>") == 2  # the standings and the match of the first evening
    assert text(f"/en/seasons/{league.season_id}/feed/").count("<entry>") == 3


def test_calendar_has_the_evenings_between_the_days(league, sessions):
    calendar = text(f"/en/leagues/{league.pk}/evenings.ics")
    assert f"session-{sessions[0].pk}@" in calendar
    assert f"session-{sessions[1].pk}@" not in calendar
    assert "Beginners" in calendar


def test_embed_shows_the_members(league):
    frame = text(f"/embed/leagues/{league.pk}/?lang=en")
    assert f'href="/en/leagues/{league.pk}/" target="_top">Beginners</a>' in frame
    assert "Bruno" in frame
    assert "Ada" not in frame
    assert f'href="/en/leagues/{league.pk}/players/' in frame


def test_files_have_what_counts(league):
    def cells(name):
        content = Client().get(f"/en/leagues/{league.pk}/{name}.xlsx").content
        return [*load_workbook(BytesIO(content)).worksheets[0].iter_rows(values_only=True)]

    assert [row[1] for row in cells("standings")] == ["Player", "Bruno", "Chloé"]
    assert [row[5] for row in cells("results")] == ["Player", "Ada", "Bruno", "Chloé"]
    assert [row[1] for row in cells("neurotrio/standings")] == ["Player", "Bruno", "Chloé"]
    assert Client().get(f"/en/leagues/{league.pk}/standings.pdf").status_code == 404
    plays = Client().get(f"/en/leagues/{league.pk}/plays.bgsplay").json()
    assert len(plays["plays"]) == 1


def test_results_among_members_need_two_of_them(season, sessions, people):
    """With places among members a table with one member does not count."""
    league = make.league(
        season,
        "Bruno",
        member_rule="listed",
        place_rule="members",
        players=[people["Bruno"].pk],
    )
    refresh()
    assert text(f"/en/leagues/{league.pk}/results.csv").count("\n") == 1


def test_screens_show_the_league(league, sessions):
    assert "Beginners" in text(f"/en/screens/leagues/{league.pk}/")
    piece = text(f"/en/screens/leagues/{league.pk}/live/")
    assert "Bruno" in piece
    assert "Ada" not in piece
    band = text(f"/en/screens/leagues/{league.pk}/overlay/live/")
    assert "Beginners" in band
    assert "Ada" not in band


def test_screen_of_an_evening_shows_the_chosen_league(league, sessions):
    address = f"/en/screens/sessions/{sessions[0].pk}/"
    assert f"&amp;league={league.pk}" in text(address)  # offers it
    page = text(f"{address}?league={league.pk}")
    assert f'live/?league={league.pk}"' in page
    assert "Standings: Beginners" in page
    board = text(f"{address}live/?league={league.pk}").split('data-kind="standings"')[1]
    assert "Bruno" in board
    assert "Ada" not in board
    other = text(f"/en/screens/sessions/{sessions[1].pk}/?league={league.pk}")
    assert "Beginners" not in other  # does not have this evening
    assert "Beginners</h2>" not in text(f"{address}?league=<script>")


def test_live_screen_of_another_league_is_not_the_same(league, sessions):
    address = f"/en/screens/sessions/{sessions[0].pk}/live/"
    tag = Client().get(address)["ETag"]
    again = Client().get(f"{address}?league={league.pk}", HTTP_IF_NONE_MATCH=tag)
    assert again.status_code == 200


@pytest.mark.parametrize(
    "name", ["standings.pdf", "certificates.pdf?best=1", "report.pdf?player={bruno}"]
)
def test_papers_of_a_league(league, alice, people, name):
    address = f"/en/desk/leagues/{league.pk}/paper/"
    page = text(address, alice)
    assert f"{address}standings.pdf" in page
    assert "Bruno</option>" in page
    assert "Ada</option>" not in page  # does not count here
    file = alice.get(address + name.format(bruno=people["Bruno"].pk))
    assert file.status_code == 200
    assert file.content.startswith(b"%PDF")
    assert f"of-league-{league.pk}" in file["Content-Disposition"]


def test_report_of_a_player_who_does_not_count_is_refused(league, alice, people):
    ada = people["Ada"].pk
    refused = alice.get(f"/en/desk/leagues/{league.pk}/paper/report.pdf?player={ada}")
    assert refused.status_code == 422
    assert f"/en/desk/leagues/{league.pk}/paper/standings.pdf" in refused.content.decode()
    assert Client().get(f"/en/leagues/{league.pk}/players/{ada}/report.pdf").status_code == 404
    bruno = people["Bruno"].pk
    page = text(f"/en/leagues/{league.pk}/players/{bruno}/")
    assert f"/en/leagues/{league.pk}/players/{bruno}/report.pdf?size=a4" in page


def test_a_league_has_its_own_end_champion_and_awards(season, league):
    leagues.update(league, ends_on=season.club.today() + timedelta(days=1))
    open_page = text(f"/en/leagues/{league.pk}/awards/")
    assert "Awards so far" in open_page
    assert "The league is still open, until" in open_page
    leagues.update(league, ends_on=date(2026, 10, 2))
    refresh()
    page = text(f"/en/leagues/{league.pk}/")
    if season.club.today() > date(2026, 10, 2):
        assert "is the champion of this league." in page
        assert f'href="/en/leagues/{league.pk}/awards/"' in page
        assert "Bruno is the champion." in text(f"/en/leagues/{league.pk}/awards/")
    assert "champion" not in text(f"/en/seasons/{season.pk}/")


def test_only_results_that_count_are_called_provisional(season, league, people, sessions):
    """The season has two results without confirmation, the league one of them."""
    seasons.update(season, confirmation="all")
    season_page = text(f"/en/seasons/{season.pk}/")
    assert "2 results are not final yet." in season_page
    page = text(f"/en/leagues/{league.pk}/")
    assert "1 result is not final yet." in page
    final = text(f"/en/leagues/{league.pk}/?results=final")
    assert "Final results only." in final
    assert 'class="standings league"' not in final  # no result is final
    awards = text(f"/en/leagues/{league.pk}/awards/")
    assert "1 result is not final yet and may change this." in awards


def test_possible_places_are_those_of_the_league(season, people, sessions):
    """Bruno and Chloé have one evening left in the league; Ada does not count there."""
    plan = {"planned_evenings": 3, "matches_per_evening": 1}
    members = [people["Bruno"].pk, people["Chloé"].pk]
    league = make.league(season, "Plan", member_rule="listed", players=members, scheme=plan)
    refresh()
    assert Client().get(f"/en/leagues/{league.pk}/?columns=all").context["proved"]
    origin = text(f"/en/leagues/{league.pk}/players/{people['Bruno'].pk}/")
    assert "every place from 1 to 2 is possible" in origin


def test_own_results_name_the_places_in_leagues(season, league, people):
    user = make.user("bruno@example.org")
    people["Bruno"].account = user
    people["Bruno"].save()
    client = Client()
    client.force_login(user)
    page = text("/en/account/results/", client)
    assert f'href="/en/leagues/{league.pk}/players/{people["Bruno"].pk}/">Beginners</a>' in page


def test_preview_of_a_merge_names_the_leagues(season, league, people, alice):
    [twin] = make.players(season.club, ["Bruna"])
    first = season.sessions.order_by("starts_at")[0]
    make.played(make.match(first, [twin, people["Ada"]], options={"target": 1}), [22, 5])
    leagues.update(league, players=[people["Bruno"].pk, people["Chloé"].pk, twin.pk])
    address = f"/en/desk/players/{twin.pk}/merge/?into={people['Bruno'].pk}"
    response = alice.get(address)
    tables = response.context["preview"].tables
    assert [change.table.league for change in tables] == [None, None, league, league]
    assert "· Beginners" in response.content.decode()
