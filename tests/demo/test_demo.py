"""The demo season is played, checked and counted like any other."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import partial
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games import record
from league.demo import demo_club, demo_sign_ups, demo_tournament
from league.models import Club, Match, Submission, User
from league.operations.matches import matches
from league.operations.sessions import queue_play
from league.operations.signups import access, sheets
from league.operations.tournaments.draw import prechecks
from league.operations.tournaments.play import brackets, sitting_clock, sitting_views
from scoring.models import Result, Table
from tests.api.caller import Caller

NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
pytestmark = [pytest.mark.django_db, pytest.mark.timeout(300)]


def test_the_demo_is_a_whole_plausible_season(client):
    output = StringIO()
    call_command("demo", stdout=output)
    club = Club.objects.get()
    season = club.seasons.get(tournament=None)
    played = season.sessions.filter(matches__isnull=False).distinct()
    assert (club.players.count(), played.count()) == (25, 10)  # one is a guest to come
    assert output.getvalue().count("evening ") == 10

    sizes = Counter(len(match.totals) for match in Match.objects.all())
    assert set(sizes) == {2, 3, 4}
    evidence = Counter(Submission.objects.values_list("evidence", flat=True))
    assert set(evidence) == {"sheet", "final", "transcript"}
    assert Match.objects.filter(over=False, session__season=season).count() == 1

    for match in Match.objects.all():
        verdict = record.check(matches.match_record(match))
        assert verdict.ok
        assert (list(verdict.totals), verdict.over) == (match.totals, match.over)
    finished = Match.objects.filter(over=True)
    assert Result.objects.live().count() == sum(len(match.totals) for match in finished)
    assert not Table.objects.behind().exists(), "the first page view is complete"

    assert season.sessions.count() == demo_club.PLANNED_SESSIONS, "what is certain follows from it"
    assert "Can still win" in client.get(f"/en/seasons/{season.pk}/?columns=all").content.decode()

    with pytest.raises(CommandError, match="already exists"):
        call_command("demo", stdout=output)
    assert Club.objects.count() == 1


def test_the_last_evening_of_the_demo_is_in_queue_play():
    season = demo_club.load(password="x").season
    session = season.sessions.latest("starts_at")
    queue = queue_play.queue_of(session)
    assert [one.place for one in queue.waiting] == [1, 1, 3, 3, 3, 3]
    (table,) = queue.tables
    assert {one.player for one in queue.waiting if one.place == 1} < set(table)


def cup(seed=1, now=NOON):
    loaded = demo_club.load(password="x", seed=seed, sessions=0)
    return demo_tournament.load(loaded, seed=seed, now=now)


def test_the_tournament_of_the_demo_is_in_mid_course(client):
    tournament = cup()
    stands = sitting_views.load_sittings(tournament, hidden=True)
    assert [stand.state for stand in stands] == ["complete", "complete", "running"]
    sizes = [sorted(len(table.players) for table in stand.tables) for stand in stands]
    assert sizes == [[3, 4, 4, 4], [3, 4, 4], [4, 4]]
    running = [table.match.rounds_played for table in stands[-1].tables]
    assert running == [3, 1]
    assert sitting_clock.countdown(stands[-1].sitting).ends_at is not None
    assert all(table.partners for table in stands[-1].tables)
    codes = [finding.code for finding in prechecks.precheck(tournament)]
    assert codes == ["result_missing", "result_missing", "other_sizes"], "six sit at two threes"
    text = client.get(f"/en/tournaments/{tournament.pk}/").content.decode()
    assert text.count('class="stage"') == 3
    assert text.count('class="tile spot playing"') == 2
    assert "data-ends" in text


@pytest.mark.parametrize("now", [NOON, NOON + timedelta(days=5)])  # a Sunday and a Friday
def test_the_next_evening_of_the_demo_is_full(now):
    loaded = demo_club.load(password="x", sessions=0)
    first, *others = demo_sign_ups.load(loaded, seed=1, now=now)
    assert len(others) == demo_sign_ups.EVENINGS - 1
    assert now < first.starts_at <= now + timedelta(days=8)
    assert (first.starts_at.weekday(), first.starts_at.hour) == (4, 20)
    sheet = sheets.find(first)
    coming = sheet.sign_ups.filter(answer="yes")
    assert (coming.filter(has_place=True).count(), coming.count()) == (12, 15)
    assert sheets.why_closed(sheet, now) == ""
    assert access.settings_of(loaded.club).code


@pytest.mark.long
def test_the_same_seed_plays_the_same_tournament():
    def described(tournament):
        return [
            [[(line.player.name, line.score) for line in table.lines] for table in level.tables]
            for level in brackets.bracket(tournament)
        ]

    first = described(cup(3))
    assert described(cup(3, NOON + timedelta(days=5))) == first
    assert described(cup(4)) != first


def totals_of_one_evening(seed):
    loaded = demo_club.load(password="x", seed=seed, sessions=1)
    played = Match.objects.filter(session__season=loaded.season).order_by("id")
    return list(played.values_list("totals", "evidence"))


def test_the_same_seed_plays_the_same_season():
    assert totals_of_one_evening(7) == totals_of_one_evening(7) != totals_of_one_evening(8)


def test_the_demo_organiser_can_sign_in(client):
    demo_club.load(password="demo pass phrase", sessions=1)
    form = {"login": demo_club.DEMO_EMAIL, "password": "demo pass phrase"}
    assert client.post("/en/login/", form).status_code == 302
    assert User.objects.get().email == "demo@manche.example"


def test_a_server_demo_gets_an_unguessable_password(settings, monkeypatch):
    settings.EMBEDDED = False
    monkeypatch.setattr(demo_club, "load", partial(demo_club.load, sessions=0))
    monkeypatch.setattr(demo_tournament, "load", lambda loaded, **_options: None)
    monkeypatch.setattr(demo_sign_ups, "load", lambda loaded, **_options: None)
    output = StringIO()
    call_command("demo", "--token", stdout=output)
    assert demo_club.DEMO_PASSWORD not in output.getvalue()
    token = output.getvalue().split("API token: ")[1].strip()
    assert Caller(token).get("clubs/").json()["results"][0]["name"] == demo_club.CLUB_NAME
    assert not User.objects.get().check_password(demo_club.DEMO_PASSWORD)
