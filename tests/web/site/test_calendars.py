"""Calendars of clubs, seasons and people, read by two parsers."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from league.models import (
    CalendarAddress,
    Player,
    Role,
    Session,
    SignUp,
    SignUpAnswer,
    SignUpSheet,
    Visibility,
)
from league.operations.calendars import addresses
from league.operations.people import clubs
from league.operations.seasons import seasons
from tests import make
from tests.calendar_reader import ReadCalendar, seconds

pytestmark = pytest.mark.django_db
START = datetime(2026, 12, 3, 19, tzinfo=UTC)
ODD_NAMES = [
    'Les "Ardoises", à l’Est; ici: là\\bas',
    "نادي الألعاب في القاهرة " * 3,
    "🦊" * 40,
    "A\r\nATTENDEE:mailto:x@example.org\nEND:VEVENT",
    "A\x01d\x1ba\ufffe",
]


@pytest.fixture
def season():
    return make.season(make.club(name="Les Ardoises"))


def evening(season, starts_at=START, place="Salle Pascal"):
    return seasons.open_session(season, starts_at=starts_at, place=place)


def calendar(client, path):
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert not answer.cookies
    return ReadCalendar(answer.content)


def of_club(client, club, language="en"):
    return calendar(client, f"/{language}/clubs/{club.slug}/evenings.ics")


def secret_of(user):
    """Return the secret of a new address."""
    return addresses.secret_of(addresses.renew(user))


def of_person(client, user):
    return calendar(client, f"/en/calendars/{secret_of(user)}/evenings.ics")


def sign_up(session, player, answer=SignUpAnswer.YES, *, has_place=True, tournament=None):
    """Store an answer as the sign-ups do."""
    sheet = SignUpSheet.objects.create(
        session=None if tournament else session, tournament=tournament
    )
    is_yes = answer == SignUpAnswer.YES
    return SignUp.objects.create(
        sheet=sheet,
        player=player,
        answer=answer,
        number=1 if is_yes else None,
        has_place=is_yes and has_place,
    )


# --- a club and a season
def test_an_evening_has_its_time_in_the_zone_of_the_club(client, season):
    session = evening(season)
    read = of_club(client, season.club)
    event = read.events[session.pk]
    assert event["DTSTART"].to_ical() == b"20261203T200000"
    assert event["DTSTART"].params["TZID"] == "Europe/Paris"
    assert event["DTEND"].dt - event["DTSTART"].dt == timedelta(hours=4)
    assert [str(zone["TZID"]) for zone in read.first.walk("VTIMEZONE")] == ["Europe/Paris"]
    assert event["SUMMARY"] == "Les Ardoises · Saison 2026"
    assert event["LOCATION"] == "Salle Pascal"
    assert event["URL"] == f"http://testserver/en/sessions/{session.pk}/"
    assert event["STATUS"] == "CONFIRMED"
    assert read.first["X-WR-CALNAME"] == read.first["NAME"] == "Les Ardoises"
    assert read.first["REFRESH-INTERVAL"].dt == timedelta(hours=1)


def test_a_season_has_its_own_evenings_alone(client, season):
    session = evening(season)
    evening(make.season(season.club, name="Saison 2025"))
    read = calendar(client, f"/en/seasons/{season.pk}/evenings.ics")
    assert list(read.events) == [session.pk]
    assert read.first["NAME"] == "Les Ardoises · Saison 2026"


def test_a_moved_evening_keeps_its_identifier_and_counts_the_change(client, season):
    session = evening(season)
    before = of_club(client, season.club).events[session.pk]
    seasons.update_session(session, starts_at=START + timedelta(days=7), place="Chez Ada")
    after = of_club(client, season.club).events[session.pk]
    assert after["UID"] == before["UID"]
    assert (before["SEQUENCE"], after["SEQUENCE"]) == (0, 1)
    assert after["DTSTART"].to_ical() == b"20261210T200000"
    assert after["LOCATION"] == "Chez Ada"
    session.refresh_from_db()
    assert seconds(after["LAST-MODIFIED"].dt) == session.changed_at.replace(microsecond=0)
    assert seconds(before["LAST-MODIFIED"].dt) == session.created_at.replace(microsecond=0)


def test_a_cancelled_evening_stays_and_says_so(client, season):
    session = evening(season)
    seasons.cancel_session(session)
    event = of_club(client, season.club).events[session.pk]
    assert (event["STATUS"], event["SEQUENCE"], event["TRANSP"]) == ("CANCELLED", 1, "TRANSPARENT")
    assert event["SUMMARY"] == "Cancelled: Les Ardoises · Saison 2026"
    seasons.reinstate_session(session)
    event = of_club(client, season.club).events[session.pk]
    assert (event["STATUS"], event["SEQUENCE"], event["TRANSP"]) == ("CONFIRMED", 2, "OPAQUE")


@pytest.mark.parametrize(
    ("start", "local_start", "local_end"),
    [
        # summer time ends at 01:00 UTC on 25 October 2026, and begins on 28 March 2027
        ("2026-10-24T18:00", b"20261024T200000", b"20261025T000000"),
        ("2026-10-24T20:30", b"20261024T223000", b"20261025T023000"),
        ("2026-10-24T21:30", b"20261024T233000", b"20261025T013000Z"),  # 02:30 comes twice
        ("2026-10-24T22:30", b"20261025T003000", b"20261025T033000"),
        ("2027-03-27T22:30", b"20270327T233000", b"20270328T043000"),
    ],
)
def test_an_evening_lasts_four_hours_over_a_change_of_the_clock(
    client, season, start, local_start, local_end
):
    starts_at = datetime.fromisoformat(start).replace(tzinfo=UTC)
    session = evening(season, starts_at)
    event = of_club(client, season.club).events[session.pk]
    assert (event["DTSTART"].to_ical(), event["DTEND"].to_ical()) == (local_start, local_end)
    assert seconds(event["DTEND"].dt) == starts_at + timedelta(hours=4)


@pytest.mark.parametrize("name", ODD_NAMES)
def test_odd_names_stay_what_they_are(client, name):
    season = make.season(make.club(name="Club"))
    session = evening(season)
    type(season.club).objects.update(name=name)
    Session.objects.update(place=name)
    event = of_club(client, season.club).events[session.pk]
    shown = " ".join(name.split()).translate(dict.fromkeys([0x1, 0x1B, 0xFFFE]))
    assert event["LOCATION"] == shown
    assert event["SUMMARY"] == f"{shown} · Saison 2026"


def test_no_player_is_named_to_strangers_or_members(client, season):
    ada = clubs.add_player(season.club, name="Ada Lovelace", visibility=Visibility.FULL)
    session = evening(season)
    sign_up(session, ada)
    client.force_login(make.user())
    for path in (f"clubs/{season.club.slug}", f"seasons/{season.pk}"):
        assert b"Lovelace" not in client.get(f"/en/{path}/evenings.ics").content


def test_calendars_ask_as_often_for_many_evenings_as_for_few(
    client, season, django_assert_max_num_queries
):
    path = f"/en/clubs/{season.club.slug}/evenings.ics"
    evening(season)
    with django_assert_max_num_queries(4) as few:
        calendar(client, path)
    for day in range(5):
        evening(season, START + timedelta(days=day))
    with django_assert_max_num_queries(len(few)):
        assert len(calendar(client, path).events) == 6


def test_an_unchanged_calendar_is_not_sent_again(client, season):
    path = f"/en/clubs/{season.club.slug}/evenings.ics"
    tag = client.get(path)["ETag"]
    again = client.get(path, headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    evening(season)
    assert client.get(path, headers={"if-none-match": tag}).status_code == 200


@pytest.mark.parametrize(
    "path", ["clubs/no/evenings.ics", "seasons/999/evenings.ics", "calendars/x.y/evenings.ics"]
)
def test_a_missing_club_or_season_has_no_calendar(client, path):
    assert client.get(f"/en/{path}").status_code == 404


# --- a person
@pytest.fixture
def ada(season):
    """Return Ada, who signs in, plays in the club and hides her name from strangers."""
    person = make.user("ada@example.org")
    player = clubs.add_player(season.club, name="Ada Lovelace", visibility=Visibility.HIDDEN)
    Player.objects.filter(pk=player.pk).update(account=person)
    player.refresh_from_db()
    return player


@pytest.mark.parametrize(
    ("answer", "has_place", "line", "status", "busy"),
    [
        (SignUpAnswer.YES, True, "You answered yes.", "CONFIRMED", "OPAQUE"),
        (SignUpAnswer.YES, False, "You are on the waiting list.", "TENTATIVE", "OPAQUE"),
        (SignUpAnswer.MAYBE, False, "You answered “perhaps”.", "TENTATIVE", "OPAQUE"),
        (SignUpAnswer.NO, False, "You answered no.", "CONFIRMED", "TRANSPARENT"),
    ],
)
def test_a_person_reads_the_own_answer(client, season, ada, answer, has_place, line, status, busy):
    session, other = evening(season), evening(season)
    sign_up(session, ada, answer, has_place=has_place)
    sign_up(other, make.players(season.club, ["Bruno"])[0])
    events = of_person(client, ada.account).events
    event = events[session.pk]
    assert str(event["DESCRIPTION"]).splitlines()[0] == line
    assert (event["STATUS"], event["TRANSP"]) == (status, busy)
    assert "You" not in events[other.pk].get("DESCRIPTION", "")


def test_an_answer_makes_the_event_newer(client, season, ada):
    session = evening(season)
    stored = sign_up(session, ada)
    later = timezone.now() + timedelta(minutes=5)
    SignUp.objects.filter(pk=stored.pk).update(changed_at=later)
    event = of_person(client, ada.account).events[session.pk]
    assert seconds(event["LAST-MODIFIED"].dt) == later.replace(microsecond=0)


def test_a_person_reads_the_evenings_of_all_own_clubs_and_of_no_other(client, season, ada):
    second, third = make.club(name="Deuxième"), make.club(name="Troisième")
    type(second).objects.filter(pk=second.pk).update(timezone="America/Montreal")
    make.member(second, Role.PLAYER, "ada@example.org")
    mine = [evening(season), evening(make.season(second))]
    evening(make.season(third))
    read = of_person(client, ada.account)
    assert set(read.events) == {session.pk for session in mine}
    zones = {str(zone["TZID"]) for zone in read.first.walk("VTIMEZONE")}
    assert zones == {"Europe/Paris", "America/Montreal"}


def test_a_person_reads_tables_and_entries(client, season, ada):
    session = evening(season)
    make.match(session, [ada, *make.players(season.club, ["Bruno", "Chloé"])])
    others = make.players(season.club, ["Dov", "Élise"])
    tournament = make.tournament(season.club, here=[ada, *others])
    make.published(tournament)
    events = of_person(client, ada.account).events
    assert "You sit at table 1: Neurotrio." in events[session.pk]["DESCRIPTION"]
    played = events[tournament.season.sessions.get().pk]
    assert "You are entered." in played["DESCRIPTION"]
    assert "Tournament round 1: you sit at table" in played["DESCRIPTION"]
    assert played["URL"] == f"http://testserver/en/tournaments/{tournament.pk}/"
    assert not any(name in str(events) for name in ("Lovelace", "Bruno", "Chloé"))


def test_a_guardian_reads_the_answers_of_a_child_under_its_public_name(client, season, ada):
    zoe = clubs.add_player(season.club, name="Zoé Lovelace", visibility=Visibility.INITIAL)
    Player.objects.filter(pk=zoe.pk).update(is_child=True, guardian=ada.account)
    session = evening(season)
    sign_up(session, zoe)
    assert "Zoé L.: You answered yes." in of_person(client, ada.account).events[session.pk].get(
        "DESCRIPTION"
    )


def test_a_calendar_of_a_person_asks_as_often_for_many_evenings(
    client, season, ada, django_assert_max_num_queries
):
    path = f"/en/calendars/{secret_of(ada.account)}/evenings.ics"
    others = make.players(season.club, ["Bruno", "Chloé"])

    def played_evening(day):
        session = evening(season, START + timedelta(days=day))
        sign_up(session, ada)
        make.match(session, [ada, *others])

    played_evening(0)
    with django_assert_max_num_queries(8) as few:
        calendar(client, path)
    for day in range(1, 5):
        played_evening(day)
    with django_assert_max_num_queries(len(few)):
        assert len(calendar(client, path).events) == 5


def test_an_address_ends_when_it_is_renewed_removed_or_its_holder_may_not_act(client, ada):
    def status(secret):
        return client.get(f"/en/calendars/{secret}/evenings.ics").status_code

    first = secret_of(ada.account)
    assert status(first) == 200
    second = secret_of(ada.account)
    assert (status(first), status(second)) == (404, 200)
    assert addresses.secret_of(addresses.find(ada.account)) == second
    type(ada.account).objects.update(is_active=False)
    assert status(second) == 404
    type(ada.account).objects.update(is_active=True)
    addresses.remove(ada.account)
    assert status(second) == 404
    assert addresses.find(ada.account) is None


def test_the_stored_nonce_does_not_open_the_calendar(client, ada):
    addresses.renew(ada.account)
    nonce = CalendarAddress.objects.get().nonce
    assert client.get(f"/en/calendars/{nonce}/evenings.ics").status_code == 404


def test_the_calendar_of_a_person_is_private(client, ada):
    answer = client.get(f"/en/calendars/{secret_of(ada.account)}/evenings.ics")
    assert "private" in answer["Cache-Control"]
    assert answer["X-Robots-Tag"] == "noindex"
