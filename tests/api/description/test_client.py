"""A public generator's client, made from the committed description, keeps the season of a club."""

import json
import subprocess
import sys
from datetime import date, datetime

import pytest
from django.conf import settings

from api.description import docs
from league.models import Club, Session, SignUpAnswer
from league.operations.people import club_logo, tokens
from league.operations.signups import sheets, sign_ups
from scoring import projection, rating
from scoring.models import Table
from tests import make
from tests.api import generated
from tests.api.caller import resolve
from tests.api.generated_club import run_club
from tests.operations.people.drawn import picture

NAMES = ["Ada", "Bob", "Chloé", "Dov"]
MODELS = {
    "neurotrio": "Neurotrio",
    "triominos": "Triominos",
    "njet": "Njet",
    "nain_jaune": "NainJaune",
}
EVENINGS = {  # day of October → evidence of its matches
    1: "transcript",
    8: "final",
    15: "sheet",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("client")
    output = generated.generate(folder)
    assert "warning" not in output.lower(), output
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.split(".")[0] == generated.PACKAGE]:
        del sys.modules[name]


@pytest.fixture
def program(folder, live_server, transactional_db):
    program = generated.connect(folder, live_server.url, tokens.issue(make.user())[1])
    with program.client:
        yield program


@pytest.mark.long
def test_no_operation_and_no_shape_is_left_out(folder):
    description = docs.description()
    named = {
        operation["operationId"]
        for methods in description["paths"].values()
        for operation in methods.values()
    }
    assert set(generated.Generated(folder, None).operations()) == named


@pytest.mark.long
def test_a_season_from_the_club_to_the_table(program):
    club = program.call("clubs_create", body=program.model("ClubRequest")(name="Les Ardoises"))
    players = [
        program.call(
            "clubs_players_create", club.slug, body=program.model("PlayerRequest")(name=name)
        )
        for name in NAMES
    ]
    season = program.call(
        "clubs_seasons_create",
        club.slug,
        body=program.model("SeasonRequest")(name="Automne", starts_on=date(2026, 9, 1)),
    )
    assert season.games == list(MODELS)
    for day, evidence in EVENINGS.items():
        evening = program.call("seasons_sessions_create", season.id, body=evening_of(program, day))
        for game in MODELS:
            play(program, evening, game, evidence, players)
    assert len(program.call("seasons_sessions_list", season.id).results) == len(EVENINGS)

    correct(program, evening)
    refuse(program, evening)
    rule(program, season, evening, players)
    catch_up(program, evening, players)
    meet(program, season, evening, players)
    run_club(program, club)
    read_table(program, season)
    read_everything(program, club, season, evening, players)


def evening_of(program, day):
    starts_at = datetime.fromisoformat(f"2026-10-{day:02}T20:30:00+02:00")
    return program.model("SessionRequest")(starts_at=starts_at, place="Salle Pascal")


def play(program, evening, game, evidence, players):
    """Play a match of the bots, round by round, and check that what comes back is what was sent."""
    record = bots(game, evidence)
    options = program.model(f"{MODELS[game]}OptionsRequest").from_dict(record["options"])
    match = program.call(
        "sessions_matches_create",
        evening.id,
        body=program.model("MatchRequest")(
            game=program.model("GameEnum")(game),
            players=[player.id for player in players],
            options=options,
        ),
    )
    assert match.options.to_dict() == record["options"]
    model = "SheetRequest" if evidence == "sheet" else f"{MODELS[game]}{evidence.title()}Request"
    for number, played in enumerate(record["rounds"], start=1):
        body = program.model(model).from_dict({**played, "number": number})
        key = f"{match.id}-{number}"
        accepted = program.call("matches_rounds_create", match.id, body=body, idempotency_key=key)
        assert accepted.number == number
        assert accepted.verdict.ok
    again = program.send("matches_rounds_create", match.id, body=body, idempotency_key=key)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.parsed == accepted
    assert accepted.match.over
    assert program.call("matches_retrieve", match.id).evidence.value == evidence
    assert program.call("matches_record_retrieve", match.id).to_dict() == record


def bots(game, evidence):
    command = [sys.executable, "-m", "games", "play", game, "--players", "4", "--seed", "7"]
    ran = subprocess.run(
        [*command, "--evidence", evidence],
        cwd=settings.BASE_DIR,
        capture_output=True,
        check=True,
        timeout=60,
    )
    return json.loads(ran.stdout)


def correct(program, evening):
    """Correct the last round of the last match, with the tag of the version that was seen, and
    check that the same tag is refused the second time."""
    match = program.call("sessions_matches_list", evening.id).results[-1]
    seen = program.send("matches_rounds_retrieve", match.id, match.rounds_played)
    body = program.model("SheetRequest")(
        evidence="sheet",
        scores=seen.parsed.scores[::-1],
    )
    where = {"match": match.id, "number": match.rounds_played, "if_match": seen.headers["ETag"]}
    corrected = program.call("matches_rounds_update", **where, body=body)
    assert corrected.match.version == match.version + 1
    stale = program.send("matches_rounds_update", **where, body=body)
    assert type(stale.parsed).__name__ == "Problem"
    assert stale.parsed.problems[0].code.value == "stale"


def refuse(program, evening):
    """Check that an error comes as a model too, with a code that the description lists."""
    match = program.call("sessions_matches_list", evening.id).results[0]
    sheet = program.model("SheetRequest")(evidence="sheet", scores=[1, 2, 3, 4])
    refused = program.send("matches_rounds_create", match.id, body=sheet, accept_language="fr")
    assert refused.status_code == 422
    (fault,) = refused.parsed.problems
    assert fault.code.value == "round_after_end"
    assert fault.clause == "N28"
    nowhere = program.send("clubs_retrieve", "nowhere")
    assert nowhere.parsed.problems[0].code.value == "not_found"


def rule(program, season, evening, players):
    program.call(
        "sessions_sit_outs_create",
        evening.id,
        body=program.model("SitOutRequest")(player=players[0].id),
    )
    given = program.call(
        "seasons_penalties_create",
        season.id,
        body=program.model("PenaltyRequest")(
            session=evening.id, player=players[0].id, points=5, reason="Late"
        ),
    )
    lifted = program.call(
        "seasons_penalties_lift_create",
        season.id,
        given.id,
        body=program.model("LiftRequest")(reason="The train"),
    )
    assert lifted.lifted.reason == "The train"


def catch_up(program, evening, players):
    """Enter the rounds of two matches, side by side, in one request."""
    ids = [
        program.call(
            "sessions_matches_create",
            evening.id,
            body=program.model("MatchRequest")(
                game=program.model("GameEnum")("triominos"),
                players=[player.id for player in players],
            ),
        ).id
        for _ in range(2)
    ]
    sheet = program.model("SheetOfMatchRequest")
    rounds = [sheet(match=match, evidence="sheet", scores=[12, 5, 7, 0]) for match in ids * 2]
    body = program.model("SessionRoundsRequest")(rounds=rounds)
    stored = program.call("sessions_rounds_create", evening.id, body=body).rounds
    assert [(stored_round.match, stored_round.number) for stored_round in stored] == [
        (match, number) for number in (1, 2) for match in ids
    ]


def read_table(program, season):
    for table in Table.objects.all():
        projection.refresh(table.pk)
    rating.refresh(Club.objects.get(slug="les-ardoises").pk)
    response = program.send("seasons_standings_retrieve", season.id)
    rows = response.parsed.results
    assert sorted(row.player.name for row in rows) == NAMES
    assert {row.played for row in rows} == {len(EVENINGS) * len(MODELS)}
    unchanged = program.send(
        "seasons_standings_retrieve", season.id, if_none_match=response.headers["ETag"]
    )
    assert unchanged.status_code == 304
    lines = program.call("seasons_standings_csv", season.id).splitlines()
    assert lines[0] == "place,player,points,played,wins"
    assert [line.split(",")[:3] for line in lines[1:]] == [
        [str(row.place), row.player.name, row.points] for row in rows
    ]


def meet(program, season, played, players):
    """Seat the players who come, and seat them again after an undo; check that a table has a code
    for phones."""
    evening = program.call("seasons_sessions_create", season.id, body=evening_of(program, 22))
    for player in players:
        here = program.model("PresenceRequest")(player=player.id)
        program.call("sessions_presence_create", evening.id, body=here)
    draw_request = program.model("SeatingDrawRequest")(game=program.model("GameEnum")("njet"))
    drawn = program.call("sessions_seating_draw_create", evening.id, body=draw_request)
    entry = program.call(
        "sessions_seating_create",
        evening.id,
        body=program.model("SeatingRequest")(game=draw_request.game, tables=drawn.tables),
    )
    nothing_else = program.model("UndoRequest")()
    program.call("sessions_log_undo_create", evening.id, entry.ref, body=nothing_else)
    program.call("sessions_log_redo_create", evening.id, entry.ref)
    match = program.call("sessions_matches_list", played.id).results[0]
    assert program.call("matches_code_create", match.id).match == match.id


def read_everything(program, club, season, evening, players):
    """Send every GET whose address needs nothing but these arguments, including those that are
    added later."""
    match = program.call("sessions_matches_list", evening.id).results[0]
    club_logo.restore(Club.objects.get(slug=club.slug), picture())
    sheet = sheets.open_sheet(Session.objects.get(pk=evening.id), by=None)
    sign_ups.record_answer(sheet, players[0].id, SignUpAnswer.YES, by=None, as_organiser=True)
    arguments = {
        "club": club.slug,
        "season": season.id,
        "session": evening.id,
        "match": match.id,
        "player": players[0].id,
        "number": 1,
    }
    read = 0
    for path, methods in docs.description()["paths"].items():
        needed = [step[1:-1] for step in path.split("/") if step.startswith("{")]
        if "get" not in methods or not set(needed) <= arguments.keys():
            continue
        if "{number}" in path and "/rounds/" not in path:
            continue
        if any(
            parameter.get("required")
            for parameter in map(resolve, methods["get"].get("parameters", []))
            if parameter.get("in") == "query"
        ):
            continue
        response = program.send(
            methods["get"]["operationId"], **{name: arguments[name] for name in needed}
        )
        assert response.status_code == 200, (path, response.content)
        assert response.parsed is not None or "json" not in response.headers["Content-Type"]
        read += 1
    assert read >= 20


def test_a_server_of_the_tests_is_found_without_resolving_names(live_server):
    """A bare machine has no /etc/hosts and does not even know localhost."""
    assert live_server.url.startswith("http://127.0.0.1:")
