"""Every address of the API: role × method × URL → status, and what a token may reach."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from api import urls
from tests import make

# the stranger owns another club: what he does not see does not exist for him
ROLES = ("owner", "organiser", "scorer", "player", "stranger", "anonymous")
EVERYBODY = (200, 200, 200, 200, 404, 401)  # members see, strangers do not know
ORGANISE = (201, 201, 403, 403, 404, 401)
SUBMIT = (201, 201, 201, 403, 404, 401)
OWN = (200, 403, 403, 403, 404, 401)
SELF = (200, 200, 200, 200, 200, 401)
CORRECT = (200, 200, 200, 403, 404, 401)
OF_ITS_AUTHOR = (403, 403, 200, 403, 404, 401)  # the scorer has proposed it
CHANGE = (200, 200, 403, 403, 404, 401)
STARTED = (202, 202, 403, 403, 404, 401)
FOR_ORGANISERS = (200, 200, 403, 403, 404, 401)
GONE = (204, 204, 403, 403, 404, 401)
OWN_JOB = (202, *OWN[1:])
OPEN = (200,) * 6
OF_ONE_ACCOUNT = (404, 404, 404, 404, 401)  # for the others
ON_A_DRAFT = (200, 200, 404, 404, 404, 401)  # before it is published organisers alone know it
WEBHOOK = "clubs/{club}/webhooks/{webhook}"
CUP = "tournaments/{cup}"
DELIVERY = f"{WEBHOOK}/deliveries/{{delivery}}"

CLUB = {"name": "Nouveau club"}
PLAYER = {"name": "Zoé"}
PASTE = {"text": "1. Yann\n2. Yara <yara@example.org>\n3. ada\n"}
IMPORT = {"kind": "players", "format": "csv", "content": "Nom\nZoé\n"}
SEASON = {"name": "Printemps", "starts_on": "2027-01-01"}
HOOK = {"url": "https://league.example/2", "events": ["match.finished"]}
DEVICE = {  # the browser of RFC 8291
    "endpoint": "https://push.example/2",
    "p256dh": (
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    ),
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    "name": "Phone",
}
SINCE = {"since": "2026-10-08T20:30:00+02:00"}
PERIOD = {"number": 2, "name": "Hiver", "starts_on": "2027-01-01", "force": "Championnat"}
TOURNAMENT = {
    "name": "Masters",
    "starts_at": "2027-02-06T14:00:00+01:00",
    "game": "neurotrio",
    "format": "swiss",
    "sittings_planned": 5,
    "minutes": 40,
}
PROPOSAL = "matches/{proposed}/proposals/{proposal}"
TAKEN_BACK = {"kind": "withdrawal", "number": 1, "reason": "It was never played"}
DISPUTE = "matches/{done}/disputes/{dispute}"
DECISION = {"outcome": "upheld", "words": "The sheet says so."}
LATER = {"to": "2026-10-15T20:30:00+02:00", "reason": "Snow"}
SESSION = {"starts_at": "2026-10-08T20:30:00+02:00"}
SERIES = {
    "first": "2027-01-08T20:00:00+01:00",
    "every_weeks": 2,
    "until": "2027-03-31",
    "except_dates": ["2027-02-19"],
    "place": "Salle Pascal",
    "sheet": {"closes_hours_before": 2, "capacity": 24},
}
SHEET = {"capacity": 3, "guests_allowed": 2}
EVENING = "sessions/{evening}"
RECORD = {
    "record": 1,
    "game": "neurotrio",
    "options": {},
    "players": ["Ada", "Bob"],
    "rounds": [make.sheet(12, 4)],
}


def views(patterns: Sequence[Any] = urls.urlpatterns) -> Iterator[tuple[str, Any]]:
    """Yield the name and the view of each address that the API serves."""
    for pattern in patterns:
        inner = getattr(pattern, "url_patterns", None)
        yield from views(inner) if inner is not None else [(pattern.name, pattern.callback)]


AFTERNOON = datetime(2026, 10, 3, 14, 0, tzinfo=UTC)

# name, method, path, body, statuses in the order of ROLES
TABLE: list[tuple[str, str, str, Any, tuple[int, ...]]] = [
    ("check", "POST", "check/", RECORD, OPEN),
    ("clubs", "GET", "clubs/", None, (200, 200, 200, 200, 200, 401)),
    ("clubs", "POST", "clubs/", CLUB, (201, 201, 201, 201, 201, 401)),
    ("club", "GET", "clubs/{club}/", None, EVERYBODY),
    ("club", "PATCH", "clubs/{club}/", CLUB, (200, 403, 403, 403, 404, 401)),
    ("club", "DELETE", "clubs/{mistaken_club}/", None, (204, 404, 404, 404, 404, 401)),
    ("logo", "GET", "clubs/{club}/logo/", None, EVERYBODY),
    ("logo", "PUT", "clubs/{club}/logo/", "LOGO", OWN_JOB),
    ("logo", "DELETE", "clubs/{club}/logo/", None, (204, *OWN[1:])),
    ("lag", "GET", "clubs/{club}/standings/", None, (200, 200, 403, 403, 404, 401)),
    ("members", "GET", "clubs/{club}/members/", None, EVERYBODY),
    ("club_log", "GET", "clubs/{club}/log/", None, FOR_ORGANISERS),
    ("seating_wishes", "GET", "clubs/{club}/seating_wishes/", None, FOR_ORGANISERS),
    ("seating_wishes", "POST", "clubs/{club}/seating_wishes/", "SEATING_WISH", ORGANISE),
    ("seating_wish", "DELETE", "clubs/{club}/seating_wishes/{seating_wish}/", None, GONE),
    ("seating_needs", "GET", "clubs/{club}/seating_needs/", None, FOR_ORGANISERS),
    ("seating_needs_of_player", "GET", "players/{player}/seating_needs/", None, FOR_ORGANISERS),
    (
        "seating_needs_of_player",
        "PATCH",
        "players/{player}/seating_needs/",
        {"level": 2, "fixed_table": None},
        CHANGE,
    ),
    ("step_free_tables", "GET", "clubs/{club}/step_free_tables/", None, FOR_ORGANISERS),
    ("step_free_tables", "PUT", "clubs/{club}/step_free_tables/", {"tables": [1, 3]}, CHANGE),
    ("invitations", "GET", "clubs/{club}/invitations/", None, FOR_ORGANISERS),
    ("invitations", "POST", "clubs/{club}/invitations/", {"role": "scorer"}, ORGANISE),
    ("invitation", "GET", "clubs/{club}/invitations/{invitation}/", None, FOR_ORGANISERS),
    ("invitation", "DELETE", "clubs/{club}/invitations/{invitation}/", None, GONE),
    ("member", "GET", "clubs/{club}/members/{member}/", None, EVERYBODY),
    (
        "member",
        "PATCH",
        "clubs/{club}/members/{member}/",
        {"role": "player"},
        (200, 403, 403, 403, 404, 401),
    ),
    (
        "member",
        "DELETE",
        "clubs/{club}/members/{member}/",
        None,
        (204, 403, 204, 403, 404, 401),  # it is the scorer himself
    ),
    ("players", "GET", "clubs/{club}/players/", None, EVERYBODY),
    ("players", "POST", "clubs/{club}/players/", PLAYER, ORGANISE),
    ("paste_players", "POST", "clubs/{club}/players/paste/", PASTE, CHANGE),
    ("imports", "GET", "clubs/{club}/imports/", None, FOR_ORGANISERS),
    ("imports", "POST", "clubs/{club}/imports/", IMPORT, STARTED),
    ("import", "GET", "clubs/{club}/imports/{import}/", None, FOR_ORGANISERS),
    ("import_undo", "POST", "clubs/{club}/imports/{import}/undo/", None, CHANGE),
    ("ratings", "GET", "clubs/{club}/ratings/", None, EVERYBODY),
    ("player", "GET", "players/{player}/", None, EVERYBODY),
    ("player", "PATCH", "players/{player}/", PLAYER, CHANGE),
    ("webhooks", "GET", "clubs/{club}/webhooks/", None, OWN),
    ("webhooks", "POST", "clubs/{club}/webhooks/", HOOK, (201, *OWN[1:])),
    ("webhook", "GET", f"{WEBHOOK}/", None, OWN),
    ("webhook", "PATCH", f"{WEBHOOK}/", {"enabled": False}, OWN),
    ("webhook", "DELETE", f"{WEBHOOK}/", None, (204, *OWN[1:])),
    ("rotate", "POST", f"{WEBHOOK}/rotate/", None, OWN),
    ("preview_webhook", "GET", f"{WEBHOOK}/preview/", None, OWN),
    ("test_webhook", "POST", f"{WEBHOOK}/test/", None, (202, *OWN[1:])),
    ("replay", "POST", f"{WEBHOOK}/replay/", SINCE, (202, *OWN[1:])),
    ("deliveries", "GET", f"{WEBHOOK}/deliveries/", None, OWN),
    ("delivery", "GET", f"{DELIVERY}/", None, OWN),
    ("replay_delivery", "POST", f"{DELIVERY}/replay/", None, (202, *OWN[1:])),
    ("careers", "GET", "players/{player}/ratings/", None, EVERYBODY),
    ("seasons", "GET", "clubs/{club}/seasons/", None, EVERYBODY),
    ("seasons", "POST", "clubs/{club}/seasons/", SEASON, ORGANISE),
    ("season", "GET", "seasons/{season}/", None, EVERYBODY),
    ("season", "PATCH", "seasons/{season}/", {"name": "Hiver"}, CHANGE),
    ("season", "DELETE", "seasons/{mistaken_season}/", None, GONE),
    ("ladders", "GET", "clubs/{club}/ladders/", None, EVERYBODY),
    ("ladders", "POST", "clubs/{club}/ladders/", "LADDER", ORGANISE),
    ("ladder", "GET", "ladders/{ladder}/", None, EVERYBODY),
    ("ladder", "PATCH", "ladders/{ladder}/", {"rules": {"up": 2}}, CHANGE),
    ("next_period", "GET", "ladders/{ladder}/next/", None, FOR_ORGANISERS),
    ("next_period", "POST", "ladders/{ladder}/next/", {"divisions": 1}, CHANGE),
    ("periods", "GET", "ladders/{ladder}/periods/", None, EVERYBODY),
    ("periods", "POST", "ladders/{ladder}/periods/", PERIOD, ORGANISE),
    ("period", "GET", "ladders/{ladder}/periods/1/", None, EVERYBODY),
    ("period", "DELETE", "ladders/{ladder}/periods/1/", None, GONE),
    ("ladder_wishes", "GET", "ladders/{ladder}/wishes/", None, FOR_ORGANISERS),
    ("ladder_wishes", "POST", "ladders/{ladder}/wishes/", "LADDER_WISH", CHANGE),
    ("play_offs", "POST", "ladders/{ladder}/play_offs/", "PLAY_OFF", ORGANISE),
    ("sessions", "GET", "seasons/{season}/sessions/", None, EVERYBODY),
    ("sessions", "POST", "seasons/{season}/sessions/", SESSION, ORGANISE),
    ("session_series", "POST", "seasons/{season}/session_series/", SERIES, CHANGE),
    ("cancel_session", "POST", f"{EVENING}/cancel/", {"reason": "Snow"}, CHANGE),
    ("reinstate_session", "POST", "sessions/{called}/reinstate/", None, CHANGE),
    ("sign_up_settings", "GET", "clubs/{club}/sign_up_settings/", None, EVERYBODY),
    ("sign_up_settings", "PATCH", "clubs/{club}/sign_up_settings/", {"access": "link"}, CHANGE),
    ("sign_up_code", "POST", "clubs/{club}/sign_up_settings/code/", None, CHANGE),
    ("personal_link", "GET", "players/{player}/personal_link/", None, FOR_ORGANISERS),
    ("personal_link", "POST", "players/{player}/personal_link/", None, ORGANISE),
    ("personal_link", "DELETE", "players/{player}/personal_link/", None, GONE),
    ("announcements", "GET", f"{EVENING}/announcements/", None, EVERYBODY),
    ("announcements", "POST", f"{EVENING}/announcements/", {"text": "Lunch"}, ORGANISE),
    ("announcement", "DELETE", f"{EVENING}/announcements/{{announcement}}/", None, GONE),
    ("calls", "GET", f"{EVENING}/calls/", None, EVERYBODY),
    ("table_call", "POST", "matches/{match}/call/", None, SUBMIT),
    ("table_call", "DELETE", "matches/{match}/call/", None, GONE),
    ("sheet", "GET", f"{EVENING}/sign_up_sheet/", None, EVERYBODY),
    ("sheet", "PUT", f"{EVENING}/sign_up_sheet/", SHEET, CHANGE),
    ("sheet", "PATCH", f"{EVENING}/sign_up_sheet/", {"capacity": 4}, CHANGE),
    ("sheet", "DELETE", f"{EVENING}/sign_up_sheet/", None, GONE),
    ("forecast", "GET", f"{EVENING}/forecast/", None, EVERYBODY),
    ("sign_ups", "GET", f"{EVENING}/sign_ups/", None, EVERYBODY),
    ("sign_ups", "POST", f"{EVENING}/sign_ups/", "SIGN_UP", ORGANISE),
    ("sign_up", "GET", f"{EVENING}/sign_ups/{{player}}/", None, EVERYBODY),
    ("sign_up", "PATCH", f"{EVENING}/sign_ups/{{player}}/", {"answer": "no"}, CHANGE),
    ("sign_up", "DELETE", f"{EVENING}/sign_ups/{{player}}/", None, GONE),
    ("expected", "GET", f"{EVENING}/expected/", None, EVERYBODY),
    ("check_in_expected", "POST", f"{EVENING}/expected/check_in/", {}, CHANGE),
    ("last_time", "GET", f"{EVENING}/last_time/", None, EVERYBODY),
    ("door", "GET", f"{EVENING}/door/", None, FOR_ORGANISERS),
    ("door", "POST", f"{EVENING}/door/", "KID", (204, 403, 403, 403, 404, 401)),
    ("standings", "GET", "seasons/{season}/standings/", None, EVERYBODY),
    ("origin", "GET", "seasons/{season}/standings/{player}/", None, EVERYBODY),
    ("schemes", "GET", "seasons/{season}/schemes/", None, EVERYBODY),
    ("scheme_preview", "POST", "seasons/{season}/scheme/preview/", {"scheme": {}}, CHANGE),
    ("penalties", "GET", "seasons/{season}/penalties/", None, EVERYBODY),
    ("penalties", "POST", "seasons/{season}/penalties/", "PENALTY", ORGANISE),
    ("penalty", "GET", "seasons/{season}/penalties/{penalty}/", None, EVERYBODY),
    ("lift", "POST", "seasons/{season}/penalties/{penalty}/lift/", {"reason": "Sorry"}, CHANGE),
    ("draws", "GET", "seasons/{season}/draws/", None, EVERYBODY),
    ("draws", "POST", "seasons/{season}/draws/", "DRAW", ORGANISE),
    ("sit_outs", "GET", "sessions/{session}/sit_outs/", None, EVERYBODY),
    ("sit_outs", "POST", "sessions/{session}/sit_outs/", "SIT_OUT", ORGANISE),
    ("sit_out", "GET", "sessions/{session}/sit_outs/{sit_out}/", None, EVERYBODY),
    ("sit_out", "DELETE", "sessions/{session}/sit_outs/{sit_out}/", None, GONE),
    ("presences", "GET", "sessions/{session}/presence/", None, EVERYBODY),
    ("presences", "POST", "sessions/{session}/presence/", "SIT_OUT", ORGANISE),
    ("presence", "DELETE", "sessions/{session}/presence/{here}/", None, GONE),
    ("close", "GET", "sessions/{session}/close/", None, FOR_ORGANISERS),
    ("close", "POST", "sessions/{session}/close/", "CLOSING", GONE),
    ("queue_play", "GET", "sessions/{session}/queue/", None, EVERYBODY),
    ("queue_play", "POST", "sessions/{session}/queue/", {"game": "neurotrio"}, CHANGE),
    ("queue_play", "DELETE", "sessions/{session}/queue/", None, GONE),
    ("seating_draw", "POST", "sessions/{session}/seating/draw/", {"game": "neurotrio"}, CHANGE),
    ("seating", "POST", "sessions/{session}/seating/", "SEATING", ORGANISE),
    ("log", "GET", "sessions/{session}/log/", None, EVERYBODY),
    ("undo", "POST", "sessions/{session}/log/{action}/undo/", {}, CHANGE),
    ("redo", "POST", "sessions/{session}/log/{undone}/redo/", None, CHANGE),
    ("call_off", "POST", "matches/{idle}/call_off/", None, GONE),
    ("csv", "GET", "seasons/{season}/standings.csv", None, EVERYBODY),
    ("standings_paper", "GET", "seasons/{season}/standings.pdf", None, EVERYBODY),
    ("report", "GET", "seasons/{season}/standings/{player}.pdf", None, EVERYBODY),
    ("certificates", "GET", "seasons/{season}/certificates.pdf?best=3", None, EVERYBODY),
    ("blank_sheet", "GET", "seasons/{season}/blank.pdf?game=njet&players=4", None, EVERYBODY),
    (
        "evening_paper",
        "GET",
        "sessions/{session}/paper/cards.pdf",
        None,
        (200, 200, 200, 403, 404, 401),
    ),
    ("paper", "GET", "sessions/{session}/paper.zip", None, (200, 200, 200, 403, 404, 401)),
    ("session", "GET", "sessions/{session}/", None, EVERYBODY),
    ("session", "PATCH", "sessions/{session}/", {"place": "Cave"}, CHANGE),
    ("session", "DELETE", "sessions/{called}/", None, GONE),
    ("bulk", "POST", "sessions/{session}/rounds/", "BULK", (201, 201, 201, 403, 404, 401)),
    ("matches", "GET", "sessions/{session}/matches/", None, EVERYBODY),
    ("matches", "POST", "sessions/{session}/matches/", "MATCH", ORGANISE),
    ("match", "GET", "matches/{match}/", None, EVERYBODY),
    ("match", "PATCH", "matches/{match}/", {"table": 7}, CHANGE),
    ("record", "GET", "matches/{match}/record/", None, EVERYBODY),
    ("rounds", "GET", "matches/{match}/rounds/", None, EVERYBODY),
    (
        "rounds",
        "POST",
        "matches/{match}/rounds/",
        make.sheet(16, 3, 3),
        SUBMIT,
    ),
    (
        "round_check",
        "POST",
        "matches/{match}/rounds/check/",
        make.sheet(16, 3, 3),
        (200, 200, 200, 403, 404, 401),
    ),
    (
        "effects",
        "POST",
        "matches/{match}/rounds/1/effects/",
        make.sheet(22, 3, 3),
        (200, 200, 200, 403, 404, 401),
    ),
    ("true_seats", "POST", "matches/{match}/seats/", "TRUE_SEATS", CHANGE),
    ("seats_effects", "POST", "matches/{match}/seats/effects/", "TRUE_SEATS", CHANGE),
    ("round", "GET", "matches/{match}/rounds/1/", None, EVERYBODY),
    (
        "round",
        "PUT",
        "matches/{match}/rounds/1/",
        make.sheet(13, 2, 2),
        (200, 200, 200, 403, 404, 401),
    ),
    ("round_versions", "GET", "matches/{match}/rounds/1/versions/", None, EVERYBODY),
    (
        "table_tokens",
        "GET",
        "matches/{match}/tokens/",
        None,
        (200, 200, 200, 403, 404, 401),
    ),
    ("table_tokens", "POST", "matches/{match}/tokens/", {}, SUBMIT),
    (
        "table_token",
        "DELETE",
        "matches/{match}/tokens/{table_token}/",
        None,
        (204, 204, 204, 403, 404, 401),
    ),
    ("table_code", "GET", "matches/{match}/code/", None, (200, 200, 200, 403, 404, 401)),
    ("table_code", "POST", "matches/{match}/code/", None, SUBMIT),
    ("table_code", "DELETE", "matches/{match}/code/", None, (204, 204, 204, 403, 404, 401)),
    ("stop", "POST", "matches/{match}/stop/", {"reason": "Too late"}, CHANGE),
    ("resume", "POST", "matches/{stopped}/resume/", {"reason": "Light again"}, CHANGE),
    ("postpone", "POST", "matches/{match}/postpone/", LATER, CHANGE),
    ("go_on", "POST", "matches/{later}/go_on/", None, CHANGE),
    ("confirmations", "POST", "matches/{done}/confirmations/", "CONFIRM", ORGANISE),
    ("confirmation", "DELETE", "matches/{done}/confirmations/{confirmation}/", None, GONE),
    ("disputes", "GET", "matches/{done}/disputes/", None, EVERYBODY),
    ("disputes", "POST", "matches/{done}/disputes/", "DISPUTE", ORGANISE),
    ("withdraw_dispute", "POST", f"{DISPUTE}/withdraw/", None, CHANGE),
    ("decide_dispute", "POST", f"{DISPUTE}/decide/", DECISION, CHANGE),
    ("reopen_dispute", "POST", "matches/{done}/disputes/{decided}/reopen/", None, CHANGE),
    ("proposals", "GET", "matches/{proposed}/proposals/", None, EVERYBODY),
    ("proposals", "POST", "matches/{agreed}/proposals/", TAKEN_BACK, SUBMIT),
    ("approve_proposal", "POST", f"{PROPOSAL}/approve/", None, CORRECT),
    ("reject_proposal", "POST", f"{PROPOSAL}/reject/", None, CORRECT),
    ("withdraw_proposal", "POST", f"{PROPOSAL}/withdraw/", None, OF_ITS_AUTHOR),
    ("session_proposals", "GET", "sessions/{session}/proposals/", None, EVERYBODY),
    ("tournaments", "GET", "clubs/{club}/tournaments/", None, EVERYBODY),
    ("tournaments", "POST", "clubs/{club}/tournaments/", TOURNAMENT, ORGANISE),
    ("tournament", "GET", f"{CUP}/", None, EVERYBODY),
    ("tournament", "PATCH", f"{CUP}/", {"minutes": 40}, CHANGE),
    ("tournament", "DELETE", "tournaments/{mistaken_cup}/", None, GONE),
    ("precheck", "GET", f"{CUP}/precheck/", None, FOR_ORGANISERS),
    ("incidents", "GET", f"{CUP}/incidents/", None, FOR_ORGANISERS),
    ("bracket", "GET", "tournaments/{open}/bracket/", None, EVERYBODY),
    ("ranking", "GET", "tournaments/{open}/ranking/", None, EVERYBODY),
    ("sheet", "GET", f"{CUP}/sign_up_sheet/", None, EVERYBODY),
    ("sheet", "PUT", f"{CUP}/sign_up_sheet/", SHEET, CHANGE),
    ("sheet", "PATCH", f"{CUP}/sign_up_sheet/", {"capacity": 4}, CHANGE),
    ("sheet", "DELETE", f"{CUP}/sign_up_sheet/", None, GONE),
    ("forecast", "GET", f"{CUP}/forecast/", None, EVERYBODY),
    ("sign_ups", "GET", f"{CUP}/sign_ups/", None, EVERYBODY),
    ("sign_ups", "POST", f"{CUP}/sign_ups/", "SIGN_UP", ORGANISE),
    ("sign_up", "GET", f"{CUP}/sign_ups/{{coming}}/", None, EVERYBODY),
    ("sign_up", "PATCH", f"{CUP}/sign_ups/{{coming}}/", {"answer": "no"}, CHANGE),
    ("sign_up", "DELETE", f"{CUP}/sign_ups/{{coming}}/", None, GONE),
    ("take_over", "POST", f"{CUP}/sign_ups/take_over/", None, CHANGE),
    ("entrants", "GET", f"{CUP}/entrants/", None, EVERYBODY),
    ("entrants", "POST", f"{CUP}/entrants/", "ENTRIES", ORGANISE),
    ("entrant", "GET", f"{CUP}/entrants/{{guest}}/", None, EVERYBODY),
    ("entrant", "PATCH", f"{CUP}/entrants/{{guest}}/", {"rank": 2, "step_free": True}, CHANGE),
    ("entrant", "DELETE", f"{CUP}/entrants/{{guest}}/", None, GONE),
    ("check_in", "POST", f"{CUP}/check_in/", "GUESTS", CHANGE),
    ("undo_check_in", "POST", f"{CUP}/check_in/undo/", "GUESTS", GONE),
    ("announcements", "GET", f"{CUP}/announcements/", None, EVERYBODY),
    ("announcements", "POST", f"{CUP}/announcements/", {"text": "Lunch"}, ORGANISE),
    ("announcement", "DELETE", f"{CUP}/announcements/{{cup_announcement}}/", None, GONE),
    ("calls", "GET", f"{CUP}/calls/", None, EVERYBODY),
    ("drop_out", "POST", f"{CUP}/drop_out/", "GUESTS", CHANGE),
    ("skip_round", "POST", f"{CUP}/skip/", "SKIP", CHANGE),
    ("undo_skip_round", "POST", f"{CUP}/skip/undo/", "SKIP", CHANGE),
    ("return", "POST", f"{CUP}/return/", "BACK", CHANGE),
    ("substitute", "POST", f"{CUP}/substitute/", "SUBSTITUTE", CHANGE),
    ("wishes", "GET", f"{CUP}/wishes/", None, FOR_ORGANISERS),
    ("wishes", "POST", f"{CUP}/wishes/", "WISH", ORGANISE),
    ("wish", "DELETE", f"{CUP}/wishes/{{wish}}/", None, GONE),
    ("sittings", "GET", "tournaments/{open}/sittings/", None, EVERYBODY),
    ("sittings", "POST", f"{CUP}/sittings/", {"seed": "lot"}, ORGANISE),
    ("sitting", "GET", "sittings/{sitting}/", None, EVERYBODY),
    ("sitting", "PUT", "sittings/{draft}/", "SEATS", ON_A_DRAFT),
    ("sitting", "DELETE", "sittings/{draft}/", None, (204, 204, *ON_A_DRAFT[2:])),
    ("plan", "GET", "sittings/{sitting}/plan/", None, EVERYBODY),
    ("what_if", "POST", "sittings/{draft}/what_if/", "SWAP", ON_A_DRAFT),
    ("state", "POST", "sittings/{sitting}/state/", {"state": "published"}, CHANGE),
    ("publish", "POST", "sittings/{sitting}/publish/", {"to": ["public"]}, CHANGE),
    ("withdraw_sitting", "POST", "sittings/{sitting}/withdraw/", {"hide_from": ["public"]}, CHANGE),
    ("clock", "POST", "sittings/{sitting}/clock/", {"clock": "pause"}, CHANGE),
    ("no_show", "POST", "sittings/{sitting}/no_show/", "NO_SHOW", CHANGE),
    ("sitting_table", "PATCH", "sittings/{sitting}/tables/1/", {"extra_minutes": 5}, CHANGE),
    ("account", "GET", "account/", None, SELF),
    ("account", "PATCH", "account/", {"name": "Zoé"}, SELF),
    ("merges", "GET", "clubs/{club}/merges/", None, FOR_ORGANISERS),
    ("merge_player", "POST", "players/{twin}/merge/", "MERGE", ORGANISE),
    ("merge", "GET", "merges/{merge}/", None, FOR_ORGANISERS),
    ("undo_merge", "POST", "merges/{merge}/undo/", {"units": []}, CHANGE),
    ("own_players", "GET", "account/players/", None, SELF),
    (
        "own_player",
        "PATCH",
        "account/players/{claimed}/",
        {"visibility": "initial"},
        (200, 404, 404, 404, 404, 401),  # the owner is that player
    ),
    ("own_calendar", "POST", "account/calendar/", None, (201,) * 5 + (401,)),
    ("own_calendar", "GET", "account/calendar/", None, SELF),
    ("own_calendar", "DELETE", "account/calendar/", None, (204,) * 5 + (401,)),
    ("messages", "GET", "account/messages/", None, SELF),
    ("read_messages", "POST", "account/messages/read/", {}, SELF),
    ("message_choices", "GET", "account/messages/settings/", None, SELF),
    ("message_choices", "PATCH", "account/messages/settings/", {"digest_hour": 7}, SELF),
    ("devices", "GET", "account/devices/", None, SELF),
    ("devices", "POST", "account/devices/", DEVICE, (201,) * 5 + (401,)),
    ("test_device", "POST", "account/devices/{device}/test/", None, (202, *OF_ONE_ACCOUNT)),
    ("device", "DELETE", "account/devices/{device}/", None, (204, *OF_ONE_ACCOUNT)),
    ("account_data", "POST", "account/data/", None, (202,) * 5 + (401,)),
    ("player_data", "POST", "players/{player}/data/", None, STARTED),
    (
        "erase_player",
        "POST",
        "players/{twin}/erase/",
        {"name": "Typed twice"},
        (204, *OWN[1:]),
    ),
    ("accept_invitation", "POST", "invitations/accept/", "INVITATION", SELF),
    ("decline_invitation", "POST", "invitations/decline/", "INVITATION", SELF),
    ("tokens", "GET", "tokens/", None, SELF),
    ("tokens", "POST", "tokens/", {"name": "Screen", "scope": "read"}, (201,) * 5 + (401,)),
    ("token", "GET", "tokens/{token}/", None, (200, 404, 404, 404, 404, 401)),
    ("token", "DELETE", "tokens/{token}/", None, (204, 404, 404, 404, 404, 401)),
    ("exports", "POST", "clubs/{club}/exports/", None, OWN_JOB),
    ("archives", "POST", "archives/", "ARCHIVE", (202, 202, 202, 202, 202, 401)),
    ("job", "GET", "jobs/{job}/", None, OWN),
    ("job_file", "GET", "jobs/{job}/file/", None, OWN),
    ("schema", "GET", "schema/", None, OPEN),
    ("docs", "GET", "docs/", None, OPEN),
    ("unknown", "GET", "nothing/here/", None, (404,) * 6),
]
AT_A_TABLE = {
    ("rounds", "POST"),
    ("round", "PUT"),
    ("round_check", "POST"),
    ("match", "GET"),
    ("record", "GET"),
    ("rounds", "GET"),
    ("round", "GET"),
    ("confirmations", "POST"),
    ("confirmation", "DELETE"),
    ("disputes", "GET"),
    ("disputes", "POST"),
    ("withdraw_dispute", "POST"),
    ("proposals", "GET"),
    ("proposals", "POST"),
}
SUBMIT_SCOPE = {
    ("bulk", "POST"),
    ("rounds", "POST"),
    ("round", "PUT"),
    ("round_check", "POST"),
    ("effects", "POST"),
    ("confirmations", "POST"),
    ("confirmation", "DELETE"),
    ("disputes", "POST"),
    ("withdraw_dispute", "POST"),
    ("proposals", "POST"),
    ("withdraw_proposal", "POST"),
}
OF_NO_CLUB = {"check", "schema", "docs", "unknown"}
# answers that are a secret: the scope that they need, besides admin
SECRETS_BY_SCOPE = {
    "table_code": "submit",
    "evening_paper": "submit",
    "paper": "submit",
    "door": "admin",
    "personal_link": "admin",
}
