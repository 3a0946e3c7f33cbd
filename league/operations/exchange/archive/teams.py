"""The teams of a season, a league or an evening in an archive: their keys, and their translation
into a row and back."""

from collections.abc import Mapping
from typing import Any

from league.models import AuditKind, TeamTable
from league.operations.exchange.archive import shape
from league.operations.exchange.archive.shape import Field
from league.operations.seasons import team_standings, teams
from league.operations.seasons.team_checks import MemberData, TeamData
from scoring.archive_teams import archived_row
from scoring.pure.teams import TeamRule

ArchiveRow = Mapping[str, Any]
NUMBER = shape.integer_field(1, 10_000_000)
COUNT = shape.integer_field(0, 2**31 - 1)
DAY = shape.optional_field(shape.date_field)

MEMBER: Mapping[str, Field] = {"player": NUMBER, "since": DAY, "until": DAY}
TEAM: Mapping[str, Field] = {
    "name": shape.text_field(100),
    "members": shape.list_field(shape.object_field(MEMBER), 5000),
}
DRAW: Mapping[str, Field] = {
    "seed": shape.text_field(64),
    "teams": shape.integer_field(2, 200),
    "balanced": shape.boolean_field,
    "players": shape.list_field(NUMBER, 1000, least=2),
}
TEAM_TABLE: Mapping[str, Field] = {
    "id": NUMBER,
    "season": NUMBER,
    "league": shape.optional_field(NUMBER),
    "session": shape.optional_field(NUMBER),
    "rule": shape.choice_field(*(rule.value for rule in TeamRule)),
    "best": shape.optional_field(COUNT),
    "draw": shape.optional_field(shape.object_field(DRAW)),
    "teams": shape.list_field(shape.object_field(TEAM), teams.MOST_TEAMS),
    "standings": shape.any_field,
}


def team_table_row(table: TeamTable, number: int, refs: Any) -> ArchiveRow:
    """Return the row of a team table; `refs` has the numbers of players, seasons, leagues and
    sessions. Teams are numbered by their place in the list."""
    stored = list(table.teams.order_by("pk"))
    members = teams.memberships_of_teams(table)
    numbers = {team.pk: place for place, team in enumerate(stored, 1)}
    draw = table.draw
    return {
        "id": number,
        "season": refs.seasons[table.season_id],
        "league": table.league_id and refs.leagues[table.league_id],
        "session": table.session_id and refs.sessions[table.session_id],
        "rule": str(table.rule),
        "best": table.best,
        "draw": draw and {**draw, "players": [refs.players[pk] for pk in draw["players"]]},
        "teams": [
            {
                "name": team.name,
                "members": [
                    {
                        "player": refs.players[player],
                        "since": since and since.isoformat(),
                        "until": until and until.isoformat(),
                    }
                    for player, since, until in members[team.pk]
                ],
            }
            for team in stored
        ],
        "standings": [
            archived_row(row, numbers[row.team]) for row in team_standings.compute(table).rows
        ],
    }


def restore(row: ArchiveRow, find: Any) -> None:
    """Create the teams of a row; `find(kind, number, path)` returns the objects of other rows."""
    season = find("seasons", row["season"], "season")
    frame = {
        kind: row[kind] and find(f"{kind}s", row[kind], kind) for kind in ("league", "session")
    }
    table = teams.create_table(season, **frame, rule=row["rule"], best=row["best"])
    draw = row["draw"]
    if draw is not None:
        draw = {
            **draw,
            "players": [
                find("players", player, f"draw.players.{index}").pk
                for index, player in enumerate(draw["players"])
            ],
        }
    restored = [
        TeamData(
            team["name"],
            [
                MemberData(
                    find("players", member["player"], f"teams.{place}.members.{index}.player").pk,
                    member["since"],
                    member["until"],
                )
                for index, member in enumerate(team["members"])
            ],
        )
        for place, team in enumerate(row["teams"])
    ]
    teams.replace_teams(table, restored, draw=draw, kind=AuditKind.TEAM_TABLE_CHANGED, by=None)
