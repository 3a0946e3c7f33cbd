"""A correction that waits for a second person."""

from datetime import UTC, datetime

import pytest
from django.utils import timezone

from league.errors import Conflict, Forbidden, Invalid, NotFound, Stale
from league.models import CorrectionProposal, Match, ProposalKind, Role, Season
from league.operations.matches import correction_policy, submissions
from league.operations.results import correction_proposals, stopped_matches
from league.operations.results.correction_proposals import ProposedCorrection
from tests import make

pytestmark = pytest.mark.django_db
BETTER = ProposedCorrection(ProposalKind.ROUND, 2, make.sheet(16, 4, 3))
LAST_ROUND = ProposedCorrection(ProposalKind.WITHDRAWAL, 2)
GO_ON = ProposedCorrection(ProposalKind.RESUMPTION)


@pytest.fixture
def alice():
    return make.user()


@pytest.fixture
def bob():
    return make.user("bob@example.org")


@pytest.fixture
def match(alice):
    season = make.season(make.club(alice), correction_policy="second_person")
    match = make.match(make.session(season), options={"target": 30})
    return make.played(match, [22, 10, 5], [16, 4, 2])


def code(refused):
    return refused.value.problems[0]["code"]


def scores(match):
    return submissions.find(match, 2).scores


def test_a_proposal_counts_once_another_user_approves_it(match, alice, bob):
    proposal = correction_proposals.propose(match, BETTER, by=alice, reason="Misread")
    assert scores(match) == [16, 4, 2], "nothing has changed"
    with pytest.raises(Forbidden):
        correction_proposals.approve(proposal, by=alice)
    approved = correction_proposals.approve(proposal, by=bob)
    assert (approved.state, approved.decided_by) == ("approved", bob)
    row = submissions.find(match, 2)
    assert (row.scores, row.submitted_by, row.reason) == ([16, 4, 3], alice, "Misread")


def test_the_last_round_is_taken_back_and_a_stop_too(match, alice, bob):
    proposal = correction_proposals.propose(match, LAST_ROUND, by=alice, reason="Played twice")
    correction_proposals.approve(proposal, by=bob)
    match = Match.objects.get()
    assert (match.rounds_played, match.over) == (1, False)
    stopped_matches.stop(match, by=alice)
    correction_proposals.approve(correction_proposals.propose(match, GO_ON, by=bob), by=alice)
    assert Match.objects.get().stopped_at is None


def test_the_same_proposal_again_is_one(match, alice):
    first, again = (correction_proposals.propose(match, BETTER, by=alice) for _ in range(2))
    assert first.pk == again.pk
    assert CorrectionProposal.objects.count() == 1


def test_one_proposal_waits_at_a_time_and_names_its_author(match, alice, bob):
    correction_proposals.propose(match, BETTER, by=alice)
    with pytest.raises(Conflict) as refused:
        correction_proposals.propose(match, LAST_ROUND, by=bob)
    assert code(refused) == "proposal_pending"
    assert "Alice" in refused.value.detail


def test_a_closed_proposal_cannot_be_decided_again(match, alice, bob):
    proposal = correction_proposals.propose(match, BETTER, by=alice)
    correction_proposals.reject(proposal, by=bob)
    assert scores(match) == [16, 4, 2]
    for act in (
        correction_proposals.approve,
        correction_proposals.reject,
        correction_proposals.withdraw,
    ):
        with pytest.raises(Conflict) as refused:
            act(proposal, by=bob)
        assert code(refused) == "proposal_closed"


def test_its_author_alone_withdraws_a_proposal(match, alice, bob):
    proposal = correction_proposals.propose(match, BETTER, by=alice)
    with pytest.raises(Forbidden):
        correction_proposals.withdraw(proposal, by=bob)
    assert correction_proposals.withdraw(proposal, by=alice).state == "withdrawn"
    assert not correction_proposals.pending(match).exists()


def test_a_proposal_about_a_result_that_has_changed_is_made_again(match, alice, bob):
    proposal = correction_proposals.propose(match, BETTER, by=alice)
    submissions.correct(match.pk, 1, make.sheet(22, 9, 5), by=bob, approved=True)
    with pytest.raises(Conflict) as refused:
        correction_proposals.approve(proposal, by=bob)
    assert code(refused) == "proposal_outdated"
    assert scores(match) == [16, 4, 2]
    again = correction_proposals.propose(match, BETTER, by=alice)
    proposal.refresh_from_db()
    assert proposal.state == "outdated"
    correction_proposals.approve(again, by=bob)
    assert scores(match) == [16, 4, 3]


def test_a_proposal_from_the_table_is_approved_by_the_maker_of_its_code(match, alice):
    proposal = correction_proposals.propose(match, BETTER, by=alice, at_table=True)
    correction_proposals.approve(proposal, by=alice)
    assert scores(match) == [16, 4, 3]


@pytest.mark.parametrize(
    ("correction", "error"),
    [
        (BETTER._replace(body=make.sheet(16, 4)), Invalid),
        (BETTER._replace(body=make.sheet(16, 4, 2)), Invalid),  # changes nothing
        (BETTER._replace(number=3), NotFound),
        (LAST_ROUND._replace(number=1), Conflict),
        (GO_ON, Conflict),  # it was not stopped
    ],
)
def test_an_illegal_correction_is_refused_as_a_proposal(match, alice, correction, error):
    with pytest.raises(error):
        correction_proposals.propose(match, correction, by=alice)
    assert not CorrectionProposal.objects.exists()
    assert scores(match) == [16, 4, 2]


def test_a_proposal_based_on_an_old_version_is_refused(match, alice):
    submissions.correct(match.pk, 2, make.sheet(16, 4, 1), by=None, approved=True)
    with pytest.raises(Stale):
        correction_proposals.propose(match, BETTER, by=alice, seen_version=1)


def test_a_proposal_without_need_of_approval_is_refused(match, alice):
    Season.objects.update(correction_policy="free")
    with pytest.raises(Conflict) as refused:
        correction_proposals.propose(Match.objects.get(), BETTER, by=alice)
    assert code(refused) == "no_second_person_needed"


def test_a_proposal_is_too_late_once_corrections_are_closed(match, alice, bob, monkeypatch):
    proposal = correction_proposals.propose(match, BETTER, by=alice)
    Season.objects.update(corrections_close_after=1)
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 10, 4, tzinfo=UTC))
    with pytest.raises(Conflict) as refused:
        correction_proposals.approve(proposal, by=bob)
    assert code(refused) == "corrections_closed"


def test_a_lone_organiser_is_known_as_such(match, alice, bob):
    assert not correction_policy.has_second_person(match, alice)
    make.member(match.session.season.club, Role.PLAYER, "pia@example.org")
    assert not correction_policy.has_second_person(match, alice), "players correct nothing"
    make.member(match.session.season.club, Role.SCORER, bob.email)
    assert correction_policy.has_second_person(match, alice)
