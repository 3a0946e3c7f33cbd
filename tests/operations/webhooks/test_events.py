"""What is told, when, and what it costs those who have asked for nothing."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from league.errors import Invalid
from league.models import (
    Announcement,
    ConfirmationWay,
    Event,
    EventType,
    SubstitutionEffect,
    Visibility,
)
from league.operations.matches import submissions
from league.operations.people import clubs
from league.operations.results import confirmations, disputes, stopped_matches, substitutions
from league.operations.results.confirmations import Speaker
from league.operations.seasons import seasons
from league.operations.sessions import table_changes
from league.operations.signups import sheets, sign_ups
from league.operations.webhooks import events, outbox, sender, webhooks
from scoring import tasks
from scoring.models import Table
from tests import make
from tests.outgoing import deliveries

pytestmark = pytest.mark.django_db
GUIDE = (Path(settings.BASE_DIR) / "docs" / "webhooks.md").read_text()
EXAMPLES = [json.loads(block) for block in re.findall(r"^```json\n(.*?)^```$", GUIDE, re.S | re.M)]
BEFORE = datetime(2026, 9, 20, tzinfo=UTC)
QUICK = {"target": 20}


@pytest.fixture
def club():
    return make.club()


@pytest.fixture
def webhook(club):
    new_webhook = make.webhook(club)
    club.refresh_from_db()
    return new_webhook


def event_types():
    return [event.type for event in Event.objects.order_by("id")]


def data(event_type):
    return Event.objects.filter(type=event_type).last().data


def a_table(club, options=None):
    session = make.session(make.season(club, games=["neurotrio"]))
    return make.match(session, make.players(club, ["Ada", "Bruno"]), options=options)


def count_again():
    for season in {table.season_id for table in Table.objects.all()}:
        tasks.refresh_season(season)
    events.announce_standings()


def an_evening(club):
    match = a_table(club, QUICK)
    clubs.update_player(match.seats.first().player, name="Ada King", visibility=Visibility.HIDDEN)
    make.played(match, [12, 5], [22, 5])
    submissions.correct(match.pk, 1, make.sheet(13, 5), by=None, reason="misread")
    count_again()


def a_quarrel(club):
    """Play a match with a dispute on another evening, at which everybody confirms."""
    season = make.season(club, "Masters", games=["neurotrio"], confirmation="one")
    one, two = players = make.players(club, ["Chloé", "Dov"])
    session = make.session(season, 2)
    match = make.played(make.match(session, players, options=QUICK), [12, 5])
    stopped_matches.abandon(match, reason="Late", by=None)
    stopped_matches.resume(match, by=None)
    (eve,) = make.players(club, ["Eve"])
    effect = SubstitutionEffect.BOTH
    back = substitutions.substitute(match, leaving=one.pk, entering=eve.pk, effect=effect, by=None)
    substitutions.take_back(back, by=None)
    make.played(match, [12, 5])
    confirmations.confirm(match, Speaker(one.pk, ConfirmationWay.TABLE), by=None)
    confirmations.confirm(match, Speaker(two.pk, ConfirmationWay.TABLE), by=None)
    dispute = disputes.open_dispute(
        match, Speaker(two.pk, ConfirmationWay.TABLE), reason="I had 6.", by=None
    )
    disputes.decide(dispute, outcome="upheld", words="No.", by=None)


def a_list(club):
    """Let two players sign up for one place of an evening, which is moved, cancelled and takes
    place after all."""
    session = make.session(make.season(club, "Winter", games=["neurotrio", "njet"]))
    sheet = sheets.open_sheet(session, capacity=1, by=None)
    one, two = (player.pk for player in make.players(club, ["Eva", "Finn"]))
    for player in (one, two):
        for game in ("neurotrio", "njet"):
            sign_ups.record_answer(sheet, player, "yes", games=[game], by=None, now=BEFORE)
    sign_ups.record_answer(sheet, one, "no", by=None, now=BEFORE)
    seasons.update_session(session, place="Cave")
    seasons.reinstate_session(seasons.cancel_session(session))


def a_merge(club):
    session = make.session(make.season(club, "Spring", games=["neurotrio"]))
    players = make.players(club, ["Gil", "Hal", "Ivo", "Jan"])
    into, source = make.match(session, players[:2]), make.match(session, players[2:])
    table_changes.merge(source, into, by=None)


def shape(value):
    """Return the keys and the kinds of values; null stands for any kind."""
    if isinstance(value, dict):
        return {key: shape(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [shape(value[0])] if value else []
    return type(value).__name__


def test_an_evening_produces_events_in_order(club, webhook):
    an_evening(club)
    assert event_types() == [
        "season.created",
        "session.created",
        "player.created",
        "player.created",
        "match.created",
        "player.updated",
        "round.submitted",
        "round.submitted",
        "match.finished",
        "round.corrected",
        "standings.updated",
        "standings.updated",
    ]


def test_the_guide_shows_every_event_as_it_is_sent(club, webhook):
    outbox.send_test(webhook)
    an_evening(club)
    a_quarrel(club)
    a_list(club)
    a_merge(club)
    events_by_type = {}
    for event in Event.objects.order_by("-id"):
        events_by_type[event.type] = json.loads(outbox.serialize(event))
    assert (
        {example["type"] for example in EXAMPLES}
        == set(events_by_type)
        == {*EventType.values, "webhook.test"}
    )
    for example in EXAMPLES:
        assert shape(example) == shape(events_by_type[example["type"]])


def test_a_dispute_produces_each_event_once(club, webhook):
    a_quarrel(club)
    kinds = [kind for kind in event_types() if kind.startswith("match.")]
    assert kinds == [
        "match.created",
        "match.abandoned",
        "match.resumed",
        "match.substituted",
        "match.substitution_undone",
        "match.finished",
        "match.confirmed",
        "match.disputed",
        "match.decided",
    ]
    decided = data("match.decided")
    assert decided["match"]["version"] == data("match.disputed")["match"]["version"] + 1
    assert decided["dispute"]["outcome"] == "upheld"


def test_the_guide_shows_the_waits():
    rows = re.findall(r"^\| (\d+) \| (\d+) (second|minute|hour)s \|$", GUIDE, re.M)
    unit = {"second": 1, "minute": 60, "hour": 3600}
    waits_in_guide = [(int(number), int(n) * unit[word]) for number, n, word in rows]
    assert waits_in_guide == list(enumerate(sender.WebhookSender.pauses, 2))


def test_events_contain_full_names_but_no_e_mail_addresses(club, webhook):
    clubs.add_player(
        club, name="Zoé <script>", email="zoe@example.org", visibility=Visibility.HIDDEN
    )
    assert data("player.created")["player"]["name"] == "Zoé <script>"
    assert "example.org" not in json.dumps(data("player.created"))


def test_a_correction_that_ends_a_match_is_announced_once(club, webhook):
    match = make.played(a_table(club, QUICK), [12, 5])
    Event.objects.all().delete()
    for _ in range(2):
        submissions.correct(match.pk, 1, make.sheet(22, 5), by=None)
    assert event_types() == ["round.corrected", "match.finished"]
    assert data("match.finished")["match"]["places"] == [1, 2]
    assert data("round.corrected")["round"]["version"] == 2


def test_a_refused_round_produces_no_event(club, webhook):
    match = a_table(club)
    before = event_types()
    with pytest.raises(Invalid):
        submissions.submit(match.pk, make.sheet(17, 5), by=None)
    assert event_types() == before


def test_a_rolled_back_round_produces_no_event(club, webhook):
    match = a_table(club)
    before = event_types()

    @transaction.atomic
    def submit():
        submissions.submit(match.pk, make.sheet(12, 5), by=None)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        submit()
    assert event_types() == before


# --- what it costs


def queries(match):
    with CaptureQueriesContext(connection) as captured:
        submissions.submit(match.pk, make.sheet(12, 5), by=None)
    return [query["sql"] for query in captured]


def test_without_webhooks_a_round_costs_no_question_more(club):
    match = a_table(club)
    query_count = queries(match)
    assert not [sql for sql in query_count if "webhook" in sql.replace('"webhook_events"', "")]
    assert not [sql for sql in query_count if 'FROM "league_club"' in sql]
    assert not Event.objects.exists()


def test_events_without_a_subscriber_are_not_written(club):
    make.webhook(club, events=["player.created"])
    match = a_table(club)
    query_count = queries(match)
    assert not [sql for sql in query_count if "league_event" in sql]
    assert set(event_types()) <= {"player.created"}


@pytest.mark.parametrize("change", ["off", "removed", "other"])
def test_events_of_a_former_subscription_are_not_written(club, webhook, change):
    if change == "removed":
        webhooks.remove(webhook)
    elif change == "off":
        webhooks.update(webhook, enabled=False)
    else:
        webhooks.update(webhook, events=["match.created"])
    club.refresh_from_db()
    make.players(club)
    assert event_types() == []


def test_a_club_gets_only_its_own_events(club, webhook):
    other = make.club(make.user("charlie@example.org"), "Les Autres")
    make.webhook(other)
    an_evening(club)
    an_evening(make.club(make.user("dora@example.org"), "Ohne"))
    assert set(Event.objects.values_list("club", flat=True)) == {club.pk}
    assert set(deliveries().values_list("webhook", flat=True)) == {webhook.pk}


# --- standings


def test_each_version_of_a_table_is_announced_once(club, webhook):
    match = a_table(club, QUICK)
    make.played(match, [22, 5])
    count_again()
    assert event_types().count("standings.updated") == 2
    events.announce_standings()
    assert event_types().count("standings.updated") == 2
    submissions.correct(match.pk, 1, make.sheet(5, 22), by=None)
    count_again()
    assert event_types().count("standings.updated") == 4
    told_of = {row.version for row in Announcement.objects.all()}
    assert told_of == {data("standings.updated")["standings"]["version"]}


def test_tables_of_leagues_are_announced_with_their_league(club, webhook):
    match = a_table(club, QUICK)
    league = make.league(match.session.season)
    make.played(match, [22, 5])
    count_again()
    rows = Event.objects.filter(type="standings.updated").order_by("pk")
    standings = [row.data["standings"] for row in rows]
    assert {(row["season"], row["league"], row["game"]) for row in standings} == {
        (match.session.season_id, of, game)
        for of in (None, league.pk)
        for game in (None, "neurotrio")
    }


def test_tables_counted_before_a_webhook_was_there_are_no_news(club):
    make.played(a_table(club, QUICK), [22, 5])
    count_again()
    make.webhook(club)
    events.announce_standings()
    assert event_types() == []


def test_a_club_without_subscription_gets_no_standings_events(club):
    make.webhook(club, events=["match.created"])
    club.refresh_from_db()
    make.played(a_table(club, QUICK), [22, 5])
    count_again()
    assert event_types() == ["match.created"]
