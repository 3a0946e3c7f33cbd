"""The rounds and house rules of the description against the engines: what one takes, the other
takes too, as far as shapes can tell."""

import json
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.conf import settings

from games import GAMES, record
from tests.api.caller import validator

MODELS = {
    "neurotrio": "Neurotrio",
    "triominos": "Triominos",
    "njet": "Njet",
    "nain_jaune": "NainJaune",
}
EVIDENCE = ("sheet", "final", "transcript")
STRANGE: tuple[object, ...] = (
    None,
    -1,
    0,
    1,
    7,
    1.5,
    "any",
    "",
    True,
    [],
    [0],
    [0, 0],
    {},
    {"any": 1},
)


def fits(value, name):
    return validator(f"#/components/schemas/{name}").is_valid(value)


def players(slug, count=0):
    return [f"P{seat}" for seat in range(count or GAMES[slug].seats[0])]


@pytest.mark.long
@pytest.mark.parametrize("evidence", EVIDENCE)
@pytest.mark.parametrize("slug", GAMES)
def test_rounds_of_bots_fit_their_shape_and_no_other(slug, evidence):
    own = "Sheet" if evidence == "sheet" else f"{MODELS[slug]}{evidence.title()}"
    others = {
        f"{model}{other_evidence.title()}"
        for model in MODELS.values()
        for other_evidence in EVIDENCE[1:]
    }
    for seed, count in enumerate((GAMES[slug].seats[0], GAMES[slug].seats[-1])):
        written: dict[str, Any] = record.play(slug, Random(seed), players(slug, count), evidence)
        for played in written["rounds"]:
            assert fits(played, own)
            assert fits(played, "Round")
            assert fits({**played, "number": 1}, f"{own}Request")
            assert [other for other in others - {own} if fits(played, other)] == []


@pytest.mark.long
@pytest.mark.parametrize("slug", GAMES)
def test_golden_records_that_are_ok_fit(slug):
    file = Path(settings.BASE_DIR) / "tests" / "games" / "data" / f"{slug}.ndjson"
    checked = 0
    for line in file.read_text().splitlines():
        item = json.loads(line)
        written = item.get("record", item)
        if isinstance(written, dict) and record.check(written).ok:
            validator("#/components/schemas/RecordRequest").validate(written)
            checked += 1
    assert checked


@pytest.mark.parametrize("slug", GAMES)
def test_keys_of_rounds_are_refused_and_missed_alike(slug):
    """A key more or a key less breaks the shape exactly when the engine says so."""
    for evidence in EVIDENCE:
        written: dict[str, Any] = record.play(slug, Random(5), players(slug), evidence)
        (*_rest, last) = written["rounds"]
        for changed in (*without_a_key(last), {**last, "strange": 1}):
            codes = codes_of(slug, written, changed)
            shaped = fits(changed, "Round") or fits(changed, "Sheet")
            assert shaped == (not codes & {"missing_key", "unknown_key"}), (
                evidence,
                changed,
                codes,
            )


def without_a_key(played):
    for key in played:
        yield {name: value for name, value in played.items() if name != key}


def codes_of(slug, written, last):
    rounds = [*written["rounds"][:-1], last]
    return {item.code for item in record.check({**written, "rounds": rounds}).problems}


@pytest.mark.parametrize("slug", GAMES)
def test_house_rules_are_taken_alike(slug):
    """Every rule with every strange value: the shape refuses at least all that has a wrong type or
    word; what only the number of players forbids is the engine's affair."""
    state, _problems = record.start(slug, {}, len(players(slug)))
    usual = GAMES[slug].write_options(state)
    assert fits(usual, f"{MODELS[slug]}Options")
    taken = 0
    for key, default in usual.items():
        for value in (default, *words(slug, key), *STRANGE):
            options = {**deepcopy(usual), key: value}
            _state, problems = record.start(slug, options, len(players(slug)))
            shaped = fits(options, f"{MODELS[slug]}OptionsRequest")
            assert shaped or problems, (key, value)
            if shaped and problems:
                assert {problem.code for problem in problems} <= {
                    "wrong_length",
                    "too_many_dealt",
                }, key
            taken += shaped
    assert taken > len(usual)


def words(slug, key):
    schema = validator("#/components/schemas/Round").schema["components"]["schemas"]
    return schema[f"{MODELS[slug]}Options"]["properties"][key].get("enum", [])
