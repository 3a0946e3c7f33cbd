"""Moving an evening, cancelling it, letting it take place after all; what pages say of it."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from league.models import Match, Presence
from league.operations.seasons import seasons
from league.operations.sessions import session_log
from tests import make
from tests.web.desk import sign_in
from tests.web.markup import one_line

pytestmark = pytest.mark.django_db
CANCELLED = "This evening is cancelled."


@pytest.fixture
def session(client):
    sign_in(client, make.user())
    season = make.season(make.club())
    make.players(season.club)
    tomorrow = timezone.now().replace(microsecond=0) + timedelta(days=1)
    return seasons.open_session(season, starts_at=tomorrow, place="Salle Pascal")


@pytest.fixture
def cancelled(session):
    return seasons.cancel_session(session)


def desk(session, rest=""):
    return f"/en/desk/sessions/{session.pk}/{rest}"


def settings_form(client, session, **changes):
    """Return the form as the page shows it, with changes."""
    page = one_line(client.get(desk(session, "settings/")).text)
    fields = re.findall(r'name="((?:initial-)?(?:starts_at|place))" value="([^"]*)"', page)
    assert len(fields) == 4
    return {**dict(fields), **changes}


def test_an_evening_is_moved_in_the_zone_of_its_club(client, session):
    form = settings_form(client, session, starts_at="2026-12-04T19:30", place="Chez Ada")
    answer = client.post(desk(session, "settings/"), form)
    session.refresh_from_db()
    assert answer["Location"] == desk(session)
    assert session.starts_at == datetime(2026, 12, 4, 18, 30, tzinfo=UTC)
    assert (session.place, session.sequence) == ("Chez Ada", 1)


def test_a_time_that_is_none_is_refused_and_stays_in_its_field(client, session):
    form = settings_form(client, session, starts_at="tomorrow")
    answer = client.post(desk(session, "settings/"), form)
    assert answer.status_code == 422
    assert 'value="tomorrow"' in answer.text


def test_a_concurrent_change_by_another_user_is_kept(client, session):
    form = settings_form(client, session, place="Chez Ada")
    later = session.starts_at + timedelta(hours=1)
    seasons.update_session(session, starts_at=later)
    client.post(desk(session, "settings/"), form)
    session.refresh_from_db()
    assert (session.starts_at, session.place) == (later, "Chez Ada")


def test_an_evening_is_cancelled_and_takes_place_after_all(client, session):
    client.post(desk(session, "cancel/"))
    assert CANCELLED in client.get(desk(session)).text
    client.post(desk(session, "reinstate/"))
    assert CANCELLED not in client.get(desk(session)).text


def test_reason_of_a_cancellation_is_read_everywhere(client, session):
    club, reason = session.season.club, "No heating: <b>see you</b> next week"
    shown = "No heating: &lt;b&gt;see you&lt;/b&gt; next week"
    assert 'name="reason"' in client.get(desk(session, "settings/")).text
    too_long = client.post(desk(session, "cancel/"), {"reason": "x" * 201}, follow=True)
    assert "A reason may have at most 200 characters." in too_long.text
    session.refresh_from_db()
    assert session.cancelled_at is None
    client.post(desk(session, "cancel/"), {"reason": f"  {reason}\n"})
    for page in (desk(session), desk(session, "settings/"), f"/en/sessions/{session.pk}/"):
        assert shown in client.get(page).text, page
    assert "No heating" in client.get(f"/en/clubs/{club.slug}/evenings.ics").text
    log = client.get(f"/en/desk/clubs/{club.slug}/log/")
    assert shown in log.text
    client.post(desk(session, "reinstate/"))
    session.refresh_from_db()
    assert session.cancel_reason == ""


def test_an_evening_with_tables_is_not_cancelled(client, session):
    make.match(session, session.season.club.players.all()[:3])
    assert "it cannot be cancelled" in client.get(desk(session, "settings/")).text
    answer = client.post(desk(session, "cancel/"), follow=True)
    session.refresh_from_db()
    assert "so it cannot be cancelled" in answer.text
    assert session.cancelled_at is None


def test_a_cancelled_evening_accepts_no_check_in_and_no_seating(client, cancelled):
    assert 'id="find"' not in client.get(desk(cancelled)).text
    answer = client.post(desk(cancelled, "here/"), {"name": "Ada"})
    assert answer.status_code == 422
    assert not Presence.objects.exists()
    assert client.get(desk(cancelled, "seat/"))["Location"] == desk(cancelled)
    seats = [player.pk for player in cancelled.season.club.players.all()[:3]]
    form = {"game": "neurotrio", **{f"seat-{at}": pk for at, pk in enumerate(seats)}}
    assert client.post(desk(cancelled, "table/"), form)["Location"] == desk(cancelled)
    assert not Match.objects.exists()


def test_seats_proposed_before_the_evening_was_cancelled_are_refused(client, session):
    seats = [player.pk for player in session.season.club.players.all()[:3]]
    session_log.check_in(session, seats, by=None)
    plan = {"do": "confirm", "game_drawn": "neurotrio", "order_drawn": "random"}
    seasons.cancel_session(session)
    plan["table"] = ",".join(map(str, seats))
    answer = client.post(desk(session, "seat/"), plan, follow=True)
    assert CANCELLED in answer.text
    assert Match.objects.count() == 0


@pytest.mark.parametrize(
    "address",
    [
        "/en/sessions/{session}/",
        "/en/screens/sessions/{session}/",
        "/en/desk/sessions/{session}/",
        "/en/seasons/{season}/",
        "/en/desk/seasons/{season}/",
        "/en/clubs/{club}/search/?q=salle",
        "/en/search/?q=salle",
    ],
)
def test_pages_say_that_an_evening_is_cancelled(client, session, address):
    season = session.season
    address = address.format(session=session.pk, season=season.pk, club=season.club.slug)
    assert "cancelled" not in client.get(address).text
    seasons.cancel_session(session)
    assert "cancelled" in client.get(address).text


def test_a_cancelled_evening_is_no_evening_under_way(client, session):
    seasons.update_session(session, starts_at=timezone.now() - timedelta(minutes=5))
    desks = ["/en/desk/", f"/en/desk/clubs/{session.season.club.slug}/"]
    assert all("No table is playing" in client.get(address).text for address in desks)
    seasons.cancel_session(session)
    assert not any("No table is playing" in client.get(address).text for address in desks)
