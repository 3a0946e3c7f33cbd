"""The acts at the desk of teams; `evenings` makes what they need."""

from tests.e2e.acts import Act

OF_TEAMS = [
    Act(
        "season_teams:rule",
        "/en/desk/seasons/{lots}/teams/",
        (),
        "Open teams",
        "The rule for teams is saved.",
    ),
    Act(
        "season_teams:team",
        "",
        (("[name=name]", "Reds"), ("[name=players]", "Ada")),
        "Add team",
        "The team Reds is saved.",
    ),
    Act(
        "league_teams:rule",
        "/en/desk/leagues/{league}/teams/",
        (),
        "Save rule",
        "The rule for teams is saved.",
    ),
    Act(
        "league_teams:team",
        "",
        (("[name=name]", "Greens"),),
        "Add team",
        "The team Greens is saved.",
    ),
    Act(
        "desk_team",
        "/en/desk/teams/{team}/",
        (("[name=name]", " 2"),),
        "Save team",
        "is saved.",
    ),
    Act("delete_team", "/en/desk/teams/{team}/delete/", (), "Delete team", "has been deleted."),
    Act(
        "draw_teams",
        "/en/desk/sessions/{by_teams}/teams/",
        (),
        "Draw teams",
        "The teams are drawn.",
    ),
    Act(
        "delete_team_table",
        "/en/desk/team-tables/{team_table}/delete/",
        (),
        "Delete all teams",
        "All teams have been deleted.",
    ),
]
