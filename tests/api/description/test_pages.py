"""The pages about the API: what they name exists, they stay small, and their samples run."""

import json
import os
import re
import shutil
import subprocess
import sys

import pytest
from django.test import Client

from api.description import codes, docs, samples
from api.description.docs_page import Manual
from games import record
from league.operations.people import tokens
from tests import make
from tests.api.caller import BASE, Caller

MOST_BYTES = 300_000
MOST_LINES = 25_000  # of the description, with one example of each operation
PROGRAMS = {"curl": ["bash"], "Python": [sys.executable], "JavaScript": ["node"]}
LINK = re.compile(r'href="((?:\.\./|\./)?[\w/]*/?#[^"]+)"')


def pages():
    return Manual(docs.description()).pages()


def text_of(name):
    response = Client().get(f"{BASE}docs/{name}/" if name else f"{BASE}docs/")
    assert response.status_code == 200
    return response.content.decode()


@pytest.fixture(scope="module")
def texts(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock():
        return {name: text_of(name) for name in pages()}


def test_no_page_is_larger_than_300_kb(texts):
    assert {name: len(text) for name, text in texts.items() if len(text) > MOST_BYTES} == {}


def test_the_description_has_fewer_than_25_000_lines():
    assert len(docs.FILE.read_text().splitlines()) < MOST_LINES


def test_every_operation_stands_on_the_page_of_its_subject(texts):
    for path, methods in docs.description()["paths"].items():
        for operation in methods.values():
            page = texts[operation["tags"][0]]
            assert path in page
            assert f'id="{operation["operationId"]}"' in page


def test_every_schema_stands_on_one_page(texts):
    for name in docs.description()["components"]["schemas"]:
        assert [page for page, text in texts.items() if f'id="shape-{name}"' in text], name


def test_every_link_to_a_part_of_a_page_leads_there(texts):
    checked = 0
    for name, text in texts.items():
        for link in LINK.findall(text):
            address, _, part = link.partition("#")
            target = address.strip("./") if address else name
            assert f'id="{part}"' in texts[target], (name, link)
            checked += 1
    assert checked > 1000


def test_every_code_stands_on_the_page_of_codes(texts):
    for code, meaning in codes.CODES.items():
        assert f'id="code-{code}"' in texts["codes"]
        assert meaning.split("`")[0] in texts["codes"]
    for messages in codes.of_records().values():
        assert all(f"<code>{code}</code>" in texts["codes"] for code in messages)


def test_pages_bring_no_scripts_or_styles_of_their_own(texts):
    assert [name for name, text in texts.items() if " style=" in text or "<script" in text] == []


def test_a_search_finds_operations_schemas_and_codes(db):
    results = Client().get(f"{BASE}docs/", {"q": "idempotency key"}).content.decode()
    assert 'href="./codes/#code-idempotency_key_reused"' in results
    results = Client().get(f"{BASE}docs/", {"q": "submit the next round"}).content.decode()
    assert 'href="./matches/#matches_rounds_create"' in results
    nothing = Client().get(f"{BASE}docs/", {"q": "<b>zebra</b>"}).content.decode()
    assert "0 results for “&lt;b&gt;zebra&lt;/b&gt;”" in nothing


def test_an_unknown_page_is_a_problem(db):
    assert Caller().get("docs/nothing/").status_code == 404


def test_records_on_the_page_are_valid_as_far_as_they_go():
    for shown in samples.records():
        verdict = record.check(json.loads(shown.text))
        assert verdict.ok, shown


@pytest.mark.parametrize("language", PROGRAMS)
def test_the_first_steps_run(language, live_server, transactional_db):
    if shutil.which(PROGRAMS[language][0]) is None:
        pytest.skip(f"{language} is not installed")
    user = make.user()
    club = make.club(user)
    season = make.season(club)
    match = make.match(make.session(season), make.players(club, ["Ada", "Bruno"]))
    program = samples.read()[language]
    environment = {
        "PATH": os.environ["PATH"],
        "BASE": f"{live_server.url}{BASE}".rstrip("/"),
        "TOKEN": tokens.issue(user)[1],
        "CLUB": season.club.slug,
        "SEASON": str(season.pk),
        "MATCH": str(match.pk),
    }

    def run():
        arguments = [*PROGRAMS[language]]
        if language == "JavaScript":
            arguments.append("--input-type=module")
        ran = subprocess.run(
            [*arguments, *(["-"] if language != "curl" else [])],
            input=program,
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout

    assert "stored" in run()
    match.refresh_from_db()
    assert match.totals == [22, 5]
    assert re.search(r"(after |\"last\": ?)0\b", run())
