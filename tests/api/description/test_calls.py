"""The sample of each request: it is the recorded request in each language, and it runs."""

import ast
import json
import re
import shlex
import shutil
import subprocess

import httpx
import pytest

from api.description import calls, docs, samples
from league.models import Player, Season
from league.operations.people import tokens
from tests import make
from tests.api.caller import BASE

METHODS = {"GET", "POST", "PUT", "PATCH", "DELETE"}


def all_calls():
    return [
        calls.of_operation(path, method, operation)
        for path, methods in docs.description()["paths"].items()
        for method, operation in methods.items()
    ]


def call_of(name):
    (call,) = [call for call in all_calls() if call.name == name]
    return call


def test_every_operation_has_its_request():
    assert len(all_calls()) > 300
    assert {call.method for call in all_calls()} == METHODS


def test_the_request_of_a_sample_is_the_recorded_one():
    bodies = 0
    for call in all_calls():
        words = shlex.split(calls.curl(call).replace("\\\n", " "))
        assert ("-X" in words) == (call.method != "GET"), call
        (assignment,) = ast.parse(calls.python(call)).body
        request = assignment.value  # type: ignore[attr-defined]
        assert request.func.attr == call.method.lower(), call
        if call.media == "application/json":
            assert json.loads(words[words.index("-d") + 1]) == call.body
            (body,) = [keyword.value for keyword in request.keywords if keyword.arg == "json"]
            assert ast.literal_eval(body) == call.body
            bodies += 1
    assert bodies > 100


@pytest.mark.skipif(not shutil.which("node"), reason="Node is not installed")
def test_samples_are_javascript(tmp_path):
    functions = [
        f"async function f{number}() {{ {calls.javascript(call)} }}"
        for number, call in enumerate(all_calls())
    ]
    program = tmp_path / "samples.mjs"
    program.write_text("\n".join(functions))
    ran = subprocess.run(["node", "--check", program], capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stderr


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("language", ["curl", "Python", "JavaScript"])
def test_samples_run(language, live_server):
    if shutil.which({"curl": "curl", "JavaScript": "node"}.get(language, "sh")) is None:
        pytest.skip(f"{language} is not installed")
    owner = make.user()
    club = make.club(owner)
    base, token = f"{live_server.url}{BASE}".rstrip("/"), tokens.issue(owner)[1]
    for name in ("Create a season", "List the players of a club"):
        text = calls.samples(call_of(name))[language]
        run(language, text, base, token, club.slug)
    assert Season.objects.get(club=club).name
    assert not Player.objects.exists()


def run(language, sample, base, token, club):
    if language == "Python":
        headers = {"Authorization": f"Bearer {token}"}
        with httpx.Client(base_url=base, headers=headers) as client:
            names = {"client": client, "club": club}
            exec(sample, names)
        assert names["response"].is_success, names["response"].text
        return
    program = ["bash", "-c", sample]
    if language == "JavaScript":
        start = samples.read()["JavaScript"]
        (call,) = re.findall(r"const call = .*?\n  \}\);\n", start, re.DOTALL)
        variables = f"const {{ BASE, TOKEN }} = process.env; const club = '{club}';"
        check = "if (!response.ok) throw new Error(await response.text());"
        program = ["node", "--input-type=module", "-e", f"{variables}\n{call}\n{sample}\n{check}"]
    ran = subprocess.run(
        program,
        env={"PATH": "/usr/local/bin:/usr/bin:/bin", "BASE": base, "TOKEN": token, "CLUB": club},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_collection_has_every_request():
    collection = calls.collection(docs.description(), "https://league.example/api/v1")
    items = [item for folder in collection["item"] for item in folder["item"]]
    assert len(items) == len(all_calls())
    names = {variable["key"] for variable in collection["variable"]}
    for item in items:
        url = item["request"]["url"]
        assert set(re.findall(r"\{\{(\w+)\}\}", url["raw"])) <= names
        assert "/".join([*url["host"], *url["path"]]) == url["raw"]
    seasons = next(item for item in items if item["name"] == "Create a season")["request"]
    assert json.loads(seasons["body"]["raw"])["name"]
    assert {variable["key"]: variable["value"] for variable in collection["variable"]}[
        "base"
    ] == "https://league.example/api/v1"
