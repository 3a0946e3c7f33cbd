"""Rounds of Triominos as forms and pages have them."""

import re
from random import Random
from typing import Any

from games import record

QUICK = {"blocked": "any_nonplay", "deal": 2}  # rules by which a round is soon blocked

# the bridge of the example E2
BOARD = """0,1: 2 2 0
0,0: 2 2 2
1,0: 2 3 2
1,1: 2 5 0
2,1: 2 4 5
3,1: 4 5 5
4,1: 4 4 5
4,0: 4 4 4
3,0: 3 4 4"""


def entry(match, number=1):
    return f"/en/desk/matches/{match.pk}/rounds/{number}/"


def preview(client, match, **form):
    return client.post(f"{entry(match)}preview/", form).content.decode()


def round_of(evidence, seed=1, players=3, **options):
    names = ["Ada", "Bruno", "Chloé", "Dov"][:players]
    played: dict[str, Any] = record.play(
        "triominos", Random(seed), names, evidence, options=options
    )
    return played["rounds"][0]


def blocked_seed(players):
    finals = ((seed, round_of("final", seed, players, **QUICK)) for seed in range(400))
    return next(seed for seed, final in finals if final["end"] == "blocked")


def form_of(final):
    """Return what a person would type."""
    lines = [f"{x},{y}: {a} {b} {c}" for (x, y), (a, b, c) in map(placed, final["board"])]
    form = {"evidence": "final", "board": "\r\n".join(lines), "end": final["end"], "pool": ""}
    for seat, (rack, points) in enumerate(zip(final["racks"], final["before_end"], strict=True)):
        form |= {f"rack-{seat}": " ".join(rack), f"before-{seat}": points}
    return form


def placed(tile):
    return tile["at"], tile["corners"]


def fields(page):
    """Return what the form of the page would send."""
    inputs = re.findall(r'<input [^>]*?name="([\w-]+)" value="([^"]*)"([^>]*)>', page)
    values = {
        name: value
        for name, value, more in inputs
        if not name.startswith("reached-") or "checked" in more
    }
    radios = re.findall(r'<input type="radio" name="(\w+)" value="([^"]*)" checked>', page)
    board = re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
    return {**values, **dict(radios), "board": board[1], "seen": 1}


def without(body, *keys):
    return {key: value for key, value in body.items() if key not in keys}


def sorted_tiles(final):
    return {**final, "pool": sorted(final["pool"])}
