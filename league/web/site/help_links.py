"""The help that belongs to a page: a subject, and the heading to begin at, by the name of its URL.

Anchors come from the English texts. Pages without an entry have no "?" beside their title.
"""

from typing import NamedTuple


class HelpPlace(NamedTuple):
    subject: str
    anchor: str = ""


PAGES = {
    HelpPlace("first-evening"): "desk first_steps",
    HelpPlace("first-evening", "create-your-club"): "start first_club",
    HelpPlace("first-evening", "add-the-players"): "paste_players",
    HelpPlace("first-evening", "create-a-season"): "desk_club desk_season season_settings",
    HelpPlace("first-evening", "check-in-the-players"): "check_in",
    HelpPlace("first-evening", "seat-the-players"): "new_table",
    HelpPlace("first-evening", "enter-the-rounds"): "round session_results",
    HelpPlace("first-evening", "undo-a-mistake"): "undo club_log",
    HelpPlace("evening"): "desk_session",
    HelpPlace("evening", "see-what-needs-you"): "tonight",
    HelpPlace("evening", "choose-how-to-seat"): "seat seating_plans",
    HelpPlace("evening", "join-evenings-as-a-league-night"): "night seat_night",
    HelpPlace("evening", "close-the-evening"): "close_evening",
    HelpPlace("evening", "close-the-season"): "close_season",
    HelpPlace("tables", "when-a-player-leaves"): "player_leaves",
    HelpPlace("tables", "merge-or-split-tables"): "change_tables",
    HelpPlace("tables", "set-the-house-rules"): "season_rules",
    HelpPlace("tables", "end-a-match-early"): "manage_match",
    HelpPlace("tables", "start-a-rematch"): "rematch",
    HelpPlace("phones"): "table_cards table_code",
    HelpPlace("phones", "let-the-phones-reach-manche"): "phones phone",
    HelpPlace("phones", "enter-rounds-at-the-table"): "table_start",
    HelpPlace("phones", "enter-a-final-move-by-move"): "moves follow",
    HelpPlace("phones", "upload-a-record"): "upload_rounds",
    HelpPlace("sign-ups"): "session_sheet tournament_sheet",
    HelpPlace("sign-ups", "plan-a-series-of-evenings"): "series",
    HelpPlace("sign-ups", "choose-how-players-answer"): "sign_up_settings personal_links",
    HelpPlace("sign-ups", "answer-as-a-player"): (
        "session_sign_up tournament_sign_up sign_up_start personal_link sign_up_by_code my_evenings"
    ),
    HelpPlace("sign-ups", "let-players-check-in-at-the-door"): "session_door door",
    HelpPlace("sign-ups", "move-or-cancel-an-evening"): "session_settings cancel_session",
    HelpPlace("tournaments"): "tournament",
    HelpPlace("tournaments", "create-the-tournament"): "add_tournament tournament_settings",
    HelpPlace("tournaments", "enter-and-check-in-the-players"): "enter entrant seeding",
    HelpPlace("tournaments", "draw-and-start-a-round"): "desk_tournament draw_sitting",
    HelpPlace("tournaments", "play-a-round"): "desk_sitting sitting_results",
    HelpPlace("tournaments", "when-something-goes-wrong"): "sitting_table",
    HelpPlace("tournaments", "end-the-tournament"): "close_tournament",
    HelpPlace("draws", "bring-your-own-seating-plan"): "tournament_script",
    HelpPlace("ladders"): "ladder ladder_period desk_ladders desk_ladder",
    HelpPlace("ladders", "open-the-next-period"): "next_period",
    HelpPlace("results"): "result",
    HelpPlace("results", "run-several-leagues-over-the-same-evenings"): (
        "desk_leagues desk_league league_scheme league_lots league"
    ),
    HelpPlace("results", "give-awards-of-your-club"): ("desk_awards desk_award awards club_awards"),
    HelpPlace("results", "give-teams-a-table-of-their-own"): (
        "season_teams league_teams desk_team draw_teams team_table team"
    ),
    HelpPlace("results", "correct-a-result"): "corrections true_seats",
    HelpPlace("results", "read-the-result-of-a-match"): "match",
    HelpPlace("results", "read-the-summary-of-an-evening"): "session",
    HelpPlace("printing", "print-for-an-evening"): "evening_paper blank_sheet",
    HelpPlace(
        "printing", "print-standings-and-certificates"
    ): "season_paper certificates league_paper league_certificates",
    HelpPlace("printing", "print-a-personal-report"): "season_report league_report",
    HelpPlace("people", "add-or-change-a-player"): "desk_player add_player",
    HelpPlace("people", "join-two-entries-of-one-person"): "merge_player",
    HelpPlace("people", "invite-members"): "members invitation invitation_sheet",
    HelpPlace("people", "keep-people-apart-or-together"): "seating_wishes",
    HelpPlace("people", "give-people-their-data"): "player_data",
    HelpPlace("people", "erase-a-person"): "erase_player",
    HelpPlace("my-data", "find-your-results"): "my_results",
    HelpPlace("my-data", "read-the-charts"): "player origin origin_game ratings ratings_game",
    HelpPlace("my-data", "compare-two-players"): "against all_met",
    HelpPlace("my-data", "choose-what-the-public-sees"): "own_players",
    HelpPlace("my-data", "look-after-your-account"): "account account_email",
    HelpPlace("my-data", "get-your-data-as-a-file"): "my_data privacy",
    HelpPlace("my-data", "erase-yourself"): "delete_account",
    HelpPlace("imports"): "imports",
    HelpPlace("imports", "check-the-preview"): "import",
    HelpPlace("imports", "move-a-whole-club"): "archive import_club",
    HelpPlace("calendars", "put-the-evenings-in-your-calendar"): "calendar_address",
    HelpPlace("calendars", "choose-your-messages"): "messages message_choices",
}
PLACES = {name: place for place, names in PAGES.items() for name in names.split()}


def place_of(name: str | None) -> HelpPlace | None:
    """Return the help for the page with this URL name."""
    return PLACES.get(name or "")
