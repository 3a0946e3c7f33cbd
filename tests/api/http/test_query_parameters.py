"""Query parameters: every address refuses those that it does not know, whatever the method; and
every time of an answer is in one zone."""

import re
from datetime import datetime, timedelta

from django.urls import resolve

from api.description import docs
from api.http.resource import Resource
from league.operations.people import club_settings
from league.operations.sessions import session_log
from tests import make
from tests.api.addresses import TABLE
from tests.api.caller import BASE, caller, problem_codes
from tests.api.caller import resolve as resolve_part
from tests.api.playing import fill, play

MOMENT = re.compile(r'"(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))"')


def test_every_address_refuses_unknown_parameters(world, alice):
    refusing = set()
    for name, method, path, _body, _statuses in TABLE:
        if name in {"unknown", "docs", "collection", "docs_page"}:  # nothing, and a page for people
            continue
        path = fill(path, world)
        path = f"{path}{'&' if '?' in path else '?'}raeson=x"
        answer = alice.send(method, path, {"reason": "x"} if method != "GET" else None)
        if name == "archives":
            assert answer.status_code in {415, 422}
            continue
        assert answer.status_code == 422, (method, path, answer.status_code)
        assert problem_codes(answer) == [("unknown_parameter", "raeson")], (method, path)
        refusing.add((name, method))
    assert len(refusing) > 200


def test_described_parameters_are_the_known_ones():
    unlike = {}
    for path, methods in docs.description()["paths"].items():
        address = re.sub(r"\{\w+\}", "1", path)
        view = getattr(resolve(address).func, "view_class", None)
        for method, operation in methods.items():
            if view is None or not issubclass(view, Resource):
                continue
            described = [
                parameter["name"]
                for parameter in map(resolve_part, operation["parameters"])
                if parameter.get("in") == "query"
            ]
            allowed = view().parameters(method.upper())
            if sorted(described) != sorted(allowed):
                unlike[method, path] = (described, allowed)
    assert unlike == {}


def test_a_misspelt_reason_parameter_prevents_the_correction(world, alice):
    match = make.played(make.match(world.session, world.players[:2]), [12, 3])
    path = f"matches/{match.pk}/rounds/1/"
    body = make.sheet(13, 3)
    refused = alice.put(f"{path}?raeson=Misread", body)
    assert (refused.status_code, refused.json()["problems"][0]["path"]) == (422, "raeson")
    assert alice.get(path).json()["version"] == 1


def test_a_correction_takes_its_reason_from_body_or_query(world, alice):
    match = make.played(make.match(world.session, world.players[:2]), [12, 3])
    path = f"matches/{match.pk}/rounds/1/"
    consent = {"reason": "Mis\n read", "confirmed": True}
    effects = alice.post(f"{path}effects/", make.sheet(13, 3, **consent))
    assert effects.status_code == 200, effects.text
    assert alice.put(path, make.sheet(13, 3, **consent)).status_code == 200
    stored = alice.get(path).json()
    assert (stored["version"], stored["reason"]) == (2, "Mis read")
    assert stored["round"] == make.sheet(13, 3)
    assert alice.put(f"{path}?reason=Again&confirmed=true", make.sheet(14, 3)).status_code == 200
    assert alice.get(path).json()["reason"] == "Again"
    for query, more, problem in (
        ("?reason=a", {"reason": "a"}, ("given_twice", "reason")),
        ("", {"reason": 5}, ("not_text", "reason")),
        ("", {"reason": None}, ("not_text", "reason")),
        ("", {"reason": "x" * 201}, ("too_long", "reason")),
        ("", {"confirmed": 1}, ("not_a_flag", "confirmed")),
        ("?confirmed=yes", {}, ("not_a_flag", "confirmed")),
    ):
        refused = alice.put(path + query, make.sheet(15, 3, **more))
        assert (refused.status_code, problem_codes(refused)) == (422, [problem])
    assert alice.get(path).json()["version"] == 3


def test_a_match_is_resumed_for_a_reason_in_the_body(world, alice):
    match = make.played(make.match(world.session, world.players[:2]), [12, 3])
    for body, status in (({"reason": "Light again"}, 200), (None, 200), ({"raeson": "x"}, 422)):
        stopped = alice.post(f"matches/{match.pk}/stop/", {"reason": "Power cut"})
        assert stopped.status_code == 200, stopped.text
        resumed = alice.send("POST", f"matches/{match.pk}/resume/", body)
        assert resumed.status_code == status, resumed.text


def test_the_log_of_a_session_has_pages(world, alice):
    for player in world.players:
        session_log.check_in(world.session, [player.pk], by=world.owner)
    path = f"sessions/{world.session.pk}/log/"
    everything = alice.get(path).json()
    assert everything["next"] is None
    assert len(everything["results"]) >= 4
    rows, following = [], f"{BASE}{path}?limit=3"
    while following:
        page = alice.get(following.removeprefix("http://testserver")).json()
        rows += page["results"]
        following = page["next"]
        assert (len(page["results"]) == 3) or following is None
    assert rows == everything["results"]
    undone = alice.post(f"{path}{rows[0]['ref']}/undo/", {}).json()
    assert undone["results"][0]["ref"] == rows[0]["ref"]
    assert problem_codes(alice.get(f"{path}?cursor=x")) == [("bad_cursor", "cursor")]


def test_times_of_one_answer_are_in_one_zone(world):
    play(world)
    club_settings.update(world.club, timezone="Asia/Kolkata", by=world.owner)
    match = make.match(make.session(world.season, day=20), world.players[:2])
    make.played(match, [12, 3])
    alice = caller(world.owner)
    alice.post(f"matches/{match.pk}/stop/", {"reason": "Power cut"})
    mixed, seen = {}, 0
    paths = [path for _name, method, path, _body, _statuses in TABLE if method == "GET"]
    for path in [*(fill(path, world) for path in paths), f"matches/{match.pk}/"]:
        answer = alice.get(path)
        is_json = answer.get("Content-Type") == "application/json"
        if answer.status_code == 200 and is_json and "/schema/" not in path:
            moments = set(MOMENT.findall(answer.text))
            offsets = {datetime.fromisoformat(moment).utcoffset() for moment in moments}
            seen += len(moments)
            if len(offsets) > 1 or offsets - {timedelta(hours=5, minutes=30), timedelta()}:
                mixed[path] = moments
    assert mixed == {}
    assert seen > 50
