"""The clients: one that waits for answers, one to await."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from types import TracebackType
from typing import Any, Self

import httpx

from manche_client.requests import Send, Steps, Wait, exchange, headers_for
from manche_client.shapes import Event, Match, Standings

TIMEOUT = 30.0  # seconds
LONGEST_WAIT = 25  # seconds in which the server answers if nothing happens, less than TIMEOUT


def _options(server: str, token: str, language: str, **options: Any) -> dict[str, Any]:
    headers = {"Accept-Language": language, "User-Agent": "manche-client/1.0"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    base = f"{server.rstrip('/')}/api/v1/"
    return {"base_url": base, "headers": headers, "timeout": TIMEOUT, **options}


def _request(
    http: httpx.Client | httpx.AsyncClient, method: str, path: str, body: Any, **options: Any
) -> httpx.Request:
    # an empty query would replace the one of the path
    params = options.pop("params", None) or None
    headers = headers_for(method, **options)
    return http.build_request(method, path, json=body, params=params, headers=headers)


def _content(response: httpx.Response) -> Any:
    is_json = response.headers.get("Content-Type", "").partition(";")[0].endswith("json")
    return response.json() if is_json else (response.content or None)


def _numbered(round_: dict[str, Any], number: int | None) -> dict[str, Any]:
    return round_ if number is None else {**round_, "number": number}


class Client:
    """A client that waits. It takes the options of `httpx.Client` too.

    Ids are numbers, a club is its slug. Refusals raise MancheError.
    """

    def __init__(self, server: str, token: str = "", language: str = "en", **options: Any) -> None:
        self.http = httpx.Client(**_options(server, token, language, **options))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.http.close()

    def send(self, method: str, path: str, body: Any = None, **options: Any) -> httpx.Response:
        """Return the response to a request. `params` make its query; other options are
        headers, such as `If_Match`."""
        request = _request(self.http, method, path, body, **options)
        response: httpx.Response = self._take(exchange(request))
        return response

    def get(self, path: str, **params: Any) -> Any:
        return _content(self.send("GET", path, params=params))

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return _content(self.send("POST", path, body, **headers))

    def put(self, path: str, body: Any, **headers: str) -> Any:
        return _content(self.send("PUT", path, body, **headers))

    def patch(self, path: str, body: Any, **headers: str) -> Any:
        return _content(self.send("PATCH", path, body, **headers))

    def delete(self, path: str, **headers: str) -> Any:
        return _content(self.send("DELETE", path, **headers))

    def pages(self, path: str, **filters: Any) -> Iterator[dict[str, Any]]:
        """Yield the rows of a list, page by page."""
        page = self.get(path, **filters)
        yield from page["results"]
        while page["next"]:
            page = self.get(page["next"])
            yield from page["results"]

    def events(self, club: str, after: int | None = None) -> Iterator[Event]:
        """Yield the events of a club as they happen: those after this number, by default those from
        now on. Raises Gone if they are no longer stored."""
        path = f"clubs/{club}/events/"
        last = self.get(path)["last"] if after is None else after
        while True:
            page = self.get(path, after=last, wait=LONGEST_WAIT)
            yield from page["results"]
            last = page["last"]

    def match(self, match: int) -> Match:
        content: Match = self.get(f"matches/{match}/")
        return content

    def standings(self, season: int, **filters: Any) -> Standings:
        content: Standings = self.get(f"seasons/{season}/standings/", **filters)
        return content

    def start_match(self, session: int, game: str, players: list[int], **keys: Any) -> Match:
        body = {"game": game, "players": players, **keys}
        content: Match = self.post(f"sessions/{session}/matches/", body)
        return content

    def submit_round(self, match: int, round_: dict[str, Any], number: int | None = None) -> Any:
        """Store the next round. With its number a program that lost count is refused."""
        return self.post(f"matches/{match}/rounds/", _numbered(round_, number))

    def correct_round(self, match: int, number: int, round_: dict[str, Any], **headers: str) -> Any:
        return self.put(f"matches/{match}/rounds/{number}/", round_, **headers)

    def record(self, match: int) -> dict[str, Any]:
        content: dict[str, Any] = self.get(f"matches/{match}/record/")
        return content

    def check(self, record: dict[str, Any]) -> dict[str, Any]:
        """Return the verdict on a record; nothing is stored."""
        verdict: dict[str, Any] = self.post("check/", record)
        return verdict

    def _take(self, steps: Steps) -> Any:
        answer: httpx.Response | httpx.TransportError | None = None
        try:
            while True:
                match steps.send(answer):
                    case Send(request):
                        try:
                            answer = self.http.send(request)
                        except httpx.TransportError as error:
                            answer = error
                    case Wait(seconds):
                        time.sleep(seconds)
                        answer = None
        except StopIteration as end:
            return end.value


class AsyncClient:
    """The same client to await; see `Client`."""

    def __init__(self, server: str, token: str = "", language: str = "en", **options: Any) -> None:
        self.http = httpx.AsyncClient(**_options(server, token, language, **options))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.http.aclose()

    async def send(
        self, method: str, path: str, body: Any = None, **options: Any
    ) -> httpx.Response:
        request = _request(self.http, method, path, body, **options)
        response: httpx.Response = await self._take(exchange(request))
        return response

    async def get(self, path: str, **params: Any) -> Any:
        return _content(await self.send("GET", path, params=params))

    async def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return _content(await self.send("POST", path, body, **headers))

    async def put(self, path: str, body: Any, **headers: str) -> Any:
        return _content(await self.send("PUT", path, body, **headers))

    async def patch(self, path: str, body: Any, **headers: str) -> Any:
        return _content(await self.send("PATCH", path, body, **headers))

    async def delete(self, path: str, **headers: str) -> Any:
        return _content(await self.send("DELETE", path, **headers))

    async def pages(self, path: str, **filters: Any) -> AsyncIterator[dict[str, Any]]:
        page = await self.get(path, **filters)
        while True:
            for row in page["results"]:
                yield row
            if not page["next"]:
                return
            page = await self.get(page["next"])

    async def events(self, club: str, after: int | None = None) -> AsyncIterator[Event]:
        path = f"clubs/{club}/events/"
        last = (await self.get(path))["last"] if after is None else after
        while True:
            page = await self.get(path, after=last, wait=LONGEST_WAIT)
            for event in page["results"]:
                yield event
            last = page["last"]

    async def match(self, match: int) -> Match:
        content: Match = await self.get(f"matches/{match}/")
        return content

    async def standings(self, season: int, **filters: Any) -> Standings:
        content: Standings = await self.get(f"seasons/{season}/standings/", **filters)
        return content

    async def start_match(self, session: int, game: str, players: list[int], **keys: Any) -> Match:
        body = {"game": game, "players": players, **keys}
        content: Match = await self.post(f"sessions/{session}/matches/", body)
        return content

    async def submit_round(
        self, match: int, round_: dict[str, Any], number: int | None = None
    ) -> Any:
        return await self.post(f"matches/{match}/rounds/", _numbered(round_, number))

    async def correct_round(
        self, match: int, number: int, round_: dict[str, Any], **headers: str
    ) -> Any:
        return await self.put(f"matches/{match}/rounds/{number}/", round_, **headers)

    async def record(self, match: int) -> dict[str, Any]:
        content: dict[str, Any] = await self.get(f"matches/{match}/record/")
        return content

    async def check(self, record: dict[str, Any]) -> dict[str, Any]:
        verdict: dict[str, Any] = await self.post("check/", record)
        return verdict

    async def _take(self, steps: Steps) -> Any:
        answer: httpx.Response | httpx.TransportError | None = None
        try:
            while True:
                match steps.send(answer):
                    case Send(request):
                        try:
                            answer = await self.http.send(request)
                        except httpx.TransportError as error:
                            answer = error
                    case Wait(seconds):
                        await asyncio.sleep(seconds)
                        answer = None
        except StopIteration as end:
            return end.value
