"""The acts at the desk of a tournament and of a ladder."""

from tests.e2e.acts import Act, File, typed_time

DATA = """
import json
from django.utils import timezone
from league.models import Player
from league.operations.ladders import ladders
from league.operations.matches import submissions
from league.operations.people import accounts
from league.operations.tournaments import entrants
from league.operations.tournaments.play import sitting_clock, sittings
from tests import make
from tests.operations.ladders import building
by = accounts.create("tom@example.org", "a-good-pass-phrase", name="Tom")
club = make.club(by, "Cups")
uma, vic, _zoe = make.players(club, ["Uma", "Vic", "Zoe"])
Player.objects.filter(pk=vic.pk).update(account=by)
people = make.players(club, [f"Player {number}" for number in range(1, 9)])
def cup(name, **fields):
    when = timezone.now() + timezone.timedelta(days=1)
    return make.tournament(club, here=people, name=name, starts_at=when, minutes=45, **fields)
plan, drawn = cup("Plan"), cup("Drawn")
own_plan = cup("Own plan", format="script")
awaited = cup("Awaited")
entrants.enter(awaited, [entrants.EntryData(each.pk) for each in (uma, vic)], by=by)
draft = sittings.draw(drawn, by=by)[0]
played = make.published(cup("Played", sittings_planned=1))
sitting_clock.start(played, by=by)
first, second = (table.match for table in played.tables.order_by("number"))
submissions.submit(first.pk, make.sheet(12, 5, 4, 3), by=by)
submissions.submit(second.pk, make.sheet(12, 5, 4, 3), by=by)
swiss = cup("Swiss")
opened = make.finished(make.published(swiss), 1)
(kept,) = sittings.draw(swiss, provisional=True, mode="swiss", by=None)
make.finished(opened, 2)
rungs = make.club(by, "Rungs")
rising = make.players(rungs, building.NAMES)
ladder = building.a_ladder(rungs, building.ids(rising[:3]), building.ids(rising[3:]))
building.play_all(ladder)
ladders.change(ladder, rules={"up": 0, "down": 0, "play_off": 1})
print(json.dumps({
    "plan": plan.pk, "own_plan": own_plan.pk, "awaited": awaited.pk,
    "drawn": drawn.pk, "draft": draft.pk,
    "played": played.tournament_id, "playing": played.pk, "swiss": swiss.pk, "kept": kept.pk,
    "uma": uma.pk, "club": f"/en/desk/clubs/{rungs.slug}/", "ladder": ladder.pk,
    "one": people[0].pk, "two": people[1].pk, "three": people[2].pk,
    "first": first.pk, "second": second.pk,
}))
"""
PEOPLE = [
    Act(
        "tournament_settings",
        "/en/desk/tournaments/{plan}/plan/",
        (("[name=name]", "Open"),),
        "Save",
        "Saved.",
    ),
    Act(
        "enter",
        "",
        ("Enter players who will", ("[id^=enter-]", " ")),
        "Enter players",
        "Entered, not here yet",
    ),
    Act("arrive", "", (), "Uma", "9 here"),
    Act("drop_out", "", (), "Drop Uma", "Dropped out"),
    Act("arrive", "", (), "Bring back Uma", "9 here"),
    Act(
        "seeding",
        "/en/desk/tournaments/{plan}/seeding/",
        (("[name$=rank]", "1"),),
        "Save all",
        "Saved.",
    ),
    Act(
        "wish",
        "",
        ("Two players", ("[name=one]", "Player 1"), ("[name=other]", "Player 2")),
        "Add wish",
        "[aria-label^='Remove the wish']",
    ),
    Act("forget_wish", "", (), "Remove the wish", "#content:not(:has(.wish))"),
    Act(
        "entrant:save",
        "/en/desk/tournaments/{plan}/entrants/{one}/",
        (("[name=level]", "2"),),
        "Save",
        "",
    ),
    Act(
        "entrant:new",
        "/en/desk/tournaments/{plan}/entrants/{one}/",
        (("[name=name]", "Zed"),),
        "Replace with a new player",
        "The player has been replaced.",
    ),
    Act(
        "entrant:substitute",
        "/en/desk/tournaments/{plan}/entrants/{three}/",
        (("[name=name]", "Zoe"),),
        "Replace player",
        "The player has been replaced.",
    ),
    Act(
        "arrive:expected",
        "/en/desk/tournaments/{awaited}/",
        (),
        "[id=check-in-others]",
        "[id=undo-arrivals]",
    ),
    Act("arrive:undo", "", (), "Undo check-in", "[id=check-in-others]"),
    Act(
        "skip_round:skip",
        "/en/account/results/",
        (),
        "Skip round 1",
        "[value=unskip]",
    ),
    Act("skip_round:unskip", "", (), "Play round 1", "#content:not(:has([value=unskip]))"),
    Act("entrant:drop_out", "/en/desk/tournaments/{plan}/entrants/{two}/", (), "Drop out", ""),
    Act("entrant:back", "/en/desk/tournaments/{plan}/entrants/{two}/", (), "Bring back", ""),
    Act("entrant:take_out", "/en/desk/tournaments/{plan}/entrants/{two}/", (), "Remove entry", ""),
    Act(
        "tournament_sheet",
        "/en/desk/tournaments/{plan}/sign-ups/",
        (("[name=capacity]", "9"),),
        "Open sign-up",
        "Sign-up is open.",
    ),
    Act(
        "answer_tournament:yes",
        "/en/tournaments/{plan}/sign-up/",
        (),
        "I’m coming",
        "You’re coming.",
    ),
    Act(
        "sign_up_do:take_over",
        "/en/desk/tournaments/{plan}/sign-ups/",
        (),
        "Add 1 player",
        "1 entrant added.",
    ),
]
SEATS = "".join(f"1,{1 + seat // 4},{1 + seat % 4},{seat + 1}\n" for seat in range(8))
ROUNDS = [
    Act(
        "tournament_script",
        "/en/desk/tournaments/{own_plan}/script/",
        (("[name=file]", File("seats.csv", "text/csv", SEATS.encode())),),
        "Check seating plan",
        "Check these rounds",
    ),
    Act("tournament_script:save", "", (), "Save seating plan", "The seating plan is saved."),
    Act("sitting_do:check", "/en/desk/sittings/{draft}/", (), "Check this draw", "Return to draft"),
    Act("sitting_do:uncheck", "", (), "Return to draft", "Check this draw"),
    Act("discard_draw", "", (), "Discard and draw again", "The draw has been discarded."),
    Act("draw_sitting", "", (), "Draw", "Check this draw"),
    Act("sitting_do:check", "", (), "Check this draw", "Return to draft"),
    Act("sitting_do:publish", "", (), "Publish round 1", "the clock has not started"),
    Act("sitting_do:withdraw", "", (), "Withdraw round", "Return to draft"),
    Act("sitting_do:publish", "", (), "Publish round 1", "the clock has not started"),
    Act("sitting_do:hide_screens", "", (), "[value=hide_screens]", "[value=show_screens]"),
    Act("sitting_do:show_screens", "", (), "[value=show_screens]", "[value=hide_screens]"),
    Act("sitting_do:hide_public", "", (), "[value=hide_public]", "[value=show_public]"),
    Act("sitting_do:show_public", "", (), "[value=show_public]", "[value=hide_public]"),
    Act(
        "sitting_table:no_show",
        "",
        ("More actions for table 1",),
        "Play without this player",
        "#table-1 .picks:not(:has(li:nth-child(4)))",
    ),
    Act("sitting_do:start", "", (), "Start clock", "Stop clock"),
    Act("sitting_do:pause", "", (), "Stop clock", "the clock is stopped"),
    Act("sitting_do:go_on", "", (), "Resume clock", "Stop clock"),
    Act("sitting_do:unstart", "", (), "Undo start", "the clock has not started"),
    Act(
        "sitting_table:extra",
        "/en/desk/sittings/{playing}/",
        ("More actions for table 1", ("[name=minutes]", "5")),
        "Add time",
        "with 5 more minutes",
    ),
    Act(
        "sitting_do:minutes",
        "",
        (),
        "+1 minute",
        "[id=minute-more][value='47']",
    ),
    Act(
        "manage_match:preview",
        "/en/desk/matches/{first}/manage/",
        (("[name=forfeited]", " "),),
        "Preview places",
        "[name=forfeited][checked]",
    ),
    Act(
        "manage_match:end",
        "/en/desk/matches/{first}/manage/",
        (("[name=reason]", "Fire"),),
        "End match",
        "The match at table 1 ended with the result so far.",
    ),
    Act(
        "manage_match:end",
        "/en/desk/matches/{second}/manage/",
        (("[name=way]", "ArrowDown"),),
        "End match",
        "The match at table 2 ended without a result.",
    ),
    Act("sitting_do:lock", "/en/desk/sittings/{playing}/", (), "Lock results", "Unlock results"),
    Act("sitting_do:unlock", "", (), "Unlock results", "[value=lock]"),
    Act(
        "close_tournament",
        "/en/desk/tournaments/{played}/",
        (),
        "Close tournament",
        "View final standings",
    ),
    Act("close_tournament:reopen", "", (), "Reopen tournament", "Close tournament"),
    Act(
        "manage_match:resume",
        "/en/desk/matches/{first}/manage/",
        (),
        "Resume match",
        "Table 1 plays on.",
    ),
    Act(
        "sitting_do:accept",
        "/en/desk/sittings/{kept}/",
        (),
        "Keep these seats",
        "#content:not(:has([value=accept]))",
    ),
]
LADDERS = [
    Act(
        "desk_ladders",
        "{club}ladders/",
        (
            ("[name=name]", "Steps"),
            ("[name=period]", "Spring"),
            ("[name=starts_on]", "01012027"),
        ),
        "Create ladder",
        "The ladder has been created.",
    ),
    Act("desk_ladder", "", (("[name=name]", "Rungs"),), "Save", "Saved."),
    Act("take_back", "", ("Undo this period",), "Undo period", "The period has been undone."),
    Act(
        "ladder_wish",
        "/en/desk/ladders/{ladder}/",
        (("[name=wish]", "ArrowDown"),),
        "Record decision",
        "Saved.",
    ),
    Act(
        "ladder_evenings",
        "/en/desk/ladders/{ladder}/",
        ("Create evenings for all divisions", ("[name=starts_at]", typed_time(10))),
        "Create joined evenings",
        "Each division has its evening, all in one night.",
    ),
    Act("play_off", "/en/desk/ladders/{ladder}/", (), "Create table", ""),
]
WALKS = {"tom@example.org": [*PEOPLE, *ROUNDS, *LADDERS]}
