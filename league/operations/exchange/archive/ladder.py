"""A ladder in an archive: its keys, and how it is told. Periods, divisions and their members are
numbered by their place in their lists, the top division and the first period first."""

from collections.abc import Mapping
from typing import Any

from games import GAMES
from league.models import Came, Division, DivisionMember, Ladder, Period
from league.operations.exchange.archive import shape
from league.operations.exchange.archive.moments import moment
from league.operations.exchange.archive.shape import Field
from scoring.pure.periods import MOST_DIVISIONS, DivisionRules, MovementReason

Row = Mapping[str, Any]
MOST_ROWS = 10_000_000
NUMBER = shape.integer(1, MOST_ROWS)
COUNT = shape.integer(0, 32_767)
SEED = shape.text(64)

LOT: Mapping[str, Field] = {
    "level": COUNT,
    "place": COUNT,
    "players": shape.several(NUMBER, 100_000, least=2),
    "seed": shape.text(100),
    "by_table": shape.flag,
}
MEMBER: Mapping[str, Field] = {
    "player": NUMBER,
    "came": shape.choice(*Came.values),
    "reason": shape.choice(*map(str, MovementReason)),
    "source": COUNT,
    "place": COUNT,
}
DIVISION: Mapping[str, Field] = {
    "name": shape.text(24),
    "season": NUMBER,
    "members": shape.several(shape.thing(MEMBER), 100_000),
}
PERIOD: Mapping[str, Field] = {
    "name": shape.text(30),
    "seed": SEED,
    "opened_at": shape.moment,
    "opened_by": shape.optional(NUMBER),
    "lots": shape.several(shape.thing(LOT), 100_000),
    "forced": shape.several(shape.text(10_000), 10_000),
    "play_offs": shape.optional(NUMBER),
    "tables": shape.several(NUMBER, 100_000),
    "divisions": shape.several(shape.thing(DIVISION), MOST_DIVISIONS, least=1),
}
LADDER: Mapping[str, Field] = {
    "id": NUMBER,
    "name": shape.text(40),
    "games": shape.several(shape.choice(*GAMES), len(GAMES), least=1),
    "rules": shape.thing(dict.fromkeys(DivisionRules._fields, COUNT)),
    "periods": shape.several(shape.thing(PERIOD), 10_000, least=1),
}


def tell(ladder: Ladder, number: int, refs: Any) -> Row:
    """`refs` has the numbers of people, players, seasons and matches."""
    periods = ladder.periods.order_by("number").prefetch_related("divisions__members", "tables")
    return {
        "id": number,
        "name": ladder.name,
        "games": ladder.games,
        "rules": ladder.rules,
        "periods": [_period(period, refs) for period in periods],
    }


def _period(period: Period, refs: Any) -> Row:
    played = sorted(period.tables.all(), key=lambda table: table.pk)
    return {
        "name": period.name,
        "seed": period.seed,
        "opened_at": moment(period.opened_at),
        "opened_by": refs.who(period.opened_by_id),
        "lots": [
            {**lot, "players": [refs.players[player] for player in lot["players"]]}
            for lot in period.lots
        ],
        "forced": period.forced,
        "play_offs": period.play_offs_id and refs.seasons[period.play_offs_id],
        "tables": [refs.matches[row.match_id] for row in played if row.match_id in refs.matches],
        "divisions": [_division(division, refs) for division in period.divisions.all()],
    }


def _division(division: Division, refs: Any) -> Row:
    members = sorted(division.members.all(), key=lambda member: member.pk)
    return {
        "name": division.name,
        "season": refs.seasons[division.season_id],
        "members": [_member(member, refs) for member in members],
    }


def _member(member: DivisionMember, refs: Any) -> Row:
    plain = ("came", "reason", "source", "place")
    return {
        "player": refs.players[member.player_id],
        **{name: getattr(member, name) for name in plain},
    }


def read(row: Row, find: Any, who: Any) -> Row:
    """The row with what it names instead of numbers. `find(kind, number, path)` and
    `who(number, path)` tell of other rows."""
    return {
        **row,
        "periods": [
            _read_period(each, f"periods.{at}", find, who) for at, each in enumerate(row["periods"])
        ],
    }


def _read_period(row: Row, path: str, find: Any, who: Any) -> Row:
    beside = row["play_offs"]
    return {
        **row,
        "opened_by": who(row["opened_by"], f"{path}.opened_by"),
        "lots": [
            {
                **lot,
                "players": [
                    find("players", player, f"{path}.lots.{at}.players.{index}").pk
                    for index, player in enumerate(lot["players"])
                ],
            }
            for at, lot in enumerate(row["lots"])
        ],
        "play_offs": beside and find("seasons", beside, f"{path}.play_offs"),
        "tables": [
            find("matches", match, f"{path}.tables.{at}") for at, match in enumerate(row["tables"])
        ],
        "divisions": [
            {
                **each,
                "season": find("seasons", each["season"], f"{path}.divisions.{at}.season"),
                "members": [
                    {
                        **member,
                        "player": find(
                            "players",
                            member["player"],
                            f"{path}.divisions.{at}.members.{index}.player",
                        ).pk,
                    }
                    for index, member in enumerate(each["members"])
                ],
            }
            for at, each in enumerate(row["divisions"])
        ],
    }
