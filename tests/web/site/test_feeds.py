"""Feeds and the embedded table: always with public names."""

import re
from xml.etree import ElementTree

import pytest

from league.models import Player, Visibility
from league.operations.matches import submissions
from league.operations.people import club_logo, club_settings, clubs
from league.operations.seasons import seasons
from scoring import projection
from tests import make
from tests.made_once import made_once
from tests.operations.people.drawn import picture

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
@made_once
def match():
    """Return a match in which Ada, who is hidden, has beaten Bruno & Co and Chloé."""
    season = make.season(make.club(name="Les Ardoises, à l’Est; ici"))
    ada = clubs.add_player(season.club, name="Ada Lovelace", visibility=Visibility.HIDDEN)
    seated = [ada, *make.players(season.club, ["Bruno & Co", "Chloé"])]
    match = make.played(make.match(make.session(season), seated), *[[22, 5, 6]] * 3)
    refresh(season)
    return match


def refresh(season):
    for table in season.tables.all():
        projection.refresh(table.pk)


def feed(client, path):
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    assert not answer.cookies
    return ElementTree.fromstring(answer.content)


def entries(tree):
    return [
        {child.tag.removeprefix(ATOM): child.text for child in entry}
        for entry in tree.findall(f"{ATOM}entry")
    ]


def test_a_club_tells_its_finished_matches(client, match):
    make.played(make.match(match.session), [2, 5, 6])  # not finished
    club = match.session.season.club
    (entry,) = entries(feed(client, f"/en/clubs/{club.slug}/feed/"))
    ada = match.seats.first().player
    assert entry["title"] == f"Neurotrio: Player {ada.pk}"
    assert entry["summary"] == f"1st Player {ada.pk} 66 · 2nd Chloé 18 · 3rd Bruno & Co 15"
    assert entry["id"] == f"http://testserver/en/matches/{match.pk}/"


def test_a_season_tells_its_standings_once_per_version(client, match):
    season = match.session.season
    path = f"/fr/seasons/{season.pk}/feed/"
    first, second = entries(feed(client, path))
    assert first["summary"].startswith("1er ")
    assert "60 · 2e Chloé 30" in first["summary"]
    assert entries(feed(client, path))[0]["id"] == first["id"]
    submissions.correct(match.pk, 3, make.sheet(22, 6, 5), by=None)
    refresh(season)
    assert entries(feed(client, path))[0]["id"] != first["id"]
    assert second["id"] == f"http://testserver/fr/matches/{match.pk}/"


def test_hidden_names_stay_hidden_even_from_members(client, match):
    season = match.session.season
    client.force_login(make.user())
    for path in (f"clubs/{season.club.slug}/feed/", f"seasons/{season.pk}/feed/"):
        assert "Lovelace" not in client.get(f"/en/{path}").content.decode()
    assert "Lovelace" not in client.get(f"/embed/seasons/{season.pk}/").content.decode()


def test_feeds_ask_as_often_for_many_matches_as_for_few(
    client, match, django_assert_max_num_queries
):
    path = f"/en/seasons/{match.session.season_id}/feed/"
    with django_assert_max_num_queries(20) as before:
        feed(client, path)
    for _ in range(3):
        make.played(make.match(match.session, players(match)), *[[22, 5, 6]] * 3)
    with django_assert_max_num_queries(len(before)):
        assert len(entries(feed(client, path))) == 5


def players(match):
    return [seat.player for seat in match.seats.select_related("player")]


def test_characters_forbidden_in_xml_are_removed(client, match):
    odd = "A\x01d\x1ba\ufffe"
    season = match.session.season
    Player.objects.filter(club=season.club).update(name=odd, visibility=Visibility.FULL)
    seasons.update(season, name=odd)
    club_settings.update(season.club, name=odd)
    tree = feed(client, f"/en/seasons/{season.pk}/feed/")
    assert tree.find(f"{ATOM}title").text == "Ada · Ada"
    assert "1st Ada 66" in [entry["summary"].split(" · ")[0] for entry in entries(tree)]
    feed(client, f"/en/clubs/{season.club.slug}/feed/")


@pytest.mark.parametrize("path", ["clubs/nowhere/feed/", "seasons/999/feed/"])
def test_a_missing_club_or_season_has_no_feed(client, path):
    assert client.get(f"/en/{path}").status_code == 404


def test_an_unchanged_feed_is_not_sent_again(client, match):
    path = f"/en/seasons/{match.session.season_id}/feed/"
    tag = client.get(path)["ETag"]
    again = client.get(path, headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    make.played(make.match(match.session, players(match)), *[[22, 5, 6]] * 3)
    assert client.get(path, headers={"if-none-match": tag}).status_code == 200


# --- embedded
def embedded(client, match, **query):
    answer = client.get(f"/embed/seasons/{match.session.season_id}/", query)
    assert answer.status_code == 200
    return answer


def test_a_table_may_stand_in_any_frame_and_only_it(client, match):
    answer = embedded(client, match)
    assert "X-Frame-Options" not in answer
    policy = answer["Content-Security-Policy"]
    assert "frame-ancestors *" in policy
    assert "default-src 'none'" in policy
    assert not answer.cookies
    page = client.get(f"/en/seasons/{match.session.season_id}/")
    assert page["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]


def test_an_embedded_table_has_no_script_and_leads_out_of_its_frame(client, match):
    text = embedded(client, match).content.decode()
    assert "<script" not in text
    assert text.count("<a ") == text.count('target="_top"') == 4


def test_an_embedded_table_has_the_look_of_its_club(client, match):
    club, before = match.session.season.club, embedded(client, match)
    assert "/colours/" not in before.content.decode()
    club_settings.update(club, main_colour="#7a1f3d", accent_colour="#7a1f3d")
    club_logo.restore(club, picture())
    after = embedded(client, match)
    assert "/colours/7a1f3d-7a1f3d.css" in after.content.decode()
    assert '<img class="club-logo"' in after.content.decode()
    assert after["ETag"] != before["ETag"]


def test_rows_language_theme_and_game_are_as_asked(client, match):
    text = embedded(
        client, match, rows=1, lang="fr", theme="dark", game="neurotrio"
    ).content.decode()
    assert 'lang="fr" data-theme="dark"' in text
    assert text.count("<tr") == 2
    assert "60" in text
    assert f"/fr/seasons/{match.session.season_id}/neurotrio/players/" in text
    assert client.get("/embed/seasons/999/").status_code == 404
    season = match.session.season_id
    assert client.get(f"/embed/seasons/{season}/", {"game": "chess"}).status_code == 404


@pytest.mark.parametrize("rows", ["0", "-5", "x", "²", "1" * 5000, ""])
def test_odd_wishes_get_the_usual_table(client, match, rows):
    text = embedded(client, match, rows=rows, lang="xx", theme="<b>").content.decode()
    assert "<tr>" in text
    assert "<b>&" not in text
    assert "data-theme" not in text


def test_an_embedded_table_is_unchanged_until_its_version_moves(client, match):
    first = embedded(client, match)
    path = f"/embed/seasons/{match.session.season_id}/"
    assert client.get(path, headers={"if-none-match": first["ETag"]}).status_code == 304
    assert embedded(client, match, rows=2)["ETag"] != first["ETag"]


def test_the_season_desk_shows_the_lines_to_copy(client, match):
    client.force_login(make.user())
    season = match.session.season_id
    text = client.get(f"/en/desk/seasons/{season}/").content.decode()
    (address,) = re.findall(r'&lt;iframe src="([^"]*)"', text)
    assert 'style="border:0"' in text, "browsers draw an inset frame otherwise"
    assert address == f"http://testserver/embed/seasons/{season}/?rows=10&amp;amp;lang=fr"
