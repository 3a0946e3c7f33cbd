"""Words to avoid: docs/glossary.md is the only list; catalogues with such a word are refused."""

import shutil

import pytest

from tools import glossary, words

CATALOGUE = """
msgid "Players sign in"
msgstr "{}"
"""


@pytest.fixture
def catalogue(tmp_path, monkeypatch):
    """Return a function that writes the only catalogue of a project."""
    folder = tmp_path / "league" / "locale" / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (tmp_path / "docs").mkdir()
    shutil.copy(glossary.PAGE, tmp_path / "docs")
    monkeypatch.setattr(glossary, "ROOT", tmp_path)

    def write(translation, msgid="Players sign in"):
        text = CATALOGUE.format(translation).replace("Players sign in", msgid)
        (folder / "django.po").write_text(text)
        return list(glossary.problems())

    return write


def test_catalogues_have_no_word_to_avoid():
    assert list(glossary.problems()) == []


def test_forbidden_word_is_refused_with_its_replacement(catalogue):
    (line,) = catalogue("Courriels à envoyer")
    assert line.endswith("“Courriels” in “Courriels à envoyer”: say e-mail (docs/glossary.md)")


def test_forbidden_word_is_refused_in_english_ids(catalogue):
    assert [line.split("”")[0] for line in catalogue("…", msgid="Log in here")] == [
        "league/locale/fr/LC_MESSAGES/django.po: “Log in"
    ]


@pytest.mark.parametrize("text", ["e-mail", "%(mail)s", "<a href='/mail/'>", "un bureaucrate"])
def test_parts_of_words_and_placeholders_are_free(catalogue, text):
    assert catalogue(text) == []


def test_words_of_other_languages_are_free(catalogue):
    assert catalogue("Wanderer") == []


def test_lint_reads_the_glossary(monkeypatch, capsys):
    monkeypatch.setattr(glossary, "problems", lambda: iter(["a forbidden word"]))
    monkeypatch.setattr(words, "CHECKS", [glossary.problems])
    assert words.main() == 1
    assert capsys.readouterr().out == "a forbidden word\n"


def test_all_rows_of_the_glossary_are_read():
    rows = glossary.refused()
    assert {row.language for row in rows} == {"en", "fr", "de"}
    assert len(rows) == len(set(rows)) > 40
