"""Pages tell what was stored but may be a mistake."""

from datetime import date

import pytest

from tests import make
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db


def test_evening_at_a_doubtful_time_is_stored_with_a_notice(client):
    alice = sign_in(client, make.user())
    season = make.season(make.club(alice), ends_on=date(2026, 12, 31))
    desk = f"/en/desk/seasons/{season.pk}/"
    make.session(season)
    same = client.post(desk, {"starts_at": "2026-10-01T20:30", "place": ""}, follow=True)
    assert "Another evening of this season starts at nearly the same time" in same.text
    late = client.post(desk, {"starts_at": "2027-01-01T20:30", "place": ""}, follow=True)
    words = "is after the last day of Saison 2026, 31 December 2026."
    assert f"The evening on 1 January 2027 {words}" in late.text
    assert season.sessions.count() == 3
    settings = f"/en/desk/sessions/{season.sessions.first().pk}/settings/"
    moved = client.post(settings, {"starts_at": "2027-01-02T20:30", "place": ""}, follow=True)
    assert f"The evening on 2 January 2027 {words}" in moved.text
    started = client.post(f"{desk}start/", follow=True)
    assert "message" in started.text
    dates = {"first": "2026-12-25T20:00", "every_weeks": "1", "until": "2027-01-08"}
    planned = client.post(f"{desk}series/", {**dates, "do": "create"}, follow=True)
    assert f"The evening on 8 January 2027 {words}" in planned.text


def test_player_at_two_running_tables_is_noticed(client):
    sign_in(client, make.user())
    match = make.match()
    ada, bruno, *_others = (seat.player_id for seat in match.seats.all())
    rules = {"target": 50, "minimums": 12, "duo_trio": "each", "distinct": "hand"}
    named = {f"neurotrio-{name}": value for name, value in rules.items()}
    seats = {"game": "neurotrio", "seat-0": ada, "seat-1": bruno, **named}
    answer = client.post(f"/en/desk/sessions/{match.session_id}/table/", seats, follow=True)
    assert "Ada also sits at table 1." in answer.text
