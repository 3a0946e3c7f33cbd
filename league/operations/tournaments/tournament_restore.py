"""Import of a tournament from another server with all that was done in it. Like `tournaments` and
the modules of its parts it writes their tables. Callers hold a transaction."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.errors import invalid
from league.models import (
    Entrant,
    EntrantState,
    Format,
    Season,
    Sitting,
    SittingTable,
    Tournament,
    Wish,
)
from league.operations.matches import table_turns
from league.operations.seating import plans
from league.operations.seating.requests import hash_request
from league.operations.tournaments import audit_log, tournaments

ArchiveRow = Mapping[str, Any]
ENTRANT_COLUMNS = (
    "rank", "level", "step_free", "table", "minimum", "state", "from_sitting", "until_sitting",
    "skips", "entered_at",
)  # fmt: skip
SITTING_COLUMNS = (
    "session", "kind", "state", "seed", "request", "plan", "plan_round", "by_hand", "sit_out",
    "noted", "reasons", "provisional", "note", "minutes", "version", "drawn_at", "published_at",
    "screens_at", "public_at", "started_at", "paused_at", "paused_seconds", "locked_at",
)  # fmt: skip


def restore(season: Season, row: ArchiveRow) -> Tournament:
    """Store a tournament of an archive; `row` has the archive's keys, with ids of this club. Plans
    are checked again, and tables must fit their matches."""
    settings = {name: row[name] for name in tournaments.SETTINGS}
    if not isinstance(settings["options"], dict):
        raise invalid("not_an_object", "options", _("Send an object."))
    if row["game"] not in season.games:
        raise invalid("unknown_game", "game", _("This game is not played in this season."))
    tournament = tournaments.read_settings(settings)
    tournament.season, tournament.seed, tournament.version = season, row["seed"], row["version"]
    tournament.closed_at, tournament.created_at = row["closed_at"], row["created_at"]
    try:
        with transaction.atomic():
            tournament.save()
            entrants = _create_entrants(tournament, row["entrants"])
            _store_script(tournament, row["script"], entrants)
            _create_constraints(tournament, row["wishes"], entrants)
            _create_sittings(
                tournament, row["sittings"], {entrant.player_id for entrant in entrants}
            )
            audit_log.restore(tournament, row["incidents"])
    except IntegrityError:
        raise invalid("bad_tournament", "", _("These rows contradict each other.")) from None
    return tournament


def _create_entrants(tournament: Tournament, rows: Sequence[ArchiveRow]) -> list[Entrant]:
    """Create the entrants; substitutes are set once all entrants exist."""
    entrants = []
    for row in rows:
        fields = {name: row[name] for name in ENTRANT_COLUMNS}
        if row["substitute"] is not None:
            fields["state"] = EntrantState.GONE
        entrants.append(
            Entrant.objects.create(tournament=tournament, player_id=row["player"], **fields)
        )
    for index, row in enumerate(rows):
        if row["substitute"] is not None:
            path = f"entrants.{index}.substitute"
            entrants[index].substitute = _entrant_of_row(entrants, row["substitute"], path)
            entrants[index].state = row["state"]
            entrants[index].save(update_fields=["substitute", "state"])
    return entrants


def _store_script(
    tournament: Tournament, rounds: Sequence[Sequence[Sequence[int]]], entrants: Sequence[Entrant]
) -> None:
    """Store the seats of all rounds; each round has entrants of the tournament, each once."""
    entered = {entrant.player_id for entrant in entrants}
    for number, tables in enumerate(rounds):
        players = list(chain(*tables))
        if not entered.issuperset(players) or len({*players}) < len(players):
            words = _("In each round, seat only entrants of the tournament, and each of them once.")
            raise invalid("other_players", f"script.{number}", words)
    if not rounds:
        return
    if tournament.format != Format.SCRIPT:
        words = _("Only the format “script” has seats from a file.")
        raise invalid("bad_script", "script", words)
    if tournament.sittings_planned != len(rounds):
        words = _("The planned rounds must match the seats from the file.")
        raise invalid("bad_script", "sittings_planned", words)
    tournament.script = rounds
    tournament.save(update_fields=["script"])


def _entrant_of_row(entrants: Sequence[Entrant], number: int, path: str) -> Entrant:
    if number > len(entrants):
        raise invalid("unknown_row", path, _("No row has this number."))
    return entrants[number - 1]


def _create_constraints(
    tournament: Tournament, rows: Sequence[ArchiveRow], entrants: Sequence[Entrant]
) -> None:
    for index, row in enumerate(rows):
        Wish.objects.create(
            tournament=tournament,
            one=_entrant_of_row(entrants, row["one"], f"wishes.{index}.one"),
            other=_entrant_of_row(entrants, row["other"], f"wishes.{index}.other"),
            kind=row["kind"],
        )


def _create_sittings(tournament: Tournament, rows: Sequence[ArchiveRow], players: set[int]) -> None:
    for index, row in enumerate(rows):
        path = f"sittings.{index}"
        _check_plan(row, path)
        _check_tables(tournament, row, players, path)
        sitting = Sitting.objects.create(
            tournament=tournament,
            number=index + 1,
            request_hash=hash_request(row["request"]),
            **{name: row[name] for name in SITTING_COLUMNS},
        )
        for number, table in enumerate(row["tables"], 1):
            SittingTable.objects.create(sitting=sitting, number=number, **table)


def _check_plan(row: ArchiveRow, path: str) -> None:
    restored_plan = plans.check_stored(row["request"], row["plan"], path)
    if row["plan_round"] >= len(restored_plan.rounds) or not isinstance(row["reasons"], list):
        raise invalid("bad_plan", f"{path}.plan", _("This plan does not fit its request."))


def _check_tables(tournament: Tournament, row: ArchiveRow, players: set[int], path: str) -> None:
    if row["session"].season_id != tournament.season_id:
        words = _("This season has no such evening.")
        raise invalid("unknown_session", f"{path}.session", words)
    seen_ids: set[int] = set()
    for number, table in enumerate(row["tables"]):
        seats = table["players"]
        match = table["match"]
        is_published = row["published_at"] is not None
        fits = set(seats) <= players and not seen_ids & set(seats) and len(set(seats)) == len(seats)
        if match is not None:
            fits = fits and match.session_id == row["session"].pk
            fits = fits and seats == table_turns.starters_of_tables([match.pk])[match.pk]
        if not fits or is_published != (match is not None):
            words = _("A table must have the players of its match, each once.")
            raise invalid("other_players", f"{path}.tables.{number}", words)
        seen_ids.update(seats)
    if set(row["sit_out"]) - players or seen_ids & set(row["sit_out"]):
        words = _("A player who sits out must be entered and sit at no table.")
        raise invalid("other_players", f"{path}.sit_out", words)
