"""Everything at once. Sixteen programs send every request that the API knows, about things that the
others are just changing: which addresses there are is told by tests.api.addresses, and what comes
into being on the way is asked for as well. And sixteen people without a plan send the forms of the
pages. The way to PostgreSQL is made long, so that transactions last and meet."""

import http.client
import json
import os
import random
import re
import secrets
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field

import pytest

from tests.cable import cable
from tests.faults.conftest import seconds_until_exact
from tests.faults.monkeys import Monkey
from tests.faults.parts import PATIENCE

pytestmark = [pytest.mark.services, pytest.mark.long, pytest.mark.timeout(3600)]
CLIENTS = 16
PASSWORD = "a good pass phrase"
DELAY = 0.005  # seconds
SEED = os.environ.get("MANCHE_SEED", "0")
EACH = 1000 if os.environ.get("MANCHE_LONG") else 40
THING = re.compile(r"([a-z_]+)/(\d+)\b")  # sessions/17
PEOPLE = {"players", "presence", "entrants", "standings"}  # all named by the ids of players
OWN = ("token", "DELETE")  # the storm would end with a 401 for all
HEAVY = {"archives", "exports", "paper", "certificates", "evening_paper", "standings_paper"}
HEAVY |= {"blank_sheet", "report", "logo"}  # seconds of processor, and they change nothing

WORLD = f"""
import json
from scoring import tasks
from tests.api.addresses import TABLE
from tests.api.conftest import build
from tests.api.playing import fill, fill_body, play
from django.db import transaction
from league.models import Job, Match, Session, Sitting, Tournament
from league.demo import demo_club
from league.operations.people import tokens
played = demo_club.load(password={PASSWORD!r})
with transaction.atomic():
    world = build()
    play(world)
    Job.objects.filter(kind="export_club").update(state="done")  # its file is there already
tasks.refresh_season(world.season.pk)
wanted = [row for row in TABLE if row[:2] != {OWN!r} and row[0] not in {HEAVY!r}]
rows = [[row[1], fill(row[2], world), fill_body(row[3], world)] for row in wanted]
people = [world.owner, played.organiser, world.organiser, played.organiser, world.scorer]
people += [world.player, world.owner, played.organiser]
desk = "/fr/desk"
pages = [f"{{desk}}/", f"{{desk}}/clubs/{{world.club.slug}}/"]
pages += [f"{{desk}}/seasons/{{each.pk}}/" for each in world.club.seasons.all()]
pages += [f"{{desk}}/sessions/{{each.pk}}/" for each in Session.objects.all()]
pages += [f"{{desk}}/tournaments/{{each.pk}}/" for each in Tournament.objects.all()]
pages += [f"{{desk}}/sittings/{{each.pk}}/" for each in Sitting.objects.all()]
matches = Match.objects.order_by("game", "-pk").distinct("game")
pages += [f"{{desk}}/matches/{{each.pk}}/rounds/1/" for each in Match.objects.order_by("-pk")[:9]]
pages += [f"/fr/matches/{{each.pk}}/" for each in matches]
print(json.dumps({{
    "storm": {{"token": tokens.issue(world.owner)[1], "rows": rows}},
    "people": [user.email for user in people],
    "known": pages,
}}))
"""


@dataclass
class Storm:
    """The requests, and what they may be about: ids by the part of the path before them."""

    token: str
    rows: list[tuple[str, str, object]]
    things: dict[str, list[int]] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        for _method, path, _body in self.rows:
            self.learn(path)

    def learn(self, path: str) -> None:
        with self.lock:
            for kind, number in THING.findall(path):
                ids = self.things.setdefault(_kind(kind), [])
                if int(number) not in ids:
                    ids.append(int(number))

    def request(self, rng: random.Random) -> tuple[str, str, object]:
        """Return a random request; most of them change something.

        Half of them concern what they concerned at first, so that many meet there.
        """
        rows = self.rows if rng.random() < 0.25 else [row for row in self.rows if row[0] != "GET"]
        method, path, body = rng.choice(rows)
        if rng.random() < 0.5:
            path = THING.sub(lambda match: f"{match[1]}/{self._one(rng, match[1])}", path)
        return method, path, self._varied(rng, body)

    def _one(self, rng: random.Random, kind: str) -> int:
        return rng.choice(self.things[_kind(kind)])

    def _varied(self, rng: random.Random, body: object, name: str = "") -> object:
        match body:
            case dict():
                return {key: self._varied(rng, value, key) for key, value in body.items()}
            case list() if name == "scores":
                return [rng.randint(12, 25), *(rng.randint(0, 9) for _ in body[1:])]
            case list() if name in {"players", "swap"}:
                people = self.things["players"]
                return rng.sample(people, min(len(body), len(people)))
            case list():
                return [self._varied(rng, entry, name) for entry in body]
            case int() if name in {"player", "one", "other", "substitute"}:
                return self._one(rng, "players")
            case int() if name in {"match", "session"}:
                return self._one(rng, {"match": "matches", "session": "sessions"}[name])
        return body


def _kind(kind: str) -> str:
    return "players" if kind in PEOPLE else kind


@pytest.fixture
def storm_world(parts, postgres):
    """Yield who is there and what can be sent to the product.

    The product has a long way to its database.
    """
    storm_world = json.loads(parts.manage("shell", "-v0", "-c", WORLD).splitlines()[-1])
    parts.manage("collectstatic", "--no-input")
    with cable(postgres.url("")[:-1]) as way:
        near, far = f":{way.port}/", f":{postgres.port}/"
        parts.environment["DATABASE_URL"] = parts.database.replace(far, near)
        for name in ("web", "worker", "beat"):
            parts.start(name)
        parts.wait_until_ready()
        way.delay = DELAY
        yield storm_world


@pytest.fixture
def unbroken(parts, postgres):
    """Return unbroken(answers), which checks what holds after a storm and returns its figures."""
    log = postgres.folder / "log"
    before = log.stat().st_size

    def check(answers):
        changed = sum(method != "GET" and status < 400 for method, status in answers)
        refused = sum(status >= 400 for _, status in answers)
        assert changed > len(answers) / 20
        assert "deadlock detected" not in log.read_text()[before:]
        for part in ("web", "worker", "beat"):
            assert "Traceback" not in parts.output(part)
        exact = seconds_until_exact(parts)
        counts = {"requests": len(answers), "changed": changed, "refused": refused}
        return {**counts, "seconds_until_exact": exact}

    return check


def test_a_storm_of_api_requests_keeps_the_data_intact(parts, storm_world, unbroken, figures):
    storm = Storm(**storm_world["storm"])

    def client(number):
        rng = random.Random(f"{SEED}.{number}")
        connection = http.client.HTTPConnection("127.0.0.1", parts.port, timeout=PATIENCE)
        with closing(connection):
            return [send(connection, *storm.request(rng)) for _ in range(EACH)]

    def send(connection, method, path, body):
        headers = {
            "Authorization": f"Bearer {storm.token}",
            "Content-Type": "application/json",
            "Idempotency-Key": secrets.token_hex(8),
        }
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        answer.read()
        # no request waits for a lock longer than `timeouts` allows: it is to be sent again
        assert answer.status < 500 or answer.status == 503, (answer.status, method, path, body)
        storm.learn(answer.headers.get("Location", ""))
        return method, answer.status

    figures(**unbroken(at_once(client)))


def test_a_storm_of_random_forms_keeps_the_data_intact(parts, storm_world, unbroken, figures):
    people = [*storm_world["people"], ""]

    def client(number):
        email = people[number % len(people)]
        monkey = Monkey(parts.port, email, storm_world["known"], f"{SEED}.{number}")
        return monkey.walk(EACH, PASSWORD)

    figures(**unbroken(at_once(client)))


def at_once(client):
    with ThreadPoolExecutor(CLIENTS) as clients:
        return [answer for seen in clients.map(client, range(CLIENTS)) for answer in seen]
