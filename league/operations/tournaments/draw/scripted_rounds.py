"""Rounds of a tournament whose seats come from a file. It only reads."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.models import Entrant, Tournament


@dataclass(frozen=True)
class ScriptedTable:
    """A table of the file with the players who sit down now, in seat order, and those who are
    missing."""

    number: int
    players: Sequence[int]
    missing: Sequence[int]


@dataclass(frozen=True)
class ScriptedRound:
    tables: Sequence[ScriptedTable]
    least: int
    most: int

    @property
    def played(self) -> list[ScriptedTable]:
        """Return the tables that are played: they have an allowed size, as the engine wants it."""
        return [table for table in self.tables if self.least <= len(table.players) <= self.most]

    @property
    def not_played(self) -> list[ScriptedTable]:
        return [table for table in self.tables if table not in self.played]

    @property
    def seated(self) -> set[int]:
        return {player for table in self.played for player in table.players}


def has_round(tournament: Tournament, number: int) -> bool:
    return number <= len(tournament.script)


def scripted_round(
    tournament: Tournament, number: int, present: Sequence[Entrant]
) -> ScriptedRound:
    """Return the tables of this round; without any if the file has no such round. A substitute has
    the seat of the player who was replaced, unless the file seats the substitute elsewhere."""
    tables = tournament.script[number - 1] if has_round(tournament, number) else []
    here = {entrant.player_id for entrant in present}
    named = {player for table in tables for player in table}
    replaced = tournament.entrants.filter(substitute__isnull=False)
    substitutes = dict(replaced.values_list("player", "substitute__player"))
    taken = set[int]()

    def sits_down(player: int) -> int | None:
        """Return who takes the seat of a player; None for a seat that stays empty."""
        followed = player
        while followed not in here and followed in substitutes:
            followed = substitutes.pop(followed)
        is_free = followed == player or followed not in named | taken
        if followed not in here or not is_free:
            return None
        taken.add(followed)
        return followed

    rows = []
    for index, table in enumerate(tables, 1):
        seats = [(player, sits_down(player)) for player in table]
        players = [sitter for _player, sitter in seats if sitter is not None]
        missing = [player for player, sitter in seats if sitter is None]
        rows.append(ScriptedTable(index, players, missing))
    return ScriptedRound(rows, tournament.least, tournament.most)
