"""Screens for the hall: public names only, live, with every option in the address."""

import re

import pytest

from league.models import Player, TeamTable, Visibility
from league.operations.matches import submissions
from league.operations.people import clubs
from league.operations.seasons import teams
from league.operations.seasons.team_checks import MemberData
from league.operations.sessions import nights, session_log
from scoring import projection
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def session():
    """Return an evening with a table that has played a round; Dov waits and Eve sits out."""
    session = make.session(make.season(make.club()))
    ada, bruno, chloe, dov = make.players(session.season.club)
    eve = clubs.add_player(session.season.club, name="Eve Fontaine", visibility=Visibility.INITIAL)
    session_log.check_in(session, [dov.pk], by=make.user())
    session_log.sit_out(session, player=eve.pk, by=make.user())
    make.played(make.match(session, [ada, bruno, chloe]), [22, 5, 6])
    return session


def screen(client, session, kind="sessions", **choices):
    pk = session.pk if kind == "sessions" else session.season_id
    answer = client.get(f"/en/screens/{kind}/{pk}/", choices)
    assert answer.status_code == 200
    assert not answer.cookies
    return answer.content.decode()


def test_the_screen_of_an_evening_tells_tables_places_and_who_waits(client, session):
    text = screen(client, session)
    assert "round 2" in text
    assert "leads" in text
    assert re.search(r"<b>\s*T1\s*</b>", text)
    assert "Free players" in text
    assert "Sitting out" in text
    assert "Eve F." in text
    assert text.index('id="panel-tables"') < text.index('id="panel-people"')


def test_the_screen_of_a_season_tells_standings_and_what_is_still_played(client, session):
    match = make.played(
        make.match(session, list(session.season.club.players.all())[:2]), *[[22, 5]] * 3
    )
    for table in match.session.season.tables.all():
        projection.refresh(table.pk)
    text = screen(client, session, "seasons")
    assert 'id="panel-board"' in text
    assert 'id="panel-boardneurotrio"' in text
    assert 'points">60</td>' in text
    assert text.count('data-key="table-') == 1, "a finished table is no news of the season"


def test_a_screen_shows_public_names_to_all_readers(client, session):
    client.force_login(make.user())
    text = screen(client, session)
    assert "Eve F." in text
    assert "Fontaine" not in text


def test_choices_come_from_the_address_as_far_as_they_are_possible(client, session):
    text = screen(client, session, size="5", theme="light", by="name", seconds="1")
    head = text[: text.index("<head>")]
    assert 'data-size="5" data-theme="light" data-by="name" data-seconds="12"' in head


def test_a_screen_for_a_dark_room_is_chosen_on_the_screen_itself(client, session):
    text = screen(client, session, size="4", by="name")
    address = re.search(r'href="([^"]+)" data-theme="night"', text)[1].replace("&amp;", "&")
    chosen = client.get(f"/en/screens/sessions/{session.pk}/{address}").text
    head = chosen[: chosen.index("<head>")]
    assert 'data-size="4" data-theme="night" data-by="name"' in head
    assert re.search(r'data-theme="night"\s+aria-current="true"', chosen)


def test_a_screen_hears_of_rounds_and_of_who_comes(client, session):
    path = f"/en/screens/sessions/{session.pk}/live/"
    first = client.get(path)
    same = {"if-none-match": first["ETag"]}
    assert client.get(path, headers=same).status_code == 304
    submissions.submit(session.matches.get().pk, make.sheet(7, 5, 22), by=None)
    second = client.get(path, headers=same)
    assert "round 3" in second.content.decode()
    gus = clubs.add_player(session.season.club, name="Gus")
    session_log.check_in(session, [gus.pk], by=make.user())
    third = client.get(path, headers={"if-none-match": second["ETag"]})
    assert "Gus" in third.content.decode()


def test_an_empty_evening_has_a_screen(client):
    session = make.session(make.season(make.club()))
    assert "starts soon" in screen(client, session)
    assert "starts soon" in screen(client, session, "seasons")
    assert client.get("/en/screens/sessions/999/").status_code == 404
    assert client.get("/en/screens/seasons/999/live/").status_code == 404


def test_screens_ask_as_often_for_many_rows_as_for_few(
    client, session, django_assert_max_num_queries
):
    def count():
        submissions.submit(session.matches.first().pk, make.sheet(1, 1, 1), by=None)
        with django_assert_max_num_queries(48) as captured:
            screen(client, session)
            screen(client, session, "seasons")
        return len(captured)

    before = count()
    for name in ("F", "G", "H", "I"):
        more = make.players(session.season.club, [f"{name}{n}" for n in range(3)])
        make.played(make.match(session, more), [22, 5, 6])
    assert count() == before


def test_screen_of_an_evening_shows_the_whole_league_night(client, session):
    other = make.session(make.season(session.season.club, "Friday"))
    nights.join(session, [other.pk], by=None)
    gil, hana, ivo = make.players(session.season.club, ["Gil", "Hana", "Ivo"])
    for row in (session, other):
        text = screen(client, row)
        assert text.count('class="spot') == 1
        assert "Saison 2026" in text
    make.played(make.match(other, [gil, hana, ivo]), [22, 5, 6])
    for row in (session, other):
        text = screen(client, row)
        assert re.findall(r"<b>\s*(T\d)\s*</b>", text)[:2] == ["T1", "T2"]
        assert "Free players" in text
        assert re.search(r"Neurotrio\s*· Friday", text)


# --- team tables
def teams_of(season, **frame):
    """Open a team table with Ada and Bruno as Red against Chloé as Blue."""
    table = teams.create_table(season, **frame)
    ada, bruno, chloe = list(season.club.players.order_by("pk"))[:3]
    for name, players in (("Red", (ada, bruno)), ("Blue", (chloe,))):
        teams.create_team(table, name=name, members=[MemberData(player.pk) for player in players])
    return table


def finished(session):
    people = list(session.season.club.players.order_by("pk"))[:3]
    return make.played(make.match(session, people, options={"target": 20}), [22, 5, 6])


def team_rows(text, table):
    """Return the place, name, members and points of each team on a screen."""
    panel = text.split(f'id="panel-teams{table.pk}"')[1].split("</section>")[0]
    rows = [re.sub(r"<[^>]+>", " ", row).split() for row in panel.split("<tr ")[1:]]
    return [" ".join(row[1:]) for row in rows]


def test_screens_show_the_team_table_of_their_season_league_or_evening(client, session):
    season = session.season
    league = make.league(season)
    tables = {
        f"seasons/{season.pk}": teams_of(season),
        f"leagues/{league.pk}": teams_of(season, league=league),
        f"sessions/{session.pk}": teams_of(season, session=session),
    }
    finished(session)
    for path, table in tables.items():
        text = client.get(f"/en/screens/{path}/").text
        assert team_rows(text, table) == ["1 Red Ada, Bruno 1 60", "2 Blue Chloé 1 30"]
        assert text.count('id="panel-teams') == 1, "the others have screens of their own"
        assert 'data-kind="standings"' in text.split(f'id="panel-teams{table.pk}"')[1][:60]


def test_screen_of_an_evening_shows_its_teams_before_the_first_result(client, session):
    table = teams_of(session.season, session=session)
    text = screen(client, session)
    assert team_rows(text, table) == ["Red Ada, Bruno 0 0", "Blue Chloé 0 0"]
    assert "Teams of the evening" in text


def test_screen_hears_of_results_and_of_members_of_teams(client, session):
    table = teams_of(session.season, session=session)
    path = f"/en/screens/sessions/{session.pk}/live/"
    first = client.get(path)
    finished(session)
    second = client.get(path, headers={"if-none-match": first["ETag"]})
    assert team_rows(second.text, table) == ["1 Red Ada, Bruno 1 60", "2 Blue Chloé 1 30"]
    blue = table.teams.get(name="Blue")
    dov = Player.objects.get(name="Dov")
    members = [MemberData(member.player_id) for member in blue.members.all()]
    teams.update_team(blue, members=[*members, MemberData(dov.pk)], by=None)
    third = client.get(path, headers={"if-none-match": second["ETag"]})
    assert team_rows(third.text, table)[1] == "2 Blue Chloé, Dov 1 30"


def test_screen_of_a_league_night_names_the_evening_of_its_teams(client, session):
    other = make.session(make.season(session.season.club, "Friday"))
    nights.join(session, [other.pk], by=None)
    tables = [teams_of(row.season, session=row) for row in (session, other)]
    text = screen(client, session)
    for table, name in zip(tables, ("Saison 2026", "Friday"), strict=True):
        title = text.split(f'id="teams-title{table.pk}"')[1].split("</h2>")[0]
        assert f"<small>{name}</small>" in title


def test_screens_name_members_of_teams_as_the_public_sees_them(client, session):
    Player.objects.filter(name="Bruno").update(visibility=Visibility.HIDDEN)
    table = teams_of(session.season)
    hidden = Player.objects.get(name="Bruno").public_name
    client.force_login(make.user())
    rows = team_rows(screen(client, session, "seasons"), table)
    assert f"Red Ada, {hidden} 0 0" in rows


def test_team_table_without_teams_is_no_panel(client, session):
    TeamTable.objects.create(season=session.season)
    assert "panel-teams" not in screen(client, session, "seasons")
