"""Equals at the cut between divisions: settled by lot, or by a table that they play."""

import pytest

from league.errors import Conflict, Invalid
from league.models import Division
from league.operations.ladders import divisions, ladders
from league.operations.ladders.divisions import PeriodWishes
from tests import make
from tests.operations.ladders.building import (
    NAMES,
    RULES,
    a_ladder,
    codes,
    ids,
    next_period,
    people,
    play,
    play_all,
    players,
    remarks,
)

pytestmark = pytest.mark.django_db


def test_equals_at_the_cut_draw_lots_that_are_kept_with_the_period(ladder):
    play(ladder, 1, [("Ada", 22), ("Bruno", 5), ("Chloé", 5)])
    play(ladder, 2, [("Dov", 22), ("Eva", 9), ("Finn", 5)])
    preview = divisions.preview_period(ladder)
    assert divisions.preview_period(ladder).plan == preview.plan
    period = next_period(ladder)
    (lot,) = period.lots
    assert lot["players"] == list(preview.plan.lots[0].players)
    assert (lot["level"], lot["place"], lot["by_table"]) == (1, 2, False)
    assert lot["seed"] == f"{period.ladder.periods.get(number=1).seed}-1-2"


def test_a_tie_may_be_played_off_and_the_play_off_counts_only_there(ladder):
    play(ladder, 1, [("Ada", 22), ("Bruno", 5), ("Chloé", 5)])
    play(ladder, 2, [("Dov", 22), ("Eva", 9), ("Finn", 5)])
    pair = players(ladder, ["Bruno", "Chloé"])
    order = divisions.preview_period(ladder).plan.lots[0].players
    loser, winner = order  # the table says the opposite of the lot
    match = ladders.set_play_off(ladder, players=order, game="neurotrio", by=None)
    assert remarks(ladder) == [("running", 0)]
    make.played(match, [3, 22], [3, 22], [3, 22])
    preview = divisions.preview_period(ladder)
    assert preview.plan.lots[0].by_table
    assert preview.plan.divisions[0][:2] == [players(ladder, ["Ada"])[0].pk, winner]
    assert loser in preview.plan.divisions[1]
    top = divisions.current_period(ladder).divisions.get(level=1)
    assert [row.played for row in divisions.division_rows(top)] == [1, 1, 1]
    beside = match.session.season
    assert beside.name.startswith("Championnat · Automne 2026 · ")
    assert not Division.objects.filter(season=beside).exists()
    with pytest.raises(Conflict):
        ladders.set_play_off(ladder, players=ids(pair), game="neurotrio", by=None)


def test_a_play_off_between_divisions_decides_who_is_above(club):
    player_ids = ids(make.players(club, [*NAMES, "Gil", "Hana"]))
    ladder = a_ladder(
        club, player_ids[:4], player_ids[4:], rules={**RULES, "play_off": 1, "most": 5}
    )
    play(ladder, 1, [("Ada", 22), ("Bruno", 9), ("Chloé", 5), ("Dov", 3)])
    play(ladder, 2, [("Eva", 22), ("Finn", 9), ("Gil", 5), ("Hana", 3)])
    assert remarks(ladder) == [("play_off_due", 1)]
    (due,) = divisions.preview_period(ladder).plan.play_offs
    assert list(due.players) == ids(players(ladder, ["Chloé", "Finn"]))
    match = ladders.set_play_off(ladder, players=due.players, game="neurotrio", by=None)
    make.played(match, [3, 22], [3, 22], [3, 22])
    period = next_period(ladder)
    assert [sorted(names) for names in people(period)] == [
        ["Ada", "Bruno", "Eva", "Finn"],
        ["Chloé", "Dov", "Gil", "Hana"],
    ]
    finn = period.members.get(player__name="Finn")
    assert (finn.came, finn.reason) == ("play_off", "won")


@pytest.fixture
def played_off(club):
    """Return a ladder of two divisions whose play-off is played: Finn beat Chloé."""
    player_ids = ids(make.players(club, [*NAMES, "Gil", "Hana"]))
    ladder = a_ladder(
        club, player_ids[:4], player_ids[4:], rules={**RULES, "play_off": 1, "most": 5}
    )
    play(ladder, 1, [("Ada", 22), ("Bruno", 9), ("Chloé", 5), ("Dov", 3)])
    play(ladder, 2, [("Eva", 22), ("Finn", 9), ("Gil", 5), ("Hana", 3)])
    (due,) = divisions.preview_period(ladder).plan.play_offs
    match = ladders.set_play_off(ladder, players=due.players, game="neurotrio", by=None)
    make.played(match, [3, 22], [3, 22], [3, 22])
    return ladder


@pytest.mark.parametrize(
    ("name", "wish", "top", "others"),
    [
        ("Finn", "content", ["Ada", "Bruno", "Chloé", "Eva"], ["Dov", "Finn", "Gil", "Hana"]),
        ("Finn", "leaves", ["Ada", "Bruno", "Chloé", "Eva"], ["Dov", "Gil", "Hana"]),
        ("Chloé", "leaves", ["Ada", "Bruno", "Eva", "Finn"], ["Dov", "Gil", "Hana"]),
    ],
)
def test_a_wish_after_a_play_off_keeps_its_result(played_off, name, wish, top, others):
    (player,) = players(played_off, [name])
    ladders.record_wish(played_off, player.pk, wish, by=None)
    assert remarks(played_off) == []
    after = divisions.preview_period(played_off)
    shown = [sorted(after.players[pk].name for pk in level) for level in after.plan.divisions]
    assert shown == [top, others]
    ladders.record_wish(played_off, player.pk, "", by=None)
    assert divisions.recorded_wishes(after.period) == PeriodWishes([], [])


def test_only_members_can_decline_and_only_what_there_is(played_off):
    (player,) = players(played_off, ["Ada"])
    with pytest.raises(Invalid):
        ladders.record_wish(played_off, player.pk, "perhaps", by=None)
    (zoe,) = make.players(played_off.club, ["Zoé"])
    with pytest.raises(Invalid) as refused:
        ladders.record_wish(played_off, zoe.pk, "leaves", by=None)
    assert codes(refused) == [("not_a_member", "player")]


def test_a_play_off_between_untied_players_is_ignored_and_reported(ladder):
    play_all(ladder)
    match = ladders.set_play_off(
        ladder, players=ids(players(ladder, ["Ada", "Finn"])), game="neurotrio", by=None
    )
    before = divisions.preview_period(ladder).plan
    make.played(match, [3, 22], [3, 22], [3, 22])
    assert divisions.preview_period(ladder).plan == before
    assert remarks(ladder) == [("play_off_unused", 0)]


def test_only_members_play_off(ladder):
    (zoe,) = make.players(ladder.club, ["Zoé"])
    with pytest.raises(Invalid) as refused:
        ladders.set_play_off(ladder, players=[zoe.pk], game="neurotrio", by=None)
    assert codes(refused) == [("not_a_member", "players.0")]
