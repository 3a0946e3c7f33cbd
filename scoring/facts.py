"""The fact as the pure part sees it: who took which place at which table."""

from dataclasses import dataclass
from typing import NewType

PlayerId = NewType("PlayerId", int)


@dataclass(frozen=True)
class Fact:
    """One seat of one finished match. `place` counts from 1 and is shared on ties."""

    match: int
    session: int
    player: PlayerId
    place: int
    players: int
