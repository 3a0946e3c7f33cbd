"""Role × method × URL → status, for the API. A URL that is missing here fails the last test."""

from typing import Any

import pytest
from django.utils import timezone

from api import urls
from api.errors import STATUS
from league.errors import LeagueError
from league.models import Delivery, Job, JobFile
from league.operations import (
    archives,
    codes,
    evening,
    imports,
    jobs,
    outbox,
    proposals,
    rulings,
    seasons,
    tokens,
    undo,
    webhooks,
)
from league.operations.imports import Wanted
from league.outbound import Answer
from league.tasks import KINDS
from scoring import projection
from tests import make
from tests.api.caller import BASE, Caller, caller

# the stranger owns another club: what he does not see does not exist for him
ROLES = ("owner", "organiser", "scorer", "player", "stranger", "anonymous")
EVERYBODY = (200, 200, 200, 200, 404, 401)  # members see, strangers do not know
ORGANISE = (201, 201, 403, 403, 404, 401)
SUBMIT = (201, 201, 201, 403, 404, 401)
OWN = (200, 403, 403, 403, 404, 401)
SELF = (200, 200, 200, 200, 200, 401)
CHANGE = (200, 200, 403, 403, 404, 401)
STARTED = (202, 202, 403, 403, 404, 401)
FOR_ORGANISERS = (200, 200, 403, 403, 404, 401)
GONE = (204, 204, 403, 403, 404, 401)
OWN_JOB = (202, *OWN[1:])
OPEN = (200,) * 6
WEBHOOK = "clubs/{club}/webhooks/{webhook}"
DELIVERY = f"{WEBHOOK}/deliveries/{{delivery}}"

CLUB = {"name": "Nouveau club"}
PLAYER = {"name": "Zoé"}
IMPORT = {"kind": "players", "format": "csv", "content": "Nom\nZoé\n"}
SEASON = {"name": "Printemps", "starts_on": "2027-01-01"}
HOOK = {"url": "https://league.example/2", "events": ["match.finished"]}
SINCE = {"since": "2026-10-08T20:30:00+02:00"}
SESSION = {"starts_at": "2026-10-08T20:30:00+02:00"}
RECORD = {
    "record": 1,
    "game": "neurotrio",
    "options": {},
    "players": ["Ada", "Bob"],
    "rounds": [make.sheet(12, 4)],
}

# name, method, path, body, statuses in the order of ROLES
TABLE: list[tuple[str, str, str, Any, tuple[int, ...]]] = [
    ("check", "POST", "check/", RECORD, OPEN),
    ("clubs", "GET", "clubs/", None, (200, 200, 200, 200, 200, 401)),
    ("clubs", "POST", "clubs/", CLUB, (201, 201, 201, 201, 201, 401)),
    ("club", "GET", "clubs/{club}/", None, EVERYBODY),
    ("club", "PATCH", "clubs/{club}/", CLUB, (200, 403, 403, 403, 404, 401)),
    ("lag", "GET", "clubs/{club}/standings/", None, (200, 200, 403, 403, 404, 401)),
    ("members", "GET", "clubs/{club}/members/", None, EVERYBODY),
    ("members", "POST", "clubs/{club}/members/", "MEMBER", (201, *OWN[1:])),
    ("member", "GET", "clubs/{club}/members/{member}/", None, EVERYBODY),
    (
        "member",
        "PATCH",
        "clubs/{club}/members/{member}/",
        {"role": "player"},
        (200, 403, 403, 403, 404, 401),
    ),
    (
        "member",
        "DELETE",
        "clubs/{club}/members/{member}/",
        None,
        (204, 403, 204, 403, 404, 401),  # it is the scorer himself
    ),
    ("players", "GET", "clubs/{club}/players/", None, EVERYBODY),
    ("players", "POST", "clubs/{club}/players/", PLAYER, ORGANISE),
    ("imports", "GET", "clubs/{club}/imports/", None, FOR_ORGANISERS),
    ("imports", "POST", "clubs/{club}/imports/", IMPORT, STARTED),
    ("import", "GET", "clubs/{club}/imports/{import}/", None, FOR_ORGANISERS),
    ("import_undo", "POST", "clubs/{club}/imports/{import}/undo/", None, CHANGE),
    ("ratings", "GET", "clubs/{club}/ratings/", None, EVERYBODY),
    ("player", "GET", "players/{player}/", None, EVERYBODY),
    ("player", "PATCH", "players/{player}/", PLAYER, CHANGE),
    ("webhooks", "GET", "clubs/{club}/webhooks/", None, OWN),
    ("webhooks", "POST", "clubs/{club}/webhooks/", HOOK, (201, *OWN[1:])),
    ("webhook", "GET", f"{WEBHOOK}/", None, OWN),
    ("webhook", "PATCH", f"{WEBHOOK}/", {"enabled": False}, OWN),
    ("webhook", "DELETE", f"{WEBHOOK}/", None, (204, *OWN[1:])),
    ("rotate", "POST", f"{WEBHOOK}/rotate/", None, OWN),
    ("test_webhook", "POST", f"{WEBHOOK}/test/", None, (202, *OWN[1:])),
    ("replay", "POST", f"{WEBHOOK}/replay/", SINCE, (202, *OWN[1:])),
    ("deliveries", "GET", f"{WEBHOOK}/deliveries/", None, OWN),
    ("delivery", "GET", f"{DELIVERY}/", None, OWN),
    ("replay_delivery", "POST", f"{DELIVERY}/replay/", None, (202, *OWN[1:])),
    ("careers", "GET", "players/{player}/ratings/", None, EVERYBODY),
    ("seasons", "GET", "clubs/{club}/seasons/", None, EVERYBODY),
    ("seasons", "POST", "clubs/{club}/seasons/", SEASON, ORGANISE),
    ("season", "GET", "seasons/{season}/", None, EVERYBODY),
    ("season", "PATCH", "seasons/{season}/", {"name": "Hiver"}, CHANGE),
    ("sessions", "GET", "seasons/{season}/sessions/", None, EVERYBODY),
    ("sessions", "POST", "seasons/{season}/sessions/", SESSION, ORGANISE),
    ("standings", "GET", "seasons/{season}/standings/", None, EVERYBODY),
    ("origin", "GET", "seasons/{season}/standings/{player}/", None, EVERYBODY),
    ("schemes", "GET", "seasons/{season}/schemes/", None, EVERYBODY),
    ("scheme_preview", "POST", "seasons/{season}/scheme/preview/", {"scheme": {}}, CHANGE),
    ("penalties", "GET", "seasons/{season}/penalties/", None, EVERYBODY),
    ("penalties", "POST", "seasons/{season}/penalties/", "PENALTY", ORGANISE),
    ("penalty", "GET", "seasons/{season}/penalties/{penalty}/", None, EVERYBODY),
    ("lift", "POST", "seasons/{season}/penalties/{penalty}/lift/", {"reason": "Sorry"}, CHANGE),
    ("draws", "GET", "seasons/{season}/draws/", None, EVERYBODY),
    ("draws", "POST", "seasons/{season}/draws/", "DRAW", ORGANISE),
    ("sit_outs", "GET", "sessions/{session}/sit_outs/", None, EVERYBODY),
    ("sit_outs", "POST", "sessions/{session}/sit_outs/", "SIT_OUT", ORGANISE),
    ("sit_out", "GET", "sessions/{session}/sit_outs/{sit_out}/", None, EVERYBODY),
    ("sit_out", "DELETE", "sessions/{session}/sit_outs/{sit_out}/", None, GONE),
    ("presences", "GET", "sessions/{session}/presence/", None, EVERYBODY),
    ("presences", "POST", "sessions/{session}/presence/", "SIT_OUT", ORGANISE),
    ("presence", "DELETE", "sessions/{session}/presence/{here}/", None, GONE),
    ("close", "POST", "sessions/{session}/close/", None, GONE),
    ("seating_draw", "POST", "sessions/{session}/seating/draw/", {"game": "neurotrio"}, CHANGE),
    ("seating", "POST", "sessions/{session}/seating/", "SEATING", ORGANISE),
    ("log", "GET", "sessions/{session}/log/", None, EVERYBODY),
    ("undo", "POST", "sessions/{session}/log/action-{action}/undo/", {}, CHANGE),
    ("redo", "POST", "sessions/{session}/log/action-{undone}/redo/", None, CHANGE),
    ("call_off", "POST", "matches/{idle}/call_off/", None, GONE),
    ("csv", "GET", "seasons/{season}/standings.csv", None, EVERYBODY),
    ("session", "GET", "sessions/{session}/", None, EVERYBODY),
    ("session", "PATCH", "sessions/{session}/", {"place": "Cave"}, CHANGE),
    ("bulk", "POST", "sessions/{session}/rounds/", "BULK", (201, 201, 201, 403, 404, 401)),
    ("matches", "GET", "sessions/{session}/matches/", None, EVERYBODY),
    ("matches", "POST", "sessions/{session}/matches/", "MATCH", ORGANISE),
    ("match", "GET", "matches/{match}/", None, EVERYBODY),
    ("record", "GET", "matches/{match}/record/", None, EVERYBODY),
    ("rounds", "GET", "matches/{match}/rounds/", None, EVERYBODY),
    (
        "rounds",
        "POST",
        "matches/{match}/rounds/",
        make.sheet(16, 3, 3),
        SUBMIT,
    ),
    (
        "round_check",
        "POST",
        "matches/{match}/rounds/check/",
        make.sheet(16, 3, 3),
        (200, 200, 200, 403, 404, 401),
    ),
    (
        "effects",
        "POST",
        "matches/{match}/rounds/1/effects/",
        make.sheet(22, 3, 3),
        (200, 200, 200, 403, 404, 401),
    ),
    ("round", "GET", "matches/{match}/rounds/1/", None, EVERYBODY),
    (
        "round",
        "PUT",
        "matches/{match}/rounds/1/",
        make.sheet(13, 2, 2),
        (200, 200, 200, 403, 404, 401),
    ),
    ("round_versions", "GET", "matches/{match}/rounds/1/versions/", None, EVERYBODY),
    (
        "table_tokens",
        "GET",
        "matches/{match}/tokens/",
        None,
        (200, 200, 200, 403, 404, 401),
    ),
    ("table_tokens", "POST", "matches/{match}/tokens/", {}, SUBMIT),
    (
        "table_token",
        "DELETE",
        "matches/{match}/tokens/{table_token}/",
        None,
        (204, 204, 204, 403, 404, 401),
    ),
    ("table_code", "GET", "matches/{match}/code/", None, (200, 200, 200, 403, 404, 401)),
    ("table_code", "POST", "matches/{match}/code/", None, SUBMIT),
    ("table_code", "DELETE", "matches/{match}/code/", None, (204, 204, 204, 403, 404, 401)),
    ("tokens", "GET", "tokens/", None, SELF),
    ("tokens", "POST", "tokens/", {"name": "Screen", "scope": "read"}, (201,) * 5 + (401,)),
    ("token", "GET", "tokens/{token}/", None, (200, 404, 404, 404, 404, 401)),
    ("token", "DELETE", "tokens/{token}/", None, (204, 404, 404, 404, 404, 401)),
    ("exports", "POST", "clubs/{club}/exports/", None, OWN_JOB),
    ("archives", "POST", "archives/", "ARCHIVE", (202, 202, 202, 202, 202, 401)),
    ("job", "GET", "jobs/{job}/", None, OWN),
    ("job_file", "GET", "jobs/{job}/file/", None, OWN),
    ("schema", "GET", "schema/", None, OPEN),
    ("docs", "GET", "docs/", None, OPEN),
    ("unknown", "GET", "nothing/here/", None, (404,) * 6),
]
AT_A_TABLE = {
    ("rounds", "POST"),
    ("round", "PUT"),
    ("round_check", "POST"),
    ("match", "GET"),
    ("record", "GET"),
    ("rounds", "GET"),
    ("round", "GET"),
}
SUBMIT_SCOPE = {
    ("bulk", "POST"),
    ("rounds", "POST"),
    ("round", "PUT"),
    ("round_check", "POST"),
    ("effects", "POST"),
}
OF_NO_CLUB = {"check", "schema", "docs", "unknown"}
ROWS = [pytest.param(*row, id=f"{row[1]} {row[2]}") for row in TABLE]


def play(world):
    """A match under way, one that is over with a shared place, the table that shows it, a penalty,
    somebody who sat out, a webhook that was told something, and an evening at which two wait for a
    table, one came by mistake and a table has not begun."""
    seasons.update(world.season, scheme={"tiebreaks": ["lots"]})
    make.played(world.match, [12, 5, 5])
    make.played(make.match(world.session, world.players[:3], options={"target": 1}), [22, 5, 5])
    chosen = {"session": world.session.pk, "player": world.players[3].pk}
    rulings.penalise(world.season, **chosen, points=1, reason="Late", by=None)
    rulings.sit_out(world.session, player=world.players[3].pk)
    tokens.issue(world.owner)
    tokens.make_for_table(world.match, by=world.organiser)
    codes.renew(world.match, by=world.owner)
    bring(world)
    for table in world.season.tables.all():
        projection.refresh(table.pk)
    job = archives.start_export(world.club, by=world.owner)
    jobs.keep(job, JobFile.Role.MADE, [b"PK"], name="club.zip", media_type="application/zip")
    hook = webhooks.create(world.club, url="https://league.example/", events=["match.created"])
    outbox.record(outbox.test(hook), Answer(204), timezone.now())
    gather(world)


def gather(world):
    eva, finn, gil = (player.pk for player in make.players(world.club, ["Eva", "Finn", "Gil"]))
    for came in ([eva, finn], [gil, world.players[0].pk]):
        evening.check_in(world.session, came, by=None)
    make.match(world.session, world.players[:3])
    undo.undo(world.session, f"action-{world.session.actions.last().pk}", by=None)


def bring(world):
    wanted = Wanted(kind="players", format="csv")
    jobs.run(imports.start(world.club, wanted, b"Nom\nNew\n", by=None).pk, KINDS)


@pytest.fixture
def callers(world):
    play(world)
    callers = {role: caller(getattr(world, role)) for role in ROLES[:-1]}
    return callers | {"anonymous": Caller()}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("name", "method", "path", "body", "statuses"), ROWS)
def test_each_role_gets_what_the_table_says(
    world, callers, role, name, method, path, body, statuses
):
    response = callers[role].send(method, fill(path, world), fill_body(body, world), **kind(body))
    assert response.status_code == statuses[ROLES.index(role)], response.content
    assert ("WWW-Authenticate" in response) == (response.status_code == 401)


@pytest.mark.parametrize("scope", ["read", "submit", "admin"])
@pytest.mark.parametrize(("name", "method", "path", "body", "statuses"), ROWS)
def test_a_token_reaches_no_further_than_its_scope(
    world, scope, name, method, path, body, statuses
):
    play(world)
    response = caller(world.owner, scope).send(
        method, fill(path, world), fill_body(body, world), **kind(body)
    )
    allowed = (
        scope == "admin"
        or method == "GET"
        or name == "check"
        or (scope == "submit" and (name, method) in SUBMIT_SCOPE)
    )
    assert response.status_code == (statuses[0] if allowed else 403), response.content


@pytest.mark.parametrize(("name", "method", "path", "body", "statuses"), ROWS)
def test_the_token_of_a_table_enters_rounds_of_its_match_and_nothing_else(
    world, name, method, path, body, statuses
):
    play(world)
    at_table = Caller(tokens.make_for_table(world.match, by=world.owner)[1])
    response = at_table.send(method, fill(path, world), fill_body(body, world))
    allowed = name in OF_NO_CLUB or (name, method) in AT_A_TABLE
    assert response.status_code == (statuses[0] if allowed else 403), response.content


@pytest.mark.parametrize("row", sorted(AT_A_TABLE))
def test_the_token_of_a_table_knows_no_other_match(world, row):
    play(world)
    path, body = next((each[2], each[3]) for each in TABLE if each[:2] == row)
    other = make.match(world.session, world.players[:3])
    at_table = Caller(tokens.make_for_table(other, by=world.owner)[1])
    response = at_table.send(row[1], fill(path, world), fill_body(body, world))
    assert response.status_code == 403


@pytest.mark.parametrize(("name", "method", "path", "body", "statuses"), ROWS)
def test_a_token_of_another_club_sees_nothing_of_this_one(
    world, name, method, path, body, statuses
):
    """Its owner owns both."""
    play(world)
    other = make.club(world.owner, "Les Autres Ardoises")
    bound = Caller(tokens.issue(world.owner, club=other)[1])
    response = bound.send(method, fill(path, world), fill_body(body, world), **kind(body))
    of_a_club = "{" in path
    expected = 404 if of_a_club else 403 if row_makes_a_club(name, method) else statuses[0]
    assert response.status_code == expected, response.content


def row_makes_a_club(name, method):
    return (name, method) in {("clubs", "POST"), ("archives", "POST")}


@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE", "POST", "OPTIONS", "BREW"])
@pytest.mark.parametrize("name", sorted({row[0] for row in TABLE} - {"unknown"}))
def test_other_methods_are_refused(world, alice, name, method):
    known = {row[1]: row for row in TABLE if row[0] == name}
    if method in known:
        return
    path = next(iter(known.values()))[2]
    response = alice.send(method, fill(path, world), {})
    assert response.status_code == 405
    assert response["Content-Type"] == "application/problem+json"
    assert set(known) <= set(response["Allow"].split(", "))


def test_every_url_of_the_api_stands_in_the_table():
    assert {pattern.name for pattern in urls.urlpatterns} == {row[0] for row in TABLE}


def test_every_kind_of_error_of_the_league_has_a_status():
    assert set(STATUS) == set(LeagueError.__subclasses__())


def fill(path, world):
    return BASE + path.format(
        club=world.club.slug,
        season=world.season.pk,
        session=world.session.pk,
        match=world.match.pk,
        player=world.players[0].pk,
        penalty=getattr(world.season.penalties.first(), "pk", 1),
        webhook=getattr(world.club.webhooks.first(), "pk", 1),
        delivery=getattr(Delivery.objects.first(), "pk", 1),
        sit_out=getattr(world.session.sit_outs.first(), "pk", 1),
        member=world.scorer.memberships.get().pk,
        token=getattr(world.owner.tokens.filter(match=None).first(), "pk", 1),
        table_token=getattr(world.match.tokens.first(), "pk", 1),
        job=getattr(Job.objects.filter(kind="export_club").first(), "pk", 1),
        here=getattr(world.session.presences.first(), "player_id", 1),
        action=getattr(world.session.actions.filter(undone_at=None).first(), "pk", 1),
        undone=getattr(world.session.actions.exclude(undone_at=None).first(), "pk", 1),
        idle=getattr(world.session.matches.filter(rounds_played=0).first(), "pk", 1),
        **{"import": getattr(Job.objects.filter(kind="import_players").first(), "pk", 1)},
    )


def fill_body(body, world):
    ids = [player.pk for player in world.players]
    filled = {
        "MEMBER": {"email": make.user("dora@example.org").email, "role": "scorer"},
        "MATCH": {"game": "neurotrio", "players": ids},
        "PENALTY": {"session": world.session.pk, "player": ids[0], "points": 5, "reason": "Late"},
        "SIT_OUT": {"player": ids[0]},
        "DRAW": {"players": ids[1:3]},
        "SEATING": {
            "game": "neurotrio",
            "tables": [[free.pk for free in proposals.free(world.session)]],
        },
        "BULK": {"rounds": [{"match": world.match.pk, **make.sheet(16, 3, 3)}]},
        "ARCHIVE": b"PK",
    }
    return filled[body] if isinstance(body, str) else body


def kind(body):
    return {"Content_Type": "application/zip"} if body == "ARCHIVE" else {}
