"""Tournament managers with a web server, Manche and others, unmodified, as one computer runs them
(SQLite): each with 200 players, of whom each has a result.

The others are installed in an environment of their own, which BENCH_PEERS names.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

from bench.product import PATIENCE, ROOT, Product, Site, free_port, start

PLAYERS = 200
FOLDER = Path(os.environ.get("BENCH_PEERS", ROOT / ".venv-peers"))
ROW = re.compile(r"<tr.*?(?=<tr|</tbody>|</table>)", re.DOTALL)
TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True)
class Result:
    """A result that lacks its last request, and the row of a player that shows it: the numbers in
    these columns, counted from the name."""

    store: Callable[[], object]
    player: str
    columns: dict[int, int]

    def is_shown(self, page: str) -> bool:
        shown = row(page, self.player)
        return all(
            len(shown) > column and shown[column] == f"{number}"
            for column, number in self.columns.items()
        )


class Manager(ABC):
    """A program that stores results and shows tables."""

    name: str
    home: str
    table: str
    site: Site

    @abstractmethod
    def start(self) -> None: ...

    @abstractmethod
    def fill(self) -> None:
        """Add 200 players, with a result for each."""

    @abstractmethod
    def result(self) -> Result:
        """Return a new result, which is one request short."""

    def page(self) -> str:
        content, _ = self.site.call("GET", self.table)
        return str(content.decode())


def row(page: str, player: str) -> list[str]:
    """Return the words behind the name in the row of a player; none where no row has it."""
    for text in ROW.findall(page):
        words = TAG.sub(" ", text).split()
        if player in words:
            return words[words.index(player) + 1 :]
    return []


class Manche(Manager):
    """Rounds of Neurotrio, of which three end a match of four; the table counts all matches."""

    name, home = "Manche", "/en/"

    def __init__(self, product: Product) -> None:
        self.site = self.product = product
        self.rng, self.played = Random(1), [0] * PLAYERS

    def start(self) -> None:
        again = start(self.product.environment)
        self.product.process, self.product.port = again.process, again.port

    def fill(self) -> None:
        club = self.product.post("clubs/", name="Bench")["slug"]
        season = self.product.post(f"clubs/{club}/seasons/", name="S", starts_on="2026-01-01")["id"]
        day = "2026-01-01T18:00:00Z"
        self.session = self.product.post(f"seasons/{season}/sessions/", starts_at=day)["id"]
        self.ids = [
            self.product.post(f"clubs/{club}/players/", name=f"P{number}")["id"]
            for number in range(PLAYERS)
        ]
        self.table = f"/en/seasons/{season}/"
        for first in range(0, PLAYERS, 4):
            self._result(list(range(first, first + 4))).store()

    def result(self) -> Result:
        return self._result(self.rng.sample(range(PLAYERS), 4))

    def _result(self, seated: list[int]) -> Result:
        players = [self.ids[number] for number in seated]
        path = f"sessions/{self.session}/matches/"
        match = self.product.post(path, game="neurotrio", players=players)["id"]
        sheet = {"evidence": "sheet", "scores": [22, 9, 6, 3]}

        def store() -> None:
            self.product.post(f"matches/{match}/rounds/", **sheet)

        store()
        store()
        for number in seated:
            self.played[number] += 1
        return Result(store, f"P{seated[0]}", {1: self.played[seated[0]]})


class Other(Manager):
    """A program of other people, in a folder of its own."""

    package: str

    def __init__(self, folder: Path) -> None:
        self.folder, self.rng = folder, Random(1)
        version = self.run(
            "-c", f"from importlib import metadata as m; print(m.version({self.package!r}))"
        )
        self.name = f"{self.package} {version.strip()}"

    def run(self, *words: str) -> str:
        command = [str(FOLDER / "bin" / "python"), *words]
        return subprocess.run(
            command, cwd=self.folder, check=True, capture_output=True, text=True
        ).stdout

    def start(self) -> None:
        port = free_port()
        with (self.folder / "log").open("wb") as log:
            process = subprocess.Popen(
                self.command(port), cwd=self.folder, stdout=log, stderr=subprocess.STDOUT
            )
        self.site = Site(port, process)
        end = time.monotonic() + PATIENCE
        while True:
            assert process.poll() is None, f"{self.name} has stopped"
            assert time.monotonic() < end, f"{self.name} does not answer"
            try:
                self.site.call("GET", self.home)
            except OSError:
                time.sleep(0.02)
            else:
                return

    @abstractmethod
    def command(self, port: int) -> list[str]: ...


class PySkat(Other):
    """Matches of four by its REST interface; the table has the total scores of all players."""

    package, home, table = "PySkat", "/", "/evaluation/"
    WON, OPPONENT_LOST = 50, 30  # its own scores, of which won games and lost ones count

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        displays = '[wui]\nevaluation_displays = ["evaluation_displays/table.html"]\n'
        (folder / "pyskat.toml").write_text(displays)  # without its charts
        self.totals = [0] * PLAYERS

    def command(self, port: int) -> list[str]:
        return [str(FOLDER / "bin" / "pyskat"), "serve-wui", "--port", str(port)]

    def fill(self) -> None:
        self.ids = [self.post("player/", name=f"P{number}")["id"] for number in range(PLAYERS)]
        for first in range(0, PLAYERS, 4):
            self._result(list(range(first, first + 4))).store()

    def result(self) -> Result:
        return self._result(self.rng.sample(range(PLAYERS), 4))

    def _result(self, seated: list[int]) -> Result:
        match = self.post("match/", player_ids=[self.ids[number] for number in seated])["id"]
        scores = [self.rng.randint(0, 200) for _ in seated]

        def store(place: int = 0) -> None:
            path = f"result/{match}/{self.ids[seated[place]]}"
            self.post(path, score=scores[place], won=4, lost=2)

        for place, number in enumerate(seated):
            self.totals[number] += scores[place] + 4 * self.WON - 2 * self.WON
            self.totals[number] += 2 * (len(seated) - 1) * self.OPPONENT_LOST
            if place:
                store(place)
        return Result(store, f"P{seated[0]}", {7: self.totals[seated[0]]})

    def post(self, path: str, **body: Any) -> Any:
        return json.loads(self.site.call("POST", f"/api/{path}", body)[0])


class SoL(Other):
    """Rounds of 100 matches of two by the requests of its pages; a round is ranked once all its
    matches have a score. The table has points, those of all opponents, and net scores."""

    package, home = "SoL", "/lit"
    PASSWORD = "manche-bench"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.folder, self.cookie, self.turn = folder, "", 0
        self.net: dict[str, int] = {}
        settings = ["-a", "admin", "-p", self.PASSWORD, "-d", str(folder), "config.ini"]
        self.run(str(FOLDER / "bin" / "soladmin"), "create-config", *settings)
        self.run(str(FOLDER / "bin" / "soladmin"), "initialize-db", "config.ini")

    def command(self, port: int) -> list[str]:
        config = self.folder / "config.ini"
        text = re.sub(r"(?m)^host = .*", "host = 127.0.0.1", config.read_text())
        config.write_text(re.sub(r"(?m)^port = \d+", f"port = {port}", text))
        return [str(FOLDER / "bin" / "pserve"), str(config)]

    def fill(self) -> None:
        self.log_in()
        self.save(("club", {"description": "Club", "prizes": "fixed", "couplings": "serial"}))
        season = {"idclub": 1, "description": "S", "prizes": "fixed", "playersperteam": 1}
        self.save(("championship", season))
        names = [{"firstname": f"P{n}", "lastname": "Player"} for n in range(PLAYERS)]
        self.save(*[("player", name) for name in names])
        evening = {"idchampionship": 1, "description": "Evening", "date": "2026-01-01"}
        self.save(
            ("tourney", {**evening, "duration": 45, "system": "swiss", "couplings": "serial"})
        )
        seats = [{"idtourney": 1, "idplayer1": number + 1} for number in range(PLAYERS)]
        self.save(*[("competitor", seat) for seat in seats])
        (tourney,) = self.get("/data/tourneys?limit=5")["root"]
        self.table = f"/lit/tourney/{tourney['guid']}"
        self.result().store()

    def result(self) -> Result:
        self.turn += 1
        self.post("/tourney/newTurn", idtourney=1)
        where = f"filter_by_idtourney=1&filter_by_turn={self.turn}&limit={PLAYERS}"
        matches = [
            match
            for match in self.get(f"/tourney/matches?{where}")["root"]
            if match["turn"] == self.turn
        ]
        assert len(matches) == PLAYERS / 2
        scores = [self._scores(match) for match in matches]
        self.save(*[("match", score) for score in scores[:-1]])

        def store() -> None:
            self.save(("match", scores[-1]))
            self.post("/tourney/updateRanking", idtourney=1)

        winner = re.findall(r"\bP\d+\b", matches[-1]["description"])[0]
        return Result(store, winner, {2: self.net[winner]})

    def _scores(self, match: dict[str, Any]) -> dict[str, Any]:
        winner, loser = re.findall(r"\bP\d+\b", match["description"])
        lead = self.rng.randint(1, 25)
        self.net[winner] = self.net.get(winner, 0) + lead
        self.net[loser] = self.net.get(loser, 0) - lead
        return {"idmatch": match["idmatch"], "score1": lead, "score2": 0}

    def log_in(self) -> None:
        client = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=60)
        form = urlencode({"username": "admin", "password": self.PASSWORD})
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        client.request("POST", "/auth/login", form, kind)
        with client.getresponse() as answer:
            assert json.load(answer)["success"]
            self.cookie = answer.headers["Set-Cookie"].partition(";")[0]

    def save(self, *records: tuple[str, dict[str, Any]]) -> None:
        modified = [[f"id{kind}", {f"id{kind}": 0, **record}] for kind, record in records]
        self.post("/bio/saveChanges", modified_records=json.dumps(modified), deleted_records="[]")

    def post(self, path: str, **form: Any) -> None:
        kind = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": self.cookie}
        answer = json.loads(self.site.call("POST", path, urlencode(form), **kind)[0])
        assert answer["success"], answer

    def get(self, path: str) -> Any:
        return json.loads(self.site.call("GET", path, Cookie=self.cookie)[0])
