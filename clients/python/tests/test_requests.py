"""The client against a server made of answers: it repeats what can be repeated, with one key."""

import asyncio
import time

import httpx
import pytest
from manche_client import AsyncClient, Client, Conflict, Gone, Invalid, MancheError, Unavailable
from manche_client.errors import KINDS

ROUND = {"evidence": "sheet", "scores": [22, 5]}


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    waited = []
    monkeypatch.setattr(time, "sleep", waited.append)
    return waited


class Server:
    """Gives these answers one after the other, and remembers the requests. An exception is raised,
    as by a lost connection."""

    def __init__(self, *answers):
        self.answers, self.requests = list(answers), []

    def __call__(self, request):
        self.requests.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def client(self):
        return Client("https://club.example", "manche_x", transport=httpx.MockTransport(self))


def test_a_request_has_token_language_and_address():
    server = Server(httpx.Response(200, json={"id": 4}))
    assert server.client().match(4) == {"id": 4}
    (request,) = server.requests
    assert str(request.url) == "https://club.example/api/v1/matches/4/"
    assert request.headers["Authorization"] == "Bearer manche_x"
    assert "Idempotency-Key" not in request.headers


def test_a_lost_answer_is_asked_for_again_with_the_same_key(no_waiting):
    lost = httpx.ReadTimeout("no answer")
    server = Server(lost, httpx.Response(503), httpx.Response(201, json={"number": 1}))
    assert server.client().submit_round(4, ROUND, number=1) == {"number": 1}
    keys = {request.headers["Idempotency-Key"] for request in server.requests}
    assert len(server.requests) == 3
    assert len(keys) == 1
    assert len(no_waiting) == 2


def test_two_rounds_have_two_keys():
    server = Server(httpx.Response(201, json={}), httpx.Response(201, json={}))
    client = server.client()
    client.submit_round(4, ROUND)
    client.submit_round(4, ROUND)
    assert len({request.headers["Idempotency-Key"] for request in server.requests}) == 2


def test_it_waits_as_long_as_the_server_says(no_waiting):
    server = Server(httpx.Response(429, headers={"Retry-After": "7"}), httpx.Response(200, json={}))
    server.client().get("clubs/")
    assert no_waiting == [7.0]


def test_after_five_attempts_it_gives_up():
    server = Server(*[httpx.ConnectError("refused")] * 5)
    with pytest.raises(Unavailable):
        server.client().get("clubs/")
    assert server.answers == []


def test_a_refusal_is_not_repeated_and_names_its_problems():
    problem = {"code": "score", "path": "rounds.0", "pointer": "", "message": "…", "clause": ""}
    server = Server(httpx.Response(422, json={"detail": "No.", "problems": [problem]}))
    with pytest.raises(Invalid) as caught:
        server.client().submit_round(4, ROUND)
    assert caught.value.codes == ["score"]
    assert len(server.requests) == 1


def test_a_conflict_has_the_state_of_the_server():
    server = Server(httpx.Response(409, json={"detail": "No.", "current": {"number": 1}}))
    with pytest.raises(Conflict) as caught:
        server.client().submit_round(4, ROUND)
    assert caught.value.current == {"number": 1}


@pytest.mark.parametrize(
    "status", [400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 422, 429, 500]
)
def test_every_status_has_an_exception(status):
    assert issubclass(KINDS[status], MancheError)


def test_a_page_of_a_proxy_is_an_error_too():
    server = Server(httpx.Response(418, text="<html>"))
    with pytest.raises(MancheError, match="418"):
        server.client().get("clubs/")


def test_a_list_is_read_page_by_page():
    following = "https://club.example/api/v1/clubs/?cursor=b"
    server = Server(
        httpx.Response(200, json={"results": [{"slug": "a"}], "next": following}),
        httpx.Response(200, json={"results": [{"slug": "b"}], "next": None}),
    )
    assert [club["slug"] for club in server.client().pages("clubs/", name="x")] == ["a", "b"]
    assert [str(request.url.query, "ascii") for request in server.requests] == [
        "name=x",
        "cursor=b",
    ]


def page_of_events(*numbers, last):
    results = [{"number": number, "type": "match.finished"} for number in numbers]
    return httpx.Response(200, json={"results": results, "next": None, "last": last})


def test_a_club_is_followed_by_the_numbers_of_its_events():
    server = Server(
        page_of_events(last=7),
        page_of_events(last=7),
        page_of_events(8, 9, last=9),
        page_of_events(10, last=10),
    )
    events = server.client().events("les-ardoises")
    assert [next(events)["number"] for _event in range(3)] == [8, 9, 10]
    assert [str(request.url.query, "ascii") for request in server.requests] == [
        "",
        "after=7&wait=25",
        "after=7&wait=25",
        "after=9&wait=25",
    ]


def test_a_reader_learns_that_events_are_lost():
    gone = {"detail": "The events after 3 are not here."}
    server = Server(httpx.Response(410, json=gone))
    with pytest.raises(Gone, match="after 3"):
        next(server.client().events("les-ardoises", after=3))


def test_the_client_to_await_takes_the_same_steps(monkeypatch):
    async def no_sleep(_seconds):
        pass

    monkeypatch.setattr(asyncio, "sleep", no_sleep)
    following = "https://club.example/api/v1/clubs/?cursor=b"
    server = Server(
        httpx.Response(502),
        httpx.Response(200, json={"results": [{"slug": "a"}], "next": following}),
        httpx.Response(200, json={"results": [{"slug": "b"}], "next": None}),
        httpx.Response(404, json={"detail": "There is nothing here."}),
    )

    async def read():
        transport = httpx.MockTransport(server)
        async with AsyncClient("https://club.example", transport=transport) as client:
            slugs = [club["slug"] async for club in client.pages("clubs/")]
            with pytest.raises(MancheError, match="404"):
                await client.match(4)
            return slugs

    assert asyncio.run(read()) == ["a", "b"]
