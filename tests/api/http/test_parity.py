"""Whatever a page does, a program can do too: each view that takes a POST has its address here."""

import inspect

import pytest
from django.urls import URLPattern
from django.views.generic import View

from league.config import urls
from tests.api.addresses import views

PAGES = {  # page → names and methods of the API that do the same
    "desk": ["POST clubs"],
    "add_player": ["POST players"],
    "paste_players": ["POST paste_players"],
    "season_settings": ["PATCH season"],
    "add_season": ["POST seasons"],
    "club_settings": ["PATCH club"],
    "send_logo": ["PUT logo"],
    "remove_logo": ["DELETE logo"],
    "first_club": ["POST clubs"],
    "members": ["POST invitations"],
    "revoke_invitation": ["DELETE invitation"],
    "invitation_sheet": ["POST invitations"],
    "accept_invitation": ["POST accept_invitation"],
    "decline_invitation": ["POST decline_invitation"],
    "change_member": ["PATCH member"],
    "remove_member": ["DELETE member"],
    "desk_player": ["PATCH player"],
    "own_players": ["PATCH own_player"],
    "calendar_address": ["POST own_calendar", "DELETE own_calendar"],
    "read_messages": ["POST read_messages"],
    "message_choices": ["PATCH message_choices"],
    "add_device": ["POST devices"],
    "remove_device": ["DELETE device"],
    "test_device": ["POST test_device"],
    "merge_player": ["POST merge_player"],
    "undo_merge": ["POST undo_merge"],
    "desk_season": ["POST sessions"],
    "start_evening": ["POST sessions"],
    "session_settings": ["PATCH session"],
    "cancel_session": ["POST cancel_session"],
    "reinstate_session": ["POST reinstate_session"],
    "series": ["POST session_series"],
    "answer_session": ["PATCH sign_up", "POST sign_ups", "DELETE sign_up"],
    "answer_tournament": ["PATCH sign_up", "POST sign_ups", "DELETE sign_up"],
    "answer_evening": ["PATCH sign_up", "POST sign_ups", "DELETE sign_up"],
    "answer_by_link": ["PATCH sign_up", "POST sign_ups", "DELETE sign_up", "POST door"],
    "answer_by_name": ["PATCH sign_up", "POST sign_ups", "DELETE sign_up"],
    "door": ["POST door"],
    "check_in_own": ["POST door"],
    "session_sheet": ["PUT sheet"],
    "tournament_sheet": ["PUT sheet"],
    "sign_up_sheet": ["PATCH sheet"],
    "sign_up_do": [
        "POST sign_ups",
        "PATCH sign_up",
        "DELETE sign_up",
        "PATCH sheet",
        "DELETE sheet",
        "POST take_over",
    ],
    "sign_up_settings": ["PATCH sign_up_settings"],
    "renew_sign_up_code": ["POST sign_up_code"],
    "personal_links": ["POST personal_link"],
    "player_link": ["POST personal_link", "DELETE personal_link"],
    "check_in": ["POST presences", "POST check_in_expected", "GET last_time"],
    "check_out": ["DELETE presence"],
    "close_evening": ["GET close", "POST close"],
    "close_season": ["GET close_season", "POST close_season", "POST reopen_season"],
    "change_tables": ["POST merge_tables", "POST split_table"],
    "rematch": ["POST rematch"],
    "table_rematch": ["POST rematch"],
    "new_table": ["POST matches"],
    "season_rules": ["PATCH season"],
    "manage_match": ["PATCH match", "POST stop", "POST resume", "POST replay_match"],
    "seat": ["POST seating_draw", "POST seating"],
    "ladder_evenings": ["POST sessions", "POST night"],
    "seat_night": ["POST seating_draw", "POST seating"],
    "night": ["POST night", "DELETE night"],
    "queue_play": ["POST queue_play", "DELETE queue_play"],
    "seat_next": ["GET queue_play", "POST seating"],
    "undo": ["POST undo"],
    "redo": ["POST redo"],
    "call_off": ["POST call_off"],
    "desk_scheme": ["POST scheme_preview", "PATCH season"],
    "penalties": ["POST penalties"],
    "lift": ["POST lift"],
    "lots": ["POST draws"],
    "desk_leagues": ["POST leagues"],
    "desk_league": ["PATCH league"],
    "desk_awards": ["POST awards", "POST award_preview"],
    "desk_award": ["PATCH award", "POST award_preview"],
    "season_teams": ["POST team_tables", "PATCH team_table", "POST teams"],
    "league_teams": ["POST team_tables", "PATCH team_table", "POST teams"],
    "desk_team": ["PATCH team"],
    "draw_teams": ["POST team_draw"],
    "league_scheme": ["POST scheme_preview", "PATCH league"],
    "league_lots": ["POST draws"],
    "league_lots_game": ["POST draws"],
    "lots_game": ["POST draws"],
    "desk_ladders": ["POST ladders"],
    "desk_ladder": ["PATCH ladder"],
    "next_period": ["POST next_period", "POST periods"],
    "play_off": ["POST play_offs"],
    "take_back": ["DELETE period"],
    "sit_out": ["POST sit_outs"],
    "strike_sit_out": ["DELETE sit_out"],
    "round": ["POST rounds", "PUT round", "POST proposals"],
    "corrections": [
        "POST proposals",
        "POST approve_proposal",
        "POST reject_proposal",
        "POST withdraw_proposal",
    ],
    "preview": ["POST round_check"],
    "archive": ["POST exports"],
    "import_club": ["POST archives"],
    "my_data": ["POST account_data"],
    "player_data": ["POST player_data"],
    "erase_player": ["POST erase_player"],
    "imports": ["POST imports"],
    "import": ["POST imports"],
    "import_undo": ["POST import_undo"],
    "webhooks": ["POST webhooks"],
    "webhook": ["PATCH webhook"],
    "webhook_do": ["POST test_webhook", "POST rotate", "POST replay", "DELETE webhook"],
    "webhook_replay": ["POST replay_delivery"],
    "table_rounds": ["POST rounds", "PUT round", "POST proposals"],
    "table_preview": ["POST round_check"],
    "moves": ["POST rounds"],  # a program keeps its unfinished round itself
    "table_moves": ["POST rounds"],
    "upload_rounds": ["POST rounds", "POST round_check"],
    "table_call": ["POST table_call"],
    "finish_call": ["DELETE table_call"],
    "session_clock": ["POST session_clock"],
    "table_clock": ["POST table_clock"],
    "announce": ["POST announcements"],
    "remove_announcement": ["DELETE announcement"],
    "player_leaves": [
        "POST match_substitutes",
        "DELETE match_substitute",
        "POST leave",
        "POST stop",
    ],
    "true_seats": ["POST true_seats", "POST seats_effects"],
    "ladder_wish": ["POST ladder_wishes"],
    "table_code": ["POST table_code"],
    "table_result": [
        "POST confirmations",
        "DELETE confirmation",
        "POST disputes",
        "POST withdraw_dispute",
    ],
    "result": [
        "POST confirmations",
        "DELETE confirmation",
        "POST disputes",
        "POST withdraw_dispute",
        "POST decide_dispute",
        "POST reopen_dispute",
        "POST postpone",
        "POST go_on",
    ],
    "table_cards": ["POST table_code"],
    "revoke_code": ["DELETE table_code"],
    "tokens": ["POST tokens"],
    "revoke_token": ["DELETE token"],
    "add_tournament": ["POST tournaments"],
    "tournament_settings": ["PATCH tournament"],
    "tournament_script": ["PUT script"],
    "close_tournament": ["PATCH tournament"],
    "enter": ["POST players", "POST entrants"],
    "arrive": ["POST players", "POST entrants", "POST check_in"],
    "drop_out": ["POST drop_out"],
    "entrant": [
        "PATCH entrant",
        "DELETE entrant",
        "POST return",
        "POST substitute",
        "POST skip_round",
        "POST undo_skip_round",
    ],
    "skip_round": ["POST skip_round", "POST undo_skip_round"],
    "seeding": ["PATCH entrant"],
    "wish": ["POST wishes"],
    "add_seating_wish": ["POST seating_wishes"],
    "remove_seating_wish": ["DELETE seating_wish"],
    "set_seating_need": ["PATCH seating_needs_of_player"],
    "set_step_free_tables": ["PUT step_free_tables"],
    "forget_wish": ["DELETE wish"],
    "draw_sitting": ["POST sittings"],
    "discard_draw": ["DELETE sitting"],
    "sitting_do": ["POST state", "POST publish", "POST withdraw_sitting", "POST clock"],
    "sitting_swap": ["POST what_if", "PUT sitting"],
    "sitting_table": ["PATCH sitting_table", "POST no_show", "POST stop", "POST resume"],
}
BROWSERS_ONLY = {
    "delete_account",  # the password is asked for once more, which a token does not know
    "first_steps",  # programs have no list to hide
    "start",  # a program needs an account before
    "load_demo",
    "stop_mail",  # the link of a mail
    "stop_messages",
    "server_mail_test",  # the server's owner looks at the answer
    "server_mail_lift",
    "server_outbox_again",
}


def takes_post(pattern: URLPattern) -> bool:
    """Tell whether the code of the view looks at what was sent, or at the method by which it was
    sent."""
    view_class = getattr(pattern.callback, "view_class", None)
    if view_class is not None:
        return hasattr(view_class, "post")
    source = inspect.getsource(inspect.unwrap(pattern.callback))
    return "request.method" in source or "request.POST" in source or "require_POST" in source


def test_every_page_that_writes_has_its_endpoint():
    writing = {pattern.name for pattern in urls.PAGES if takes_post(pattern)}
    assert writing == set(PAGES) | BROWSERS_ONLY


@pytest.mark.parametrize("page", PAGES)
def test_the_endpoints_exist(page):
    served = dict(views())
    for endpoint in PAGES[page]:
        method, name = endpoint.split()
        view: type[View] = served[name].view_class
        assert hasattr(view, method.lower()), endpoint
