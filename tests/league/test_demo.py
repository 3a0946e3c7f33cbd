"""The demo season is played, checked and counted like any other."""

from collections import Counter
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games import record
from league import demo
from league.models import Club, Match, Submission, User
from league.operations import matches
from scoring.models import Result, Table

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(300)]


def test_the_demo_is_a_whole_plausible_season():
    said = StringIO()
    call_command("demo", stdout=said)
    club = Club.objects.get()
    season = club.seasons.get()
    assert (club.players.count(), season.sessions.count()) == (24, 10)
    assert said.getvalue().count("evening ") == 10

    sizes = Counter(len(match.totals) for match in Match.objects.all())
    assert set(sizes) == {2, 3, 4}
    evidence = Counter(Submission.objects.values_list("evidence", flat=True))
    assert set(evidence) == {"sheet", "final", "transcript"}
    assert Match.objects.filter(over=False).count() == 1

    for match in Match.objects.all():
        verdict = record.check(matches.written(match))
        assert verdict.ok
        assert (list(verdict.totals), verdict.over) == (match.totals, match.over)
    finished = Match.objects.filter(over=True)
    assert Result.objects.live().count() == sum(len(match.totals) for match in finished)
    assert not Table.objects.behind().exists(), "the first page view is complete"

    with pytest.raises(CommandError, match="already here"):
        call_command("demo", stdout=said)
    assert Club.objects.count() == 1


def totals_of_one_evening(seed):
    loaded = demo.load(password="x", seed=seed, evenings=1)
    played = Match.objects.filter(session__season=loaded.season).order_by("id")
    return list(played.values_list("totals", "evidence"))


def test_the_same_seed_plays_the_same_season():
    assert totals_of_one_evening(7) == totals_of_one_evening(7) != totals_of_one_evening(8)


def test_the_demo_organiser_can_sign_in(client):
    demo.load(password="demo pass phrase", evenings=1)
    form = {"username": demo.DEMO_EMAIL, "password": "demo pass phrase"}
    assert client.post("/en/login/", form).status_code == 302
    assert User.objects.get().email == "demo@manche.example"


def test_a_server_gets_a_password_that_nobody_knows(settings):
    settings.EMBEDDED = False
    said = StringIO()
    call_command("demo", stdout=said)
    assert demo.DEMO_PASSWORD not in said.getvalue()
    assert not User.objects.get().check_password(demo.DEMO_PASSWORD)
