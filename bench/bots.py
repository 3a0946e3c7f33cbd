"""Measure the strength of sensible bots against random ones: matches with both at the table.

One seat of four, or two, has a sensible bot; seats rotate from match to match. Figures: the share
of matches won (a shared first place counts in parts), the share expected by chance, and how far the
sensible bots end above the others on average, in points and in standard errors.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from bench.measure import Cell
from games import GAMES, record
from games.base import Bots

MATCHES = 1000
PLAYERS = 4
SEATED = {1: "one among three", 2: "two against two"}


class Duel(NamedTuple):
    won: float
    lead: float
    z: float


def duel(game: str, sensible: int, matches: int) -> Duel:
    """`sensible` of four; two of them sit opposite each other."""
    won, leads = [], []
    for seed in range(matches):
        mine = {(seed + 2 * number) % PLAYERS for number in range(sensible)}
        kinds = [Bots.SENSIBLE if seat in mine else Bots.RANDOM for seat in range(PLAYERS)]
        names = [f"{kind} {seat}" for seat, kind in enumerate(kinds)]
        played = record.play(game, Random(seed), names, "sheet", bots=kinds)
        totals = record.check(played).totals
        best = [seat for seat, total in enumerate(totals) if total == max(totals)]
        won.append(len(mine.intersection(best)) / len(best))
        of_mine = [totals[seat] for seat in mine]
        others = [total for seat, total in enumerate(totals) if seat not in mine]
        leads.append(statistics.mean(of_mine) - statistics.mean(others))
    lead = statistics.mean(leads)
    return Duel(statistics.mean(won), lead, lead / statistics.stdev(leads) * matches**0.5)


def cells() -> Iterator[Cell]:
    for game in GAMES:
        for sensible, seated in SEATED.items():
            wins = duel(game, sensible, MATCHES)
            work = f"{game}: wins of sensible bots, {seated}"
            share = wins.won * PLAYERS / sensible
            print(f"  # {work}: {wins.won:.1%}, lead {wins.lead:.2f}, z {wins.z:.1f}")
            yield Cell(work, "wins by chance", share, least=1.03)
