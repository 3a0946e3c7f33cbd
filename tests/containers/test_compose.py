"""compose.yaml in a real engine, by the commands of the guides: first day, an evening, copies, an
update, more workers, and parts that die. The tests build on one another, in this order."""

import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
import requests

from tests.containers import engine
from tests.containers.conftest import Stack
from tests.containers.visitor import EMAIL, PASSWORD, SITE, Crowd, Visitor
from tests.faults.parts import wait_until
from tests.smtp_server import Mailbox

GUIDES = ("on-a-server.md", "backup-update-move.md")
GUIDE = "".join((engine.ROOT / "docs" / name).read_text() for name in GUIDES)
pytestmark = pytest.mark.timeout(400)


def commands(after: str) -> list[str]:
    """Return the lines of the first block of the guides after a text."""
    block = GUIDE.split(after, 1)[1].split("```\n", 2)[1]
    return block.strip().splitlines()


@pytest.fixture(scope="module")
def program(stack: Stack) -> Visitor:
    """A program with a token of the owner."""
    printed = stack.compose(f"exec -T web python manage.py apitoken {EMAIL} --scope admin")
    return Visitor(stack, printed.split()[-1])


@pytest.fixture(scope="module")
def evening(program: Visitor) -> dict[str, Any]:
    """Return the ids of a new club, season and evening, and of two players of the club."""
    club = program.create("/clubs/", name="Les Ardoises", timezone="Europe/Paris", language="fr")
    season = program.create(
        f"/clubs/{club['slug']}/seasons/", name="2026", starts_on="2026-09-01", games=["neurotrio"]
    )
    session = program.create(
        f"/seasons/{season['id']}/sessions/", starts_at="2026-10-01T20:30:00+02:00"
    )
    players = [
        program.create(f"/clubs/{club['slug']}/players/", name=name)["id"]
        for name in ("Ada Lovelace", "Bruno 🎲 O’Neill")
    ]
    return {
        "club": club["slug"],
        "season": season["id"],
        "session": session["id"],
        "players": players,
    }


def new_match(program: Visitor, evening: dict[str, Any], *, target: int) -> int:
    path = f"/sessions/{evening['session']}/matches/"
    options = {"target": target}
    match = program.create(path, game="neurotrio", players=evening["players"], options=options)
    return int(match["id"])


def matches_counted(program: Visitor, evening: dict[str, Any]) -> int:
    """Return how many finished matches the table counts for its first player."""
    table = program.get(f"/api/v1/seasons/{evening['season']}/standings/").json()
    return int(table["rows"][0]["played"]) if table["rows"] else 0


def play_match(program: Visitor, evening: dict[str, Any]) -> None:
    match = new_match(program, evening, target=20)
    sheet = {"evidence": "sheet", "scores": [22, 5], "finisher": 0}
    assert program.post(f"/matches/{match}/rounds/", sheet).status_code == 201


def test_first_day_as_the_guide_says(stack: Stack) -> None:
    visitor = Visitor(stack)
    wait_until(visitor.is_served, "the server is ready")
    (exec_code,) = [
        line for line in commands("Fill in the first three lines") if "first_run" in line
    ]
    address = stack.shell(exec_code.replace("exec", "exec -T")).strip()
    code = address.partition("/start/?code=")[2]
    page = visitor.send_form("/en/start/", code=code, name="Alice", email=EMAIL, password=PASSWORD)
    assert page.status_code == 200, page.text[:500]
    assert visitor.get("/en/desk/").status_code == 200
    again = Visitor(stack)
    assert again.send_form("/en/login/", login=EMAIL, password=PASSWORD).ok
    assert "Alice" in again.get("/en/account/").text


def test_every_name_and_http_lead_to_https(stack: Stack) -> None:
    plain = stack.shell("curl --silent --include http://localhost/en/")
    assert "308 " in plain
    assert "location: https://localhost/en/" in plain.lower()
    other = stack.shell(
        "curl --silent --include --cacert root.crt --resolve club.localhost:443:127.0.0.1"
        " https://club.localhost/livez"
    )
    assert other.startswith("HTTP/2 200")
    packed = stack.shell(
        "curl --silent --head --request GET --cacert root.crt --header 'Accept-Encoding: gzip'"
        f" {SITE}/en/login/"
    )
    assert "content-encoding: gzip" in packed.lower()


def test_a_finished_match_changes_the_table(program: Visitor, evening: dict[str, Any]) -> None:
    play_match(program, evening)
    wait_until(lambda: matches_counted(program, evening) == 1, "the match counts")


def test_the_courier_alone_reaches_the_world(stack: Stack, mailbox: Mailbox) -> None:
    visitor = Visitor(stack)
    visitor.send_form("/en/account/password/forgotten/", email=EMAIL)
    wait_until(lambda: len(mailbox.messages) == 1, "a mail has come")
    if not engine.has_world():
        return
    script = f"import socket; socket.create_connection(('{engine.WORLD}', 80), 3)"
    for service, status in (("courier", 0), ("web", 1), ("worker", 1), ("beat", 1)):
        stack.compose(f'exec -T {service} python -c "{script}"', status=status)


def test_oversized_bodies_are_refused_over_http2(stack: Stack, program: Visitor) -> None:
    token = program.session.headers["Authorization"]
    for path, megabytes in (("/api/v1/archives/", 70), ("/api/v1/clubs/", 3)):
        answer = stack.shell(
            f"head --bytes {megabytes}M /dev/zero | curl --silent --include --http2"
            f" --cacert root.crt --header 'Authorization: {token}'"
            f" --header 'Content-Type: application/json' --data-binary @- {SITE}{path}"
            " || true"  # curl may leave when its upload is refused, before it has read why
        )
        assert answer.startswith("HTTP/2 413"), answer[:500]


def test_back_up_and_restore_as_the_guide_says(
    stack: Stack, program: Visitor, evening: dict[str, Any]
) -> None:
    make, copy_out = commands("make one more and copy all of them out")
    stack.shell(make.replace("exec", "exec -T"))
    stack.shell(copy_out)
    (file,) = [path.name for path in (stack.folder / "copies").glob("*.manche-backup")]
    program.create(f"/clubs/{evening['club']}/players/", name="Mallory")
    stop, restore, start = commands("To **restore** into the same")
    stack.shell(stop)
    refused = restore.removesuffix(" --yes").replace("run", "run -T")
    stack.shell(re.sub(r"manche-[\d-]+\.manche-backup", file, refused), status=1)
    stack.shell(re.sub(r"manche-[\d-]+\.manche-backup", file, restore.replace("run", "run -T")))
    stack.shell(start)
    wait_until(program.is_served, "the server is ready")
    players = program.get(f"/api/v1/clubs/{evening['club']}/players/").json()["results"]
    assert {player["name"] for player in players} == {"Ada Lovelace", "Bruno 🎲 O’Neill"}
    assert matches_counted(program, evening) == 1


def test_an_update_loses_no_request(
    stack: Stack, program: Visitor, evening: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    engine.change_image("manche:latest")
    update = [line for line in commands("To **update**: back up, put") if " build" not in line]
    crowd = playing(stack, program, evening)
    with crowd:
        for command in update:
            stack.shell(command.replace("run", "run -T"))
    report(capsys, "update", crowd)
    assert crowd.failures == []
    assert crowd.stored(program) == crowd.entered
    play_match(program, evening)
    wait_until(lambda: matches_counted(program, evening) == 2, "the match counts")


def test_more_workers_and_parts_that_die(
    stack: Stack, program: Visitor, evening: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    (scale,) = re.findall(r"`(docker compose up --detach --scale worker=3)`", GUIDE)
    stack.shell(scale)
    wait_until(program.is_served, "the server is ready")  # `up` may replace the proxy
    assert len(stack.compose("ps --quiet worker").split()) == 3
    crowd = playing(stack, program, evening)
    with crowd:
        for service in ("web", "worker", "redis", "postgres", "beat", "proxy"):
            kill_first(stack, service)
        wait_until(program.is_served, "the server is ready")
        before = dict(crowd.entered)
        wait_until(lambda: all(crowd.entered[m] > before[m] for m in before), "all tables go on")
    report(capsys, "kills", crowd)
    assert crowd.stored(program) == crowd.entered
    play_match(program, evening)
    wait_until(lambda: matches_counted(program, evening) == 3, "the match counts")


def test_without_redis_the_evening_goes_on(
    stack: Stack, program: Visitor, evening: dict[str, Any]
) -> None:
    before = matches_counted(program, evening)
    stack.compose("stop redis")
    play_match(program, evening)
    assert "cache does not answer" in program.get("/readyz").json()["worker"]
    check = 'exec -T beat python live.py "http://web:8000/readyz" worker'
    stack.compose(check, status=1)
    stack.compose("start redis")
    wait_until(lambda: matches_counted(program, evening) == before + 1, "the match counts")
    wait_until(lambda: stack.succeeds(f"docker compose {check}"), "the worker is awake")
    checked = ("web", "worker", "courier", "beat", "postgres", "redis")
    wait_until(lambda: stack.is_healthy(*checked), "all parts are healthy", 150)


class Tables(Crowd):
    """Tables that enter one round after the other, each until its answer is 201, beside readers."""

    def __init__(self, stack: Stack, token: str, matches: list[int], readers: list[str]) -> None:
        self.stack, self.token = stack, token
        self.entered = dict.fromkeys(matches, 0)
        super().__init__([*map(self.table, matches), *map(self.reader, readers)])

    def table(self, match: int) -> Callable[[], requests.Response]:
        visitor = Visitor(self.stack, self.token)

        def enter() -> requests.Response:
            number = self.entered[match] + 1
            sheet = {"evidence": "sheet", "scores": [22, 5], "finisher": 0, "number": number}
            key = {"Idempotency-Key": f"table-{match}-round-{number}"}
            answer = visitor.post(f"/matches/{match}/rounds/", sheet, **key)
            if answer.status_code == 201:
                self.entered[match] = number
            return answer

        return enter

    def reader(self, path: str) -> Callable[[], requests.Response]:
        visitor = Visitor(self.stack)
        return lambda: visitor.get(path)

    def stored(self, program: Visitor) -> dict[int, int]:
        """Return how many rounds of each match the server has."""
        played = "rounds_played"
        return {m: program.get(f"/api/v1/matches/{m}/").json()[played] for m in self.entered}


def playing(stack: Stack, program: Visitor, evening: dict[str, Any]) -> Tables:
    """Return four tables that enter rounds beside four readers of the club's page."""
    matches = [new_match(program, evening, target=100_000) for _ in range(4)]
    token = str(program.session.headers["Authorization"]).removeprefix("Bearer ")
    return Tables(stack, token, matches, [f"/en/clubs/{evening['club']}/"] * 4)


def kill_first(stack: Stack, service: str) -> None:
    """Kill the first process of a service and wait until the engine has started it again."""
    container = stack.compose(f"ps --quiet {service}").split()[0]
    inspect = f"docker inspect --format '{{{{.State.Pid}}}}' {container}"
    pid = stack.shell(inspect).strip()
    subprocess.run(["kill", "-9", pid], check=True)
    wait_until(lambda: stack.shell(inspect).strip() not in (pid, "0"), f"{service} runs again")


def report(capsys: pytest.CaptureFixture[str], name: str, crowd: Tables) -> None:
    with capsys.disabled():
        sys.stdout.write(f"\n{name}: {crowd.summary()}, {sum(crowd.entered.values())} rounds\n")
