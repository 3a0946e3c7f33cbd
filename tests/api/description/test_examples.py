"""The examples of the description are what the code answers: asked for anew, they look the same.

To record them after an intended change: MANCHE_RECORD=1 pytest PATH -n 0, then the snapshot. Only
examples that look different are replaced.
"""

import json
import os
import re
from contextlib import contextmanager
from random import Random
from typing import Any

import yaml
from django.db import transaction

from api.description import docs, examples
from api.http.errors import KINDS
from games import GAMES, record
from scoring import rating
from tests.api import addresses, playing
from tests.api.caller import caller, operation_of, resolve, validator
from tests.api.conftest import build
from tests.api.http import test_errors

MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+[+-]\d\d:\d\d")
NONSENSE = {"nothing": 1}
AGAINST_THE_RULES = {"evidence": "sheet", "scores": [22, 5, 40], "finisher": 0}
OPEN = {"schema", "docs", "collection", "docs_page", "unknown"}


class Undo(Exception):
    pass


@contextmanager
def undone():
    try:
        with transaction.atomic():
            yield
            raise Undo
    except Undo:
        pass


def test_the_examples_are_what_the_code_answers(db):
    now, stored = recorded(), dict(examples.read())
    expected = {
        name: stored.get(name) if like(stored.get(name), now[name]) else now[name] for name in now
    }
    if os.environ.get("MANCHE_RECORD") == "1":
        text = yaml.safe_dump(
            expected, allow_unicode=True, width=100, sort_keys=False, default_flow_style=None
        )
        examples.FILE.write_text(text)
    assert [name for name in expected if stored.get(name) != expected[name]] == []
    assert stored.keys() == expected.keys()


def test_every_operation_has_an_example_of_all_that_is_sent_and_answered():
    for operation in operations():
        holders = [operation.get("requestBody", {})]
        holders += [
            response for status, response in operation["responses"].items() if status[0] == "2"
        ]
        for holder in holders:
            for kind, media in holder.get("content", {}).items():
                is_shown = media.keys() & {"example", "examples"} or not is_text(kind)
                assert is_shown, operation["operationId"]


def test_every_example_fits_its_shape():
    checked = 0
    for operation in operations():
        for holder in [operation.get("requestBody", {}), *operation["responses"].values()]:
            for media in resolve(holder).get("content", {}).values():
                for value in shown(media):
                    if "$ref" in media["schema"]:
                        validator(media["schema"]["$ref"]).validate(value)
                        checked += 1
    assert checked > 100


def recorded():
    """Return the requests and answers by operation, and the errors of all by their names."""
    current = {}
    with undone():
        world = build()
        playing.play(world)
        rating.refresh(world.club.pk)
        for row in addresses.TABLE:
            if row[0] not in OPEN:
                with undone():
                    current |= exchange(row, world)
    with undone():
        world = build()
        current["problems"] = {
            name_of(KINDS[status][0]): steady(test_errors.ask(world, status).json())
            for status in test_errors.CAUSES.keys() - {409, 422}
        }
        owner = caller(world.owner)
        current["problems"]["Conflict"] = steady(taken_name(owner, world).json())
        current["problems"]["Invalid"] = steady(key_of_another(owner).json())
    current["matches_rounds_create"]["requests"] = rounds_of_bots()
    return current


def exchange(row, world):
    """Send the request of a row of the permissions as its owner may make it, or the scorer where
    the owner may not, and one that is refused."""
    _name, method, path, body, statuses = row
    sender = world.scorer if statuses[0] == 403 else world.owner
    owner, address = caller(sender), playing.fill(path, world)
    kind, body = playing.kind(body), playing.fill_body(body, world)
    operation = operation_of(method, address)
    responses = []
    if "requestBody" in operation:
        wrong = AGAINST_THE_RULES if "rounds" in path else NONSENSE
        responses.append(owner.send(method, address, wrong))
    responses.append(owner.send(method, address, body, **kind))
    answers = {
        str(response.status_code): content(response)
        for response in responses
        if is_readable(response)
    }
    is_json = "requestBody" in operation and not isinstance(body, bytes)
    request = {"request": steady(body)} if is_json else {}
    return {operation["operationId"]: {**request, "answers": answers}}


def name_of(kind):
    """Return the name of an example of a kind of error: `NotFound` for `not-found`."""
    return kind.title().replace("-", "")


def taken_name(owner, world):
    season = {"name": world.season.name, "starts_on": "2026-09-01"}
    return owner.post(f"clubs/{world.club.slug}/seasons/", season)


def key_of_another(owner):
    owner.post("clubs/", {"name": "Un"}, Idempotency_Key="a")
    return owner.post("clubs/", {"name": "Deux"}, Idempotency_Key="a")


def rounds_of_bots():
    """Return the first round of a match of each game, as a sheet and as the table at its end."""

    def first_round(slug, game, evidence):
        played: dict[str, Any] = record.play(slug, Random(3), names(game), evidence)
        return played["rounds"][0]

    return {
        f"{slug}_{evidence}": first_round(slug, game, evidence)
        for slug, game in GAMES.items()
        for evidence in ("sheet", "final")
    }


def names(game):
    return ["Ada", "Bruno", "Chloé"][: max(game.seats.start, 3)]


def is_readable(response):
    """Tell whether the response is neither a file nor empty."""
    return not response.streaming and is_text(response.get("Content-Type", "")) and response.content


def is_text(media):
    kind = media.partition(";")[0]
    return kind.startswith("text/") or kind.endswith("json")


def content(response):
    if not response["Content-Type"].partition(";")[0].endswith("json"):
        return response.content.decode()
    value = response.json()
    if isinstance(value, dict) and "next" in value:  # one row of a list shows its keys
        value["results"] = value["results"][:1]
    return steady(value)


def steady(value):
    """Return the value without the parts that differ each time, and without secrets."""
    text = MOMENT.sub("2026-10-01T21:45:00+02:00", json.dumps(value))
    text = re.sub(r"\b(manche_|whsec_)[\w+/=-]{20,}", r"\1EXAMPLE", text)
    return json.loads(re.sub(r'"seed": "[0-9a-f]+"', '"seed": "5eed0fa11075d12a"', text))


def like(one, other):
    return shape(one) == shape(other)


def shape(value):
    """Return the keys and types of a value, not its numbers and words."""
    if isinstance(value, dict):
        return {key: shape(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [shape(inner) for inner in value]
    return type(value).__name__


def operations():
    return [
        operation
        for methods in docs.description()["paths"].values()
        for operation in methods.values()
    ]


def shown(media):
    if "example" in media:
        yield media["example"]
    yield from (example["value"] for example in media.get("examples", {}).values())
