"""Every form of the desk is sent by a walk with the keyboard in `tests/e2e`, or is listed here with
the walk that sends it or the reason why none does."""

import inspect
import re
from pathlib import Path

from django.conf import settings
from django.urls import get_resolver

from tests.e2e.acts import clubs, evenings, tournaments
from tests.web.accounts.public_pages import FOR_EVERYBODY

WALKED_ELSEWHERE = {  # all by keyboard alone
    "start_evening": "test_keyboard_walk.py",
    "check_in:here": "test_keyboard_walk.py",
    "check_in:new": "test_walk_in.py",
    "seat:draw": "test_walk_in.py",
    "seat:confirm": "test_keyboard_walk.py",
    "round": "test_keyboard_walk.py",
    "sitting_do:publish_and_start": "test_keyboard_walk.py",
    "sitting_swap": "test_tournament_desk.py",
    "add_tournament": "test_tournament_desk.py",
    "next_period:preview": "test_ladders.py",
    "next_period:open": "test_ladders.py",
}
MAIL = "the form shows only on a server that sends mail; it has one button and no field"
NOT_WALKED = {
    "preview": "a script sends it while a round is typed",
    "moves": "a game of cards has it; tapped in test_moves.py",
    "upload_rounds": "a file is chosen (tests/web/matches/test_upload.py)",
    "upload_rounds:save": "the only button of the preview of a file",
    "session_results": "rows send what pages of rounds send (test_round_grid.py)",
    "sitting_results": "as session_results",
    "seat_night:draw": "as seat:draw",
    "add_device": "it needs a push service (test_push.py)",
    "server_mail_test": MAIL,
    "server_mail_lift": MAIL,
    "server_outbox_again": "the button shows only when a message has failed; it has no field",
}
SENDS_NOTHING_ELSE = {  # they read what another page has sent, to show it again
    "evening_parts", "desk_sitting", "sitting_part",
}  # fmt: skip
PAGES = {  # the routes of the forms that have no address of their own
    "accounts/_own_calendar.html": "calendar_address",
    "exchange/import.html": "import",
    "games/entry.html": "round",
    "matches/round_grid.html": "session_results",
    "matches/upload.html": "upload_rounds",
    "ladders/next_period.html": "next_period",
    "people/_paste_preview.html": "paste_players",
    "standings/desk_award.html": "desk_award",
    "standings/desk_awards.html": "desk_awards",
    "results/close_season.html": "close_season",
    "room/_check_in_step.html": "check_in arrive",
    "results/corrections.html": "corrections",
    "results/leaving.html": "player_leaves",
    "results/manage_match.html": "manage_match",
    "results/seats.html": "true_seats",
    "results/result.html": "result",
    "seasons/scheme.html": "desk_scheme",
    "seasons/teams.html": "season_teams",
    "sessions/change_tables.html": "change_tables",
    "sessions/_check_in_form.html": "check_in",
    "signups/player_link.html": "player_link",
    "signups/series.html": "series",
    "tournaments/_sitting_at_table.html": "sitting_table",
    "tournaments/entrant.html": "entrant",
    "tournaments/script.html": "tournament_script",
    "tournaments/_round_choice.html": "skip_round",
}
NOT_OF_THE_DESK = {  # of players and of phones at a table
    "signups/_answer.html", "signups/_holder_now.html", "table/_result.html", "table/page.html",
}  # fmt: skip
TEMPLATES = Path(settings.BASE_DIR, "league/templates")
FORM = re.compile(r"<form\b.*?</form>|<button form=.*?>", re.DOTALL)


def walked():
    """Return the routes of all walks, with their `do`."""
    lists = [acts for desk in (clubs, evenings, tournaments) for acts in desk.WALKS.values()]
    return {act.route for acts in lists for act in acts} | set(WALKED_ELSEWHERE)


def without_do(routes):
    return {route.partition(":")[0] for route in routes}


def takes_forms(view, seen=frozenset()):
    """Tell whether a view, or a function beside it that it calls, names the method POST."""
    view = inspect.unwrap(view)
    if "POST" in inspect.getsource(view):
        return True
    beside = vars(inspect.getmodule(view))
    called = [beside.get(name) for name in view.__code__.co_names if name not in seen]
    own = [function for function in called if inspect.isfunction(function)]
    own = [function for function in own if function.__module__ == view.__module__]
    return any(takes_forms(function, seen | {function.__name__}) for function in own)


def routes_of_forms():
    """Return the routes with a `do` on buttons of the templates of the desk."""
    routes = set()
    for path in TEMPLATES.rglob("*.html"):
        name = path.relative_to(TEMPLATES).as_posix()
        for form in FORM.findall(path.read_text()):
            does = re.findall(r'name="do"\s+value="(\w+)"', form)
            if does and name not in NOT_OF_THE_DESK:
                address = re.search(r"""<form[^>]*?\{% url 'web:(\w+)'""", form)
                named = [address[1]] if address else PAGES[name].split()
                routes |= {f"{route}:{do}" for route in named for do in does}
    return routes


def test_every_form_of_the_desk_is_sent_by_keyboard():
    views = {
        url_pattern.name: url_pattern.callback
        for url_pattern in get_resolver().namespace_dict["web"][1].url_patterns
    }
    forms = {name for name, view in views.items() if takes_forms(view)} - FOR_EVERYBODY
    walks = without_do(walked())
    assert forms - SENDS_NOTHING_ELSE - walks == without_do(NOT_WALKED) - walks


def test_every_button_of_a_form_is_pressed():
    assert routes_of_forms() - walked() - set(NOT_WALKED) == set()


def test_walks_elsewhere_exist():
    for file in WALKED_ELSEWHERE.values():
        assert Path(settings.BASE_DIR, "tests/e2e", file).exists(), file
