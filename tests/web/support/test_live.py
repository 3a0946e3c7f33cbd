"""Pieces of page that open pages ask for again and again."""

import pytest

from league.operations.matches import submissions
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    return make.played(make.match(), [22, 5, 6])


def pieces(match):
    session = match.session
    return [
        f"/en/matches/{match.pk}/live/",
        f"/en/sessions/{session.pk}/live/",
        f"/en/clubs/{session.season.club.slug}/live/",
    ]


@pytest.mark.parametrize("kind", range(3))
def test_a_piece_is_unchanged_until_a_round_is_stored(client, match, kind):
    path = pieces(match)[kind]
    first = client.get(path)
    assert first.status_code == 200
    assert "<html" not in first.content.decode()
    same = {"if-none-match": first["ETag"]}
    assert client.get(path, headers=same).status_code == 304
    submissions.submit(match.pk, make.sheet(7, 5, 22), by=None)
    news = client.get(path, headers=same)
    assert news.status_code == 200
    assert first.content != news.content


def test_the_page_contains_the_live_piece_unchanged(client, match):
    for path in pieces(match):
        page = client.get(path.removesuffix("live/")).content.decode()
        assert f'data-live="{path}"' in page
        assert client.get(path).content.decode().strip() in page
