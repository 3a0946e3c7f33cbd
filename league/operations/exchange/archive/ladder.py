"""A ladder in an archive: its keys, and its translation into a row and back. Periods, divisions and
their members are numbered by their place in their lists, the top division and the first period
first."""

from collections.abc import Mapping
from typing import Any

from league.models import Came, Division, DivisionMember, Ladder, MemberWish, Period
from league.operations.exchange.archive import shape
from league.operations.exchange.archive.shape import Field
from league.operations.exchange.archive.timestamps import format_time
from scoring.pure.periods import MOST_DIVISIONS, DivisionRules, MovementReason
from scoring.pure.tiebreaks import drawn_order

ArchiveRow = Mapping[str, Any]
MOST_ROWS = 10_000_000
NUMBER = shape.integer_field(1, MOST_ROWS)
COUNT = shape.integer_field(0, 32_767)
SEED = shape.text_field(64)

LOT: Mapping[str, Field] = {
    "level": COUNT,
    "place": COUNT,
    "players": shape.list_field(NUMBER, 100_000, least=2),
    "seed": shape.text_field(100),
    "by_table": shape.boolean_field,
    "repeatable": shape.boolean_field,
}
MEMBER: Mapping[str, Field] = {
    "player": NUMBER,
    "came": shape.choice_field(*Came.values),
    "reason": shape.choice_field(*map(str, MovementReason)),
    "source": COUNT,
    "place": COUNT,
    "wish": shape.choice_field("", *MemberWish.values),
}
DIVISION: Mapping[str, Field] = {
    "name": shape.text_field(24),
    "season": NUMBER,
    "members": shape.list_field(shape.object_field(MEMBER, {"wish": ""}), 100_000),
}
PERIOD: Mapping[str, Field] = {
    "name": shape.text_field(30),
    "seed": SEED,
    "opened_at": shape.time_field,
    "opened_by": shape.optional_field(NUMBER),
    "lots": shape.list_field(shape.object_field(LOT, {"repeatable": True}), 100_000),
    "forced": shape.list_field(shape.text_field(10_000), 10_000),
    "play_offs": shape.optional_field(NUMBER),
    "tables": shape.list_field(NUMBER, 100_000),
    "divisions": shape.list_field(shape.object_field(DIVISION), MOST_DIVISIONS, least=1),
}
LADDER: Mapping[str, Field] = {
    "id": NUMBER,
    "name": shape.text_field(40),
    "games": shape.list_field(shape.game_field, shape.MOST_GAMES, least=1),
    "rules": shape.object_field(dict.fromkeys(DivisionRules._fields, COUNT)),
    "periods": shape.list_field(shape.object_field(PERIOD), 10_000, least=1),
}


def ladder_row(ladder: Ladder, number: int, refs: Any) -> ArchiveRow:
    """Return the row of a ladder; `refs` has the numbers of people, players, seasons and
    matches."""
    periods = ladder.periods.order_by("number").prefetch_related("divisions__members", "tables")
    return {
        "id": number,
        "name": ladder.name,
        "games": ladder.games,
        "rules": ladder.rules,
        "periods": [_period(period, refs) for period in periods],
    }


def _period(period: Period, refs: Any) -> ArchiveRow:
    play_offs = sorted(period.tables.all(), key=lambda table: table.pk)
    return {
        "name": period.name,
        "seed": period.seed,
        "opened_at": format_time(period.opened_at),
        "opened_by": refs.who(period.opened_by_id),
        "lots": [
            {
                **lot,
                "players": [refs.players[player] for player in lot["players"]],
                "repeatable": drawn_order(lot["players"], lot["seed"]) == lot["players"],
            }
            for lot in period.lots
        ],
        "forced": period.forced,
        "play_offs": period.play_offs_id and refs.seasons[period.play_offs_id],
        "tables": [refs.matches[row.match_id] for row in play_offs if row.match_id in refs.matches],
        "divisions": [_division(division, refs) for division in period.divisions.all()],
    }


def _division(division: Division, refs: Any) -> ArchiveRow:
    members = sorted(division.members.all(), key=lambda member: member.pk)
    return {
        "name": division.name,
        "season": refs.seasons[division.season_id],
        "members": [_member(member, refs) for member in members],
    }


def _member(member: DivisionMember, refs: Any) -> ArchiveRow:
    columns = ("came", "reason", "source", "place", "wish")
    return {
        "player": refs.players[member.player_id],
        **{name: getattr(member, name) for name in columns},
    }


def resolve_ladder(row: ArchiveRow, find: Any, who: Any) -> ArchiveRow:
    """Return the row with objects of this club in place of numbers. `find(kind, number, path)` and
    `who(number, path)` return the objects of other rows."""
    return {
        **row,
        "periods": [
            _read_period(period, f"periods.{index}", find, who)
            for index, period in enumerate(row["periods"])
        ],
    }


def _read_period(row: ArchiveRow, path: str, find: Any, who: Any) -> ArchiveRow:
    play_offs = row["play_offs"]
    return {
        **row,
        "opened_by": who(row["opened_by"], f"{path}.opened_by"),
        "lots": [
            {
                **lot,
                "players": [
                    find("players", player, f"{path}.lots.{position}.players.{index}").pk
                    for index, player in enumerate(lot["players"])
                ],
            }
            for position, lot in enumerate(row["lots"])
        ],
        "play_offs": play_offs and find("seasons", play_offs, f"{path}.play_offs"),
        "tables": [
            find("matches", match, f"{path}.tables.{index}")
            for index, match in enumerate(row["tables"])
        ],
        "divisions": [
            {
                **division,
                "season": find("seasons", division["season"], f"{path}.divisions.{level}.season"),
                "members": [
                    {
                        **member,
                        "player": find(
                            "players",
                            member["player"],
                            f"{path}.divisions.{level}.members.{index}.player",
                        ).pk,
                    }
                    for index, member in enumerate(division["members"])
                ],
            }
            for level, division in enumerate(row["divisions"])
        ],
    }
