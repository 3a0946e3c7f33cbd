"""French and German are whole: every text of code and templates is translated, the compiled files
fresh."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import polib
import pytest
from django.conf import settings

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = [code for code, _name in settings.LANGUAGES if code != "en"]
FOLDERS = settings.LOCALE_PATHS
NUMBER = re.compile(r"%\((\w+)\)s[ \u00a0\u202f]([^\W\d_]+)")
PEOPLE = {"name", "names", "one", "other", "people", "who"}  # parameters that are no numbers
PARAMETER = re.compile(r"%\(\w+\)s|\{\w+\}")


def translations(entry):
    return [*entry.msgstr_plural.values()] or [entry.msgstr]


def identities(file):
    return {(entry.msgctxt, entry.msgid) for entry in polib.pofile(str(file)) if not entry.obsolete}


def catalogue_of(package, language):
    return ROOT / f"{package}/locale/{language}/LC_MESSAGES/django.po"


@pytest.fixture(params=[(folder.parent.name, code) for folder in FOLDERS for code in LANGUAGES])
def catalogue(request):
    return catalogue_of(*request.param)


def test_every_text_is_translated(catalogue):
    texts = polib.pofile(str(catalogue))
    assert len(texts) > 15
    assert [text.msgid for text in texts if not all(translations(text))] == []
    assert [text.msgid for text in texts if text.fuzzy] == []


def test_translations_name_the_same_parameters(catalogue):
    for entry in polib.pofile(str(catalogue)):
        sources = [entry.msgid, entry.msgid_plural] if entry.msgid_plural else [entry.msgid]
        for text, source in zip(translations(entry), sources, strict=True):
            assert set(PARAMETER.findall(text)) == set(PARAMETER.findall(source)), entry.msgid


def number_nouns(forms):
    """Return the words that follow a number in these pairs of forms, as (one, several)."""
    nouns = set()
    for one, several in forms:
        after = [dict(NUMBER.findall(form)) for form in (one, several)]
        nouns |= {(after[0][p], after[1][p]) for p in after[0].keys() & after[1].keys()}
    return {(one, several) for one, several in nouns if one != several}


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_each_of_several_numbers_has_its_own_plural(language):
    """A message with plural forms counts one number: a second noun that is always in the plural
    says "1 points in 3 matches". Such a noun needs a counted text of its own."""
    catalogue = ROOT / f"league/locale/{'fr' if language == 'en' else language}/LC_MESSAGES"
    counted = [e for e in polib.pofile(str(catalogue / "django.po")) if e.msgid_plural]
    forms = [
        (e.msgid, e.msgid_plural) if language == "en" else tuple(e.msgstr_plural.values())
        for e in counted
    ]
    plurals = {several for _one, several in number_nouns(forms)}
    assert len(plurals) > 20
    wrong = []
    for one, several in forms:
        after = dict(NUMBER.findall(one))
        for parameter, noun in NUMBER.findall(several):
            several_numbers = len(set(PARAMETER.findall(several))) > 1
            if parameter in PEOPLE:
                continue
            if several_numbers and noun in plurals and after.get(parameter) == noun:
                wrong.append(several)
    assert wrong == []


@pytest.mark.skipif(not shutil.which("xgettext"), reason="needs gettext")
def test_the_catalogues_hold_just_the_texts_of_the_product(tmp_path):
    """Run on a copy: what makemessages would add or drop is a text somebody forgot."""
    packages = ("api", "database", "games", "problems", "scoring", "seating", "league")
    parts = (*packages, "manage.py", "pyproject.toml")
    for name in parts:
        source = ROOT / name
        ignore = shutil.ignore_patterns("__pycache__", "*.woff2")
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=ignore)
        else:
            shutil.copy(source, tmp_path / name)
    words = [word for code in LANGUAGES for word in ("-l", code)]
    subprocess.run(
        [sys.executable, "manage.py", "makemessages", "--no-obsolete", *words],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        env={"PATH": "/usr/bin:/bin", "MANCHE_DATA": str(tmp_path / "data"), "SECRET_KEY": "x"},
    )
    for code in LANGUAGES:
        for folder in FOLDERS:
            path = catalogue_of(folder.parent.name, code)
            assert identities(tmp_path / path.relative_to(ROOT)) == identities(path), path


@pytest.mark.skipif(not shutil.which("msgfmt"), reason="needs gettext")
def test_the_compiled_catalogue_is_that_of_the_text(tmp_path, catalogue):
    fresh = tmp_path / "django.mo"
    subprocess.run(["msgfmt", "-o", fresh, catalogue], check=True)
    assert compiled(fresh) == compiled(catalogue.with_suffix(".mo"))


def compiled(file):
    import gettext

    with file.open("rb") as opened:
        catalogue: Any = gettext.GNUTranslations(opened)
    return catalogue._catalog
