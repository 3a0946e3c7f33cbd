"""The clock of an evening on its desk, phones, screens and its public page."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.models import Clock, Role
from league.operations.matches import table_codes
from league.operations.sessions import clocks, session_clock
from league.operations.tournaments.play import sitting_clock
from tests import make
from tests.web.desk import sign_in
from tests.web.markup import one_line

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice):
    season = make.season(make.club())
    return make.match(make.session(season), make.players(season.club))


@pytest.fixture
def session(match):
    return match.session


def desk(session):
    return f"/en/desk/sessions/{session.pk}/"


def do(client, address, **form):
    return one_line(client.post(f"{address}clock/", form, follow=True).text)


def ends(countdown):
    return f'data-ends="{countdown.ends_at.isoformat()[:19]}'


def test_a_started_clock_is_on_all_pages_of_the_evening(client, session, match, alice):
    code = table_codes.renew(match, by=alice)
    pages = [f"/en/sessions/{session.pk}/", f"/en/screens/sessions/{session.pk}/", f"/en/t/{code}/"]
    assert not any("data-ends" in client.get(page).text for page in pages)
    answer = do(client, desk(session), do="start", minutes="40")
    clock = clocks.countdown(Clock.objects.get(session=session))
    assert clock.minutes == 40
    assert ends(clock) in answer
    for page in pages:
        text = client.get(page).text
        assert ends(clock) in text, page
        assert "room/timer.js" in text, page
    do(client, desk(session), do="pause")
    for page in [desk(session), *pages]:
        assert "the clock is stopped" in client.get(page).text, page


def test_parts_that_pages_fetch_have_the_clock_too(client, session, match, alice):
    code = table_codes.renew(match, by=alice)
    parts = [
        f"{desk(session)}parts/",
        f"/en/sessions/{session.pk}/live/",
        f"/en/screens/sessions/{session.pk}/live/",
        f"/en/t/{code}/stand/",
    ]
    tags = [client.get(part).headers["ETag"] for part in parts]
    session_clock.start(session, minutes=40, by=None)
    for part, tag in zip(parts, tags, strict=True):
        answer = client.get(part, headers={"If-None-Match": tag})
        assert answer.status_code == 200, part
        assert "data-ends" in answer.text, part


def test_a_table_has_its_own_clock_at_the_desk(client, session, match, alice):
    code = table_codes.renew(match, by=alice)
    do(client, desk(session), do="start", minutes="40")
    do(client, f"/en/desk/matches/{match.pk}/", do="extra", minutes="5")
    assert "with 5 more minutes" in one_line(client.get(desk(session)).text)
    answer = do(client, f"/en/desk/matches/{match.pk}/", do="start", minutes="20")
    assert "Follow the evening clock" in answer
    own = clocks.of_table(match).countdown
    assert (own.minutes, own.extra_minutes) == (20, 5)
    assert ends(own) in client.get(f"/en/t/{code}/").text
    assert ends(own) in client.get(f"/en/screens/sessions/{session.pk}/").text


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"do": "start", "minutes": "30"}, "The clock is already running."),
        ({"do": "go_on"}, "The clock is already running."),
        ({"do": "pause", "version": "0"}, "Somebody has changed it since you opened it"),
        ({"do": "set", "minutes": ""}, "Enter a number from 1 to 1440."),
        ({"do": "set", "minutes": "9" * 30}, "Enter a number from 1 to 1440."),
        ({"do": "extra", "minutes": "two"}, "Enter a number from 0 to 1440."),
    ],
)
def test_a_refused_action_says_why(client, session, form, words):
    clock = session_clock.start(session, minutes=40, by=None)
    state = clocks.state(clock)
    assert words in do(client, desk(session), **form)
    assert clocks.state(clocks.find(session)) == state


def test_an_unknown_action_is_not_found(client, session):
    assert client.post(f"{desk(session)}clock/", {"do": "fly"}).status_code == 404


def test_only_organisers_change_the_clock(client, session, match):
    sign_in(client, make.member(session.season.club, Role.SCORER, "bob@example.org"))
    for address in (desk(session), f"/en/desk/matches/{match.pk}/"):
        answer = client.post(f"{address}clock/", {"do": "start", "minutes": "40"})
        assert answer.status_code == 403
    assert not Clock.objects.exists()
    session_clock.start(session, minutes=40, by=None)
    text = client.get(desk(session)).text
    assert "data-ends" in text
    assert "Stop clock" not in text


def test_the_clock_is_gone_with_the_evening(client, session, match):
    clock = session_clock.start(session, minutes=40, by=None)
    Clock.objects.update(started_at=timezone.now() - timedelta(days=2))
    session.season.club.edition += 1
    session.season.club.save()
    assert "data-ends" not in client.get(f"/en/sessions/{session.pk}/").text
    assert ends(clocks.countdown(Clock.objects.get(pk=clock.pk))) in client.get(desk(session)).text


def test_the_phone_of_a_tournament_shows_the_clock_of_its_round(client, alice):
    sitting = make.published(make.tournament(minutes=40))
    table = sitting.tables.select_related("match").get(number=1)
    code = table_codes.renew(table.match, by=alice)
    assert "data-ends" not in client.get(f"/en/t/{code}/").text
    sitting = sitting_clock.start(sitting, by=None)
    sitting_clock.set_extra_time(sitting, 1, 5, by=None)
    assert ends(sitting_clock.countdown(sitting, 5)) in client.get(f"/en/t/{code}/").text


def test_the_desk_of_an_evening_in_a_tournament_has_no_clock_of_its_own(client, alice):
    sitting = make.published(make.tournament(minutes=40))
    text = client.get(desk(sitting.session)).text
    assert "Evening clock" not in text
    assert "Clock of table" not in text
