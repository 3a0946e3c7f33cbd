"""French and German are whole: every text of code and templates is translated, the compiled files
fresh."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = [code for code, _name in settings.LANGUAGES if code != "en"]
PLURAL = re.compile(r'^msgid "(.*)"\nmsgid_plural "(.*)"$', re.M)
PARAMETER = re.compile(r"%\(\w+\)s|\{\w+\}")


def entries(text):
    """Return the entries of a .po file as (context, id, [translations])."""
    result = []
    for block in text.split("\n\n")[1:]:
        lines = re.sub(r'"\n"', "", block)
        context = re.search(r'^msgctxt "(.*)"$', lines, re.M)
        identity = re.search(r'^msgid "(.*)"$', lines, re.M)
        if identity:
            translations = re.findall(r'^msgstr(?:\[\d\])? "(.*)"$', lines, re.M)
            result.append((context and context[1], identity[1], translations))
    return result


@pytest.fixture(params=LANGUAGES)
def catalogue(request):
    return ROOT / f"league/locale/{request.param}/LC_MESSAGES/django.po"


def test_every_text_is_translated(catalogue):
    texts = entries(catalogue.read_text())
    assert len(texts) > 200
    assert [identity for _, identity, translations in texts if not all(translations)] == []
    assert "#, fuzzy" not in catalogue.read_text()


def test_translations_name_the_same_parameters(catalogue):
    plurals = dict(PLURAL.findall(re.sub(r'"\n"', "", catalogue.read_text())))
    for _, identity, translations in entries(catalogue.read_text()):
        for text, source in zip(translations, [identity, plurals.get(identity)], strict=False):
            assert set(PARAMETER.findall(text)) == set(PARAMETER.findall(source)), identity


@pytest.mark.skipif(not shutil.which("xgettext"), reason="needs gettext")
def test_the_catalogues_hold_just_the_texts_of_the_product(tmp_path):
    """Run on a copy: what makemessages would add or drop is a text somebody forgot."""
    for name in ("api", "games", "scoring", "league", "manage.py", "pyproject.toml"):
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
        path = f"league/locale/{code}/LC_MESSAGES/django.po"
        fresh, here = entries((tmp_path / path).read_text()), entries((ROOT / path).read_text())
        assert {each[:2] for each in fresh} == {each[:2] for each in here}, code


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
