"""The texts of the engines in every language: complete, and a language needs no code."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import polib
import pytest

from games import __main__ as games_command
from games import record
from problems import catalogue
from problems.text import AND, Listing, Words, people
from scoring.pure import schemes
from seating import request

ROOT = Path(__file__).parents[2]
ENGINES = ("problems", "games", "seating", "scoring")
DUTCH = {
    # of any JSON
    "{others} and {last}": "{others} en {last}",
    "nothing": "niets",
    "“{text}”": "‘{text}’",
    "the first player": "de eerste speler",
    "the second player": "de tweede speler",
    "Enter a list. Found: {found}.": "Geef een lijst op. Gevonden: {found}.",
    "Unknown entry “{key}”. Possible entries: {expected}.": (
        "Onbekend veld ‘{key}’. Mogelijke velden: {expected}."
    ),
    "Missing: “{key}”.": "‘{key}’ ontbreekt.",
    # of records
    "Missing: {what}.": "Ontbreekt: {what}.",
    "the rounds": "de rondes",
    "Enter {what} (0 if none).": "Geef {what} op (0 als er geen is).",
    "a score": "een score",
    "{seat} cannot have {found} points after one round. The maximum is {most}.": (
        "{seat} kan na één ronde geen {found} punten hebben. Het maximum is {most}."
    ),
    "{seat} finished and cannot score {found}. Possible: {expected}.": (
        "{seat} is uit en kan geen {found} punten scoren. Mogelijk: {expected}."
    ),
    "Partners score the same: the four scores must be two equal pairs. Found: {found}.": (
        "Partners scoren evenveel: de scores moeten paarsgewijs gelijk zijn. Gevonden: {found}."
    ),
    "The match is over: all {expected} rounds have been played.": (
        "Het spel is afgelopen: alle {expected} rondes zijn gespeeld."
    ),
    # of requests and schemes
    "“{found}” appears twice. Keep one.": "‘{found}’ komt twee keer voor. Houd er één.",
    "Enter {most} or less, not {found}.": "Geef {most} of minder op, niet {found}.",
    "Wins": "Overwinningen",
    "match score: {points}": "score van het spel: {points}",
}


def sheet(game, *scores):
    rounds = [{"evidence": "sheet", "scores": list(scores)}]
    players = ["Ada", "Bob", "Zoé", "Dov"][: len(scores)]
    return {"record": 1, "game": game, "options": {}, "players": players, "rounds": rounds}


@pytest.fixture
def dutch(tmp_path, monkeypatch):
    """A folder with a compiled catalogue of twenty messages, and nothing else."""
    target = tmp_path / "locale/nl/LC_MESSAGES/django.mo"
    target.parent.mkdir(parents=True)
    texts = polib.POFile()
    texts.metadata = {"Content-Type": "text/plain; charset=UTF-8", "Language": "nl"}
    texts.extend(polib.POEntry(msgid=english, msgstr=dutch) for english, dutch in DUTCH.items())
    texts.save_as_mofile(str(target))
    monkeypatch.setattr(catalogue, "_folders", [*catalogue._folders])
    catalogue.add_folder(str(tmp_path / "anything.py"))


def test_twenty_messages_make_the_engines_speak_dutch(dutch, tmp_path, capsysbinary):
    assert len(DUTCH) == 20
    assert catalogue.languages() == ["en", "de", "fr", "nl"]
    first = record.check(sheet("triominos", 1771, 0)).problems[0]
    assert first.message("nl").startswith("Ada kan na één ronde geen 1771 punten hebben.")
    (empty,) = record.check(sheet("triominos", 1, "")).problems
    assert empty.message("nl") == "Geef een score op (0 als er geen is)."
    _, problems = request.read({"seating": 1, "players": ["a", "a"], "table_sizes": 3})
    assert problems[0].message("nl") == "‘a’ komt twee keer voor. Houd er één."
    with pytest.raises(schemes.SchemeError) as refused:
        schemes.read({"scale": 10**9})
    assert refused.value.problems[0].message("nl").startswith("Geef 100000 of minder op")
    file = tmp_path / "record.json"
    file.write_text(json.dumps({**sheet("njet", 1, 2, 3, 4), "rounds": 7}))
    assert games_command.main(["check", str(file), "--language", "nl"]) == 1
    (problem,) = json.loads(capsysbinary.readouterr().out)["problems"]
    assert problem["message"] == "Geef een lijst op. Gevonden: 7."


def test_a_message_without_translation_is_english(dutch):
    text = record.check({**sheet("njet", 1, 1, 2, 2), "rounds": []}).problems[0]
    assert text.message("nl") == "A match needs at least one round. Add one."
    assert text.message("it") == text.message("../../x") == text.message("en")


def test_people_and_lists_are_said_in_the_language_of_the_sentence(dutch):
    assert people("0, 1").say("nl") == "de eerste speler en de tweede speler"
    assert Listing(["a", Words("nothing"), 3], AND).say("nl") == "a, niets en 3"


def test_a_folder_without_catalogues_is_ignored(tmp_path):
    before = [*catalogue._folders]
    catalogue.add_folder(str(tmp_path / "game.py"))
    assert catalogue._folders == before


def texts_of(package):
    """Yield the English text of each Text and Words that the sources of a package spell out."""
    for file in (ROOT / package).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            name = getattr(getattr(node, "func", None), "id", "")
            if isinstance(node, ast.Call) and name in ("Text", "Words"):
                text = node.args[1 if name == "Text" else 0]
                if isinstance(text, ast.Constant):
                    yield text.value


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("package", ENGINES)
def test_every_text_is_in_the_catalogues(package, language):
    file = ROOT / package / "locale" / language / "LC_MESSAGES/django.po"
    translated = {entry.msgid for entry in polib.pofile(str(file)) if entry.msgstr}
    assert {*texts_of(package)} == translated


def test_texts_of_two_packages_do_not_contradict_each_other():
    """Their catalogues are searched one after the other."""
    translations = {}
    for package in ENGINES:
        file = ROOT / package / "locale/fr/LC_MESSAGES/django.po"
        for entry in polib.pofile(str(file)):
            assert translations.setdefault(entry.msgid, entry.msgstr) == entry.msgstr, entry.msgid


def test_checking_reads_no_catalogue():
    code = "import sys, games.record; sys.exit('gettext' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
