"""The acts at the desk of leagues and awards; `evenings` makes what they need."""

from tests.e2e.acts import Act

OF_LEAGUES = [
    Act(
        "desk_leagues",
        "/en/desk/seasons/{lots}/leagues/",
        (("[name=name]", "Everyone"),),
        "Open league",
        "The league counts the results",
    ),
    Act("desk_league", "", (("[name=name]", " 2"),), "Save settings", "Saved."),
    Act(
        "league_lots",
        "/en/desk/leagues/{league}/lots/",
        (),
        "Draw lots",
        "The tie-break draw has been made.",
    ),
    Act(
        "league_lots_game",
        "/en/desk/leagues/{league}/lots/neurotrio/",
        (),
        "Draw lots",
        "The tie-break draw has been made.",
    ),
    Act(
        "league_scheme:preview",
        "/en/desk/leagues/{league}/scheme/",
        (("[name=attendance]", "1"),),
        "Preview scheme",
        "This scheme is not adopted yet.",
    ),
    Act("league_scheme:adopt", "", (), "Adopt this scheme", "The scheme has been adopted"),
    Act(
        "delete_league",
        "/en/desk/leagues/{league}/delete/",
        (),
        "Delete league",
        "Leagues of this season",
    ),
    Act(
        "desk_awards:preview",
        "/en/desk/clubs/evenings/awards/",
        (("[name=name]", "Best newcomer"),),
        "Preview winners",
        "Based on the results so far.",
    ),
    Act("desk_awards", "", (), "Create award", "The award has been created."),
    Act("desk_award:preview", "", (("[name=name]", "Quokka"),), "Preview winners", "Quokka"),
    Act("desk_award", "", (("[name=name]", " 3"),), "Save award", "Saved."),
    Act(
        "delete_award",
        "/en/desk/awards/{award}/delete/",
        (),
        "Delete award",
        "Awards of the club",
    ),
]
