"""The preview of a correction."""

import pytest

from scoring import projection, rating
from scoring.models import Table
from tests import make

pytestmark = pytest.mark.django_db
ENTRY = "/en/desk/matches/{}/rounds/3/"


def finished():
    match = make.played(make.match(), [22, 5, 0], [16, 8, 11], [12, 11, 3])
    for table in Table.objects.filter(season=match.session.season_id):
        projection.refresh(table.pk)
    rating.refresh(match.session.season.club_id)
    return match


def form(*scores, **fields):
    return {
        "evidence": "sheet",
        "seen": 1,
        **{f"score-{n}": s for n, s in enumerate(scores)},
        **fields,
    }


def test_the_effects_of_a_correction_are_shown_and_it_is_not_made(client, alice):
    match = finished()
    answer = client.post(ENTRY.format(match.pk), form(12, 0, 11, do="look", reason="misread"))
    text = answer.content.decode()
    assert answer.status_code == 200
    assert "Nothing is saved yet." in text
    assert text.count("1 place up") == text.count("1 place down") == 2, "overall and in the game"
    assert 'value="misread"' in text
    assert match.submissions.count() == 3
    client.post(ENTRY.format(match.pk), form(12, 0, 11))
    assert match.submissions.count() == 4


def test_a_match_that_is_not_over_any_more_says_so(client, alice):
    text = client.post(ENTRY.format(finished().pk), form(3, 11, 12, do="look")).content.decode()
    assert "The match is no longer over" in text


def test_an_impossible_correction_shows_why_and_no_effects(client, alice):
    answer = client.post(ENTRY.format(finished().pk), form(60, 50, 12, do="look"))
    assert answer.status_code == 422
    assert "What this correction changes" not in answer.content.decode()


def test_a_round_that_was_not_played_has_no_effects_and_is_not_stored(client, alice):
    match = make.match()
    fields = {**form(22, 5, 0, do="look"), "seen": ""}
    assert client.post(f"/en/desk/matches/{match.pk}/rounds/1/", fields).status_code == 404
    assert not match.submissions.exists()
