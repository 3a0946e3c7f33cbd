"""Matches of a game from outside, played everywhere: by API, at the desk and on phones, imported,
archived, and after its package was uninstalled."""

import json
import random

import pytest
from django.test import Client

from games import GAMES, base, record
from games.base import Evidence
from league.errors import Invalid
from league.models import Match
from league.operations.matches import submissions, table_codes
from scoring import projection
from scoring.models import Table
from tests import make
from tests.api.caller import caller
from tests.archives import exported, imported
from tests.operations.exchange.importing import import_file
from tests.outside_games import EXAMPLES, installed
from tests.web.desk import entry, sign_in
from tests.web.games.foreign_club import NAMES
from tests.web.games.test_every_address import SLUGS
from tests.web.table.phones import at
from tests.web.table.phones import send as send_from_phone

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]


@pytest.fixture(params=SLUGS)
def slug(request, client):
    with installed(EXAMPLES):
        yield request.param


def bot_record(slug, level=Evidence.SHEET, seed=1):
    """Return a match of bots at the smallest table, with the strongest evidence up to `level`."""
    levels = base.levels_of(GAMES[slug])
    names = [f"{NAMES[seat % len(NAMES)]} {seat}" for seat in range(min(GAMES[slug].seats))]
    return record.play(slug, random.Random(seed), names, level if level in levels else levels[0])


def seated(slug, played):
    season = make.season(make.club(), games=[slug])
    people = make.players(season.club, played["players"])
    return make.match(make.session(season), people, game=slug, options=played["options"])


def test_the_api_starts_enters_checks_and_corrects(slug):
    played = bot_record(slug)
    match = seated(slug, played)
    client = caller(make.user())
    people = [seat.player_id for seat in match.seats.order_by("number")]
    path = f"sessions/{match.session_id}/matches/"
    begun = client.post(path, {"game": slug, "players": people, "options": played["options"]})
    assert begun.status_code == 201, begun.json()
    assert begun.json()["game"] == slug
    rounds = f"matches/{begun.json()['id']}/rounds/"
    first = played["rounds"][0]
    assert client.post(f"{rounds}check/", first).status_code == 200
    for round_ in played["rounds"]:
        assert client.post(rounds, round_).status_code == 201
    ended = client.get(f"matches/{begun.json()['id']}/").json()
    assert ended["over"] is True
    stored = client.get(f"matches/{begun.json()['id']}/record/").json()
    assert (stored["game"], stored["options"], stored["rounds"]) == (
        slug,
        played["options"],
        played["rounds"],
    )
    assert client.put(f"{rounds}1/", {**first, "reason": "Again"}).status_code == 200
    nonsense = {"evidence": "sheet", "scores": ["many"] * len(people)}
    assert client.post(f"matches/{match.pk}/rounds/", nonsense).status_code == 422
    verdict = client.post("check/", played)
    assert (verdict.status_code, verdict.json()["over"]) == (200, True)
    wrong = client.post(path, {"game": slug, "players": people, "options": {"no_such_rule": 1}})
    assert wrong.status_code == 422


def test_the_desk_and_the_phone_enter_its_sheets(slug):
    played = bot_record(slug)
    if played["rounds"][0]["evidence"] != "sheet":
        pytest.skip("it has no sheets")
    match = seated(slug, played)
    desk, phone = Client(), Client()
    sign_in(desk, make.user())
    code = str(table_codes.renew(match, by=make.user()))
    for number, round_ in enumerate(played["rounds"], 1):
        if number % 2:
            form = {f"score-{seat}": points for seat, points in enumerate(round_["scores"])}
            answer = desk.post(entry(match, number), {"evidence": "sheet", **form})
            assert answer.status_code == 302, answer.text
        else:
            send_from_phone(phone, code, number, *round_["scores"])
    match.refresh_from_db()
    assert (match.over, match.rounds_played) == (True, len(played["rounds"]))
    assert phone.get(at(code)).status_code == 200


@pytest.mark.parametrize("level", Evidence)
def test_records_are_imported(slug, level):
    played = bot_record(slug, level)
    line = {"played_at": "2025-10-01T20:30:00+02:00", "record": played}
    settings = {"season_name": "2025", "create_players": True}
    job = import_file(make.club(), json.dumps(line), "records", "ndjson", **settings)
    assert job.problems == []
    assert Match.objects.get().over
    assert Match.objects.get().game == slug


@pytest.mark.parametrize("by_name", [False, True])
def test_spreadsheets_are_imported(slug, by_name):
    played = bot_record(slug)
    if played["rounds"][0]["evidence"] != "sheet":
        pytest.skip("it has no sheets")
    columns = ["Date", "Jeu", "Partie", "Joueur"]
    columns += [f"Manche {number}" for number in range(1, len(played["rounds"]) + 1)]
    called = GAMES[slug].name if by_name else slug
    lines = [
        [
            "1/10/2025",
            called,
            "A",
            f"Ada {seat}",
            *(one["scores"][seat] for one in played["rounds"]),
        ]
        for seat in range(len(played["players"]))
    ]
    text = "\n".join(";".join(map(str, line)) for line in [columns, *lines])
    house_rules = {slug: played["options"]}
    settings = {"season_name": "2025", "create_players": True, "house_rules": house_rules}
    job = import_file(make.club(), text, "season", "csv", **settings)
    assert job.problems == []
    assert (Match.objects.get().game, Match.objects.get().over) == (slug, True)


# --- after the package was uninstalled


@pytest.mark.parametrize("slug", SLUGS)
def test_standings_archive_and_files_stay_the_same(slug, client):
    def outputs():
        tables = [f"standings/?game={slug}", "standings/", f"standings.csv?game={slug}"]
        files = ["standings.csv", "results.csv", f"{slug}/standings.csv", f"{slug}/results.csv"]
        read = {path: program.get(f"seasons/{season.pk}/{path}").content for path in tables}
        for path in files:
            read[path] = client.get(f"/en/seasons/{season.pk}/{path}").content
        return read, exported(season.club)

    with installed(EXAMPLES):
        played = bot_record(slug, Evidence.TRANSCRIPT)
        match = seated(slug, played)
        season, program = match.session.season, caller(make.user())
        for round_ in played["rounds"]:
            submissions.submit(match.pk, round_, by=None)
        for table in Table.objects.all():
            projection.refresh(table.pk)
        name = GAMES[slug].name
        before, archive = outputs()
    after, archive_after = outputs()
    assert archive == archive_after
    assert {key: value.replace(name.encode(), slug.encode()) for key, value in before.items()} == {
        key: value.replace(name.encode(), slug.encode()) for key, value in after.items()
    }


@pytest.mark.parametrize("slug", SLUGS)
def test_matches_cannot_be_continued_anywhere(slug, client):
    with installed(EXAMPLES):
        played = bot_record(slug)
        match = seated(slug, played)
        submissions.submit(match.pk, played["rounds"][0], by=None)
        code = str(table_codes.renew(match, by=make.user()))
    sign_in(client, make.user())
    program, phone = caller(make.user()), Client()
    scores = [0] * len(played["players"])
    form = {"evidence": "sheet"} | {f"score-{seat}": 0 for seat in range(len(scores))}
    refused = program.post(f"matches/{match.pk}/rounds/", make.sheet(*scores))
    assert [problem["code"] for problem in refused.json()["problems"]] == ["game_not_installed"]
    assert client.post(entry(match, 2), form).status_code in {409, 422}
    send_from_phone(phone, code, 2, *scores)
    match.refresh_from_db()
    assert match.rounds_played == 1
    people = [seat.player_id for seat in match.seats.all()]
    path = f"sessions/{match.session_id}/matches/"
    assert program.post(path, {"game": slug, "players": people}).status_code in {409, 422}
    line = {"played_at": "2025-10-01T20:30:00+02:00", "record": played}
    job = import_file(
        match.session.season.club, json.dumps(line), "records", "ndjson", season_name="2025"
    )
    assert job.problems != []


@pytest.mark.parametrize("slug", SLUGS)
def test_an_archive_comes_with_the_package_only(slug, client):
    with installed(EXAMPLES):
        played = bot_record(slug, Evidence.TRANSCRIPT)
        match = seated(slug, played)
        for round_ in played["rounds"]:
            submissions.submit(match.pk, round_, by=None)
        data = exported(match.session.season.club)
    bob = make.user("bob@example.org")
    with pytest.raises(Invalid) as refused:
        imported(data, bob)
    assert {problem["code"] for problem in refused.value.problems} == {"game_not_installed"}
    assert all(f"“{slug}”" in problem["message"] for problem in refused.value.problems)
    with installed(EXAMPLES):
        arrived = Match.objects.get(session__season__club=imported(data, bob).club)
    match.refresh_from_db()
    assert (arrived.totals, arrived.over) == (match.totals, match.over)
