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
PARAMETER = re.compile(r"%\(\w+\)s|\{\w+\}")


def translations(entry):
    return [*entry.msgstr_plural.values()] or [entry.msgstr]


def identities(file):
    return {(each.msgctxt, each.msgid) for each in polib.pofile(str(file)) if not each.obsolete}


@pytest.fixture(params=LANGUAGES)
def catalogue(request):
    return ROOT / f"league/locale/{request.param}/LC_MESSAGES/django.po"


def test_every_text_is_translated(catalogue):
    texts = polib.pofile(str(catalogue))
    assert len(texts) > 200
    assert [each.msgid for each in texts if not all(translations(each))] == []
    assert [each.msgid for each in texts if each.fuzzy] == []


def test_translations_name_the_same_parameters(catalogue):
    for each in polib.pofile(str(catalogue)):
        sources = [each.msgid, each.msgid_plural] if each.msgid_plural else [each.msgid]
        for text, source in zip(translations(each), sources, strict=True):
            assert set(PARAMETER.findall(text)) == set(PARAMETER.findall(source)), each.msgid


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
        assert identities(tmp_path / path) == identities(ROOT / path), code


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
