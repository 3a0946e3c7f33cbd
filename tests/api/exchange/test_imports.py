"""Files brought in by programs: what is refused at once, what the job tells, what is undone."""

import base64
import json
import threading

import pytest
from django.db import connection

from league.models import Job, Player, Season
from league.operations.matches import submissions
from league.operations.support import jobs
from league.tasks import KINDS
from tests import make
from tests.api.caller import caller, problem_codes
from tests.api.conftest import build
from tests.operations.exchange.plays import listed, play

FILE = "Nom;E-mail\nZoé 🎲 <script>;z@x.org\nAda;\n"
SEASON = (
    "date;game;match;player;round1;round2;round3\n"
    "2025-10-01;neurotrio;A;Ada;22;22;9\n2025-10-01;neurotrio;A;Bruno;5;7;3\n"
)


@pytest.fixture
def path(world):
    return f"clubs/{world.club.slug}/imports/"


def import_body(**changes):
    return {"kind": "players", "format": "csv", "content": FILE} | changes


def season(**changes):
    return import_body(kind="season", content=SEASON, season_name="2025") | changes


def finished(caller, path, body, **headers):
    """Start an import, let a worker run it, and return the import."""
    started = caller.post(path, body, **headers)
    assert started.status_code == 202, started.content
    jobs.run(started.json()["id"], KINDS)
    return caller.get(started["Location"]).json()


def test_players_are_imported_in_the_background(world, alice, path):
    started = alice.post(path, import_body(name="people.csv"))
    assert (started.status_code, started.json()["state"]) == (202, "waiting")
    assert started.json()["result"] is None
    jobs.run(started.json()["id"], KINDS)
    content = alice.get(started["Location"]).json()
    assert (content["state"], content["name"], content["by"]) == ("done", "people.csv", "Alice")
    assert content["result"]["players"] == {"new": 1, "changed": 0, "skipped": 1}
    assert content["can_undo"]
    assert world.club.players.filter(email="z@x.org").get().name == "Zoé 🎲 <script>"
    assert alice.get(path).json()["results"] == [content]


def test_bytes_are_sent_in_base64(world, alice, path):
    packed = base64.b64encode("Nom\nZoé".encode("cp1252")).decode()
    body = {"kind": "players", "format": "csv", "base64": packed}
    assert finished(alice, path, body)["state"] == "done"
    assert world.club.players.filter(name="Zoé").exists()


def test_a_season_that_is_imported_has_the_table_of_one_that_was_played(world, alice, path):
    content = finished(alice, path, season())
    imported = content["result"]["season"]["id"]
    by_hand = make.season(world.club, "By hand")
    match = make.match(make.session(by_hand), world.players[:2])
    for scores in ([22, 5], [22, 7], [9, 3]):
        answer = alice.post(f"matches/{match.pk}/rounds/", make.sheet(*scores))
        assert answer.status_code == 201
    for season_id in (imported, by_hand.pk):
        from scoring import projection

        for table in Season.objects.get(pk=season_id).tables.all():
            projection.refresh(table.pk)
    tables = [
        alice.get(f"seasons/{season_id}/standings/").json()["rows"]
        for season_id in (imported, by_hand.pk)
    ]
    assert tables[0] == tables[1] != []


def test_records_that_are_given_out_are_taken_in(world, alice, path):
    make.played(world.match, [22, 5, 5], [22, 7, 6], [9, 3, 2])
    record = alice.get(f"matches/{world.match.pk}/record/").json()
    line = json.dumps({"played_at": "2025-10-01T20:30:00+02:00", "record": record})
    body = {"kind": "records", "format": "ndjson", "content": line, "season_name": "2025"}
    content = finished(alice, path, body)
    assert content["result"]["first"][0]["totals"] == [53, 15, 13]
    evening = alice.get(f"seasons/{content['result']['season']['id']}/sessions/").json()["results"][
        0
    ]
    assert evening["starts_at"] == "2025-10-01T20:30:00+02:00"
    match = alice.get(f"sessions/{evening['id']}/matches/").json()["results"][0]
    assert alice.get(f"matches/{match['id']}/record/").json() == record


def test_a_dry_run_leaves_the_database_unchanged(world, alice, path):
    tried = finished(alice, path, season(dry_run=True))
    assert (tried["state"], tried["can_undo"]) == ("done", False)
    assert tried["result"]["matches"] == 1
    assert Season.objects.count() == 1


def test_notices_are_confirmed_with_the_value_of_the_dry_run(world, alice, path):
    body = import_body(content="Nom;Tél\nCÃ´tÃ©;12\n")
    tried = finished(alice, path, body | {"dry_run": True})
    assert tried["unused_columns"] == [{"column": "Tél", "sample": "12", "like": ""}]
    (notice,) = tried["result"]["notices"]
    assert (notice["code"], notice["must_confirm"], notice["column"]) == (
        "mis_decoded", True, "Nom",
    )  # fmt: skip
    refused = finished(alice, path, body)
    assert [problem["code"] for problem in refused["problems"]] == ["not_confirmed", "mis_decoded"]
    assert refused["unused_columns"] == tried["unused_columns"]
    done = finished(alice, path, body | {"confirm": tried["result"]["confirm"]})
    assert done["state"] == "done"
    assert world.club.players.filter(name="CÃ´tÃ©").exists()


def test_problems_of_rows_have_their_numbers_and_the_words_of_the_caller(world, alice, path):
    body = import_body(content="Nom;E-mail\nZoé;z@x.org\nBob;nobody\n")
    content = finished(alice, path, body, Accept_Language="fr")
    assert content["state"] == "failed"
    (problem,) = content["problems"]
    assert (problem["code"], problem["path"], problem["row"]) == ("bad_email", "rows.3.email", 3)
    assert "adresse" in problem["message"]
    assert not world.club.players.filter(name="Zoé").exists()


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"kind": "clubs"}, ("not_a_choice", "kind")),
        ({"format": "ndjson"}, ("not_a_choice", "format")),
        ({"content": 5}, ("not_text", "content")),
        ({"base64": "Tm9t"}, ("bad_content", "content")),
        ({"content": ""}, ("blank", "content")),
        ({"content": ";;\n"}, ("empty_file", "content")),
        ({"content": 'Nom\n"Ada'}, ("bad_csv", "content")),
        ({"content": "Nom;a;b\nAda;1;2;3"}, ("too_many_cells", "rows.2")),
        ({"content": "Téléphone\n1"}, ("missing_column", "mapping.name")),
        ({"mapping": {"name": "Surnom"}}, ("unknown_column", "mapping.name")),
        ({"mapping": {"nick": "Nom"}}, ("unknown_field", "mapping.nick")),
        ({"mapping": {"name": 1}}, ("not_text", "mapping.name")),
        ({"mapping": []}, ("not_an_object", "mapping")),
        ({"existing": "merge"}, ("not_a_choice", "existing")),
        ({"dry_run": "no"}, ("not_a_flag", "dry_run")),
        ({"dry_run": 1}, ("not_a_flag", "dry_run")),
        ({"extra": 1}, ("unknown_key", "extra")),
        ({"kind": "season"}, ("bad_season", "season")),
        ({"kind": "season", "season": 1, "season_name": "x"}, ("bad_season", "season")),
        ({"kind": "season", "season": 999_999}, ("unknown_season", "season")),
        ({"kind": "season", "season_name": "x", "date": "01/10/2025"}, ("not_a_date", "date")),
        ({"kind": "season", "season_name": "x", "time": "25:00"}, ("not_a_time", "time")),
        ({"kind": "season", "season_name": "x", "game": "chess"}, ("not_a_choice", "game")),
        ({"kind": "season", "season_name": "x", "house_rules": {"chess": {}}},
         ("unknown_game", "house_rules.chess")),
        ({"kind": "season", "season_name": "x", "house_rules": {"njet": 1}},
         ("not_an_object", "house_rules.njet")),
    ],
)  # fmt: skip
def test_an_import_with_impossible_settings_is_refused(world, alice, path, changes, problem):
    answer = alice.post(path, import_body(**changes))
    assert answer.status_code == 422, answer.content
    assert problem in problem_codes(answer)
    assert not Job.objects.exists()


def test_a_spreadsheet_is_opened_by_the_worker_alone(world, alice, path):
    """It may unfold to a thousand times its size."""
    packed = base64.b64encode(b"PK\x03\x04 nothing").decode()
    content = finished(alice, path, {"kind": "players", "format": "xlsx", "base64": packed})
    assert content["state"] == "failed"
    assert [(problem["code"], problem["path"]) for problem in content["problems"]] == [
        ("not_xlsx", "content")
    ]


@pytest.mark.parametrize("packed", ["%", "Zm9", "Zoé"])
def test_invalid_base64_is_refused(world, alice, path, packed):
    body = {"kind": "players", "format": "xlsx", "base64": packed}
    assert problem_codes(alice.post(path, body)) == [("bad_base64", "base64")]


def test_a_season_of_another_club_is_not_known(world, alice, path):
    other = make.season(world.stranger.memberships.get().club)
    body = season(season=other.pk) | {"season_name": ""}
    del body["season_name"]
    assert problem_codes(alice.post(path, body)) == [("unknown_season", "season")]


def test_imports_of_another_club_are_404(world, alice, path):
    job = finished(alice, path, import_body())["id"]
    charlie = caller(world.stranger)
    club = world.stranger.memberships.get().club
    assert charlie.get(f"clubs/{club.slug}/imports/{job}/").status_code == 404
    assert charlie.post(f"clubs/{club.slug}/imports/{job}/undo/", None).status_code == 404
    assert alice.get(f"{path}999999/").status_code == 404


def test_a_file_may_be_larger_than_other_bodies(world, alice, path, settings):
    rows = "".join(f"Player {number};p{number}@example.org\n" for number in range(19_000))
    content = "Nom;E-mail;Note\n" + rows.replace("\n", ";" + "x" * 60 + "\n")
    assert len(content) > 1024 * 1024
    assert alice.post(path, import_body(content=content)).status_code == 202
    huge = alice.post(path, import_body(content="x" * settings.IMPORT_BYTES))
    assert huge.status_code == 413
    assert "8 MiB" in huge.json()["detail"]
    assert alice.post("clubs/", {"name": "x" * 1024 * 1024}).status_code == 413


def test_the_same_key_imports_once(world, alice, path):
    answers = [alice.post(path, import_body(), Idempotency_Key="once") for _ in range(2)]
    assert answers[0].json() == answers[1].json()
    assert Job.objects.count() == 1


def test_undoing_an_import_twice_has_one_effect(world, alice, path):
    job = finished(alice, path, season(create_players=True))["id"]
    for _ in range(2):
        answer = alice.post(f"{path}{job}/undo/", None)
        assert (answer.status_code, answer.json()["state"]) == (200, "undone")
    assert Season.objects.get() == world.season


def test_undo_names_the_corrected_match_that_prevents_it(world, alice, path):
    job = finished(alice, path, season())
    match = Season.objects.get(name="2025").sessions.get().matches.get()
    submissions.correct(match.pk, 1, make.sheet(22, 6), by=None)
    answer = alice.post(f"{path}{job['id']}/undo/", None)
    assert answer.status_code == 409
    assert problem_codes(answer) == [("match_changed", f"matches.{match.pk}")]
    tried = finished(alice, path, season(season_name="x", dry_run=True))
    assert alice.post(f"{path}{tried['id']}/undo/", None).status_code == 409


@pytest.mark.django_db(transaction=True)
def test_two_imports_of_the_same_names_at_once_make_each_player_once():
    world = build()
    alice, path = caller(world.owner), f"clubs/{world.club.slug}/imports/"
    names = "Nom\n" + "".join(f"Player {number}\n" for number in range(40))
    started = [alice.post(path, import_body(content=names)).json()["id"] for _ in range(2)]
    together = threading.Barrier(2)

    def work(pk):
        together.wait()
        try:
            jobs.run(pk, KINDS)
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(pk,)) for pk in started]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Player.objects.filter(name__startswith="Player ").count() == 40
    results = [alice.get(f"{path}{pk}/").json()["result"]["players"] for pk in started]
    assert sorted(result["new"] for result in results) == [0, 40]


def test_plays_of_boardgamegeek_are_imported_like_other_files(world, alice, path):
    body = {"kind": "plays", "format": "xml", "content": listed(play()), "season_name": "BGG"}
    body["create_players"] = True
    content = finished(alice, path, body)
    assert (content["state"], content["kind"], content["format"]) == ("done", "plays", "xml")
    assert content["result"]["first"][0]["totals"] == [53, 15]
    assert alice.post(f"{path}{content['id']}/undo/", None).json()["state"] == "undone"


def test_plays_that_cannot_be_imported_are_left_out_on_request(world, alice, path):
    file = listed(play(incomplete="1"), play(date="2025-10-08"))
    body = {"kind": "plays", "format": "xml", "content": file, "season_name": "BGG"}
    body |= {"create_players": True, "dry_run": True}
    refused = finished(alice, path, body, Accept_Language="de")
    (problem,) = refused["problems"]
    assert (problem["code"], problem["path"], problem["row"]) == ("not_counted", "rows.1", 1)
    assert problem["message"].startswith("Neurotrio, 2025-10-01: Sie ist als unvollständig")
    tried = finished(alice, path, body | {"leave_out": True})
    assert [notice["code"] for notice in tried["result"]["notices"]] == ["play_left_out"]
    assert tried["result"]["matches"] == 1


@pytest.mark.parametrize("file_format", ["csv", "ndjson"])
def test_plays_have_formats_of_their_own(world, alice, path, file_format):
    body = {"kind": "plays", "format": file_format, "content": "x", "season_name": "BGG"}
    assert problem_codes(alice.post(path, body)) == [("not_a_choice", "format")]
