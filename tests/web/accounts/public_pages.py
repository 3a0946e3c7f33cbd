"""Names of the pages that everybody may open, with an account or without."""

FOR_EVERYBODY = {
    "home", "start", "load_demo", "stop_mail", "club", "ladder", "ladder_period", "ratings",
    "ratings_game", "season", "season_table", "season_game", "season_game_table", "session",
    "match", "replay", "replay_step", "player", "all_met", "against", "origin", "origin_game",
    "comparison", "comparison_game", "join", "decline_invitation", "table_start",
    "table_manifest", "table", "table_stand", "table_last", "table_rounds", "table_preview",
    "table_rematch", "table_result", "search", "club_search", "club_feed", "standings_file",
    "results_file",
    "standings_file_game", "results_file_game", "season_plays", "match_play", "season_feed",
    "calendar", "season_calendar", "own_calendar", "calculators", "calculator", "club_card",
    "season_card", "tournament_card", "match_card", "player_card", "awards", "awards_card",
    "session_card", "club_piece", "session_piece", "match_piece", "season_screen",
    "season_screen_piece", "season_overlay", "season_overlay_piece", "session_overlay",
    "session_overlay_piece", "session_screen", "session_screen_piece", "tournament",
    "tournament_piece", "tournament_screen", "tournament_screen_piece", "report", "report_game",
    "phone", "privacy", "stop_messages", "app_manifest", "session_sign_up", "tournament_sign_up",
    "sign_up_start", "personal_link", "personal_link_now", "answer_by_link", "sign_up_by_code",
    "sign_up_by_name", "answer_by_name", "door", "accessibility", "table_call", "door_people",
    "rules", "game_rules", "rules_sheet", "follow", "follow_piece", "table_moves",
    "help", "help_page",
}  # fmt: skip
