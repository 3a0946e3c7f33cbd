"""Visitors without a plan: they follow any link, fill in any form with anything, and send it."""

import http.client
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlencode, urljoin, urlsplit

WORDS = ["", "Zoé", 'O\'Neil "the" <b>', "<script>alert(1)</script>", "🃏" * 40, "x" * 500, "-1"]
WORDS += ["12", "0", "3", "2026-10-03", "2026-10-03T20:30", "9" * 30, "1.5", "\x00", "ﷺ", "Ada"]
NOT_A_PAGE = (
    *(".pdf", ".zip", ".csv", ".ics", ".png", ".svg", "/logout/", "/login/", "/file/"),
    *("/t/", "/search/", "/calculators/", "/desk/archives/", "/account/"),  # they would stay there
)
FILLED: dict[str, Callable[[random.Random], str]] = {
    "number": lambda rng: str(rng.randint(0, 25)),
    "date": lambda rng: f"2026-{rng.randint(9, 12)}-{rng.randint(10, 28)}".replace("-9-", "-09-"),
    "datetime-local": lambda rng: f"2026-10-{rng.randint(10, 28)}T20:30",
    "email": lambda rng: rng.choice(["bob@example.org", "petra@example.org", "new@example.org"]),
    "url": lambda rng: "https://league.example/",
}
LATER = {"submit", "button", "image", "reset", "file"}


@dataclass
class Form:
    action: str
    method: str
    fields: list[dict[str, str]] = field(default_factory=list)
    options: dict[str, list[str]] = field(default_factory=dict)  # of a select

    def named(self, name: str) -> list[dict[str, str]]:
        """Return the fields of this name, each as it would be sent."""
        return [{name: given["value"]} for given in self.fields if given["name"] == name]

    def filled(self, rng: random.Random) -> list[tuple[str, str]]:
        """Return what to send: the form as the page has it, mostly with some of it changed.

        Sometimes all of it is changed.
        """
        wild = rng.random() ** 3
        fields = rng.sample(self.fields, len(self.fields))
        radios = {given["name"]: given for given in fields if given["type"] == "radio"}
        shown = [given for given in self.fields if radios.get(given["name"], given) is given]
        sent = [pair for given in shown for pair in _sent(rng, given, wild)]
        sent += [(name, rng.choice(values)) for name, values in self.options.items() if values]
        if buttons := [
            button for button in self.fields if button["type"] == "submit" and button["name"]
        ]:
            chosen = rng.choice(buttons)
            sent.append((chosen["name"], chosen["value"]))
        return sent


def _sent(rng: random.Random, given: dict[str, str], wild: float) -> Iterator[tuple[str, str]]:
    name, kind, value = given["name"], given["type"], given["value"]
    if not name or kind in LATER:
        return
    if kind == "radio" or (kind == "checkbox" and rng.random() < 0.5):
        yield name, value or "on"
    elif kind == "checkbox":
        return
    elif kind == "hidden":
        spoilt = name != "csrfmiddlewaretoken" and rng.random() < wild / 4
        yield name, rng.choice(WORDS) if spoilt else value
    elif rng.random() < wild:
        yield name, rng.choice(WORDS)
    elif rng.random() < 0.5 or not value:
        yield name, FILLED[kind](rng) if kind in FILLED else value or rng.choice(WORDS)
    else:
        yield name, value


class Page(HTMLParser):
    def __init__(self, address: str, text: str) -> None:
        super().__init__()
        self.address, self.links, self.forms = address, list[str](), list[Form]()
        self._select = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "a" and self._is_here(given.get("href", "")):
            self.links.append(urljoin(self.address, given["href"]).partition("#")[0])
        elif tag == "form":
            action = urljoin(self.address, given.get("action") or self.address)
            self.forms.append(Form(action, given.get("method", "get").upper()))
        elif self.forms:
            self._field(tag, given)

    def _field(self, tag: str, given: dict[str, str]) -> None:
        form = self.forms[-1]
        if tag in {"input", "textarea", "button"}:
            usual = {"input": "text", "textarea": "text", "button": "submit"}[tag]
            named = {key: given.get(key, "") for key in ("name", "value")}
            form.fields.append({**named, "type": given.get("type", usual)})
        elif tag == "select" and given.get("name"):
            self._select = given["name"]
            form.options[self._select] = []
        elif tag == "option" and self._select in form.options:
            form.options[self._select].append(given.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""

    def _is_here(self, href: str) -> bool:
        return href.startswith(("/", "?")) and not href.partition("?")[0].endswith(NOT_A_PAGE)


class Monkey:
    """One visitor with the cookies of a browser; without an address a stranger.

    From time to time he begins anew at one of the pages `start_pages`.
    """

    def __init__(self, port: int, email: str, start_pages: Sequence[str], seed: str) -> None:
        self.port, self.email, self.start_pages, self.rng = (
            port,
            email,
            start_pages,
            random.Random(seed),
        )
        self.cookies: dict[str, str] = {}
        self.seen: list[tuple[str, int]] = []  # method and status of every answer

    def walk(self, steps: int, password: str) -> list[tuple[str, int]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        with closing(connection):
            page = self._sign_in(connection, password) if self.email else None
            for _ in range(steps):
                page = self._step(connection, page)
        return self.seen

    def _sign_in(self, connection: http.client.HTTPConnection, password: str) -> Page | None:
        page = self._go(connection, "GET", "/en/login/")
        assert page is not None
        (form,) = (form for form in page.forms if form.named("password"))
        (token,) = form.named("csrfmiddlewaretoken")
        sent = {**token, "login": self.email, "password": password}
        return self._go(connection, "POST", form.action, urlencode(sent))

    def _step(self, connection: http.client.HTTPConnection, page: Page | None) -> Page | None:
        if page is None or self.rng.random() < 0.1:
            return self._go(connection, "GET", self.rng.choice(self.start_pages))
        forms = [form for form in page.forms if not form.action.endswith(NOT_A_PAGE)]
        if forms and self.rng.random() < 0.6:
            form = self.rng.choice(forms)
            sent = urlencode(form.filled(self.rng))
            if form.method == "POST":
                return self._go(connection, "POST", form.action, sent)
            return self._go(connection, "GET", f"{form.action.partition('?')[0]}?{sent}")
        if page.links:
            return self._go(connection, "GET", self.rng.choice(page.links))
        return None

    def _go(
        self, connection: http.client.HTTPConnection, method: str, address: str, body: str = ""
    ) -> Page | None:
        headers = {"Cookie": "; ".join(f"{name}={text}" for name, text in self.cookies.items())}
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        parts = urlsplit(address)
        target = f"{parts.path}?{parts.query}" if parts.query else parts.path
        connection.request(method, target, body, headers)
        answer = connection.getresponse()
        text = answer.read()
        for set_ in answer.headers.get_all("Set-Cookie", []):
            name, _, value = set_.partition(";")[0].partition("=")
            self.cookies[name] = value
        # no request waits for a lock longer than `timeouts` allows: it is to be sent again
        assert answer.status < 500 or answer.status == 503, (answer.status, method, target, body)
        self.seen.append((method, answer.status))
        if location := answer.headers.get("Location"):
            return self._go(connection, "GET", urljoin(target, location))
        if "html" not in answer.headers.get("Content-Type", ""):
            return None
        return Page(target, text.decode())
