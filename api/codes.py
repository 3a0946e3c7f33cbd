"""Every problem code that the API can answer, with its meaning. Codes are stable: one that is here
stays, and a new one gets a line here (a test compares them with the code that raises them)."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module

from games import GAMES
from games.messages import Text

CODES: Mapping[str, str] = {
    # of a request as a whole, one for each status
    "conflict": "Somebody else was faster, or the name is taken.",
    "forbidden": "The role of the caller, or the scope of the token, does not allow this.",
    "invalid": "Readable but impossible, for a reason that `detail` tells.",
    "media_type": "The body is not sent as `application/json`.",
    "method": "This address does not answer this method; `Allow` names those that it does.",
    "not_acceptable": "The `Accept` of the request excludes JSON.",
    "not_found": "It is not there, or not for this caller.",
    "server": "A fault of the server; nothing was changed.",
    "stale": "What `If-Match` names is no longer the current version.",
    "throttled": "Too many requests; `Retry-After` says how many seconds to wait.",
    "token": "The token is missing, unknown, expired or revoked.",
    "too_large": "The body has more than 1 MiB; at a path: the number is too large.",
    "unreadable": "The request cannot be read.",
    # of a body that cannot be read
    "bad_idempotency_key": "An `Idempotency-Key` has 1 to 255 printable ASCII characters.",
    "bad_text": "Text with U+0000 or half of a surrogate pair.",
    "duplicate_key": "An object names the same key twice.",
    "empty_body": "The body is empty; JSON is expected.",
    "not_json": "The body is not valid JSON in UTF-8.",
    "parse_error": "The body ended early.",
    "too_deep": "Lists and objects are nested too deeply.",
    # of a value anywhere
    "blank": "Visible text is expected.",
    "missing_key": "This key is required.",
    "not_a_choice": "Not one of the values that are possible here.",
    "not_a_date": "A date such as `2026-09-01` is expected.",
    "not_a_list": "A list is expected.",
    "not_a_time": "A time with offset such as `2026-10-01T20:30:00+02:00` is expected.",
    "not_an_integer": "A whole number is expected.",
    "not_an_object": "An object is expected.",
    "not_text": "Text is expected.",
    "null": "`null` is not possible here.",
    "too_long": "Too many characters or entries.",
    "too_small": "The number is too small.",
    "unknown_key": "This key is not known here.",
    # of a query
    "bad_cursor": "`cursor` is not one that a list gave as `next`.",
    "bad_limit": "`limit` is a whole number, at least 1.",
    # of the things of a league
    "bad_email": "This is not an e-mail address.",
    "bad_games": "Each game is named once, and there is at least one.",
    "bad_number_of_players": "The game is not for so many players.",
    "bad_time": "The year is out of reach.",
    "ends_before_start": "The last day comes before the first.",
    "game_in_use": "Matches of a game that is left out were already played.",
    "idempotency_key_reused": "This `Idempotency-Key` came with another request before.",
    "no_lots": "The scheme of the season does not decide by lots.",
    "not_the_next_round": "The match has moved on, and another round is next.",
    "not_tied": "Lots are drawn among all who share a place now, and only among them.",
    "other_number": "`number` and the address name different rounds.",
    "player_twice": "A player sits at a table once.",
    "rises": "A list of points that never rises from a place to the next is expected.",
    "twice": "Each tie-break stands once.",
    "unknown_choice": "Not one of the values that are possible here.",
    "unknown_game": "The game is not known, or not played in this season.",
    "unknown_player": "The club has no such player.",
    "unknown_season": "The club has no such season.",
    "unknown_session": "The season has no such evening.",
    "unknown_timezone": "A time zone such as `Europe/Paris` is expected.",
    "unknown_user": "Nobody signs in with this e-mail.",
    # of numbers and lists in a scheme, as in a match record
    "wrong_length": "The list does not have as many entries as it must.",
    # of the query of a list
    "bad_filter": "A value that this filter does not know.",
    "bad_ordering": "One of the orders of this list is expected, or one with `-` before it.",
    "not_with_pages": "Pages are for the table as it stands: leave this parameter out.",
    "unknown_parameter": "This address knows no such parameter.",
    "version_gone": "The version that the pages began with can no longer be told: begin again.",
    # of members and tokens
    "last_owner": "The club would be left without an owner.",
    "too_early": "A time to come is expected.",
    "too_late": "Later than this may be: a token lives no longer than the one that makes it.",
    "unknown_club": "You belong to no such club.",
    # of rounds
    "already_submitted": "The round is stored just as it was sent.",
    "differs": "Another value is stored here than was sent.",
    "no_such_round": "The match has no such round to look at.",
    "unknown_match": "The evening has no such match.",
    # of evenings
    "depends": "This came later and builds on it; `path` is its `ref` in the log.",
    "not_here": "The player is not checked in at this evening.",
    "plays_already": "The player sits at a table that has not finished.",
    # of webhooks
    "bad_events": "Each event is named once, and there is at least one.",
    "bad_port": "A port that webhooks do not call.",
    "bad_url": "An address such as `https://example.org/hook` is expected.",
    "not_https": "The address of a webhook begins with `https://`.",
    "private_address": "The address leads into a private network.",
    "too_many": "The club has as many webhooks as it may.",
    "unknown_event": "There is no such event.",
    # of jobs
    "failed": "A fault of the server ended the job; nothing was changed.",
    "gave_up": "The job was begun three times and never came to its end.",
    "not_a_flag": "True or false is expected.",
    # of imports
    "bad_base64": "This is not base64.",
    "bad_cell": "A cell that cannot be read, or holds an error.",
    "bad_content": "The file comes as `content` or as `base64`.",
    "bad_csv": "This is no CSV in UTF-8 or Windows-1252.",
    "bad_season": "A new season is named, or one of the club is chosen: one of the two.",
    "column_twice": "A column or a field is named twice.",
    "empty_file": "There are no rows.",
    "in_use": "Something else has been built on it since then.",
    "file_gone": "The file is no longer kept: send it again.",
    "formula_without_value": "A formula whose value was not stored with it.",
    "match_changed": "Rounds were entered or corrected since the import.",
    "missing_column": "No column is known to hold this field: say which one in the mapping.",
    "more_problems": "There are more problems than are listed.",
    "not_xlsx": "This is no XLSX file, or it is protected.",
    "player_changed": "The player was changed since the import.",
    "too_many_cells": "A row has more cells than there are column names.",
    "too_many_columns": "The file has too many columns.",
    "too_many_matches": "More matches than may be imported at once.",
    "too_many_rows": "More rows than may be imported at once.",
    "totals_only": "Totals of whole matches prove nothing: the scores of the rounds are needed.",
    "unknown_column": "The file has no such column.",
    "unknown_field": "There is no such field to map to.",
    # of archives
    "bad_length": "A file of one line has another number of them.",
    "bad_number": "Rows are numbered from 1, without gaps.",
    "not_drawn_so": "The seed of this draw gives another order.",
    "other_count": "The manifest counts another number of rows.",
    "other_names": "The names of the players are expected, in seat order.",
    "other_rounds": "The record has other rounds than its submissions.",
    "other_standings": "The results give another line of the standings.",
    "out_of_order": "A version of a round that does not follow the one before.",
    "scheme_twice": "Each scheme differs from the one before.",
    "unknown_row": "There is no row of this number.",
}
RECORD = "record"  # beside the names of the games: what can be wrong with any record


@cache
def of_records() -> dict[str, dict[str, str]]:
    """The codes of verdicts, by game: code → what it says, with the places of its numbers."""
    modules = {RECORD: "games.messages"} | {slug: f"games.{slug}.messages" for slug in GAMES}
    return {name: _texts(module) for name, module in modules.items()}


def _texts(module: str) -> dict[str, str]:
    found = vars(import_module(module)).values()
    return {text.code: text.en for text in found if isinstance(text, Text)}
