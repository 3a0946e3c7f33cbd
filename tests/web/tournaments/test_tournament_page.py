"""The public page and the screen of a tournament: public names, no drafts, no cookie."""

import re

import pytest

from league.models import Format, Player, Visibility
from league.operations.matches import submissions
from league.operations.people import clubs
from league.operations.tournaments.play import sitting_clock, sittings
from scoring import projection
from tests import make

pytestmark = pytest.mark.django_db
GOES_ON = '<span class="advances">'


@pytest.fixture
def tournament():
    return make.tournament(here=8, sittings_planned=3, minutes=45)


def page(client, tournament, path="tournaments", part=""):
    answer = client.get(f"/en/{path}/{tournament.pk}/{part}")
    assert answer.status_code == 200
    assert not answer.cookies
    return answer.content.decode()


def test_before_publication_the_pages_show_no_seats(client, tournament):
    draft = sittings.draw(tournament, by=None)[0]
    sittings.check(draft, by=None)
    for path in ("tournaments", "screens/tournaments"):
        text = page(client, tournament, path)
        assert "Player 0" not in text
    assert "No seats have been published yet" in page(client, tournament)


def test_the_published_sitting_is_listed_by_table_and_by_name(client, tournament):
    sitting = make.published(tournament)
    text = page(client, tournament)
    assert "Tournament round 1 of 3" in text
    assert "Please take your seats." in text
    for table in sitting.tables.all():
        assert f'href="/en/matches/{table.match_id}/"' in text
    assert text.count("Player 05") == 2, "at the table and in the list by name"
    assert "data-ends" not in text, "the clock does not run yet"


def test_partners_are_proposed_under_public_names(client):
    tournament = make.tournament(here=4, least=4, game="njet", options={"rounds": 1})
    (hidden, *_others) = Player.objects.order_by("pk")
    clubs.update_player(hidden, name="Ada Lovelace", visibility=Visibility.INITIAL)
    make.published(tournament)
    text = page(client, tournament)
    assert "The start player can choose differently." in text
    (teams,) = re.findall(r'<ol class="teams"><li>(.*?)</li></ol>', text)
    assert teams.count(" + ") == 2
    assert "Ada L." in teams


def test_a_round_and_the_end_of_a_table_show_at_once(client, tournament):
    sitting = make.published(tournament)
    page(client, tournament)
    make.finished(sitting, 1)
    text = page(client, tournament)
    assert "1 of 2 tables finished." in text
    assert "<b>22</b>" in text
    make.finished(sitting, 2)
    assert "All tables have finished." in page(client, tournament)


def test_the_clock_runs_stands_and_gives_extra_time(client, tournament):
    sitting = make.published(tournament)
    sitting = sitting_clock.start(sitting, by=None)
    ends = f'data-ends="{sitting_clock.countdown(sitting).ends_at.isoformat()[:16]}'
    for path in ("tournaments", "screens/tournaments"):
        assert ends in page(client, tournament, path)
    sitting_clock.set_extra_time(sitting, 2, 5, by=None)
    assert "+5 min" in page(client, tournament)
    sitting_clock.pause(sitting, by=None)
    text = page(client, tournament)
    assert "the clock is stopped" in text
    assert "45:00" in text or "44:5" in text
    assert "data-ends" not in text


def test_a_knock_out_tells_who_goes_on(client):
    tournament = make.tournament(here=8, format=Format.KNOCK_OUT, go_on=2, least=4)
    make.finished(make.published(tournament))
    assert GOES_ON not in page(client, tournament), "the next round is not published"
    final = make.published(tournament)
    text = page(client, tournament)
    assert "Final" in text
    assert text.count(GOES_ON) == 4 == len(final.tables.get().players)


def test_a_hidden_name_stays_hidden_and_a_script_in_a_name_is_a_name(client, tournament):
    one, other = Player.objects.order_by("pk")[:2]
    one.name, one.visibility = "Ada Lovelace", Visibility.INITIAL
    other.name = "<script>alert('ß')</script>😀"
    one.save()
    other.save()
    make.published(tournament)
    for path in ("tournaments", "screens/tournaments"):
        text = page(client, tournament, path)
        assert "Ada L." in text
        assert "Lovelace" not in text
        assert "<script>alert" not in text
        assert "&lt;script&gt;" in text


def test_members_read_full_names_on_the_page_and_not_on_the_screen(client, tournament):
    one = Player.objects.order_by("pk")[0]
    one.name, one.visibility = "Ada Lovelace", Visibility.INITIAL
    one.save()
    make.published(tournament)
    user = tournament.season.club.memberships.get().user
    client.force_login(user)
    assert "Ada Lovelace" in client.get(f"/en/tournaments/{tournament.pk}/").content.decode()
    assert (
        "Lovelace" not in client.get(f"/en/screens/tournaments/{tournament.pk}/").content.decode()
    )


def test_an_open_page_gets_304_until_a_round_is_entered(client, tournament):
    sitting = make.published(tournament)
    path = f"/en/tournaments/{tournament.pk}/live/"
    tag = client.get(path)["ETag"]
    assert client.get(path, headers={"if-none-match": tag}).status_code == 304
    table = sitting.tables.first()
    submissions.submit(table.match_id, make.sheet(*[7, 5, 3, 1][: len(table.players)]), by=None)
    assert client.get(path, headers={"if-none-match": tag}).status_code == 200


def test_the_standings_of_a_tournament_lead_to_its_plan_and_no_other(client, tournament):
    season = tournament.season_id
    assert f'href="/en/tournaments/{tournament.pk}/"' in page_of(client, season)
    other = make.season(tournament.season.club, name="League")
    assert "/en/tournaments/" not in page_of(client, other.pk)


def page_of(client, season):
    return client.get(f"/en/seasons/{season}/").content.decode()


def test_many_tables_cost_no_more_questions_than_few(client, django_assert_max_num_queries):
    few, many = make.tournament(here=6), make.tournament(make.club(), here=40)
    for tournament in (few, many):
        make.finished(make.published(tournament))
        for table in tournament.season.tables.all():
            projection.refresh(table.pk)
    with django_assert_max_num_queries(15) as queries:
        client.get(f"/en/tournaments/{few.pk}/")
    with django_assert_max_num_queries(len(queries)):
        client.get(f"/en/tournaments/{many.pk}/")


@pytest.mark.parametrize("path", ["tournaments", "tournaments/{}/live", "screens/tournaments"])
def test_a_missing_tournament_is_404(client, path):
    path = path.format(9) if "{}" in path else f"{path}/9"
    assert client.get(f"/en/{path}/").status_code == 404
