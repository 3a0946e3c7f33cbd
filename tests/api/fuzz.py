"""schemathesis against a running server: what it sends, it takes from the description alone."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

CONFIG = Path(__file__).with_name("schemathesis.toml")
PROGRAM = Path(__file__).with_name("fuzzer.py")
LONG = os.environ.get("FUZZ_LONG") == "1"
EXAMPLES = os.environ.get("FUZZ_EXAMPLES", "2")  # for each operation
# Chains of requests take minutes, and a round has so many shapes that all their edges are two
# thousand requests for each operation. FUZZ_LONG=1 sends them too.
WITHOUT = "phases.coverage.enabled = false"
CHECK = 'include-operation-id = ["check_create", "matches_rounds_check_create"]'
BOUNDED = f"""
[[operations]]
include-operation-id = [
    "matches_rounds_create",
    "matches_rounds_update",
    "sessions_rounds_create",
]
{WITHOUT}
"""
# its known ids replace an impossible one, and schemathesis still expects a refusal
REPORT_OF_A_LEAGUE = (
    "[[operations]]",
    'include-operation-id = "leagues_report"',
    "[operations.checks]",
    "negative_data_rejection.enabled = false",
)
Call = Callable[..., Any]  # method, path, body → what comes back
Ids = dict[str, Any]


def run(
    server: str, token: str, call: Call, folder: Path, phases: str, only: Sequence[str] = ()
) -> str:
    """Test the operations in `only`, or all operations, and return what the program printed."""
    config = folder / "schemathesis.toml"
    base = CONFIG.read_text()
    if LONG:
        phases = "examples,coverage,fuzzing,stateful"
    else:
        assert CHECK in base
        base = base.replace(CHECK, f"{CHECK}\n{WITHOUT}") + BOUNDED
    settings = [base, *spared(call), *REPORT_OF_A_LEAGUE, "[parameters]", *lines(known_ids(call))]
    config.write_text("\n".join(settings))
    ran = subprocess.run(
        [
            *(sys.executable, str(PROGRAM), "--config-file", str(config), "run"),
            *(f"{server}/api/v1/schema/", "--max-examples", EXAMPLES, "--no-color"),
            *("--header", f"Authorization: Bearer {token}", "--phases", phases),
            *(f"--include-operation-id={operation}" for operation in only),
            *os.environ.get("FUZZ_OPTIONS", "").split(),
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=3600,
    )
    assert ran.returncode == 0, failures(ran.stdout) + ran.stderr
    assert "results" in call("GET", "tokens/"), "it revoked its own token and met nothing but 401"
    return ran.stdout


def failures(output: str) -> str:
    """Return the output without the list of all operations that precedes the failures."""
    begin = re.search("^=+ (FAILURES|ERRORS) =+$", output, re.MULTILINE)
    return output[begin.start() :] if begin else output


def known_ids(call: Call) -> Ids:
    """Return ids that lead further in than a guess. They are the first of each kind, as a program
    finds them."""

    def first(path: str, key: str = "id") -> Any:
        return call("GET", path)["results"][0][key]

    club = first("clubs/", "slug")
    season = first(f"clubs/{club}/seasons/")
    session = first(f"seasons/{season}/sessions/")
    hook = made_webhook(call, club)
    return {
        "club": club,
        "member": first(f"clubs/{club}/members/"),
        "invitation": made_invitation(call, club),
        "webhook": hook,
        "delivery": call("POST", f"clubs/{club}/webhooks/{hook}/test/")["id"],
        "season": season,
        "session": session,
        "match": first(f"sessions/{session}/matches/"),
        "player": first(f"clubs/{club}/players/"),
        "token": made_token(call),
        "job": call("POST", f"clubs/{club}/exports/")["id"],
        "number": 1,
        **made_tournament(call, club),
        "ladder": made_ladder(call, club),
    }


def made_tournament(call: Call, club: str) -> Ids:
    "Create a tournament with a round that is drawn, and return the ids of both."
    body = {"name": "Coupe du hasard", "starts_at": "2026-10-03T14:00:00Z", "game": "neurotrio"}
    tournament = call("POST", f"clubs/{club}/tournaments/", body)["id"]
    players = some_players(call, club)
    path = f"tournaments/{tournament}"
    call("POST", f"{path}/entrants/", {"entrants": [{"player": player} for player in players]})
    call("POST", f"{path}/check_in/", {"players": players})
    (sitting,) = call("POST", f"{path}/sittings/", {})["sittings"]
    return {"tournament": tournament, "sitting": sitting["id"]}


def made_ladder(call: Call, club: str) -> Any:
    one, other, third, fourth = some_players(call, club)
    divisions = [{"players": [one, other]}, {"players": [third, fourth]}]
    body = {"name": "Échelle", "period": "2026", "starts_on": "2026-09-01", "divisions": divisions}
    return call("POST", f"clubs/{club}/ladders/", body)["id"]


def some_players(call: Call, club: str) -> list[int]:
    ids = call("GET", f"clubs/{club}/players/")["results"]
    while len(ids) < 4:
        ids.append(call("POST", f"clubs/{club}/players/", {"name": f"Invité {len(ids)}"}))
    return [player["id"] for player in ids[:4]]


def spared(call: Call) -> list[str]:
    """Return settings that give each operation that removes something an id of its own. What is
    removed is not what other operations look at, and never the token that is in use."""
    club = call("GET", "clubs/")["results"][0]["slug"]
    ids_of: dict[str, Ids] = {
        "tokens_destroy": {"token": made_token(call)},
        "clubs_invitations_destroy": {"invitation": made_invitation(call, club)},
        "clubs_webhooks_destroy": {"webhook": made_webhook(call, club)},
        "clubs_imports_retrieve": {"number": made_import(call, club)},
        "clubs_imports_undo_create": {"number": made_import(call, club)},
    }
    return [
        line
        for operation, ids in ids_of.items()
        for line in (
            "[[operations]]",
            f'include-operation-id = "{operation}"',
            "[operations.parameters]",
            *lines(ids),
        )
    ]


def made_token(call: Call) -> Any:
    return call("POST", "tokens/", {"name": "Spare", "scope": "read"})["id"]


def made_invitation(call: Call, club: str) -> Any:
    return call("POST", f"clubs/{club}/invitations/", {"role": "scorer"})["id"]


def made_webhook(call: Call, club: str) -> Any:
    body = {"url": "https://league.example/", "events": ["match.created"]}
    return call("POST", f"clubs/{club}/webhooks/", body)["id"]


def made_import(call: Call, club: str) -> Any:
    body = {"kind": "players", "format": "csv", "content": "Nom\nZoé\n", "dry_run": True}
    return call("POST", f"clubs/{club}/imports/", body)["id"]


def lines(ids: Ids) -> list[str]:
    return [f'"{name}" = {value!r}' for name, value in ids.items()]
