"""Counts of translated texts."""

from tools import translations
from tools.translations import Count

CATALOGUE = """
msgid "one"
msgstr "un"

msgid "two"
msgstr ""

#, fuzzy
msgid "three"
msgstr "trois ?"

#~ msgid "gone"
#~ msgstr "parti"
"""


def test_counts_translated_missing_and_fuzzy_texts(tmp_path):
    folder = tmp_path / "league" / "locale" / "nl" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").write_text(CATALOGUE)
    (row,) = translations.counts(tmp_path)
    assert row == Count("league", "nl", translated=1, missing=1, fuzzy=1)
    assert row.percent == 33
    assert "nl  league" in translations.report([row])


def test_french_and_german_are_complete():
    rows = list(translations.counts())
    assert {row.language for row in rows} == {"fr", "de"}
    assert [row for row in rows if row.missing or row.fuzzy] == []
