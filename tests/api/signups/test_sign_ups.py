"""Sign-ups by programs: who may answer for whom, and what comes back."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from league.models import Player, Presence, Session, SignUp
from league.operations.seasons import seasons
from league.operations.signups import sheets, sign_ups
from tests import make
from tests.api.caller import caller, problem_codes


@pytest.fixture
def session(world):
    """Return an evening that begins in an hour."""
    return seasons.open_session(world.season, starts_at=timezone.now() + timedelta(hours=1))


@pytest.fixture
def path(session):
    sheets.open_sheet(session, capacity=1, guests_allowed=1, by=None)
    return f"sessions/{session.pk}"


@pytest.fixture
def petra(world):
    """Petra's account with a player, Ada, and a child, Bruno."""
    ada, bruno, *_others = world.players
    Player.objects.filter(pk=ada.pk).update(account=world.player)
    Player.objects.filter(pk=bruno.pk).update(guardian=world.player, is_child=True)
    return caller(world.player)


def codes(response):
    return [code for code, _path in problem_codes(response)]


def test_a_player_answers_for_herself_and_her_child_alone(world, path, petra):
    ada, bruno, chloe, _dov = world.players
    answer = petra.post(f"{path}/sign_ups/", {"player": ada.pk, "games": ["njet"]}).json()
    assert (answer["number"], answer["has_place"], answer["games"]) == (1, True, ["njet"])
    waiting = petra.post(f"{path}/sign_ups/", {"player": bruno.pk}).json()
    assert (waiting["number"], waiting["has_place"]) == (2, False)
    assert petra.post(f"{path}/sign_ups/", {"player": chloe.pk}).status_code == 403
    sign_ups.record_answer(sheets.find(Session.objects.first()), chloe.pk, "no", by=None)
    assert petra.patch(f"{path}/sign_ups/{chloe.pk}/", {"answer": "yes"}).status_code == 403
    assert petra.send("DELETE", f"{path}/sign_ups/{chloe.pk}/").status_code == 403


def test_a_player_brings_a_guest_and_takes_the_guest_out(world, path, petra):
    ada, _bruno, chloe, _dov = world.players
    petra.post(f"{path}/sign_ups/", {"player": ada.pk})
    guest = petra.post(f"{path}/sign_ups/", {"guest_of": ada.pk, "name": "Zoé"}).json()
    assert guest["guest_of"] == {"id": ada.pk, "name": "Ada"}
    again = petra.post(f"{path}/sign_ups/", {"guest_of": ada.pk, "player": chloe.pk})
    assert (again.status_code, codes(again)) == (409, ["too_many_guests"])
    assert petra.send("DELETE", f"{path}/sign_ups/{guest['player']['id']}/").status_code == 204
    assert not world.club.players.filter(name="Zoé").exists()
    foreign = {"guest_of": chloe.pk, "name": "Yann"}
    assert petra.post(f"{path}/sign_ups/", foreign).status_code == 403


def test_after_the_deadline_a_player_cancels_only(world, path, petra, alice):
    ada, bruno, chloe, _dov = world.players
    for player in (ada, bruno):
        petra.post(f"{path}/sign_ups/", {"player": player.pk})
    past = timezone.now() - timedelta(minutes=1)
    alice.patch(f"{path}/sign_up_sheet/", {"closes_at": past.isoformat()})
    late = petra.patch(f"{path}/sign_ups/{ada.pk}/", {"answer": "maybe"})
    assert (late.status_code, codes(late)) == (409, ["sign_up_closed"])
    assert petra.patch(f"{path}/sign_ups/{ada.pk}/", {"answer": "no"}).status_code == 200
    assert petra.get(f"{path}/sign_ups/{bruno.pk}/").json()["has_place"] is True
    assert alice.post(f"{path}/sign_ups/", {"player": chloe.pk}).status_code == 201


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "missing_key"),
        ({"name": "Zoé"}, "missing_key"),
        ({"guest_of": 1}, "missing_key"),
        ({"guest_of": 1, "name": "Zoé", "answer": "no"}, "not_a_choice"),
        ({"player": 1, "answer": "ja"}, "not_a_choice"),
        ({"player": 2**62}, "unknown_player"),
    ],
)
def test_an_invalid_answer_is_422(path, alice, body, code):
    response = alice.post(f"{path}/sign_ups/", body)
    assert (response.status_code, codes(response)) == (422, [code])
    assert not SignUp.objects.exists()


def test_a_sheet_is_opened_set_and_changed_as_it_was_seen(session, alice):
    path = f"sessions/{session.pk}/sign_up_sheet/"
    assert alice.get(path).status_code == 404
    assert alice.put(path, {"capacity": 4}, If_Match='"x"').status_code == 412
    opened = alice.put(path, {"capacity": 4, "is_closed": True})
    assert (opened.json()["capacity"], opened.json()["is_closed"]) == (4, True)
    changed = alice.patch(path, {"capacity": 5}, If_Match=opened["ETag"])
    assert (changed.status_code, changed.json()["is_closed"]) == (200, True)
    assert alice.patch(path, {"capacity": 6}, If_Match=opened["ETag"]).status_code == 412
    reset = alice.put(path, {}, If_Match=changed["ETag"])
    assert (reset.json()["capacity"], reset.json()["is_closed"]) == (None, False)
    assert alice.get(path, If_None_Match=reset["ETag"]).status_code == 304


def test_an_answer_is_changed_as_it_was_seen(world, path, alice):
    ada = world.players[0].pk
    alice.post(f"{path}/sign_ups/", {"player": ada})
    seen = alice.get(f"{path}/sign_ups/{ada}/")
    changed = alice.patch(f"{path}/sign_ups/{ada}/", {"games": ["njet"]}, If_Match=seen["ETag"])
    assert (changed.status_code, changed.json()["number"]) == (200, 1)
    again = alice.patch(f"{path}/sign_ups/{ada}/", {"answer": "no"}, If_Match=seen["ETag"])
    assert again.status_code == 412


def test_places_that_are_taken_stay(world, path, alice):
    for player in world.players:
        alice.post(f"{path}/sign_ups/", {"player": player.pk})
    alice.patch(f"{path}/sign_up_sheet/", {"capacity": 3})
    response = alice.patch(f"{path}/sign_up_sheet/", {"capacity": 2})
    assert problem_codes(response) == [("capacity_below_taken", "capacity")]


def test_the_forecast_says_what_one_more_changes(world, path, alice):
    for player in world.players[:3]:
        alice.post(f"{path}/sign_ups/", {"player": player.pk})
    alice.patch(f"{path}/sign_up_sheet/", {"capacity": None})
    games = {
        game["game"]: game for game in alice.get(f"{path}/forecast/?preferred=4").json()["games"]
    }
    assert games["njet"]["yes"] == {"players": 3, "tables": [3], "sit_out": 0}
    gain = games["njet"]["gain"]
    assert (gain["more"], gain["tables"], gain["words"]) == (
        1,
        [4],
        "With 1 more player: 1 table of 4.",
    )
    for wrong in ("x", "-1", "65", "9999"):
        assert alice.get(f"{path}/forecast/?preferred={wrong}").status_code == 422


def test_one_checks_oneself_in_around_the_evening(world, session, path, petra):
    ada, _bruno, chloe, _dov = world.players
    assert petra.post(f"{path}/door/", {"player": chloe.pk}).status_code == 403
    assert petra.post(f"{path}/door/", {"player": ada.pk}).status_code == 204
    assert Presence.objects.current().get().player_id == ada.pk
    seasons.update_session(session, starts_at=timezone.now() + timedelta(hours=3))
    early = petra.post(f"{path}/door/", {"player": ada.pk})
    assert (early.status_code, codes(early)) == (409, ["door_closed"])


def test_a_series_is_previewed_and_opened_once(world, alice):
    path = f"seasons/{world.season.pk}/session_series/"
    body = {
        "first": "2027-03-26T20:00:00+01:00",
        "every_weeks": 1,
        "until": "2027-04-09",
        "except_dates": [],
        "sheet": {"closes_hours_before": 24},
    }
    before = Session.objects.count()
    shown = alice.post(path, {**body, "dry_run": True}).json()
    assert [date["starts_at"] for date in shown["dates"]] == [
        "2027-03-26T20:00:00+01:00",
        "2027-04-02T20:00:00+02:00",
        "2027-04-09T20:00:00+02:00",
    ]
    assert (shown["sessions"], Session.objects.count()) == ([], before)
    opened = alice.post(path, body).json()["sessions"]
    assert len(opened) == 3
    sheet = alice.get(f"sessions/{opened[0]['id']}/sign_up_sheet/").json()
    assert sheet["closes_at"] == "2027-03-25T20:00:00+01:00"
    again = alice.post(path, body).json()
    assert ([date["is_taken"] for date in again["dates"]], again["sessions"]) == ([True] * 3, [])
    wrong = alice.post(path, {**body, "until": "2037-01-01"})
    assert problem_codes(wrong) == [("too_many_dates", "until")]


def test_an_evening_is_cancelled_once_and_reinstated(world, session, alice):
    path = f"sessions/{session.pk}"
    assert alice.post(f"{path}/cancel/", None).json()["cancelled"] is True
    assert alice.post(f"{path}/cancel/", None).json()["cancelled"] is True
    assert alice.post(f"{path}/reinstate/", None).json()["cancelled"] is False
    with_tables = alice.post(f"sessions/{world.session.pk}/cancel/", None)
    assert with_tables.status_code == 409


def test_a_personal_link_is_made_shown_and_revoked(world, alice):
    path = f"players/{world.players[0].pk}/personal_link/"
    assert alice.get(path).json()["link"] is None
    made = alice.post(path, None).json()
    assert made["link"].startswith("http://testserver/sign-up/")
    assert (alice.get(path).json(), made["is_open"]) == (made, False)
    alice.patch(f"clubs/{world.club.slug}/sign_up_settings/", {"access": "link"})
    assert alice.get(path).json()["is_open"] is True
    alice.send("DELETE", path)
    assert alice.get(path).json()["link"] is None


def test_the_code_is_shown_while_it_is_used(world, alice):
    path = f"clubs/{world.club.slug}/sign_up_settings/"
    seen = alice.get(path)
    assert seen.json() == {"access": "account", "code": None}
    used = alice.patch(path, {"access": "code"}, If_Match=seen["ETag"]).json()
    assert len(used["code"]) == 8
    assert alice.patch(path, {"access": "link"}, If_Match=seen["ETag"]).status_code == 412
    assert alice.post(f"{path}code/", None).json()["code"] != used["code"]


def test_a_tournament_takes_over_who_has_a_place(world, alice):
    cup = make.tournament(world.club, here=0, starts_at=datetime(2031, 1, 4, 14, tzinfo=UTC))
    path = f"tournaments/{cup.pk}"
    alice.put(f"{path}/sign_up_sheet/", {"capacity": 1})
    for player in world.players[:2]:
        alice.post(f"{path}/sign_ups/", {"player": player.pk})
    taken = alice.post(f"{path}/sign_ups/take_over/", None).json()["entrants"]
    assert [entrant["player"]["name"] for entrant in taken] == ["Ada"]
    assert alice.post(f"{path}/sign_ups/take_over/", None).json() == {"entrants": []}
