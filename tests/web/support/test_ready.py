"""Ready bytes are what the page would be: the same text, never older than what was asked after."""

import gzip
import re
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import resolve

from league.models import Visibility
from league.operations.matches import submissions
from league.operations.people import club_settings, clubs
from league.operations.seasons import seasons
from league.operations.sessions import session_log, undo
from league.operations.support import versions
from league.operations.support.response_cache import CachedResponse, CacheKey, ResponseCache
from league.web.support import cached_views
from scoring import projection
from scoring.pure.points import target_of
from tests import make
from tests.web.conftest import unwrapped

pytestmark = pytest.mark.django_db
CSRF_TOKEN = re.compile(r'"\w{64}"')


@pytest.fixture(autouse=True)
def _empty_cache():
    cache.clear()


@pytest.fixture
def match():
    """Return a match that is finished and counted; Ada's full name is for members."""
    session = make.session(make.season(make.club()))
    ada = clubs.add_player(session.season.club, name="Ada Lovelace", visibility=Visibility.INITIAL)
    seated = [ada, *make.players(session.season.club, ["Bruno"])]
    match = make.played(make.match(session, seated), *[[22, 5]] * 3)
    count(match)
    return match


def count(match):
    for table in match.session.season.tables.all():
        projection.refresh(table.pk)


def pages(match):
    season = f"/en/seasons/{match.session.season_id}/"
    session = f"/en/sessions/{match.session_id}/"
    ada = match.seats.get(player__name="Ada Lovelace").player_id
    return [
        *(season, f"{season}neurotrio/", f"{season}table/", f"/fr{season[3:]}", session),
        *(f"/en/matches/{match.pk}/", f"/en/players/{ada}/"),
        f"/en/clubs/{match.session.season.club.slug}/",
    ]


def test_the_second_reader_gets_the_text_of_the_first_by_one_question(
    client, match, django_assert_num_queries
):
    for path in pages(match):
        first = client.get(path)
        with django_assert_num_queries(1):
            second = client.get(path)
        assert second.content == first.content
        assert second.headers.pop("X-Request-ID") != first.headers.pop("X-Request-ID")
        assert dict(second.headers) == dict(first.headers)
        assert second["Content-Security-Policy"]
        assert second["X-Frame-Options"] == "DENY"
        assert "Cookie" in second["Vary"]
        assert not second.cookies


def test_the_text_is_that_of_the_page_as_views_make_it(client, match):
    path = pages(match)[0]
    cached = client.get(path)
    made = client.get(path, {"as_of": ""})  # a question is never answered from what is kept
    assert "ETag" not in made
    assert cached.content == made.content.replace(b"?as_of=", b"")


def test_a_304_costs_one_query(client, match, django_assert_num_queries):
    for path in pages(match):
        tag = client.get(path)["ETag"]
        with django_assert_num_queries(1):
            answer = client.get(path, headers={"if-none-match": f"W/{tag}"})
        assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", tag)
        assert client.get(path, headers={"if-none-match": '"another"'}).status_code == 200


def test_for_a_moment_a_version_is_believed_without_a_question(
    client, match, monkeypatch, django_assert_num_queries
):
    monkeypatch.setattr(cached_views, "VERSION_SECONDS", 60)
    for path in pages(match):
        tag = client.get(path)["ETag"]
        with django_assert_num_queries(0):
            assert client.get(path)["ETag"] == tag
            assert client.get(path, headers={"if-none-match": tag}).status_code == 304


def test_a_write_by_this_process_is_visible_immediately(client, match, monkeypatch):
    monkeypatch.setattr(cached_views, "VERSION_SECONDS", 60)
    path = pages(match)[0]
    before = client.get(path)
    versions.bump_edition(match.session.season.club_id)
    assert client.get(path)["ETag"] == before["ETag"]
    assert client.post("/api/v1/check/", "{", content_type="application/json").status_code == 400
    assert client.get(path)["ETag"] != before["ETag"]


def test_a_piece_that_has_not_changed_costs_no_question(
    client, match, monkeypatch, django_assert_num_queries
):
    monkeypatch.setattr(cached_views, "VERSION_SECONDS", 60)
    path = f"/en/matches/{match.pk}/live/"
    tag = client.get(path)["ETag"]
    with django_assert_num_queries(0):
        assert client.get(path, headers={"if-none-match": tag}).status_code == 304


def test_full_names_for_members_do_not_leak_through_the_cache(client, match):
    for path in pages(match):
        assert "Lovelace" not in client.get(path).content.decode()
        client.force_login(make.user())
        full = client.get(path).content.decode()
        assert "Ada Lovelace" in full
        client.logout()
        client.cookies.clear()
        again = client.get(path)
        assert again.status_code == 200
        assert "Lovelace" not in again.content.decode()


CHANGES = {
    "a round is corrected": lambda m: submissions.correct(m.pk, 3, make.sheet(22, 6), by=None),
    "a round is taken back": lambda m: submissions.withdraw(m.pk, 3, by=None),
    "a match is set": lambda m: make.match(m.session, [s.player for s in m.seats.all()]),
    "a player hides": lambda m: clubs.update_player(
        m.seats.first().player, visibility=Visibility.HIDDEN
    ),
    "a player is renamed": lambda m: clubs.update_player(m.seats.last().player, name="Bertrand"),
    "the club is renamed": lambda m: club_settings.update(m.session.season.club, name="Les Craies"),
    "the season is renamed": lambda m: seasons.update(m.session.season, name="Hiver"),
    "an evening is opened": lambda m: make.session(m.session.season, 8),
    "an evening moves": lambda m: seasons.update_session(m.session, place="Ailleurs"),
    "the scheme changes": lambda m: seasons.update(m.session.season, scheme={"points": "raw"}),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_page_served_after_a_change_shows_it(client, match, change):
    path = pages(match)[0]
    first = client.get(path)
    change(match)
    count(match)
    second = client.get(path, headers={"if-none-match": first["ETag"]})
    assert second.status_code == 200
    assert second.content != first.content
    cached_views.clear()
    cache.clear()
    assert second.content == client.get(path).content


def test_the_evening_of_a_match_that_is_called_off_shows_it(client, match):
    path = f"/en/sessions/{match.session_id}/live/"
    called = make.match(match.session, [seat.player for seat in match.seats.all()])
    first = client.get(path)
    session_log.call_off(called, by=make.user())
    second = client.get(path, headers={"if-none-match": first["ETag"]})
    assert second.content.count(b"match-tile") == 1
    undo.undo(match.session, undo.log_entries(match.session)[0].ref, by=make.user())
    assert client.get(path).content.count(b"match-tile") == 2
    assert target_of(called.options)


def test_bytes_come_packed_to_who_unpacks_them(client, match):
    path = pages(match)[0]
    plain = client.get(path)
    packed = client.get(path, headers={"accept-encoding": "br, gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert unwrapped(gzip.decompress(packed.content).decode()) == plain.content.decode()
    assert int(packed["Content-Length"]) == len(packed.content) < len(plain.content) / 2
    assert packed["ETag"] == f"W/{plain['ETag']}"


def test_pages_and_answers_are_compressed(client, match):
    alice = make.user()
    client.force_login(alice)
    for path in (*pages(match), "/api/v1/schema/"):
        plain, packed = client.get(path), client.get(path, headers={"accept-encoding": "gzip"})
        assert packed["Content-Encoding"] == "gzip", path
        assert "Accept-Encoding" in packed["Vary"]
        texts = (gzip.decompress(packed.content).decode(), plain.content.decode())
        assert len({CSRF_TOKEN.sub("", unwrapped(text)) for text in texts}) == 1


def test_a_sheet_is_compressed_once(client, match):
    path = f"/en/seasons/{match.session.season_id}/results.xlsx"
    response = client.get(path, headers={"accept-encoding": "gzip"})
    assert response.status_code == 200
    assert "Content-Encoding" not in response


def test_other_requests_go_their_usual_way(client, match):
    path = pages(match)[0]
    assert client.post(path).status_code == 200
    assert client.get(path, {"page": "2"}).status_code == 404
    assert client.get(path, headers={"host": "evil.example"}).status_code == 400
    assert client.get(f"{path}nothing/").status_code == 404
    assert client.get("/en/seasons/999/").status_code == 404
    assert client.head(path)["ETag"] == client.get(path)["ETag"]


# --- many at once
class Slow:
    """A view behind the middleware that counts how often it is asked."""

    def __init__(self, seconds=0.1, status=200):
        self.times, self.seconds, self.status, self.lock = 0, seconds, status, threading.Lock()

    def __call__(self, request):
        with self.lock:
            self.times += 1
        time.sleep(self.seconds)
        return HttpResponse(f"number {self.times}", status=self.status)


def crowd(middlewares, path, readers=24):
    request = RequestFactory().get

    def one(number):
        return middlewares[number % len(middlewares)](request(path))

    with ThreadPoolExecutor(readers) as pool:
        return list(pool.map(one, range(readers)))


@pytest.fixture
def cached_page(monkeypatch):
    """Return the path and the version of a page; the version is read without a query to the
    database."""
    path, version = "/en/seasons/1/", {"is": "s1.1"}
    view = cached_views.CachedView(lambda: version["is"], resolve("/livez"), "en")
    monkeypatch.setattr(cached_views, "_resolve", lambda address: view if address == path else None)
    return path, version


def test_a_crowd_at_a_change_has_the_page_made_once_per_version(cached_page):
    path, version = cached_page
    view = Slow()
    for version["is"] in ("s1.1", "s1.2"):
        answers = crowd([cached_views.CachedViewMiddleware(view)], path)
        assert len({answer.content for answer in answers}) == 1
    assert view.times == 2


def test_of_processes_that_share_a_cache_one_makes_the_page(cached_page, monkeypatch):
    path, _version = cached_page
    view = Slow(seconds=0.3)
    one, two = cached_views.CachedViewMiddleware(view), cached_views.CachedViewMiddleware(view)
    first: Future[Any] = ThreadPoolExecutor(1).submit(one, RequestFactory().get(path))
    time.sleep(0.1)
    monkeypatch.setattr(cached_views, "_responses", ResponseCache(9))  # as of another process
    second: Any = two(RequestFactory().get(path))
    assert second.content == first.result().content
    assert view.times == 1


def test_an_error_page_is_not_cached(cached_page):
    path, _version = cached_page
    view = Slow(seconds=0, status=500)
    for times in (1, 2):
        assert (
            cached_views.CachedViewMiddleware(view)(RequestFactory().get(path)).status_code == 500
        )
        assert view.times == times


def test_no_more_is_kept_than_has_room():
    responses = ResponseCache(max_entries=3)
    for number in range(5):
        responses.put(CacheKey(f"http://x/{number}", '"tag"'), CachedResponse({}, b""))
    assert len(responses) == 3
