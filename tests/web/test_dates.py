"""Dates as each language writes them, by the one filter that all templates use."""

from datetime import UTC, date, datetime

import pytest
from django.template import engines
from django.utils import translation


def told(value, pattern, language):
    template = engines["django"].from_string(
        '{% load tz %}{{ at|timezone:"Europe/Paris"|date:"' + pattern + '" }}'
    )
    with translation.override(language):
        return template.render({"at": value})


@pytest.mark.parametrize(
    ("day", "pattern", "french", "english"),
    [
        (1, "j F Y", "1er mai 2026", "1 May 2026"),
        (1, "l j F", "vendredi 1er mai", "Friday 1 May"),
        (1, "j F Y, H:i", "1er mai 2026, 20:30", "1 May 2026, 20:30"),
        (11, "j F Y", "11 mai 2026", "11 May 2026"),
        (2, "j F", "2 mai", "2 May"),
        (1, "Y-m-d", "2026-05-01", "2026-05-01"),
        (1, "H:i", "20:30", "20:30"),
    ],
)
def test_the_first_of_a_month_is_an_ordinal_in_french(day, pattern, french, english):
    at = datetime(2026, 5, day, 18, 30, tzinfo=UTC)
    assert told(at, pattern, "fr") == french
    assert told(at, pattern, "en") == english


@pytest.mark.parametrize("value", [None, ""])
def test_no_date_is_no_text(value):
    template = engines["django"].from_string('{{ at|date:"j F Y" }}')
    with translation.override("fr"):
        assert template.render({"at": value}) == ""
        assert template.render({"at": date(2026, 9, 1)}) == "1er septembre 2026"
