"""Corrections that change places, evenings of tomorrow, months that are over."""

from datetime import UTC, date, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from league.models import Message, PlaceCheck, Player, Session, User
from league.operations.matches import submissions
from league.operations.messages import choices, mailing, place_checks, reminders, texts
from league.operations.results import stopped_matches
from league.operations.seasons import seasons
from scoring import projection
from scoring.models import Table
from tests import make
from tests.operations.messages.test_events import kinds, sign_up, words
from tests.outgoing import mails

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(club):
    return make.season(club)


@pytest.fixture
def match(season, people):
    """Return a match that Ada has won."""
    session = make.session(season)
    return make.played(make.match(session, people[:3], options={"target": 1}), [22, 8, 5])


def refresh(season):
    for table in Table.every.filter(season=season):
        projection.refresh(table.pk)


def stored(message):
    return Message.objects.select_related(*texts.RELATED).get(pk=message.pk)


def places(user):
    rows = Message.objects.filter(user=user, kind="place_changed").order_by("pk")
    return [(row.data["before"], row.data["after"]) for row in rows]


def test_a_correction_that_changes_a_place_says_before_and_after(season, match, ada):
    refresh(season)
    submissions.correct(match.pk, 1, make.sheet(3, 8, 22), by=None)
    place_checks.post_due()
    assert kinds(ada) == []  # the page shows the old place still
    refresh(season)
    place_checks.post_due()
    place_checks.post_due()
    assert places(ada) == [(1, 3)]
    assert words(Message.objects.get()).body == "Saison 2026: previously 1st, now 3rd."
    assert not PlaceCheck.objects.exists()


def test_a_correction_names_the_leagues_in_which_the_place_changes(season, match, people, ada):
    make.league(season, "Everyone")
    make.league(season, "Njet", games=[])
    make.league(season, "November", starts_on=date(2026, 11, 1))
    pair = [people[0].pk, people[2].pk]
    make.league(season, "Pair", member_rule="listed", place_rule="members", players=pair)
    refresh(season)
    submissions.correct(match.pk, 1, make.sheet(8, 22, 5), by=None)
    refresh(season)
    place_checks.post_due()
    message = Message.objects.get()
    assert [row["name"] for row in message.data["leagues"]] == ["Everyone", "Njet"]
    assert words(message).body == (
        "Saison 2026: previously 1st, now 2nd. Everyone: previously 1st, now 2nd. "
        "Njet: previously 1st, now 2nd."
    )


def test_a_correction_that_only_a_league_feels_leads_there(season, match, people, ada):
    """Ada keeps her place by the points of the season, and loses it among the others."""
    other = make.match(make.session(season, day=2), people[:3], options={"target": 1})
    make.played(other, [22, 8, 5])
    pages = make.league(season, "First evening", ends_on=date(2026, 10, 1))
    refresh(season)
    submissions.correct(match.pk, 1, make.sheet(8, 9, 5), by=None)
    refresh(season)
    place_checks.post_due()
    message = Message.objects.get(user=ada)
    assert words(message).body == "First evening: previously 1st, now 2nd."
    assert words(message).path == f"en/leagues/{pages.pk}/"


def test_places_wait_for_the_standings_of_leagues(season, match, ada):
    league = make.league(season, "Everyone")
    refresh(season)
    submissions.correct(match.pk, 1, make.sheet(3, 8, 22), by=None)
    for table in season.tables.all():
        projection.refresh(table.pk)
    place_checks.post_due()
    assert kinds(ada) == []
    projection.refresh(Table.every.get(league=league, game="").pk)
    place_checks.post_due()
    assert places(ada) == [(1, 3)]


def test_only_the_correction_counts_whatever_else_happens(season, match, people, ada):
    other = make.match(make.session(season, day=2), people[1:], options={"target": 1})
    submissions.correct(match.pk, 1, make.sheet(5, 8, 22), by=None)
    make.played(other, [22, 8, 5])
    refresh(season)
    place_checks.post_due()
    assert places(ada) == [(1, 3)]


def test_a_correction_that_leaves_the_places_is_no_news(season, match, ada):
    submissions.correct(match.pk, 1, make.sheet(22, 9, 5), by=None)
    submissions.correct(match.pk, 1, make.sheet(22, 9, 5), by=None)  # nothing new
    refresh(season)
    place_checks.post_due()
    assert kinds(ada) == []


def test_the_correcting_user_gets_no_message(season, match, ada):
    submissions.correct(match.pk, 1, make.sheet(5, 8, 22), by=ada)
    refresh(season)
    place_checks.post_due()
    assert kinds(ada) == []


def test_a_result_that_is_taken_away_changes_places_too(season, match, ada):
    submissions.withdraw(match.pk, 1, by=None)
    refresh(season)
    place_checks.post_due()
    assert places(ada) == [(1, None)]


def test_a_first_result_is_no_correction(season, match):
    assert not PlaceCheck.objects.exists()


def test_a_stopped_match_that_goes_on_loses_its_places(season, people, ada):
    running = make.played(make.match(make.session(season), people[:3]), [12, 5, 5])
    stopped_matches.stop(running, by=None)
    stopped_matches.resume(running, by=None)
    refresh(season)
    place_checks.post_due()
    assert places(ada) == [(1, None)]


def paris(day, hour, month=10):
    return datetime(2026, month, day, hour - 2 if month == 10 else hour - 1, tzinfo=UTC)


def test_the_evening_of_tomorrow_is_said_once_to_those_who_come(season, people, ada):
    bruno = make.user("bruno@example.org")
    Player.objects.filter(pk=people[1].pk).update(account=bruno)
    session = make.session(season, day=9)
    sign_up(session, people[0], "maybe")
    sign_up(session, people[1], "no")
    reminders.post_due(paris(8, 17))
    assert not Message.objects.exists()
    for hour in (18, 19):
        reminders.post_due(paris(8, hour))
    assert (kinds(ada), kinds(bruno)) == (["session_tomorrow"], [])
    assert words(Message.objects.get()).body.endswith("please say yes or no.")


def test_a_cancelled_evening_is_not_said(season, people, ada):
    seasons.cancel_session(make.session(season, day=9))
    Message.objects.all().delete()
    reminders.post_due(paris(8, 18))
    assert kinds(ada) == []


def test_a_month_is_summed_up_once(season, match, people, ada):
    refresh(season)
    make.played(make.match(make.session(season, day=20), people[:3]), [12, 5, 5])  # not over
    reminders.post_due(paris(1, 8, month=11))
    assert kinds(ada) == []
    for hour in (9, 10):
        reminders.post_due(paris(1, hour, month=11))
    (message,) = Message.objects.all()
    assert message.user == ada
    assert message.data == {
        "month": "2026-10",
        "evenings": 1,
        "matches": 1,
        "wins": 1,
        "place": 1,
        "leagues": [],
        "best": {"place": 1, "players": 3, "game": "neurotrio", "score": 22},
    }
    assert words(message).body == (
        "Les Ardoises: 1 evening, 1 match, 1 win, 1st in Saison 2026, "
        "best result: 1st of 3 at Neurotrio, score 22."
    )
    reminders.post_due(paris(8, 9, month=11))
    assert Message.objects.count() == 1


def test_a_month_names_the_place_in_each_league(season, match, people, ada):
    pair = {"member_rule": "listed", "place_rule": "members"}
    everyone = make.league(season, "Everyone")
    last_two = make.league(season, "Last", **pair, players=[people[0].pk, people[2].pk])
    make.league(season, "Without Ada", **pair, players=[people[1].pk, people[2].pk])
    make.league(season, "September", starts_on=date(2026, 9, 1), ends_on=date(2026, 9, 30))
    november = date(2026, 11, 1)
    make.league(season, "November", starts_on=november)
    second = make.session(season, day=8)
    make.played(make.match(second, people[1:3], options={"target": 1}), [22, 5])
    make.played(make.match(second, people[1:3], options={"target": 1}), [22, 5])
    refresh(season)
    reminders.post_due(paris(1, 9, month=11))
    message = Message.objects.get(kind="month")
    assert message.data["place"] == 2
    assert message.data["leagues"] == [
        {"id": everyone.pk, "name": "Everyone", "place": 2},
        {"id": last_two.pk, "name": "Last", "place": 1},
    ]
    assert "2nd in Saison 2026, 2nd in Everyone, 1st in Last, best result" in words(message).body
    for language, text in (
        ("fr", "2e place (Saison 2026), 2e place (Everyone), 1re place (Last), "),
        ("de", "2. Platz (Saison 2026), 2. Platz (Everyone), 1. Platz (Last), "),
    ):
        with translation.override(language):
            assert text in texts.describe(stored(message), outside=True).body


def test_the_mail_of_a_month_names_leagues_in_text_and_html(season, match, people, ada, settings):
    settings.EMAIL_URL = "smtp://127.0.0.1:1"
    User.objects.filter(pk=ada.pk).update(language="en")
    choices.update(ada, choices={"month": {"mail": "now"}})
    make.league(season, "Ada & <b>friends</b>")
    refresh(season)
    reminders.post_due(paris(1, 9, month=11))
    mailing.send_due()
    (mail,) = mails()
    assert "1st in Ada & <b>friends</b>" in " ".join(mail.content["text"].split())
    html = " ".join(mail.content["html"].split())
    assert "1st in Ada &amp; &lt;b&gt;friends&lt;/b&gt;" in html


def test_a_league_that_ended_before_the_month_is_not_named(season, match, people, ada):
    early = make.league(season, "Early", ends_on=date(2026, 10, 5))
    late = make.session(season, day=8)
    Session.objects.filter(pk=late.pk).update(starts_at=paris(8, 20, month=11))
    make.played(make.match(late, people[:3], options={"target": 1}), [22, 8, 5])
    refresh(season)
    reminders.post_due(paris(1, 9, month=11))
    reminders.post_due(datetime(2026, 12, 1, 9, tzinfo=UTC))
    october, november = Message.objects.filter(kind="month").order_by("pk")
    assert [row["id"] for row in october.data["leagues"]] == [early.pk]
    assert november.data["leagues"] == []


def test_equal_players_share_their_place_in_a_league_in_a_month(season, people, ada):
    make.league(season, "Everyone")
    session = make.session(season)
    for pair in (people[:2], people[2:4]):
        make.played(make.match(session, pair, options={"target": 1}), [22, 8])
    Player.objects.filter(pk=people[0].pk).update(account=None)
    Player.objects.filter(pk=people[2].pk).update(account=ada)
    refresh(season)
    reminders.post_due(paris(1, 9, month=11))
    data = Message.objects.get(kind="month").data
    assert (data["place"], data["leagues"][0]["place"]) == (1, 1)


def test_a_month_asks_as_often_for_many_leagues_and_players_as_for_few(
    season, match, people, ada, django_assert_num_queries
):
    make.league(season, "Everyone")
    refresh(season)
    now = paris(1, 9, month=11)
    with CaptureQueriesContext(connection) as few:
        reminders.post_due(now)
    Message.objects.all().delete()
    for number, player in enumerate(people[1:3]):
        account = make.user(f"player{number}@example.org")
        Player.objects.filter(pk=player.pk).update(account=account)
    for number in range(5):
        make.league(season, f"League {number}")
    refresh(season)
    with django_assert_num_queries(len(few)):
        reminders.post_due(now)
    assert [len(row.data["leagues"]) for row in Message.objects.filter(kind="month")] == [6] * 3
