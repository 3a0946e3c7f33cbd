"""The acts at the desk of a season: its settings, evenings and sign-ups."""

from tests.e2e.acts import Act, typed_time
from tests.e2e.acts.leagues import OF_LEAGUES
from tests.e2e.acts.results import OF_RESULT
from tests.e2e.acts.teams import OF_TEAMS

DATA = """
import json
from datetime import timedelta
from django.utils import timezone
from league.models import Player, ProposalKind, Role
from league.operations.people import accounts
from league.operations.results import correction_proposals, stopped_matches
from league.operations.results.correction_proposals import ProposedCorrection
from league.operations.room import table_calls
from league.operations.seasons import seasons, teams
from league.operations.results import closing
from league.operations.sessions import session_log
from league.operations.signups import self_check_in, sheets, sign_ups
from scoring import projection
from tests import make
by = accounts.create("eve@example.org", "a-good-pass-phrase", name="Eve")
club = make.club(by, "Evenings")
bob = make.member(club, Role.SCORER, "second@example.org")
ada, bruno, chloe, dov = players = make.players(club)
Player.objects.filter(pk=ada.pk).update(account=by)
make.players(club, ["Eva"])

lots = make.season(club, "Lots", scheme={"tiebreaks": ["lots"]})
drawn = make.played(make.match(make.session(lots), players, options={"target": 1}), [22, 5, 5, 5])
for table in lots.tables.all():
    projection.refresh(table.pk)

league = make.league(lots, "Ties", scheme={"tiebreaks": ["lots"]})
team_table = teams.create_table(lots, league=league)
team = teams.create_team(team_table, name="Blues")
by_teams = make.session(lots, 9)
session_log.check_in(by_teams, [ada.pk, bruno.pk, chloe.pk], by=by)

results = make.session(make.season(club, "Results", confirmation="majority"), 2)
disputed, settled = [
    make.played(make.match(results, seated, options={"target": 20}, table=table), (22, 4, 2))
    for table, seated in enumerate((players[:3], players[1:]), 1)
]
running = make.match(results, players[:3], table=3)
table_calls.call(running)

season = make.season(club, "Corrections", correction_policy="second_person")
corrected, refused = [
    make.played(make.match(make.session(season, day), options={"target": 30}, seated=players[:3]),
        [22, 10, 5], [16, 4, 2])
    for day in (3, 4)
]
for match in (corrected, refused):
    body = make.sheet(16, 4, 3)
    proposal = ProposedCorrection(ProposalKind.ROUND, 2, body)
    correction_proposals.propose(match, proposal, by=bob, reason="misread", seen_version=1)
stopped = make.played(make.match(make.session(season, 5), players[:3]), [12, 10, 5])
stopped_matches.stop(stopped, by=by)

season, now = make.season(club, "Autumn"), timezone.now()
def evening(**later):
    return seasons.open_session(season, starts_at=now + timedelta(**later))
last, planned, tonight = evening(days=-7), evening(days=7), evening()
session_log.check_in(last, [dov.pk], by=by)
closing.close(last, by=by)
ended = evening(hours=1)
make.played(make.match(ended, players[:3], options={"target": 1}), [22, 5, 4])
session_log.check_in(ended, [dov.pk], by=by)
pairs = make.session(season, 6)
for pair in (players[:2], players[2:]):
    make.match(pairs, pair)
gold, silver = [make.session(make.season(club, name), 10) for name in ("Gold", "Silver")]
session_log.check_in(gold, [player.pk for player in players], by=by)
left = make.played(make.match(make.session(season, 8), players[:3]), [12, 10, 5])
sheet = sheets.open_sheet(tonight, by=by)
for player in (bruno, chloe):
    sign_ups.record_answer(sheet, player.pk, "yes", by=by, as_organiser=True)
print(json.dumps({
    "lots": lots.pk, "league": league.pk, "award": make.award(club).pk,
    "drawn": drawn.pk, "season": season.pk,
    "results": results.pk, "team_table": team_table.pk, "team": team.pk, "by_teams": by_teams.pk,
    "disputed": disputed.pk,
    "settled": settled.pk, "running": running.pk, "corrected": corrected.pk, "refused": refused.pk,
    "door": self_check_in.token_of(tonight), "stopped": stopped.pk, "planned": planned.pk,
    "pairs": pairs.pk, "left": left.pk, "gold": gold.pk,
    "tonight": tonight.pk, "ended": ended.pk,
}))
"""
WHEN = typed_time(10)

OF_SEASON = [
    Act(
        "desk_season",
        "/en/desk/seasons/{season}/",
        (("[name=starts_at]", WHEN),),
        "Create evening",
        "",
    ),
    Act(
        "series:preview",
        "/en/desk/seasons/{season}/series/",
        (("[name=first]", WHEN), ("[name=until]", typed_time(40)[:8])),
        "Show dates",
        "Untick dates to leave out",
    ),
    Act("series:create", "", (), "Plan these evenings", "evenings planned."),
    Act(
        "season_settings",
        "/en/desk/seasons/{season}/settings/",
        (("[name=name]", "Winter"),),
        "Save",
        "Saved.",
    ),
    Act(
        "season_rules",
        "/en/desk/seasons/{season}/rules/",
        ("Neurotrio", ("[name$=target]", "60")),
        "Save house rules",
        "House rules saved.",
    ),
    Act(
        "desk_scheme:preview",
        "/en/desk/seasons/{lots}/scheme/",
        (("[name=attendance]", "1"),),
        "Preview scheme",
        "This scheme is not adopted yet.",
    ),
    Act("desk_scheme:adopt", "", (), "Adopt this scheme", "The scheme has been adopted"),
    Act(
        "close_season:close",
        "/en/desk/seasons/{season}/close/",
        (("[name=force]", "Winter"),),
        "Close season",
        "The season is closed.",
    ),
    Act("close_season:reopen", "", (), "Reopen season", "The season is open again."),
    Act(
        "penalties",
        "/en/desk/seasons/{lots}/penalties/",
        (
            ("[name=player-name]", "Dov"),
            ("[name=session]", "ArrowDown"),
            ("[name=points]", "1"),
            ("[name=reason]", "Late"),
        ),
        "Give penalty",
        "The penalty is saved.",
    ),
    Act(
        "lift", "", ("Lift", ("[name=reason]", "Train")), "Lift pen", "The penalty has been lifted."
    ),
    Act(
        "lots",
        "/en/desk/seasons/{lots}/lots/",
        (),
        "Draw lots",
        "The tie-break draw has been made.",
    ),
    Act(
        "lots_game",
        "/en/desk/seasons/{lots}/lots/neurotrio/",
        (),
        "Draw lots",
        "The tie-break draw has been made.",
    ),
]
OF_EVENING = [
    Act(
        "session_settings",
        "/en/desk/sessions/{planned}/settings/",
        (("[name=place]", "Attic"),),
        "Save evening",
        "Saved.",
    ),
    Act(
        "cancel_session",
        "/en/desk/sessions/{planned}/settings/",
        (),
        "Cancel evening",
        "This evening is cancelled.",
    ),
    Act("reinstate_session", "", (), "Reinstate evening", "Who is here"),
    Act(
        "night:join",
        "/en/desk/sessions/{gold}/night/",
        (),
        "Join evenings",
        "The evenings are one league night now.",
    ),
    Act(
        "seat_night:confirm",
        "/en/desk/sessions/{gold}/",
        ("Seat 4 players",),
        "Seat 4 players",
        "1 table is created.",
    ),
    Act(
        "night:separate",
        "/en/desk/sessions/{gold}/night/",
        (),
        "Take Gold out of the night",
        "is an evening of its own again.",
    ),
    Act("check_in:last_time", "/en/desk/sessions/{tonight}/", (), "Check in 1", "1 here"),
    Act("check_in:expected", "", (), "Check in all 2 players", "3 here"),
    Act("check_in", "/en/desk/sessions/{tonight}/", (), "Eva", "4 here"),
    Act("undo", "", (), "Undo: Eva", "#tables .undone"),
    Act("redo", "", (), "Redo: Eva", "[aria-label='Undo: Eva is here']"),
    Act(
        "new_table",
        "",
        (
            "Create one table by hand",
            ("[name=seat-0-name]", "Bruno"),
            ("[name=seat-1-name]", "Chlo"),
            ("[name=seat-2-name]", "Dov"),
        ),
        "Create table",
        "The table has been created.",
    ),
    Act("session_clock:set", "", ("Evening clock",), "Save without", "Clock set to 45 min"),
    Act("session_clock:start", "", (), "Start clock", "Stop clock"),
    Act("session_clock:extra", "", (), "+1 minute", "Extra time: 1 min"),
    Act(
        "table_clock:extra",
        "",
        ("Clock of table 1", ("#extra-1", "5")),
        "Add time",
        "Table 1: Extra time: 5 min",
    ),
    Act("table_clock:start", "", (), "Start own clock", "Follow the evening clock"),
    Act("table_clock:pause", "", (), "#own-pause-1", "#own-go-on-1"),
    Act("table_clock:go_on", "", (), "#own-go-on-1", "#own-pause-1"),
    Act("table_clock:reset", "", (), "#own-reset-1", "#own-start-1"),
    Act("session_clock:pause", "", (), "#clock-pause", "#clock-go-on"),
    Act("session_clock:go_on", "", (), "#clock-go-on", "#clock-pause"),
    Act("session_clock:pause", "", (), "#clock-pause", "#clock-go-on"),
    Act("session_clock:reset", "", (), "#clock-reset", "#content:not(:has(#clock-go-on))"),
    Act(
        "change_tables:merge",
        "/en/desk/sessions/{pairs}/tables/",
        (),
        "Merge tables",
        "is now part of table",
    ),
    Act(
        "change_tables:split",
        "/en/desk/sessions/{pairs}/tables/",
        (("[name=players]", " "), ("[name=players]:not(:checked)", " ")),
        "Split table",
        "is now tables",
    ),
    Act("call_off", "/en/desk/sessions/{tonight}/", (), "Cancel table 1", "Table cancelled"),
    Act("check_out", "", (), "Check out Bruno", "3 here"),
    Act(
        "announce",
        "",
        ("Announce to the room", ("[name=text]", "Soup")),
        "Show announcement",
        "[aria-label='Remove announcement: Soup']",
    ),
    Act(
        "remove_announcement",
        "",
        (),
        "Remove announcement: Soup",
        "#content:not(:has(.announced))",
    ),
    Act("sit_out", "", ("Sitting out", ("[name=player-name]", "Bruno")), "Record sit", "Sat out"),
    Act("strike_sit_out", "", (), "Remove Bruno’s sit", "#people:not(:has(.noted))"),
    Act("queue_play:on", "", ("Queue play",), "Switch queue play on", "#seat-next"),
    Act("seat_next", "", (), "#seat-next", "The players are seated."),
    Act("queue_play:off", "", (), "Switch queue play off", "#tables:not(:has(#queue))"),
    Act("rematch", "/en/desk/sessions/{ended}/", (), "Rematch at table 1", "Enter round 1"),
    Act("close_evening", "/en/desk/sessions/{ended}/close/", (), "Close evening", "Evening closed"),
    Act("check_in_own", "/en/sign-up/door/{door}/", (), "Check in Ada", "You are checked in."),
]
OF_SIGN_UPS = [
    Act(
        "read_messages",
        "/en/account/messages/",
        (),
        "Mark all as read",
        "#content:not(:has([action$='/read/']))",
    ),
    Act(
        "session_sheet",
        "/en/desk/sessions/{planned}/sign-ups/",
        (("[name=capacity]", "4"),),
        "Open sign-up",
        "Sign-up is open.",
    ),
    Act(
        "sign_up_do:answer",
        "",
        (("[name=player-name]", "Bruno"),),
        "Save answer",
        "Bruno is coming.",
    ),
    Act(
        "sign_up_do:guest",
        "",
        ("Add a guest", ("[name=host]", "Bruno"), ("[name=guest-name]", "Zoe")),
        "Add guest",
        "New player: Zoe",
    ),
    Act("sign_up_do:guest", "", (), "New player: Zoe", "guest of Bruno"),
    Act("sign_up_sheet", "", (("[name=guests_allowed]", "1"),), "Save", "Saved."),
    Act(
        "sign_up_do:take_out",
        "",
        ("Change Bruno’s answer",),
        "Remove from the list",
        "has been removed from the list.",
    ),
    Act("sign_up_do:close", "", (), "Close sign-up", "[value=reopen]"),
    Act("sign_up_do:reopen", "", (), "Reopen sign-up", "[value=close]"),
    Act(
        "answer_session:yes",
        "/en/sessions/{planned}/sign-up/",
        (),
        "I’m coming",
        "You’re coming.",
    ),
    Act("answer_evening:no", "/en/account/evenings/", (), "I can’t come", "You’re not coming."),
    Act(
        "sign_up_do:remove",
        "/en/desk/sessions/{planned}/sign-ups/",
        ("Remove sign-up list", ("[name=sure]", " ")),
        "Remove sign-up list",
        "The list has been removed.",
    ),
]
WALKS = {
    "eve@example.org": [*OF_TEAMS, *OF_SEASON, *OF_LEAGUES, *OF_RESULT, *OF_EVENING, *OF_SIGN_UPS]
}
