"""A correction after the tournament was closed asks first, through every door."""

import pytest

from league.errors import Invalid
from league.models import ConfirmationWay, ProposalKind, Role, Tournament
from league.operations.matches import submissions
from league.operations.results import correction_proposals, disputes
from league.operations.results.confirmations import Speaker
from league.operations.results.correction_proposals import ProposedCorrection
from league.operations.tournaments import tournaments
from tests import make
from tests.api.caller import caller
from tests.made_once import made_once
from tests.web.desk import before_alice, sign_in

pytestmark = pytest.mark.django_db
BETTER = make.sheet(22, 10, 5, 3)


@pytest.fixture
@before_alice
@made_once
def match():
    """Return a match of a tournament that is closed."""
    cup = make.tournament(here=4)
    sitting = make.finished(make.published(cup))
    tournaments.close(cup, by=None)
    return sitting.tables.get().match


def is_closed():
    return Tournament.objects.get().closed_at is not None


@pytest.mark.parametrize("policy", ["free", "reason"])
def test_correction_and_undo_need_a_confirmation(match, policy):
    match.session.season.correction_policy = policy
    match.session.season.save()
    acts = (
        lambda **consent: submissions.correct(match.pk, 1, BETTER, by=None, **consent),
        lambda **consent: submissions.withdraw(match.pk, 1, by=None, **consent),
    )
    for act in acts:
        with pytest.raises(Invalid, match="The tournament is closed") as refused:
            act(reason="Misread")
        assert [problem["code"] for problem in refused.value.problems] == ["tournament_closed"]
    for act in acts:
        act(reason="Misread", confirmed=True)
    assert is_closed()


def test_the_page_of_a_round_asks(client, match):
    page = f"/en/desk/matches/{match.pk}/rounds/1/"
    content = client.get(page).content.decode()
    assert "The tournament is closed. I want to correct this result anyway" in content


def test_the_api_asks_and_stores_once_confirmed(match):
    program, path = caller(make.user()), f"matches/{match.pk}/rounds/1/"
    refused = program.put(path, BETTER)
    assert (refused.status_code, refused.json()["problems"][0]["code"]) == (
        422,
        "tournament_closed",
    )
    assert refused.json()["problems"][0]["path"] == "confirmed"
    stored = program.put(f"{path}?confirmed=true", BETTER)
    assert stored.json()["match"]["totals"] == [22, 10, 5, 3]
    assert is_closed()


def dispute(match):
    """Return a dispute that was opened before the tournament was closed."""
    cup = tournaments.reopen(Tournament.objects.get(), by=None)
    who = Speaker(match.seats.first().player_id, ConfirmationWay.TABLE)
    row = disputes.open_dispute(match, who, reason="I had 10.", by=None)
    tournaments.close(cup, by=None)
    return row


def proposal(match):
    match.session.season.correction_policy = "second_person"
    match.session.season.save()
    bob = make.member(match.session.season.club, Role.SCORER, "bob@example.org")
    correction = ProposedCorrection(ProposalKind.ROUND, 1, BETTER)
    return correction_proposals.propose(match, correction, by=bob)


def test_decisions_and_approvals_need_a_confirmation(match):
    """So do a dispute that takes the result, one that corrects it, and taking that back."""
    opened, waiting = dispute(match), proposal(match)
    with pytest.raises(Invalid, match="The tournament is closed"):
        correction_proposals.approve(waiting, by=make.user())
    correction_proposals.approve(waiting, by=make.user(), confirmed=True)
    match.session.season.correction_policy = "free"
    match.session.season.save()
    acts = [
        lambda **consent: disputes.correct_and_decide(
            opened, {1: [22, 10, 5, 4]}, by=None, **consent
        ),
        lambda **consent: disputes.reopen(opened, by=None, **consent),
        lambda **consent: disputes.decide(opened, outcome="void", by=None, **consent),
        lambda **consent: disputes.reopen(opened, by=None, **consent),
    ]
    for number, act in enumerate(acts):
        if number != 1:  # takes back nothing but words
            with pytest.raises(Invalid, match="The tournament is closed"):
                act()
        act(confirmed=True)
        match.refresh_from_db()
        opened.refresh_from_db()
    assert is_closed()


def test_pages_of_disputes_and_approvals_ask(client, match):
    row, asks = dispute(match), "The tournament is closed. I want to correct this result"
    sign_in(client, make.user())
    page = f"/en/desk/matches/{match.pk}/result/"
    assert asks in client.get(page).text
    form = {"do": "decide", "row": row.pk, "outcome": "void"}
    refused = client.post(page, form)
    assert (refused.status_code, "Confirm that you want" in refused.text) == (422, True)
    assert client.post(page, {**form, "confirmed": "yes"}).status_code == 302
    assert client.post(page, {"do": "reopen", "row": row.pk}).status_code == 422
    form = {"do": "reopen", "row": row.pk, "confirmed": "yes"}
    assert client.post(page, form).status_code == 302
    waiting = proposal(match)
    page = f"/en/desk/matches/{match.pk}/corrections/"
    assert asks in client.get(page).text
    form = {"do": "approve", "row": waiting.pk}
    assert client.post(page, form).status_code == 409
    assert client.post(page, {**form, "confirmed": "yes"}).status_code == 302


def test_the_api_asks_at_decisions_and_approvals(match):
    program, path = caller(make.user()), f"matches/{match.pk}/"
    row, waiting = dispute(match), proposal(match)
    decide = f"{path}disputes/{row.pk}/decide/"
    approve = f"{path}proposals/{waiting.pk}/approve/"
    for address, body in ((approve, {}), (decide, {"outcome": "void"})):
        refused = program.post(address, body)
        assert refused.json()["problems"][0]["code"] == "tournament_closed"
    assert program.post(f"{decide}?confirmed=true", {"outcome": "void"}).status_code == 200
    assert program.post(f"{path}disputes/{row.pk}/reopen/?confirmed=true", {}).status_code == 200
