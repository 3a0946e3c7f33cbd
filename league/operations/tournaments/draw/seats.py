"""Faults of seats that people choose. Nothing is stored."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from league.errors import Fault
from league.models import Tournament


def seat_faults(
    tournament: Tournament,
    players: Sequence[int],
    tables: Sequence[Sequence[int]],
    sit_out: Sequence[int],
) -> list[Fault]:
    """Return the faults of seats: each player must appear once, and each table must have an allowed
    size."""
    least, most = tournament.least, tournament.most
    size = _("A table needs %(least)s to %(most)s players.") % {"least": least, "most": most}
    faults = [
        Fault("table_size", f"tables.{number}", size)
        for number, table in enumerate(tables)
        if not least <= len(table) <= most
    ]
    if not tables:
        faults.append(Fault("blank", "tables", _("There is no table to create.")))
    expected_ids, seen_ids = set(players), set[int]()
    places = {f"tables.{number}": table for number, table in enumerate(tables)}
    for path, players_of_place in {**places, "sit_out": sit_out}.items():
        for index, player in enumerate(players_of_place):
            if player in seen_ids:
                words = _("A player can have only one seat at a table.")
                faults.append(Fault("player_twice", f"{path}.{index}", words))
            elif player not in expected_ids:
                words = _("This player is not playing in this round.")
                faults.append(Fault("not_here", f"{path}.{index}", words))
            seen_ids.add(player)
    if missing := [player for player in players if player not in seen_ids]:
        words = _("Seat these players at a table or let them sit out: %(ids)s.")
        words %= {"ids": ", ".join(map(str, missing))}
        faults.append(Fault("missing_player", "tables", words))
    return faults
