"""A tournament that was played elsewhere comes in with all that was done; with `tournaments` and
the modules of its parts the writer of their tables. Callers hold a transaction."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from league.errors import invalid
from league.models import (
    Entrant,
    EntrantState,
    Incident,
    Season,
    Sitting,
    SittingTable,
    Tournament,
    Wish,
)
from league.operations.tournaments import tournaments
from league.operations.tournaments.draw import seating_requests
from seating import check, plan, request

Row = Mapping[str, Any]
OF_ENTRANT = (
    "rank", "level", "step_free", "table", "minimum", "state", "from_sitting", "until_sitting",
    "entered_at",
)  # fmt: skip
OF_SITTING = (
    "session", "kind", "state", "seed", "request", "plan", "plan_round", "by_hand", "sit_out",
    "noted", "reasons", "provisional", "note", "minutes", "version", "drawn_at", "published_at",
    "screens_at", "public_at", "started_at", "paused_at", "paused_seconds", "locked_at",
)  # fmt: skip


def restore(season: Season, row: Row) -> Tournament:
    """Store a tournament of an archive; `row` has the archive's keys, with ids of this club. Plans
    are counted anew; tables must be those of their matches."""
    settings = {name: row[name] for name in tournaments.SETTINGS}
    if not isinstance(settings["options"], dict):
        raise invalid("not_an_object", "options", _("An object is expected."))
    if row["game"] not in season.games:
        raise invalid("unknown_game", "game", _("This game is not played in this season."))
    made = tournaments.read_settings(settings)
    made.season, made.seed, made.version = season, row["seed"], row["version"]
    made.closed_at, made.created_at = row["closed_at"], row["created_at"]
    try:
        with transaction.atomic():
            made.save()
            entrants = _entrants(made, row["entrants"])
            _wishes(made, row["wishes"], entrants)
            _sittings(made, row["sittings"], {entrant.player_id for entrant in entrants})
            _incidents(made, row["incidents"])
    except IntegrityError:
        raise invalid("bad_tournament", "", _("These rows do not go together.")) from None
    return made


def _entrants(tournament: Tournament, rows: Sequence[Row]) -> list[Entrant]:
    """Who replaces whom is told once all are there."""
    made = []
    for row in rows:
        fields = {name: row[name] for name in OF_ENTRANT}
        if row["substitute"] is not None:
            fields["state"] = EntrantState.GONE
        made.append(
            Entrant.objects.create(tournament=tournament, player_id=row["player"], **fields)
        )
    for index, row in enumerate(rows):
        if row["substitute"] is not None:
            path = f"entrants.{index}.substitute"
            made[index].substitute = _numbered(made, row["substitute"], path)
            made[index].state = row["state"]
            made[index].save(update_fields=["substitute", "state"])
    return made


def _numbered(entrants: Sequence[Entrant], number: int, path: str) -> Entrant:
    if number > len(entrants):
        raise invalid("unknown_row", path, _("There is no row of this number."))
    return entrants[number - 1]


def _wishes(tournament: Tournament, rows: Sequence[Row], entrants: Sequence[Entrant]) -> None:
    for index, row in enumerate(rows):
        Wish.objects.create(
            tournament=tournament,
            one=_numbered(entrants, row["one"], f"wishes.{index}.one"),
            other=_numbered(entrants, row["other"], f"wishes.{index}.other"),
            kind=row["kind"],
        )


def _sittings(tournament: Tournament, rows: Sequence[Row], players: set[int]) -> None:
    for index, row in enumerate(rows):
        path = f"sittings.{index}"
        _check_plan(row, path)
        _check_tables(tournament, row, players, path)
        sitting = Sitting.objects.create(
            tournament=tournament,
            number=index + 1,
            request_hash=seating_requests.digest(row["request"]),
            **{name: row[name] for name in OF_SITTING},
        )
        for number, table in enumerate(row["tables"], 1):
            SittingTable.objects.create(sitting=sitting, number=number, **table)


def _check_plan(row: Row, path: str) -> None:
    asked, wrong = request.read(row["request"])
    told = row["plan"]
    found, more = plan.read(
        {key: told[key] for key in told if key != "reasons"} if isinstance(told, dict) else told
    )
    if asked is None or found is None:
        problem = (wrong or more)[0]
        where = "request" if asked is None else "plan"
        words = problem.message(get_language() or "en")
        raise invalid("bad_plan", f"{path}.{where}.{problem.path}".rstrip("."), words)
    is_there = row["plan_round"] < len(found.rounds)
    if not is_there or not isinstance(row["reasons"], list) or check.check(asked, found).problems:
        raise invalid("bad_plan", f"{path}.plan", _("This plan does not fit its request."))


def _check_tables(tournament: Tournament, row: Row, players: set[int], path: str) -> None:
    if row["session"].season_id != tournament.season_id:
        words = _("This season has no such evening.")
        raise invalid("unknown_session", f"{path}.session", words)
    seen: set[int] = set()
    for number, table in enumerate(row["tables"]):
        seats = table["players"]
        match = table["match"]
        is_set = row["published_at"] is not None
        fits = set(seats) <= players and not seen & set(seats) and len(set(seats)) == len(seats)
        if match is not None:
            fits = fits and match.session_id == row["session"].pk
            fits = fits and seats == [seat.player_id for seat in match.seats.all()]
        if not fits or is_set != (match is not None):
            words = _("The players of a table are those of its match, each once.")
            raise invalid("other_players", f"{path}.tables.{number}", words)
        seen.update(seats)
    if set(row["sit_out"]) - players or seen & set(row["sit_out"]):
        words = _("Who sits out is entered and sits at no table.")
        raise invalid("other_players", f"{path}.sit_out", words)


def _incidents(tournament: Tournament, rows: Sequence[Row]) -> None:
    for row in rows:
        Incident.objects.create(
            tournament=tournament,
            kind=row["kind"],
            sitting_number=row["sitting"],
            table_number=row["table"],
            player_id=row["player"],
            other_id=row["other"],
            note=row["note"],
            at=row["at"],
            by=row["by"],
        )
