"""Two people decide about one correction at once, with a connection each."""

from functools import partial

import pytest

from league.errors import Conflict
from league.models import CorrectionProposal, ProposalKind
from league.operations.matches import submissions
from league.operations.results import correction_proposals
from league.operations.results.correction_proposals import ProposedCorrection
from tests import make
from tests.apart import MARKS
from tests.operations.tournaments.test_race import at_once

pytestmark = MARKS


@pytest.fixture
def alice():
    return make.user()


@pytest.fixture
def match(alice):
    season = make.season(make.club(alice), correction_policy="second_person")
    match = make.match(make.session(season), options={"target": 30})
    return make.played(match, [22, 10, 5], [16, 4, 2])


@pytest.fixture
def proposal(match, alice):
    return correction_proposals.propose(match, better(3), by=alice)


def better(score):
    return ProposedCorrection(ProposalKind.ROUND, 2, make.sheet(16, 4, score))


def codes(outcomes):
    return [outcome.problems[0]["code"] for outcome in outcomes if isinstance(outcome, Conflict)]


def test_the_second_of_two_concurrent_approvals_is_refused(match, proposal):
    bob, carl = make.user("bob@example.org"), make.user("carl@example.org")
    outcomes = at_once(
        *[partial(correction_proposals.approve, proposal, by=person) for person in (bob, carl)]
    )
    assert codes(outcomes) == ["proposal_closed"]
    assert match.submissions.filter(number=2).count() == 2


def test_a_proposal_is_approved_or_rejected_and_never_both(match, proposal):
    bob = make.user("bob@example.org")
    outcomes = at_once(
        partial(correction_proposals.approve, proposal, by=bob),
        partial(correction_proposals.reject, proposal, by=bob),
    )
    assert codes(outcomes) == ["proposal_closed"]
    proposal.refresh_from_db()
    is_corrected = submissions.find(match, 2).scores == [16, 4, 3]
    assert is_corrected is (proposal.state == "approved")


def test_an_approval_and_another_correction_do_not_mix(match, proposal):
    bob = make.user("bob@example.org")
    outcomes = at_once(
        partial(correction_proposals.approve, proposal, by=bob),
        partial(submissions.correct, match.pk, 1, make.sheet(22, 9, 5), by=bob, approved=True),
    )
    assert codes(outcomes) in ([], ["proposal_outdated"])
    proposal.refresh_from_db()
    is_corrected = submissions.find(match, 2).scores == [16, 4, 3]
    assert is_corrected is (proposal.state == "approved")
    assert submissions.find(match, 1).scores == [22, 9, 5]


def test_a_proposal_that_is_sent_twice_is_one(match, alice):
    outcomes = at_once(*[partial(correction_proposals.propose, match, better(3), by=alice)] * 4)
    assert codes(outcomes) == []
    assert CorrectionProposal.objects.count() == 1


def test_of_two_proposals_one_waits(match, alice):
    outcomes = at_once(
        *[
            partial(correction_proposals.propose, match, better(score), by=alice)
            for score in (1, 3, 5)
        ]
    )
    assert codes(outcomes) == ["proposal_pending"] * 2
    assert CorrectionProposal.objects.count() == 1
