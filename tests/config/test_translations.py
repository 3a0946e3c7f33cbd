"""French is whole: every text of code and templates is translated, the compiled file fresh."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "league/locale/fr/LC_MESSAGES/django.po"
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


def test_every_text_is_translated():
    texts = entries(CATALOGUE.read_text())
    assert len(texts) > 200
    assert [identity for _, identity, translations in texts if not all(translations)] == []
    assert "#, fuzzy" not in CATALOGUE.read_text()


def test_translations_name_the_same_parameters():
    plurals = dict(PLURAL.findall(re.sub(r'"\n"', "", CATALOGUE.read_text())))
    for _, identity, translations in entries(CATALOGUE.read_text()):
        for text, source in zip(translations, [identity, plurals.get(identity)], strict=False):
            assert set(PARAMETER.findall(text)) == set(PARAMETER.findall(source)), identity


@pytest.mark.skipif(not shutil.which("xgettext"), reason="needs gettext")
def test_the_catalogue_holds_just_the_texts_of_the_product(tmp_path):
    """Run on a copy: what makemessages would add or drop is a text somebody forgot."""
    for name in ("api", "games", "scoring", "league", "manage.py", "pyproject.toml"):
        source = ROOT / name
        ignore = shutil.ignore_patterns("__pycache__", "*.woff2")
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=ignore)
        else:
            shutil.copy(source, tmp_path / name)
    subprocess.run(
        [sys.executable, "manage.py", "makemessages", "-l", "fr", "--no-obsolete"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        env={"PATH": "/usr/bin:/bin", "MANCHE_DATA": str(tmp_path / "data"), "SECRET_KEY": "x"},
    )
    fresh = (tmp_path / CATALOGUE.relative_to(ROOT)).read_text()
    assert {e[:2] for e in entries(fresh)} == {e[:2] for e in entries(CATALOGUE.read_text())}


@pytest.mark.skipif(not shutil.which("msgfmt"), reason="needs gettext")
def test_the_compiled_catalogue_is_that_of_the_text(tmp_path):
    fresh = tmp_path / "django.mo"
    subprocess.run(["msgfmt", "-o", fresh, CATALOGUE], check=True)
    assert compiled(fresh) == compiled(CATALOGUE.with_suffix(".mo"))


def compiled(file):
    import gettext

    with file.open("rb") as opened:
        catalogue: Any = gettext.GNUTranslations(opened)
    return catalogue._catalog
