"""Tournaments, entrants, sittings and stops, as a program meets them."""

import pytest

from league.models import Match, SittingTable
from league.operations.tournaments.play import sittings
from tests import make
from tests.api.caller import caller, problem_codes
from tests.logged import kinds_of

WHEN = "2026-10-03T14:00:00+02:00"
TARGET = {"options": {"target": 20}, "least": 3}


@pytest.fixture
def cup(world):
    """Return a cup with nine players who are here."""
    return make.tournament(world.club, here=9, name="Coupe")


@pytest.fixture
def sitting(cup):
    return make.published(cup)


def ok(response, status=200):
    assert response.status_code == status, response.content
    return response.json()


def ids(cup):
    return list(cup.entrants.order_by("pk").values_list("player", flat=True))


def seats(content):
    return [[player["id"] for player in table["players"]] for table in content["tables"]]


def drawn(alice, cup, **body):
    return ok(alice.post(f"tournaments/{cup.pk}/sittings/", body), 201)["sittings"][0]


def step(alice, sitting, state, **headers):
    return alice.post(f"sittings/{sitting['id']}/state/", {"state": state}, **headers)


def test_a_tournament_tells_what_it_was_given(world, alice):
    body = {"name": "Open", "starts_at": WHEN, "game": "neurotrio", "format": "knock_out"}
    made = alice.post(f"clubs/{world.club.slug}/tournaments/", {**body, "go_on": 2, **TARGET})
    content = ok(made, 201)
    assert (content["format"], content["go_on"], content["least"], content["most"]) == (
        "knock_out",
        2,
        3,
        4,
    )
    assert made["Location"] == f"/api/v1/tournaments/{content['id']}/"
    answer = alice.get(made["Location"])
    assert (ok(answer), answer["ETag"]) == (content, made["ETag"])
    season = ok(alice.get(f"seasons/{content['season']}/"))
    assert (season["name"], season["games"]) == ("Open", ["neurotrio"])


def test_two_who_change_it_at_once_hear_of_each_other(alice, cup):
    path = f"tournaments/{cup.pk}/"
    seen = alice.get(path)["ETag"]
    assert ok(alice.patch(path, {"minutes": 30}, If_Match=seen))["minutes"] == 30
    late = alice.patch(path, {"minutes": 40}, If_Match=seen)
    assert (late.status_code, late.json()["current"]["minutes"]) == (412, 30)


def test_it_is_closed_and_reopened(alice, cup):
    path = f"tournaments/{cup.pk}/"
    assert ok(alice.patch(path, {"closed": True}))["closed_at"]
    assert alice.patch(path, {"minutes": 30}).status_code == 409
    assert alice.post(f"tournaments/{cup.pk}/sittings/", {}).status_code == 409
    assert ok(alice.patch(path, {"closed": False, "minutes": 30}))["minutes"] == 30


def test_names_with_script_in_them_are_names(world, alice):
    name = "<script>alert(1)</script>"
    body = {"name": name, "starts_at": WHEN, "game": "neurotrio"}
    assert ok(alice.post(f"clubs/{world.club.slug}/tournaments/", body), 201)["name"] == name


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"game": "chess"}, ("unknown_game", "game")),
        ({"least": "3"}, ("not_an_integer", "least")),
        ({"format": "lottery"}, ("unknown_choice", "format")),
        ({"rules": ["luck"]}, ("unknown_choice", "rules.0")),
        ({"least": -1}, ("bad_number_of_players", "least")),
        ({"most": 10**9}, ("bad_number_of_players", "most")),
        ({"preferred": [99]}, ("bad_size", "preferred.0")),
        ({"minutes": 10**12}, ("out_of_range", "minutes")),
        ({"options": {"target": "x"}}, ("not_an_integer", "options.target")),
        ({"finalists": 4}, ("bad_finalists", "sittings_planned")),
        ({"version": 2}, ("unknown_key", "version")),
    ],
)
def test_an_impossible_tournament_is_422(world, alice, body, problem):
    whole = {"name": "Open", "starts_at": WHEN, "game": "neurotrio", **body}
    answer = alice.post(f"clubs/{world.club.slug}/tournaments/", whole)
    assert answer.status_code == 422
    assert problem[1] in [path for _code, path in problem_codes(answer)]
    assert ok(alice.get(f"clubs/{world.club.slug}/tournaments/"))["results"] == []


def test_partners_are_proposed_by_ids(world, alice):
    cup = make.tournament(world.club, here=4, least=4, game="njet", options={"rounds": 2})
    (table,) = drawn(alice, cup)["tables"]
    assert [len(teams) for teams in table["partners"]] == [2, 2]
    seated = sorted(player["id"] for player in table["players"])
    for teams in table["partners"]:
        assert sorted(player for team in teams for player in team) == seated
    content = ok(alice.get(f"sittings/{cup.sittings.get().pk}/plan/"))
    assert content["request"]["partners"] == {"rounds": 2, "history": []}
    assert len(content["plan"]["rounds"][0]["partners"][0]) == 2


def test_drafts_are_for_organisers(world, alice, cup):
    draft = drawn(alice, cup)
    scorer = caller(world.scorer)
    assert ok(scorer.get(f"tournaments/{cup.pk}/sittings/"))["results"] == []
    assert scorer.get(f"sittings/{draft['id']}/").status_code == 404
    assert scorer.get(f"sittings/{draft['id']}/plan/").status_code == 404
    assert ok(scorer.get(f"tournaments/{cup.pk}/bracket/"))["levels"] == []
    for state in ("checked", "published"):
        ok(step(alice, draft, state))
    assert ok(scorer.get(f"sittings/{draft['id']}/"))["state"] == "published"
    assert len(ok(scorer.get(f"tournaments/{cup.pk}/sittings/"))["results"]) == 1


def test_a_sitting_goes_forwards_and_back(alice, cup):
    draft = drawn(alice, cup)
    for state in ("checked", "published", "running", "published", "checked", "draft", "checked"):
        assert ok(step(alice, draft, state))["state"] == state
    assert problem_codes(step(alice, draft, "running")) == [("wrong_state", "state")]
    assert problem_codes(step(alice, draft, "done")) == [("not_a_choice", "state")]
    assert alice.send("DELETE", f"sittings/{draft['id']}/").status_code == 204
    assert alice.get(f"sittings/{draft['id']}/").status_code == 404


def test_a_refused_step_names_the_states_that_are_possible(alice, cup):
    draft = drawn(alice, cup)
    refused = step(alice, draft, "running").json()
    assert refused["detail"].endswith("Possible now: checked.")
    ok(step(alice, draft, "checked"))
    refused = step(alice, draft, "running").json()
    assert refused["detail"].endswith("Possible now: draft, published.")
    hidden = alice.post(f"sittings/{draft['id']}/withdraw/", {"hide_from": ["public"]}).json()
    assert hidden["detail"].endswith("Its state must be: published, running, locked.")


def test_the_second_of_two_publications_is_refused(alice, cup):
    draft = drawn(alice, cup)
    seen = ok(step(alice, draft, "checked")) and alice.get(f"sittings/{draft['id']}/")["ETag"]
    assert step(alice, draft, "published", If_Match=seen).status_code == 200
    assert step(alice, draft, "published", If_Match=seen).status_code == 412
    assert step(alice, draft, "published").status_code == 409
    assert SittingTable.objects.exclude(match=None).count() == 3
    assert Match.every.filter(sitting_table__isnull=False).count() == 3


def test_the_same_draw_sent_twice_is_one(alice, cup):
    path, body = f"tournaments/{cup.pk}/sittings/", {"seed": "a"}
    first = alice.post(path, body, Idempotency_Key="draw-1")
    again = alice.post(path, body, Idempotency_Key="draw-1")
    assert (first.json(), again.status_code) == (again.json(), 201)
    assert problem_codes(alice.post(path, body)) == [("draft_waiting", "sittings.1")]


def test_a_draw_tells_what_is_missing_and_is_marked(alice, cup, sitting):
    path = f"tournaments/{cup.pk}/sittings/"
    missing = [("result_missing", f"sittings.1.tables.{number}") for number in (1, 2, 3)]
    assert problem_codes(alice.post(path, {})) == missing
    content = ok(alice.get(f"tournaments/{cup.pk}/precheck/"))["findings"]
    assert [(finding["code"], finding["path"]) for finding in content] == missing
    assert all(finding["blocking"] and finding["provisional"] for finding in content)
    draft = drawn(alice, cup, provisional=True)
    assert draft["provisional"]
    assert "table 1 of round 1" in draft["note"]


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"mode": "script"}, ("not_a_choice", "mode")),
        ({"rules": ["luck"]}, ("not_a_choice", "rules.0")),
        ({"rules": ["sit_out", "sit_out"]}, ("unknown_choice", "rules.1")),
        ({"session": 999}, ("unknown_session", "session")),
        ({"seed": "x" * 65}, ("too_long", "seed")),
        ({"provisional": 1}, ("not_a_flag", "provisional")),
    ],
)
def test_a_draw_that_cannot_be_is_422(alice, cup, body, problem):
    answer = alice.post(f"tournaments/{cup.pk}/sittings/", body)
    assert (answer.status_code, problem_codes(answer)) == (422, [problem])


def test_the_evening_of_another_season_is_none_of_a_tournament(world, alice, cup):
    answer = alice.post(f"tournaments/{cup.pk}/sittings/", {"session": world.session.pk})
    assert problem_codes(answer) == [("unknown_session", "session")]


@pytest.mark.parametrize(
    "mode", ["social", "swiss", "season", "random", "snake", "interval", "king"]
)
def test_every_way_to_draw_can_be_asked_for(alice, cup, mode):
    draft = drawn(alice, cup, mode=mode)
    assert sorted(sum(seats(draft), [])) == sorted(ids(cup))  # noqa: RUF017


def test_the_plan_of_a_sitting_says_why(alice, cup):
    draft = drawn(alice, cup)
    plan = ok(alice.get(f"sittings/{draft['id']}/plan/"))
    assert plan["request"]["players"] == [str(player) for player in ids(cup)]
    assert plan["plan"]["status"] in {"optimal", "feasible"}
    assert len(plan["explanation"]["tables"]) == 3
    assert plan["findings"] == []
    ok(alice.post(f"tournaments/{cup.pk}/drop_out/", {"players": ids(cup)[:1]}))
    plan = ok(alice.get(f"sittings/{draft['id']}/plan/"))
    assert [finding["code"] for finding in plan["findings"]] == ["players_changed"]


def test_seats_are_tried_out_and_set(alice, cup):
    draft = drawn(alice, cup)
    path = f"sittings/{draft['id']}/"
    one, other = seats(draft)[0][0], seats(draft)[1][0]
    content = ok(alice.post(f"{path}what_if/", {"swap": [one, other]}))
    assert (content["tables"][0][0], content["tables"][1][0]) == (other, one)
    seen = alice.get(path)["ETag"]
    changed = alice.put(path, {"tables": content["tables"]}, If_Match=seen)
    assert (seats(ok(changed)), changed.json()["by_hand"]) == (content["tables"], True)
    assert alice.put(path, {"tables": content["tables"]}, If_Match=seen).status_code == 412
    for body in ({"swap": [one]}, {"swap": [one, one]}, {"swap": [one, 999]}):
        assert alice.post(f"{path}what_if/", body).status_code == 422
    both = alice.post(f"{path}what_if/", {"swap": [one, other], "tables": content["tables"]})
    assert problem_codes(both) == [("unknown_key", "swap")]


def test_seats_change_after_publishing_too(alice, cup, sitting):
    make.finished(sitting, 1)
    path = f"sittings/{sitting.pk}/"
    tables = seats(ok(alice.get(path)))
    tables[1][0], tables[2][0] = tables[2][0], tables[1][0]
    assert seats(ok(alice.put(path, {"tables": tables}))) == tables
    tables[0][0], tables[1][0] = tables[1][0], tables[0][0]
    assert problem_codes(alice.put(path, {"tables": tables})) == [("rounds_entered", "tables.1")]


def test_the_clock_gives_more_time(world, alice):
    cup = make.tournament(world.club, here=4, name="Coupe", minutes=40)
    sitting = {"id": make.published(cup).pk}
    ok(step(alice, sitting, "running"))
    path = f"sittings/{sitting['id']}/"
    (table,) = ok(alice.patch(f"{path}tables/1/", {"extra_minutes": 5}))["tables"]
    assert table["extra_minutes"] == 5
    assert alice.patch(f"{path}tables/2/", {"extra_minutes": 5}).status_code == 404
    paused = ok(alice.post(f"{path}clock/", {"clock": "pause"}))
    assert (paused["tables"][0]["ends_at"], bool(paused["paused_at"])) == (None, True)
    assert alice.post(f"{path}clock/", {"clock": "pause"}).status_code == 409
    assert ok(alice.post(f"{path}clock/", {"clock": "go_on"}))["tables"][0]["ends_at"]


def test_locked_results_stay(world, alice, cup, sitting):
    make.finished(sitting)
    match = sitting.tables.get(number=1).match_id
    ok(step(alice, {"id": sitting.pk}, "locked"))
    body = make.sheet(5, 22, 10)
    assert problem_codes(alice.put(f"matches/{match}/rounds/1/", body)) == [("sitting_locked", "")]
    ok(step(alice, {"id": sitting.pk}, "complete"))
    ok(alice.put(f"matches/{match}/rounds/1/", body))


def test_a_forfeit_by_a_program(world, alice):
    match = make.played(world.match, (22, 10, 5))
    first = world.players[0].pk
    path, seen = f"matches/{match.pk}/", alice.get(f"matches/{match.pk}/")["ETag"]
    body = {"forfeited": [first], "reason": "Ill"}
    stopped = ok(alice.post(f"{path}stop/", body, If_Match=seen))
    assert (stopped["over"], stopped["places"]) == (True, [3, 1, 2])
    assert (stopped["stopped"]["forfeits"], stopped["stopped"]["reason"]) == ([first], "Ill")
    assert alice.post(f"{path}stop/", {}, If_Match=seen).status_code == 412
    assert problem_codes(alice.post(f"{path}rounds/", make.sheet(12, 0, 0))) == [
        ("match_stopped", "")
    ]
    resumed = ok(alice.send("POST", f"{path}resume/"))
    assert (resumed["over"], resumed["stopped"]) == (False, None)
    ok(alice.post(f"{path}rounds/", make.sheet(12, 0, 0)), 201)
    abandoned = ok(alice.post(f"{path}stop/", {"without_result": True}))
    assert abandoned["stopped"]["without_result"]


def test_a_no_show_loses_the_seat_and_is_marked_as_gone(world, alice):
    cup = make.tournament(world.club, here=4)
    sitting = make.published(cup)
    absent = ids(cup)[0]
    content = ok(alice.post(f"sittings/{sitting.pk}/no_show/", {"player": absent}))
    assert absent not in seats(content)[0]
    again = alice.post(f"sittings/{sitting.pk}/no_show/", {"player": absent})
    assert problem_codes(again) == [("not_here", "player")]
    assert ok(alice.get(f"tournaments/{cup.pk}/entrants/{absent}/"))["state"] == "gone"


def test_organisers_read_the_incidents(world, alice, cup, sitting):
    content = ok(alice.get(f"tournaments/{cup.pk}/incidents/?kind=publish"))["results"]
    assert [(entry["kind"], entry["sitting"]) for entry in content] == [("publish", 1)]
    entered = ok(alice.get(f"tournaments/{cup.pk}/incidents/?player={ids(cup)[0]}"))["results"]
    assert [entry["kind"] for entry in entered] == ["enter", "check_in"]
    assert kinds_of(cup).count("check") == 1


def test_a_discarded_draft_is_404(alice, cup):
    draft = sittings.draw(cup, by=None)[0]
    sittings.discard(draft, by=None)
    assert alice.put(f"sittings/{draft.pk}/", {"tables": [[1, 2, 3]]}).status_code == 404
