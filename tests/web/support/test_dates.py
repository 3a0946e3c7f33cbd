"""Dates and colons in each language, by the one filter of all templates, and in which time zone."""

from datetime import UTC, date, datetime

import pytest
from django.template import engines
from django.utils import timezone, translation

from league.models import Job, JobState, Token
from league.operations.people import clubs, tokens
from league.operations.seasons import seasons
from league.operations.support import labels
from tests import make


def formatted(value, pattern, language):
    template = engines["django"].from_string(
        '{% load tz %}{{ at|timezone:"Europe/Paris"|date:"' + pattern + '" }}'
    )
    with translation.override(language):
        return template.render({"at": value})


@pytest.mark.parametrize(
    ("day", "pattern", "french", "english", "german"),
    [
        (1, "j F Y", "1er mai 2026", "1 May 2026", "1. Mai 2026"),
        (1, "l j F", "vendredi 1er mai", "Friday 1 May", "Freitag, 1. Mai"),
        (1, "j F Y, H:i", "1er mai 2026, 20 h 30", "1 May 2026, 20:30", "1. Mai 2026, 20:30 Uhr"),
        (11, "j F Y", "11 mai 2026", "11 May 2026", "11. Mai 2026"),
        (2, "j F", "2 mai", "2 May", "2. Mai"),
        (1, "Y-m-d", "2026-05-01", "2026-05-01", "2026-05-01"),
        (1, "H:i", "20 h 30", "20:30", "20:30 Uhr"),
        (1, "H:i:s", "20:30:00", "20:30:00", "20:30:00"),
    ],
)
def test_each_language_writes_days_and_times_in_its_own_way(day, pattern, french, english, german):
    at = datetime(2026, 5, day, 18, 30, tzinfo=UTC)
    written = [formatted(at, pattern, language) for language in ("fr", "en", "de")]
    assert [text.replace("\xa0", " ") for text in written] == [french, english, german]


@pytest.mark.parametrize(("language", "text"), [("fr", "Njet!\xa0: 3"), ("de", "Njet!: 3")])
def test_french_puts_a_space_before_a_colon_that_no_line_breaks(language, text):
    template = engines["django"].from_string("{% load manche %}{{ game|with_colon }} 3")
    with translation.override(language):
        assert template.render({"game": "Njet!"}) == text


def test_french_sets_colons_apart():
    with translation.override("fr"):
        assert labels.pair("Njet!", "Ada") == "Njet!\u00a0: Ada"
    with translation.override("de"):
        assert labels.pair("Njet!", "Ada") == "Njet!: Ada"


@pytest.mark.parametrize("value", [None, ""])
def test_no_date_is_no_text(value):
    template = engines["django"].from_string('{{ at|date:"j F Y" }}')
    with translation.override("fr"):
        assert template.render({"at": value}) == ""
        assert template.render({"at": date(2026, 9, 1)}) == "1er septembre 2026"


@pytest.fixture
def noumea(alice):
    return clubs.create(by=alice, name="Les Cagous", timezone="Pacific/Noumea")


@pytest.fixture
def evening_in_utc(monkeypatch):
    """Set the clock to an evening in UTC, when the next morning has begun in Nouméa."""
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 10, 1, 20, tzinfo=UTC))


@pytest.mark.django_db
def test_today_is_that_of_the_club(client, noumea, evening_in_utc):
    season = seasons.create(noumea, name="Begins today", starts_on=date(2026, 10, 2))
    desk = client.get(f"/en/desk/clubs/{noumea.slug}/").text
    assert f'action="/en/desk/seasons/{season.pk}/start/"' in desk
    for page in (desk, client.get(f"/en/desk/clubs/{noumea.slug}/ladders/").text):
        assert 'value="2026-10-02"' in page


@pytest.mark.django_db
def test_times_of_a_person_are_those_of_the_first_of_his_clubs(client, alice, noumea):
    moment = datetime(2026, 10, 1, 20, 30, tzinfo=UTC)
    make.club(alice, "In Paris")
    token, _secret = tokens.issue(alice, name="Screen")
    Token.objects.filter(pk=token.pk).update(last_used_at=moment)
    assert "last used 2 October 2026, 07:30" in client.get("/en/desk/tokens/").text
    job = Job.objects.create(kind="import_club", by=alice, state=JobState.DONE, finished_at=moment)
    assert "2 October 2026, 07:30" in client.get(f"/en/desk/jobs/{job.pk}/").text
    assert "2 October 2026, 07:30" in client.get(f"/en/desk/jobs/{job.pk}/progress/").text
