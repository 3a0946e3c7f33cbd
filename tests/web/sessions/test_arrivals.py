"""The desk of an evening for which players have signed up: who is expected, and who is missing."""

import pytest

from league.models import Presence
from league.operations.sessions import session_log
from tests import make
from tests.web.signups.evenings import begin, evening, say

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("alice")]


@pytest.fixture
def sheet():
    sheet = evening()
    make.players(sheet.club, ["Ada", "Bruno", "Chloé", "Dov"])
    say(sheet, "yes", *sheet.club.players.exclude(name="Dov").order_by("pk"))
    return sheet


def desk(sheet, rest=""):
    return f"/en/desk/sessions/{sheet.session_id}/{rest}"


def present():
    return sorted(stay.player.name for stay in Presence.objects.current().select_related("player"))


def test_expected_players_are_checked_in_one_by_one_or_together(client, sheet):
    page = client.get(desk(sheet))
    assert [player.name for player in page.context["arrivals"].expected] == [
        "Ada",
        "Bruno",
        "Chloé",
    ]
    assert [player.name for player in page.context["candidates"].players] == ["Dov"]
    client.post(desk(sheet, "here/"), {"player": sheet.club.players.get(name="Bruno").pk})
    assert present() == ["Bruno"]
    assert "Check in all 2 players" in client.get(desk(sheet)).text
    client.post(desk(sheet, "here/"), {"do": "expected"})
    assert present() == ["Ada", "Bruno", "Chloé"]
    assert "Expected" not in client.get(desk(sheet)).text


def test_missing_players_are_shown_from_ten_minutes_after_the_start(client, sheet):
    begin(sheet, minutes=9)
    tag = client.get(desk(sheet, "parts/"))["ETag"]
    assert "said yes but" not in client.get(desk(sheet)).text
    begin(sheet, minutes=11)
    assert "3 said yes but are not here" in client.get(desk(sheet)).text
    answer = client.get(desk(sheet, "parts/"), headers={"If-None-Match": tag})
    assert "3 said yes but are not here" in answer.text
    client.post(desk(sheet, "here/"), {"do": "expected"})
    assert "said yes but" not in client.get(desk(sheet)).text


def test_no_player_is_expected_after_the_end_of_the_evening(client, sheet):
    begin(sheet, minutes=60 * 19)
    page = client.get(desk(sheet))
    assert page.context["arrivals"].expected == []
    assert page.context["candidates"].count == 4


def test_all_players_of_the_last_evening_are_checked_in_with_one_click(client, sheet):
    earlier = make.session(sheet.season)
    dov = sheet.club.players.get(name="Dov")
    ada = sheet.club.players.get(name="Ada")
    session_log.check_in(earlier, [dov.pk, ada.pk], by=None)
    assert "from last time" not in client.get(desk(sheet)).text  # days before
    begin(sheet, minutes=-60)
    assert "Check in 2 players from last time" in client.get(desk(sheet)).text
    client.post(desk(sheet, "here/"), {"do": "last_time"})
    assert present() == ["Ada", "Ada", "Dov", "Dov"]  # at both evenings
    assert "from last time" not in client.get(desk(sheet)).text


def test_the_screen_of_a_season_stays_with_the_evening_that_goes_on(client, sheet):
    """Evenings are planned long before: the latest that has begun is shown."""
    tonight = make.session(sheet.season)
    make.match(tonight, sheet.club.players.all()[:3])
    assert "Bruno" in client.get(f"/en/screens/seasons/{sheet.season.pk}/").text


def test_pages_of_a_season_tell_planned_evenings_apart(client, sheet):
    make.session(sheet.season)
    page = client.get(f"/en/desk/seasons/{sheet.season.pk}/")
    assert page.context["planned"].rows == [sheet.session]
    assert page.context["sessions"].count == 1
    assert "planned" in client.get(f"/en/seasons/{sheet.season.pk}/").text
