"""“Tonight”: which evenings and tournaments appear to whom, with what they wait for."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.models import Match, Player, Role, Visibility
from league.operations.matches import submissions
from league.operations.people import club_settings
from league.operations.seasons import seasons
from league.operations.sessions import nights, session_log
from league.operations.signups import sheets, sign_ups
from league.operations.tournaments.play import sittings
from league.web.site import tonight_cards
from tests import make
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db


def evening(club, *, hour=12, days=0, season=None, **fields):
    """Open an evening of the club's day, or of a day after it, at the end of an hour."""
    now = timezone.localtime(timezone.now(), ZoneInfo(club.timezone))
    starts_at = now.replace(hour=hour, minute=59, second=59) + timedelta(days=days)
    season = season or make.season(club)
    return seasons.open_session(season, starts_at=starts_at, **fields)


def page(client):
    return client.get("/en/tonight/").text


def buttons(text):
    """Return the words and the target of the button of each card."""
    cards = re.findall(r"<article.*?</article>", text, re.S)
    links = [re.search(r'<a class="button" href="([^"]+)">(.*?)</a>', card, re.S) for card in cards]
    return [(" ".join(link[2].split()), link[1]) if link else None for link in links]


def be_player(client, player):
    """Sign in as somebody who is this player, without a role in the club."""
    user = make.user("bob@example.org")
    Player.objects.filter(pk=player.pk).update(account=user)
    return sign_in(client, user)


def test_a_person_sees_all_clubs_with_the_next_thing_to_do_in_each(client, alice):
    first, second = make.club(alice, "Ardoises"), make.club(alice, "Besace")
    begun = evening(first, place="Back room")
    ada, bruno, chloe = make.players(first)[:3]
    session_log.check_in(begun, [player.pk for player in (ada, bruno, chloe)], by=None)
    match = make.match(begun, [ada, bruno, chloe])
    make.played(match, [0, 7, 3])
    empty = evening(second, hour=13)
    make.match(evening(make.club(make.user("eve@example.org"), "Elsewhere")))
    text = page(client)
    assert buttons(text) == [
        ("Enter round 2 of table 1", f"/en/desk/matches/{match.pk}/rounds/2/"),
        ("Check in players", f"/en/desk/sessions/{empty.pk}/#find"),
    ]
    assert "<b>3</b> here" in text
    assert "<b>1</b> table is playing" in text
    assert "Elsewhere" not in text


def test_a_tournament_is_one_card_that_draws_its_round(client, alice):
    tournament = make.tournament(make.club(alice), here=8, starts_at=timezone.now())
    text = page(client)
    assert f'action="/en/desk/tournaments/{tournament.pk}/draw/"' in text
    assert "Draw round 1" in text
    (draft,) = sittings.draw(tournament, by=None)
    look = f"/en/desk/sittings/{draft.pk}/"
    assert buttons(page(client)) == [("Review round 1 and publish it", look)]
    sittings.publish(sittings.check(draft, by=None), by=None)
    match = draft.tables.get(number=1).match
    assert buttons(page(client)) == [
        ("Enter round 1 of table 1", f"/en/desk/matches/{match.pk}/rounds/1/")
    ]


def test_a_draft_is_a_matter_of_organisers(client):
    club = make.club()
    tournament = make.tournament(club, starts_at=timezone.now())
    sittings.draw(tournament, by=None)
    sign_in(client, make.member(club, Role.SCORER, "bob@example.org"))
    text = page(client)
    assert "Open 2026" in text
    assert buttons(text) == [None]


def test_a_player_sees_their_own_seat_and_no_organiser_buttons(client):
    club = make.club()
    begun = evening(club)
    ada, bruno, chloe = make.players(club)[:3]
    Player.objects.filter(pk=bruno.pk).update(visibility=Visibility.HIDDEN)
    make.match(begun, [ada, bruno, chloe])
    be_player(client, ada)
    text = page(client)
    assert "You sit at table 1" in text
    assert buttons(text) == [None]
    assert chloe.name in text
    assert bruno.name not in text.replace("Bruno’s", "")


def test_a_player_sees_sign_ups_and_remaining_places(client):
    club = make.club()
    sheet = sheets.open_sheet(evening(club, hour=23), capacity=3, by=None)
    ada, bruno, *_ = make.players(club)
    sign_ups.record_answer(sheet, bruno.pk, "yes", by=None, as_organiser=True)
    be_player(client, ada)
    text = page(client)
    assert "<b>1</b> signed up" in text
    assert "2 of 3 places left" in text
    assert buttons(text) == [("Sign up", f"/en/sessions/{sheet.session_id}/sign-up/")]


def test_an_idle_table_is_shown_to_members_who_may_act(client, alice):
    club = make.club(alice)
    begun = evening(club)
    match = make.match(begun, make.players(club)[:3])
    Match.objects.filter(pk=match.pk).update(updated_at=timezone.now() - timedelta(minutes=40))
    words = "1 table has had no round for half an hour"
    assert words in page(client)
    sign_in(client, make.member(club, Role.PLAYER, "bob@example.org"))
    assert words not in page(client)


def test_the_day_is_that_of_the_club():
    west, east = make.club(name="West"), make.club(name="East")
    club_settings.update(west, timezone="America/Los_Angeles")
    club_settings.update(east, timezone="Pacific/Auckland")
    starts_at = datetime(2026, 3, 7, 12, tzinfo=UTC)  # the 7th at 4:00, and the 8th at 1:00
    for club in (west, east):
        seasons.open_session(make.season(club), starts_at=starts_at)
    now = datetime(2026, 3, 7, 10, tzinfo=UTC)  # the 7th at 2:00, and the 7th at 23:00
    rows = tonight_cards.sessions_of_today([west.pk, east.pk], now)
    assert [session.season.club for session, _is_under_way in rows] == [west]


def test_an_evening_that_goes_on_after_midnight_stays(client, alice):
    now = datetime(2026, 3, 8, 1, tzinfo=UTC)
    club = make.club(alice)
    night = seasons.open_session(make.season(club), starts_at=now - timedelta(hours=5))
    assert tonight_cards.sessions_of_today([club.pk], now) == []
    make.match(night, make.players(club)[:3])
    assert tonight_cards.sessions_of_today([club.pk], now) == [(night, True)]


def test_a_day_without_events_shows_the_next_ones(client, alice):
    assert "You don’t belong to a club yet." in page(client)
    club = make.club(alice)
    later = evening(club, days=2)
    text = page(client)
    assert "Nothing is planned for today in your clubs." in text
    assert f'href="/en/sessions/{later.pk}/"' in text


def test_more_tables_and_players_ask_no_more_of_the_database(client, alice):
    club = make.club(alice)
    begun = evening(club)
    people = make.players(club, [f"Player {number}" for number in range(24)])
    session_log.check_in(begun, [person.pk for person in people], by=None)

    def queries():
        with CaptureQueriesContext(connection) as captured:
            page(client)
        return len(captured)

    make.match(begun, people[:4])
    queries()
    few = queries()
    for first in range(4, 24, 4):
        make.match(begun, people[first : first + 4])
    assert queries() == few


def test_the_open_page_gets_only_changes(client, alice):
    club = make.club(alice)
    begun = evening(club)
    answer = client.get("/en/tonight/live/")
    again = client.get("/en/tonight/live/", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304
    match = make.match(begun, make.players(club)[:3])
    submissions.submit(match.pk, make.sheet(0, 7, 3), by=None)
    fresh = client.get("/en/tonight/live/", headers={"If-None-Match": answer["ETag"]})
    assert "Enter round 2 of table 1" in fresh.text


def test_league_night_is_one_card_with_the_next_step_of_each_evening(client, alice):
    club = make.club(alice)
    gold, silver = (
        evening(club, season=make.season(club, name), place="Hall") for name in ("Gold", "Silver")
    )
    evening(club, hour=13, season=make.season(club, "Friday"))
    nights.join(gold, [silver.pk], by=None)
    cards = re.findall(r"<article.*?</article>", page(client), re.S)
    assert len(cards) == 2
    assert re.findall(r"<h3[^>]*>\s*(\w+)", cards[0]) == ["Gold", "Silver"]
    assert "League night" in cards[0]
    assert buttons(page(client))[0] == ("Check in players", f"/en/desk/sessions/{gold.pk}/#find")
    arrivals = {gold: make.players(club), silver: make.players(club, ["Eva", "Finn"])}
    for session, players in arrivals.items():
        session_log.check_in(session, [player.pk for player in players], by=None)
    assert buttons(page(client))[0] == (
        "Seat 6 players", f"/en/desk/nights/{nights_of(club)}/seat/"
    )  # fmt: skip


def nights_of(club):
    return club.nights.get().pk


def test_league_night_is_one_line_of_what_comes(client, alice):
    club = make.club(alice)
    coming = [
        evening(club, days=days, season=make.season(club, f"{name} {days}"))
        for days in (2, 3)
        for name in ("Gold", "Silver")
    ]
    nights.join(coming[0], [coming[1].pk], by=None)
    text = page(client)
    listed = [session.pk for session in coming if f'/en/sessions/{session.pk}/"' in text]
    assert listed == [coming[0].pk, coming[2].pk, coming[3].pk]
