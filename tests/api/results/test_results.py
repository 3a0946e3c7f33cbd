"""Results, as a program meets them: confirmed, disputed, decided, put off; standings without what
is not final."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from league.models import Confirmation, ConfirmationWay, Dispute, Match, Season
from league.operations.people import tokens
from league.operations.results import confirmations
from league.operations.results.confirmations import Speaker
from league.operations.seasons import seasons
from league.operations.tournaments.draw import prechecks
from scoring import projection
from tests import make
from tests.api.caller import Caller, caller, problem_codes

LATER = "2026-12-01T20:30:00+01:00"


@pytest.fixture
def match(world):
    seasons.update(world.season, confirmation="majority")
    content = make.match(world.session, world.players[:3], options={"target": 20})
    return make.played(content, (22, 4, 2), by=world.scorer)


@pytest.fixture
def table(world, match):
    """Return a caller with the token of the phone at the table."""
    return Caller(tokens.make_for_table(match, by=world.owner)[1])


def ok(response, status=200):
    assert response.status_code == status, response.content
    return response.json() if response.content else None


def refused(response, status):
    assert response.status_code == status, response.content
    return problem_codes(response)[0] if response.json()["problems"] else None


def ids(match):
    return [seat.player_id for seat in match.seats.all()]


def at(match, rest=""):
    return f"matches/{match.pk}/{rest}"


def refreshed(season):
    for content in season.tables.all():
        projection.refresh(content.pk)


def test_a_result_says_how_it_stands(match, alice):
    content = ok(alice.get(at(match)))["result"]
    assert content == {
        "state": "entered",
        "marks": ["provisional"],
        "confirmations": [],
        "needed": {"count": 2, "players": ids(match)},
        "due_at": None,
    }
    assert ok(alice.get(f"sessions/{match.session_id}/matches/"))["results"][0]["result"]["state"]


def test_the_table_confirms_for_its_players(match, alice, table):
    path = at(match, "confirmations/")
    one, two, _three = ids(match)
    assert refused(table.post(path, {}), 422) == ("missing_key", "player")
    first = ok(table.post(path, {"player": one}), 201)["result"]
    assert (first["state"], first["needed"]["count"]) == ("entered", 1)
    (confirmation,) = first["confirmations"]
    assert (confirmation["player"]["id"], confirmation["how"]) == (one, "table")
    assert ok(table.post(path, {"player": one}), 201)["result"] == first
    done = table.post(path, {"player": two})
    assert ok(done, 201)["result"]["state"] == "final"
    assert alice.get(at(match))["ETag"] == done["ETag"]
    ok(table.send("DELETE", f"{path}{confirmation['id']}/"), 204)
    assert ok(alice.get(at(match)))["result"]["state"] == "entered"
    assert table.send("DELETE", f"{path}{confirmation['id']}/").status_code == 409


def test_an_organiser_is_a_referee_and_a_table_cannot_take_that_back(match, alice, bob, table):
    content = ok(alice.post(at(match, "confirmations/"), {}), 201)["result"]
    assert (content["state"], content["confirmations"][0]["how"]) == ("final", "referee")
    path = at(match, f"confirmations/{content['confirmations'][0]['id']}/")
    for other in (table, bob):
        assert refused(other.send("DELETE", path), 403) == ("forbidden", "")
    ok(alice.send("DELETE", path), 204)


def test_a_member_at_the_table_confirms_for_himself(world, match, bob):
    one, two, _three = ids(match)
    path = at(match, "confirmations/")
    assert bob.post(path, {}).status_code == 403
    world.club.players.filter(pk=one).update(email="bob@example.org")
    assert bob.post(path, {"player": two}).status_code == 403
    ok(bob.post(path, {}), 201)
    assert Confirmation.objects.get().own  # he had entered it


def test_if_match_and_the_same_key_again(match, alice):
    path, player = at(match, "confirmations/"), {"player": ids(match)[0]}
    seen = alice.get(at(match))["ETag"]
    first = alice.post(path, player, If_Match=seen, Idempotency_Key="k")
    ok(first, 201)
    assert alice.post(path, {"player": ids(match)[1]}, If_Match=seen).status_code == 412
    again = alice.post(path, player, If_Match=seen, Idempotency_Key="k")
    assert (again.json(), again["Idempotent-Replayed"]) == (first.json(), "true")
    assert Confirmation.objects.count() == 1


def test_a_dispute_from_its_opening_to_its_decision(match, alice, bob, table):
    path, two = at(match, "disputes/"), ids(match)[1]
    assert refused(table.post(path, {"player": two, "reason": " "}), 422) == ("blank", "reason")
    made = ok(table.post(path, {"player": two, "reason": "I had 6"}), 201)
    assert (made["player"]["id"], made["decided"], made["withdrawn"]) == (two, None, None)
    assert refused(table.post(path, {"player": two, "reason": "x"}), 409)[0] == "disputed_already"
    assert ok(alice.get(at(match)))["result"]["marks"] == ["provisional", "disputed"]
    one = f"{path}{made['id']}/"
    for other in (bob, table):
        assert other.post(f"{one}decide/", {"outcome": "upheld"}).status_code == 403
    content = refused(alice.post(f"{one}decide/", {"outcome": "corrected"}), 409)
    assert content == ("nothing_corrected", "outcome")
    void = ok(alice.post(f"{one}decide/", {"outcome": "void", "words": "Redo"}))
    assert (void["decided"]["outcome"], void["decided"]["by"]) == ("void", "Alice")
    stands = ok(alice.get(at(match)))
    assert (stands["over"], stands["result"]["marks"]) == (False, ["void"])
    assert refused(alice.send("POST", at(match, "resume/")), 409)[0] == "decided_void"
    assert refused(alice.send("POST", f"{one}withdraw/"), 409)[0] == "dispute_closed"
    assert ok(alice.send("POST", f"{one}reopen/"))["decided"] is None
    assert ok(alice.get(at(match)))["over"]
    assert ok(table.send("POST", f"{one}withdraw/"))["withdrawn"]["at"]
    assert ok(alice.get(f"{path}?open=true"))["results"] == []
    assert len(ok(alice.get(path))["results"]) == 1
    assert alice.send("POST", at(match, "disputes/999/withdraw/")).status_code == 404


def test_a_result_without_need_of_confirmation_refuses_one(world, alice):
    match = make.match(world.session, world.players[:3], options={"target": 20})
    path = at(match, "confirmations/")
    assert refused(alice.post(path, {}), 409) == ("no_result", "")
    make.played(match, (22, 4, 2))
    assert refused(alice.post(path, {}), 409) == ("no_confirmation", "")
    assert ok(alice.get(at(match)))["result"]["state"] == "final"


def test_a_match_is_put_off_and_played(world, alice):
    match = world.match
    content = ok(alice.post(at(match, "postpone/"), {"to": LATER, "reason": "Snow"}))
    assert content["postponed"] == {"to": LATER, "reason": "Snow"}
    assert content["result"]["marks"] == ["postponed"]
    going_on = ok(alice.send("POST", at(match, "go_on/")))
    assert (going_on["postponed"], going_on["result"]["marks"]) == (None, [])
    assert refused(alice.send("POST", at(match, "go_on/")), 409)[0] == "not_postponed"
    assert refused(alice.post(at(match, "postpone/"), {"to": "soon"}), 422)[0] == "not_a_time"


def test_standings_with_and_without_what_is_not_final(world, match, alice):
    other = make.match(world.session, world.players[1:4], options={"target": 20})
    make.played(other, (22, 4, 2))
    ok(alice.post(at(other, "confirmations/"), {}), 201)
    refreshed(world.season)
    path = f"seasons/{world.season.pk}/standings/"
    whole, final = ok(alice.get(path)), ok(alice.get(f"{path}?results=final"))
    ada, bruno, chloe, dov = (player.pk for player in world.players)
    marked = {row["player"]["id"]: row["provisional"] for row in whole["rows"]}
    assert marked == {ada: True, bruno: True, chloe: True, dov: False}
    assert [row["player"]["id"] for row in final["rows"]] == [bruno, chloe, dov]
    assert not any(row["provisional"] for row in final["rows"])
    before = alice.get(path)["ETag"]
    ok(alice.post(at(match, "confirmations/"), {}), 201)
    refreshed(world.season)
    same = alice.get(f"{path}?results=final").content
    assert same == alice.get(path).content
    assert alice.get(path)["ETag"] != before
    assert ada in [row["player"]["id"] for row in ok(alice.get(path))["rows"]]


def test_the_table_of_all_results_counted_anew_is_the_stored_one(world, match, alice, monkeypatch):
    """Nothing is left out, but the rows are counted as if something were."""
    ok(alice.post(at(match, "confirmations/"), {}), 201)
    refreshed(world.season)
    path = f"seasons/{world.season.pk}/standings/"
    stored = alice.get(path).content
    monkeypatch.setattr(
        "league.operations.standings.standings.match_results.provisional_results",
        lambda *_: {0: None},
    )
    assert alice.get(f"{path}?results=final").content == stored


def test_conflicting_query_parameters_are_refused(world, alice):
    path = f"seasons/{world.season.pk}/standings/"
    for query, expected in (
        ("results=all", ("not_a_choice", "results")),
        (f"results=final&since={world.session.pk}", ("not_with_since", "results")),
        ("results=final&limit=2", ("not_with_pages", "results")),
    ):
        assert refused(alice.get(f"{path}?{query}"), 422) == expected
    assert alice.get(f"seasons/{world.season.pk}/standings.csv?results=final").status_code == 200


def test_the_round_that_ends_a_match_tells_when_its_result_is_due(world, match, alice):
    seasons.update(world.season, confirm_after_hours=2)
    other = make.match(world.session, world.players[:3], options={"target": 20})
    content = ok(alice.post(at(other, "rounds/"), make.sheet(22, 4, 2)), 201)["match"]
    assert content == ok(alice.get(at(other)))
    assert (
        content["result"]["due_at"].endswith("+01:00")
        or content["result"]["due_at"][-6:] == "+02:00"
    )


def test_time_alone_confirms_and_changes_the_tags(world, match, alice):
    seasons.update(world.season, confirm_after_hours=2)
    waiting = alice.get(at(match))
    assert waiting.json()["result"]["due_at"] is not None
    long_ago = timezone.now() - timedelta(hours=4)
    Match.objects.filter(pk=match.pk).update(result_at=long_ago)
    done = alice.get(at(match), If_None_Match=waiting["ETag"])
    assert ok(done)["result"]["state"] == "final"
    assert ".due." in done["ETag"]


@pytest.mark.parametrize("query", ["", "?limit=2", "?results=final"])
def test_time_alone_changes_the_tags_of_standings(world, match, alice, monkeypatch, query):
    seasons.update(world.season, confirm_after_hours=2)
    for table in world.season.tables.all():
        projection.refresh(table.pk)
    path = f"seasons/{world.season.pk}/standings/{query}"
    waiting = alice.get(path)
    later = timezone.now() + timedelta(hours=4)
    monkeypatch.setattr("league.operations.matches.match_results.timezone.now", lambda: later)
    confirmed = alice.get(path, If_None_Match=waiting["ETag"])
    assert confirmed.status_code == 200
    assert confirmed.json()["rows"] != waiting.json()["rows"]


def test_a_season_has_its_rule(world, alice):
    path = f"seasons/{world.season.pk}/"
    assert ok(alice.get(path))["confirmation"] == "nobody"
    content = ok(alice.patch(path, {"confirmation": "all", "confirm_after_hours": 48}))
    assert (content["confirmation"], content["confirm_after_hours"]) == ("all", 48)
    assert refused(alice.patch(path, {"confirmation": "some"}), 422)[1] == "confirmation"
    assert refused(alice.patch(path, {"confirm_after_hours": 1441}), 422)[0] == "too_large"
    assert Season.objects.get(pk=world.season.pk).confirmation == "all"


def test_a_draw_waits_for_what_is_disputed_and_hears_of_the_rest(world, alice):
    tournament = make.tournament(world.club, here=8, sittings_planned=3)
    seasons.update(tournament.season, confirmation="one")
    sitting = make.finished(make.published(tournament))
    first, second = (table.match for table in sitting.tables.order_by("number"))
    path = f"tournaments/{tournament.pk}/"

    def listed_disputes():
        content = ok(alice.get(f"{path}precheck/"))["findings"]
        return [
            (finding["code"], finding["blocking"])
            for finding in content
            if finding["code"] != "sit_out"
        ]

    assert listed_disputes() == [("result_unconfirmed", False)] * 2
    confirmations.confirm(second, Speaker(None, ConfirmationWay.REFEREE), by=None)
    dispute = {"reason": "No", "player": ids(first)[0]}
    made = ok(alice.post(at(first, "disputes/"), dispute), 201)
    assert listed_disputes() == [("result_disputed", True)]
    tables = ok(alice.get(f"sittings/{sitting.pk}/"))["tables"]
    assert [table["marks"] for table in tables] == [["provisional", "disputed"], []]
    assert refused(alice.post(f"{path}sittings/", {}), 409)[0] == "result_disputed"
    drawn = ok(alice.post(f"{path}sittings/", {"provisional": True}), 201)["sittings"][0]
    assert drawn["provisional"]
    ok(alice.post(at(first, f"disputes/{made['id']}/decide/"), {"outcome": "void"}))
    assert ("result_disputed", True) not in listed_disputes()


def test_a_postponed_table_is_missing_in_its_own_words(world):
    tournament = make.tournament(world.club, here=4, sittings_planned=3)
    sitting = make.published(tournament)
    match = sitting.tables.get().match
    alice = caller(world.owner)
    ok(alice.post(at(match, "postpone/"), {"to": datetime(2026, 12, 1, tzinfo=UTC).isoformat()}))
    content = [
        finding for finding in prechecks.precheck(tournament) if finding.path.endswith("tables.1")
    ]
    assert [(finding.code, finding.blocking, finding.provisional) for finding in content] == [
        ("postponed", True, True)
    ]
    assert Dispute.objects.count() == 0
