"""Sixteen clients submit rounds while one cable after the other is pulled for half a minute."""

import json
import os
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from dataclasses import dataclass, field

import psycopg
import pytest

from tests import pgbouncer, services
from tests.faults.conftest import STAMPS, refreshes, seconds_until_exact
from tests.faults.history import History
from tests.faults.parts import manage, wait_until
from tests.scaling.network import entered, network, why_not
from tests.scaling.site import HOST_OF, HOSTS, SERVERS, site

pytestmark = [pytest.mark.services, pytest.mark.long, pytest.mark.timeout(1200)]
CLIENTS, MATCHES, LATER, ROUNDS = 16, 60, 12, 5  # matches of each client; rounds of a match
PAUSE = float(os.environ.get("PAUSE", "0.8"))  # seconds between two requests of a client
CUT_SECONDS = float(os.environ.get("CUT_SECONDS", "30"))
QUIET_SECONDS = 3  # between two cuts
LIMIT = 90
SWEEPS, SWEEP_SECONDS = 4, 5.0
CABLES = [
    ("balancer", "web1"),
    ("web1", "database"),
    ("web2", "redis"),
    ("worker1", "database"),
    ("web2",),
    ("worker2",),
    ("redis",),
    ("database",),
]
WORLD = f"""
import json
from league.operations.people import tokens
from scoring import tasks
from tests import make
owner = make.user()
season = make.season(make.club(owner, "Ici"), games=["neurotrio"])
evening, people = make.session(season), make.players(season.club)[:3]
several = {{"target": 100}}
count = {CLIENTS * (MATCHES + LATER)}
matches = [make.match(evening, people, options=several).pk for _ in range(count)]
tasks.refresh_season(season.pk)
print(json.dumps({{"season": season.pk, "matches": matches, "token": tokens.issue(owner)[1]}}))
"""


def fill(site):
    manage(site.environment, "migrate", "--verbosity", "0")
    world = json.loads(site.manage("shell", "-v0", "-c", WORLD).splitlines()[-1])
    with psycopg.connect(site.database) as connection:
        connection.execute(STAMPS)
        connection.execute("ALTER TABLE stamps OWNER TO manche")
    return world


@pytest.fixture(scope="module")
def running_site(tmp_path_factory):
    reason = why_not() or next(
        (
            f"needs {name}"
            for name, there in (
                ("PostgreSQL's programs", services.POSTGRES_PROGRAMS),
                ("redis-server", services.REDIS_SERVER),
                ("pgbouncer", pgbouncer.PROGRAM),
            )
            if there is None
        ),
        "",
    )
    if reason:
        pytest.skip(reason)
    folder = tmp_path_factory.mktemp("site")
    folder.chmod(0o755)
    with network(*HOSTS) as hosts, entered("client"), site(folder, hosts, fill) as made:
        yield made


@dataclass
class Crowd:
    """Clients who submit and correct, and one who reads a page, until they are stopped."""

    history: History
    matches: list[int]
    slowest: float = 0.0  # until an answer said what became of a request, since the last look
    pages: list[bool] = field(default_factory=list)
    faults: list[BaseException] = field(default_factory=list)

    def __post_init__(self):
        self.done, self.lock = threading.Event(), threading.Lock()
        own_matches = [self.matches[number::CLIENTS] for number in range(CLIENTS)]
        targets = [(self._submit, own) for own in own_matches] + [(self._read, None)]
        self.threads = [threading.Thread(target=self._run, args=target) for target in targets]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *error):
        self.done.set()
        for thread in self.threads:
            thread.join()

    def wait(self, seconds):
        """Let them go on for a time; what ended by itself is started again."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.history.product.keep_running()
            assert not self.faults, self.faults
            time.sleep(0.2)

    def state(self):
        """Return what has come about so far, and begin to look for the slowest anew."""
        with self.lock:
            slowest, self.slowest = self.slowest, 0.0
        missed = self.pages.count(False)
        return self.history.accepted, slowest, self.history.again, len(self.pages), missed

    def _run(self, function, argument):
        try:
            function(argument)
        except BaseException as error:
            self.faults.append(error)

    def _submit(self, matches):
        for match in matches:
            for number in range(1, ROUNDS + 1):
                self._timed(201, self.history.submit, match, [22, 5, 6], number)
            for last in ([22, 6, 5], [22, 4, 7]):
                self._timed(200, self.history.correct, match, ROUNDS, last)
            if self.done.is_set():
                return
        raise AssertionError("there are too few matches")

    def _timed(self, expected, function, *arguments):
        if self.done.is_set():
            return
        began = time.monotonic()
        status = function(*arguments)
        spent = time.monotonic() - began
        assert status == expected, status
        with self.lock:
            self.slowest = max(self.slowest, spent)
        self.done.wait(PAUSE)

    def _read(self, _argument):
        product = self.history.product
        while not self.done.is_set():
            url = f"http://{product.host}:{product.port}/en/clubs/ici/"
            try:
                with urllib.request.urlopen(url, timeout=10) as answer:
                    self.pages.append(answer.status == 200)
            except (urllib.error.HTTPError, OSError):
                self.pages.append(False)
            self.done.wait(1)


def measured(crowd, note, title, during):
    """Note what came about while something happened."""
    accepted, _, again, pages, missed = crowd.state()
    began = time.monotonic()
    during()
    after = crowd.state()
    count = after[0] - accepted
    note(
        title,
        accepted=count,
        per_second=round(count / (time.monotonic() - began), 1),
        slowest=round(after[1], 1),
        sent_again=after[2] - again,
        pages=after[3] - pages,
        pages_missed=after[4] - missed,
    )
    return after[2] - again


def processor_seconds(site):
    """Return the processor time that each kind of host has used."""
    spent = Counter()
    for name in SERVERS:
        spent[name.rstrip("12")] += site.network.processor_seconds(name)
    return spent


def sweeps(site):
    """Return how often the sweep has run, as far as the shared cache has counted."""
    code = (
        "from league.operations.support import task_counts;"
        "print(task_counts.read(['scoring.sweep'])[0].runs)"
    )
    return int(site.manage("shell", "-v0", "-c", code).splitlines()[-1])


@pytest.fixture(scope="module")
def history(running_site):
    return History(running_site)


def test_a_cable_is_pulled_while_clients_submit(running_site, history, figures):
    with Crowd(history, running_site.world["matches"][: CLIENTS * MATCHES]) as crowd:
        crowd.wait(3)
        accepted, before = history.accepted, processor_seconds(running_site)
        measured(crowd, figures, "all well", lambda: crowd.wait(15))
        rounds, after = history.accepted - accepted, processor_seconds(running_site)
        spent = {part: round(1000 * (after[part] - before[part]) / rounds, 1) for part in after}
        figures("milliseconds of a processor for a round", **spent)
        for hosts in CABLES:

            def cut(hosts=hosts):
                running_site.network.pull(*hosts)
                crowd.wait(CUT_SECONDS)
                running_site.network.plug(*hosts)
                crowd.wait(QUIET_SECONDS)

            measured(crowd, figures, " and ".join(hosts), cut)
    assert not crowd.faults, crowd.faults
    seconds = seconds_until_exact(running_site, LIMIT)
    stored = running_site.ask(
        "SELECT match_id, number, version, verdict->'scores' FROM league_submission"
    )
    lost = history.acknowledged.keys() - {tuple(row[:3]) for row in stored}
    figures(
        "at the end",
        accepted=history.accepted,
        stored=len(stored),
        lost=len(lost),
        doubled=len(stored) - len(history.acknowledged),
        refused=history.refused,
        seconds_until_exact=round(seconds, 1),
    )
    history.assert_kept()
    assert history.refused == 0
    for table, stamps, versions in refreshes(running_site):
        assert stamps == versions, f"table {table} was written twice at one version"


def test_web_is_replaced_one_host_after_the_other(running_site, history, figures):
    with Crowd(history, running_site.world["matches"][CLIENTS * MATCHES :]) as crowd:
        crowd.wait(2)

        def update():
            for name in ("web1", "web2"):
                running_site.replace_web(name)
                crowd.wait(6)

        assert measured(crowd, figures, "update of both web hosts", update) == 0
    assert not crowd.faults, crowd.faults
    assert all(crowd.pages)
    history.assert_kept()


def test_one_beat_sends_and_the_other_follows_when_its_host_is_lost(running_site, figures):
    lost = running_site.sending_beat()
    before = sweeps(running_site)
    time.sleep(SWEEPS * SWEEP_SECONDS)
    assert sweeps(running_site) - before <= SWEEPS + 1
    running_site.kill(lost)
    (other,) = HOST_OF.keys() - {lost}
    seconds = wait_until(lambda: running_site.sending_beat() == other, "the other sends", 60)
    running_site.start(lost)
    figures("a beat is lost", seconds_until_the_other_sends=round(seconds, 1))
