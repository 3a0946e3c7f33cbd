"""What a correction of a result needs, by the policy of its season."""

from datetime import UTC, date, datetime

import pytest
from django.utils import timezone

from league.errors import Conflict, Forbidden, Invalid
from league.models import ConfirmationWay, Match, Membership, Role, Season, Submission
from league.operations.matches import correction_policy, effects, submissions
from league.operations.results import disputes, stopped_matches
from league.operations.results.confirmations import Speaker
from league.operations.seasons import seasons
from league.operations.sessions import undo
from tests import make

pytestmark = pytest.mark.django_db
OVER = ((22, 10, 5), (16, 4, 2))
TO = {"target": 30}
REFEREE = Speaker(None, ConfirmationWay.REFEREE)
BETTER = make.sheet(16, 4, 3)


def world(policy="free", rounds=OVER, **fields):
    season = make.season(make.club(), correction_policy=policy, **fields)
    return make.played(make.match(make.session(season), options=TO), *rounds, by=make.user())


def codes(refused):
    return [problem["code"] for problem in refused.value.problems]


def scores(match, number=2):
    return submissions.find(match, number).scores


@pytest.fixture
def at(monkeypatch):
    """Return a function that sets the time of today."""
    return lambda moment: monkeypatch.setattr(timezone, "now", lambda: moment)


def test_a_season_is_free_at_first():
    match = world()
    submissions.correct(match.pk, 2, BETTER, by=None)
    assert scores(match) == [16, 4, 3]


@pytest.mark.parametrize(
    ("policy", "consent", "code"),
    [
        ("warned", {"confirmed": True}, "correction_needs_confirmation"),
        ("reason", {"reason": "Ada’s “6” was a 3 🙃"}, "reason_required"),
        ("second_person", {"approved": True}, "correction_needs_second_person"),
    ],
)
def test_a_result_is_corrected_only_with_what_the_policy_asks_for(policy, consent, code):
    match = world(policy)
    others = {"reason": " \t", "confirmed": True} | dict.fromkeys(consent, "")
    for act in (
        lambda **consent: submissions.correct(match.pk, 2, BETTER, by=None, **consent),
        lambda **consent: submissions.withdraw(match.pk, 2, by=None, **consent),
    ):
        with pytest.raises((Invalid, Conflict)) as refused:
            act(**others)
        assert codes(refused) == [code]
        assert scores(match) == [16, 4, 2]
    submissions.correct(match.pk, 2, BETTER, by=None, **consent)
    assert scores(match) == [16, 4, 3]
    submissions.withdraw(match.pk, 2, by=None, **consent)
    reasons = Submission.every.filter(match=match, number=2).values_list(
        "withdrawn_reason", flat=True
    )
    assert set(reasons) == {consent.get("reason", "")}


@pytest.mark.parametrize("policy", ["warned", "reason", "second_person"])
def test_rounds_of_a_match_that_is_still_played_are_corrected_freely(policy, at):
    match = world(policy, OVER[:1], corrections_close_after=0)
    at(datetime(2027, 1, 1, tzinfo=UTC))
    submissions.correct(match.pk, 1, make.sheet(22, 10, 6), by=None)
    assert scores(match, 1) == [22, 10, 6]
    submissions.withdraw(match.pk, 1, by=None)
    assert not match.submissions.exists()


@pytest.mark.parametrize("policy", ["warned", "reason", "second_person"])
def test_resubmitting_the_same_round_needs_no_reason(policy):
    match = world(policy)
    submissions.correct(match.pk, 2, make.sheet(*OVER[1]), by=None)
    assert submissions.find(match, 2).version == 1


@pytest.mark.parametrize("policy", ["warned", "reason", "second_person"])
def test_a_preview_needs_no_reason(policy):
    assert effects.correction_effects(world(policy).pk, 2, BETTER, by=None).match.totals[2] == 8


def test_a_stop_with_a_result_is_taken_back_only_with_what_the_policy_asks_for():
    match = world("reason", OVER[:1])
    stopped_matches.stop(match, by=None)
    with pytest.raises(Invalid) as refused:
        stopped_matches.resume(match, by=None)
    assert codes(refused) == ["reason_required"]
    assert not stopped_matches.resume(match, by=None, reason="The hall stays open").over


def test_resuming_a_match_without_a_result_needs_no_confirmation():
    match = world("second_person", OVER[:1])
    stopped_matches.abandon(match, by=None)
    assert stopped_matches.resume(match, by=None).stopped_at is None


@pytest.mark.parametrize(
    ("moment", "is_closed"),
    [
        (datetime(2026, 10, 3, 21, 59, tzinfo=UTC), False),  # in Paris the evening of the last day
        (datetime(2026, 10, 3, 22, 1, tzinfo=UTC), True),
    ],
)
def test_corrections_close_at_midnight_where_the_club_is(at, moment, is_closed):
    match = world(corrections_close_after=2)  # played on 1 October
    at(moment)
    assert correction_policy.correction_terms(match).is_closed is is_closed
    if not is_closed:
        submissions.correct(match.pk, 2, BETTER, by=None)
        return
    for act in (
        lambda: submissions.correct(match.pk, 2, BETTER, by=None, approved=True),
        lambda: submissions.withdraw(match.pk, 2, by=None, approved=True),
        lambda: effects.correction_effects(match.pk, 2, BETTER, by=None),
    ):
        with pytest.raises(Conflict) as refused:
            act()
        assert codes(refused) == ["corrections_closed"]
        assert "3 October 2026" in refused.value.detail


def test_an_evening_after_midnight_is_of_the_day_where_the_club_is():
    match = world(corrections_close_after=2)
    seasons.update_session(match.session, starts_at=datetime(2026, 10, 1, 22, 30, tzinfo=UTC))
    match = Match.objects.select_related("session__season__club").get()
    assert correction_policy.last_day_of_corrections(match) == date(2026, 10, 4)


def test_a_late_dispute_cannot_void_a_result_closed_to_corrections(at):
    match = world(corrections_close_after=2)
    dispute = disputes.open_dispute(match, REFEREE, reason="Late", by=None)
    at(datetime(2026, 11, 1, tzinfo=UTC))
    with pytest.raises(Conflict) as refused:
        disputes.decide(dispute, outcome="void", by=None)
    assert codes(refused) == ["corrections_closed"]
    disputes.decide(dispute, outcome="upheld", by=None)


def test_a_disputing_user_cannot_void_the_result_without_a_second_person():
    match = world("second_person")
    alice, bob = make.user(), make.user("bob@example.org")
    dispute = disputes.open_dispute(match, REFEREE, reason="No", by=alice)
    with pytest.raises(Conflict) as refused:
        disputes.decide(dispute, outcome="void", by=alice)
    assert codes(refused) == ["correction_needs_second_person"]
    disputes.decide(dispute, outcome="void", by=bob)
    match.refresh_from_db()
    assert not match.over


def test_owners_alone_change_how_a_season_is_corrected():
    season = make.season(make.club(), correction_policy="reason")
    organiser = make.member(season.club, Role.ORGANISER, "olga@example.org")
    for change in ({"correction_policy": "free"}, {"corrections_close_after": 3}):
        with pytest.raises(Forbidden):
            seasons.update(season, by=organiser, **change)
    seasons.update(season, by=organiser, name="Automne", correction_policy="reason")
    owner = Membership.objects.get(club=season.club, role=Role.OWNER).user
    seasons.update(season, by=owner, corrections_close_after=3)
    season = Season.objects.get()
    assert (season.correction_policy, season.corrections_close_after) == ("reason", 3)


def test_an_invalid_correction_policy_is_refused():
    season = make.season(make.club())
    for change in ({"correction_policy": "never"}, {"corrections_close_after": 3651}):
        with pytest.raises(Invalid) as refused:
            seasons.update(season, **change)
        assert [problem["path"] for problem in refused.value.problems] == list(change)
    seasons.update(season, corrections_close_after=None)


def test_undoing_is_a_correction_too():
    match = world("reason")
    submissions.correct(match.pk, 2, BETTER, by=None, reason="Misread")
    entries = undo.log_entries(match.session)
    correction = next(entry for entry in entries if entry.kind == undo.CORRECTION)
    with pytest.raises(Invalid) as refused:
        undo.undo(match.session, correction.ref, by=None)
    assert codes(refused) == ["reason_required"]
    undo.undo(match.session, correction.ref, by=None, reason="It was right")
    assert submissions.find(match, 2).reason == "It was right"
    assert scores(match) == [16, 4, 2]
