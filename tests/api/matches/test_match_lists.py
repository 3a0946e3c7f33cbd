"""Matches of a season, a club and a player, over several sessions."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from league.models import ConfirmationWay, Match, Submission, SubstitutionEffect
from league.operations.matches import submissions
from league.operations.results import disputes, postponements, stopped_matches, substitutions
from league.operations.results.confirmations import Speaker
from tests import make
from tests.api.caller import Caller, caller, problem_codes


def ids(response):
    assert response.status_code == 200, response.content
    return [row["id"] for row in response.json()["results"]]


@pytest.fixture
def listed(world):
    """Return the function that lists the ids of the club's matches."""
    alice = caller(world.owner)
    return lambda query="": ids(alice.get(f"clubs/{world.club.slug}/matches/{query}"))


def test_each_list_has_its_matches(world, alice):
    other_season = make.season(world.club, "Other")
    ada, bruno, chloe, dov = world.players
    later = make.match(make.session(other_season, 9), [bruno, chloe])
    foreign = make.match()
    assert ids(alice.get(f"seasons/{world.season.pk}/matches/")) == [world.match.pk]
    assert ids(alice.get(f"seasons/{other_season.pk}/matches/")) == [later.pk]
    assert ids(alice.get(f"clubs/{world.club.slug}/matches/")) == [world.match.pk, later.pk]
    assert ids(alice.get(f"players/{ada.pk}/matches/")) == [world.match.pk]
    assert ids(alice.get(f"players/{bruno.pk}/matches/")) == [world.match.pk, later.pk]
    assert ids(alice.get(f"players/{dov.pk}/matches/")) == []
    assert foreign.pk not in ids(alice.get(f"clubs/{world.club.slug}/matches/"))


def test_rows_are_like_the_match_itself(world, alice):
    make.played(world.match, [12, 5, 3])
    ended = make.match(world.session, world.players[:3], options={"target": 1})
    make.played(ended, [22, 5, 3])
    for path in (
        f"seasons/{world.season.pk}/matches/",
        f"clubs/{world.club.slug}/matches/",
        f"players/{world.players[0].pk}/matches/",
        f"sessions/{world.session.pk}/matches/",
    ):
        rows = alice.get(path).json()["results"]
        assert rows == [alice.get(f"matches/{row['id']}/").json() for row in rows]
        assert len(rows) == 2


def test_a_player_who_left_a_seat_has_the_match_too(world, alice):
    make.played(world.match, [12, 5, 3])
    ada, _bruno, _chloe, dov = (player.pk for player in world.players)
    substitutions.substitute(
        world.match, leaving=ada, entering=dov, effect=SubstitutionEffect.BOTH, by=None
    )
    for player in (ada, dov):
        assert ids(alice.get(f"players/{player}/matches/")) == [world.match.pk]


def test_a_match_says_where_and_when_it_was(world, alice):
    match = alice.get(f"matches/{world.match.pk}/").json()
    assert match["club"] == world.club.slug
    assert (match["season"], match["session"]) == (world.season.pk, world.session.pk)
    created = datetime.fromisoformat(match["created_at"])
    assert created == world.match.created_at
    assert created.utcoffset() != timedelta(0)  # in the time zone of the club
    assert match["finished_at"] is None


def test_the_page_of_a_match_is_at_its_url(world, alice):
    match = alice.get(f"matches/{world.match.pk}/", Accept_Language="de").json()
    assert match["url"] == f"http://testserver/matches/{world.match.pk}/"
    page = Caller().client.get(match["url"], follow=True, headers={"Accept-Language": "de"})
    assert (page.status_code, page.request["PATH_INFO"]) == (200, f"/de/matches/{world.match.pk}/")


def enter_at(match, moment):
    Submission.objects.filter(match=match).update(submitted_at=moment)


def finished(alice, match):
    text = alice.get(f"matches/{match.pk}/").json()["finished_at"]
    return text and datetime.fromisoformat(text)


def test_a_match_finishes_with_its_last_round_and_a_correction_changes_no_time(world, alice):
    moment = datetime(2026, 10, 1, 20, 30, tzinfo=UTC)
    match = make.match(world.session, world.players[:3], options={"target": 20})
    make.played(match, [12, 5, 3], [12, 5, 3])
    enter_at(match, moment)
    Submission.objects.filter(match=match, number=1).update(submitted_at=moment - timedelta(1))
    assert finished(alice, match) == moment
    submissions.correct(match.pk, 2, make.sheet(12, 5, 4, finisher=0), by=world.scorer)
    assert Match.objects.get(pk=match.pk).result_at > moment + timedelta(1)
    assert finished(alice, match) == moment
    submissions.withdraw(match.pk, 2, by=world.scorer)
    assert finished(alice, match) is None


@pytest.mark.parametrize("end", ["abandon", "stop"])
def test_a_stopped_match_finishes_when_it_was_stopped(world, alice, end):
    make.played(world.match, [12, 5, 3])
    enter_at(world.match, timezone.now() - timedelta(1))
    getattr(stopped_matches, end)(world.match, by=None)
    stopped = Match.objects.get(pk=world.match.pk).stopped_at
    assert finished(alice, world.match) == stopped


def test_a_round_that_ends_the_match_answers_with_its_time(world, alice):
    match = make.match(world.session, world.players[:3], options={"target": 1})
    answer = alice.post(f"matches/{match.pk}/rounds/", make.sheet(22, 5, 3, finisher=0)).json()
    stored = Submission.objects.get(match=match)
    assert datetime.fromisoformat(answer["match"]["finished_at"]) == stored.submitted_at
    assert answer["match"]["club"] == world.club.slug


def test_days_are_those_of_the_club(world, alice, listed):
    """A session at 23:30 UTC is on the next day in Paris."""
    world.session.starts_at = datetime(2026, 10, 5, 23, 30, tzinfo=UTC)
    world.session.save()
    assert listed("?from=2026-10-06") == [world.match.pk]
    assert listed("?from=2026-10-07") == []
    assert listed("?to=2026-10-05") == []
    assert listed("?to=2026-10-06&from=2026-10-06") == [world.match.pk]


def test_matches_by_state(world, listed):
    """Each match is in the lists of the states that its answer shows, and in no others."""
    session, players = world.session, world.players[:3]
    postponed = make.match(session, players)
    tomorrow = timezone.now() + timedelta(1)
    postponements.postpone(postponed, to=tomorrow, reason="", by=None)
    over, disputed = (
        make.played(make.match(session, players, options={"target": 1}), [22, 5, 3])
        for _each in range(2)
    )
    speaker = Speaker(players[0].pk, ConfirmationWay.TABLE)
    disputes.open_dispute(disputed, speaker, reason="No", by=world.owner)
    void = make.match(session, players)
    stopped_matches.abandon(void, by=None)
    assert {
        state: listed(f"?state={state}")
        for state in ("running", "postponed", "over", "disputed", "void")
    } == {
        "running": [world.match.pk],
        "postponed": [postponed.pk],
        "over": [over.pk, disputed.pk],
        "disputed": [disputed.pk],
        "void": [void.pk],
    }


def test_matches_by_game_evidence_table_and_player(world, listed):
    other = make.match(world.session, world.players[2:], table=7)
    make.played(world.match, [12, 5, 3])
    assert listed("?game=neurotrio") == [world.match.pk, other.pk]
    assert listed("?game=njet") == []
    assert listed("?evidence=sheet") == [world.match.pk]
    assert listed("?evidence=final") == []
    assert listed("?table=7") == [other.pk]
    assert listed(f"?player={world.players[3].pk}") == [other.pk]


def test_the_table_of_a_tournament_is_found_by_its_number(world, listed):
    cup = make.tournament(world.club, here=world.players)
    sitting = make.published(cup)
    match = sitting.tables.get().match
    assert match.table_number is None
    assert match.pk in listed(f"?table={match.table}")


def test_the_latest_come_first_on_request(world, listed):
    other = make.match(world.session, world.players[2:])
    assert listed("?ordering=-id") == [other.pk, world.match.pk]
    assert listed("?ordering=-created_at&limit=1") == [other.pk]


@pytest.mark.parametrize(
    ("query", "parameter"),
    [("state=final", "state"), ("from=yesterday", "from"), ("evidence=", "evidence")],
)
def test_an_odd_filter_is_422(world, alice, query, parameter):
    response = alice.get(f"clubs/{world.club.slug}/matches/?{query}")
    assert problem_codes(response) == [("bad_filter", parameter)]


def test_a_called_off_match_is_not_listed(world, alice, listed):
    alice.post(f"matches/{world.match.pk}/call_off/", {})
    assert listed() == []
