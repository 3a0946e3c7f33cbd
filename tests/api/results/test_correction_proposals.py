"""The policy of corrections, as a program meets it: confirmed, with a reason, proposed, closed."""

from datetime import UTC, datetime

import pytest
from django.utils import timezone

from league.models import Match, Season
from league.operations.matches import submissions
from league.operations.people import tokens
from league.operations.results import stopped_matches
from league.operations.seasons import seasons
from league.operations.tournaments.play import sittings
from tests import make
from tests.api.caller import Caller, caller, problem_codes

BETTER = make.sheet(22, 4, 3)


@pytest.fixture
def match(world):
    match = make.match(world.session, world.players[:3], options={"target": 20})
    return make.played(match, (22, 4, 2), by=world.scorer)


@pytest.fixture
def alice(world):
    return caller(world.owner)


@pytest.fixture
def bob(world):
    return caller(world.scorer)


def ok(response, status=200):
    assert response.status_code == status, response.content
    return response.json() if response.content else None


def refused(response, status):
    assert response.status_code == status, response.content
    return [code for code, _path in problem_codes(response)]


def policy(world, value, **fields):
    seasons.update(world.season, correction_policy=value, **fields)


def round_of(match):
    return f"matches/{match.pk}/rounds/1/"


def tag(client, match):
    return {"If_Match": client.get(round_of(match))["ETag"]}


def put(client, match, query="", body=BETTER):
    return client.put(round_of(match) + query, body, **tag(client, match))


def proposal_of(match, **fields):
    return {"kind": "round", "number": 1, "round": BETTER, **fields}


@pytest.mark.parametrize(
    ("value", "code", "query"),
    [
        ("warned", "correction_needs_confirmation", "?confirmed=true"),
        ("reason", "reason_required", "?reason=Misread+%F0%9F%99%83"),
    ],
)
def test_a_round_is_corrected_with_what_the_season_asks_for(
    world, match, alice, value, code, query
):
    policy(world, value)
    assert refused(put(alice, match), 422) == [code]
    assert ok(put(alice, match, query))["match"]["totals"] == [22, 4, 3]


def test_an_invalid_flag_does_not_confirm_a_correction(world, match, alice):
    policy(world, "warned")
    assert refused(put(alice, match, "?confirmed=1"), 422) == ["not_a_flag"]


def test_a_stop_is_taken_back_with_what_the_season_asks_for(world, alice):
    policy(world, "reason")
    match = make.played(make.match(world.session, world.players[:3]), (22, 4, 2))
    stopped_matches.stop(match, by=None)
    path = f"matches/{match.pk}/resume/"
    assert refused(alice.post(path, None), 422) == ["reason_required"]
    assert ok(alice.post(f"{path}?reason=They+stay", None))["stopped"] is None


def test_an_undone_round_needs_the_same(world, match, alice):
    policy(world, "reason")
    entries = ok(alice.get(f"sessions/{world.session.pk}/log/"))["results"]
    path = f"sessions/{world.session.pk}/log/{entries[0]['ref']}/undo/"
    assert refused(alice.post(path, {}), 422) == ["reason_required"]
    ok(alice.post(path, {"reason": "Played twice"}))
    assert Match.objects.get(pk=match.pk).rounds_played == 0


def test_a_second_person_approves(world, match, alice, bob):
    policy(world, "second_person")
    assert refused(put(bob, match), 409) == ["correction_needs_second_person"]
    path = f"matches/{match.pk}/proposals/"
    proposal = ok(bob.post(path, proposal_of(match, reason="Misread")), 201)
    assert (proposal["state"], proposal["round"]) == ("pending", BETTER)
    assert ok(alice.get(f"{path}?pending=true"))["results"] == [proposal]
    waiting = ok(alice.get(f"sessions/{world.session.pk}/proposals/"))["results"]
    assert waiting == [proposal]
    approve = f"{path}{proposal['id']}/approve/"
    assert bob.post(approve, None).status_code == 403
    assert ok(alice.post(approve, None))["decided"]["by"] == world.owner.name
    assert refused(alice.post(approve, None), 409) == ["proposal_closed"]
    assert ok(alice.get(round_of(match)))["scores"] == [22, 4, 3]
    assert ok(alice.get(f"sessions/{world.session.pk}/proposals/"))["results"] == []


def test_a_proposal_is_rejected_or_withdrawn(world, match, alice, bob):
    policy(world, "second_person")
    path = f"matches/{match.pk}/proposals/"
    for client, act, state in ((alice, "reject", "rejected"), (bob, "withdraw", "withdrawn")):
        proposal = ok(bob.post(path, proposal_of(match)), 201)
        assert ok(client.post(f"{path}{proposal['id']}/{act}/", None))["state"] == state
    assert ok(alice.get(f"{path}?pending=true"))["results"] == []


def test_a_proposal_of_a_result_that_has_changed_is_outdated(world, match, alice, bob):
    policy(world, "second_person")
    path = f"matches/{match.pk}/proposals/"
    proposal = ok(bob.post(path, proposal_of(match)), 201)
    submissions.correct(match.pk, 1, make.sheet(22, 5, 2), by=None, approved=True)
    assert ok(alice.get(path))["results"][0]["state"] == "outdated"
    approve = f"{path}{proposal['id']}/approve/"
    assert refused(alice.post(approve, None), 409) == ["proposal_outdated"]


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        ({"kind": "round", "number": 1}, ["missing_key"]),
        ({"kind": "withdrawal"}, ["missing_key"]),
        ({"kind": "withdrawal", "number": 1, "round": BETTER}, ["unknown_key"]),
        ({"kind": "resumption", "number": 1}, ["unknown_key"]),
        ({"kind": "round", "number": 1, "round": {}}, ["missing_key"]),
        ({"kind": "round", "number": 1, "round": make.sheet(22, 4, 2)}, ["nothing_changes"]),
        ({"kind": "draw"}, ["not_a_choice"]),
        ({"kind": "withdrawal", "number": 1, "reason": "x" * 201}, ["too_long"]),
    ],
)
def test_an_impossible_proposal_is_refused(world, match, alice, body, codes):
    policy(world, "second_person")
    assert refused(alice.post(f"matches/{match.pk}/proposals/", body), 422)[:1] == codes


def test_scorers_do_not_propose_that_a_stopped_match_goes_on(world, bob):
    policy(world, "second_person")
    match = make.played(make.match(world.session, world.players[:3]), (22, 4, 2))
    stopped_matches.stop(match, by=None)
    response = bob.post(f"matches/{match.pk}/proposals/", {"kind": "resumption"})
    assert response.status_code == 403


def test_a_phone_proposes_and_who_gave_it_the_code_approves(world, match, alice):
    policy(world, "second_person")
    table = Caller(tokens.make_for_table(match, by=world.owner)[1])
    path = f"matches/{match.pk}/proposals/"
    proposal = ok(table.post(path, proposal_of(match)), 201)
    assert proposal["at_table"]
    assert table.post(f"{path}{proposal['id']}/approve/", None).status_code == 403
    ok(alice.post(f"{path}{proposal['id']}/approve/", None))


def test_corrections_close(world, match, alice, monkeypatch):
    policy(world, "free", corrections_close_after=1)
    fields = tag(alice, match)
    later = datetime(2026, 10, 4, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: later)
    response = alice.put(round_of(match), BETTER, **fields)
    assert refused(response, 409) == ["corrections_closed"]
    effects = alice.post(f"{round_of(match)}effects/", BETTER)
    assert refused(effects, 409) == ["corrections_closed"]


def test_the_preview_tells_who_would_go_up_and_who_would_have_sat_elsewhere(world, alice):
    club = world.club
    ladder = make.ladder(
        club, make.players(club, ["Eva", "Finn"]), make.players(club, ["Gil", "Hugo"])
    )
    for division in ladder.periods.get().divisions.all():
        pair = [row.player for row in division.members.order_by("pk")]
        session = make.session(division.season)
        match = make.match(session, pair, options={"target": 1})
        make.played(match, [22, 5])
    effects = ok(alice.post(f"matches/{match.pk}/rounds/1/effects/", make.sheet(5, 22)))
    assert {row["player"]["name"]: row["after"]["level"] for row in effects["promotions"]} == {
        "Gil": 2,
        "Hugo": 1,
    }
    cup = make.tournament(club, here=9, format="swiss", most=3)
    first = make.finished(make.published(cup))
    sittings.draw(cup, by=None)
    match = first.tables.get(number=1).match
    seats = ok(alice.post(f"matches/{match.pk}/rounds/1/effects/", make.sheet(5, 10, 22)))["seats"]
    assert seats["moves"]
    assert all(move["sitting"] == 2 and move["before"] != move["after"] for move in seats["moves"])


def test_owners_alone_change_the_policy(world, alice):
    organiser = caller(world.organiser)
    path = f"seasons/{world.season.pk}/"
    change = {"correction_policy": "reason", "corrections_close_after": 7}
    assert organiser.patch(path, change).status_code == 403
    content = ok(alice.patch(path, change))
    assert {key: content[key] for key in change} == change
    assert refused(alice.patch(path, {"corrections_close_after": 3651}), 422) == ["too_large"]
    ok(alice.patch(path, {"corrections_close_after": None}))
    assert Season.objects.get(pk=world.season.pk).corrections_close_after is None
