"Expected tables, for the answers so far."

from datetime import UTC, datetime

import pytest

from league.errors import Invalid
from league.operations.signups import expected_tables, sheets, sign_ups
from league.operations.signups.forecasts import ExpectedPlayer, Gain, forecast
from seating.sizes import Partition, Sizes
from tests import make

BEFORE = datetime(2026, 9, 20, tzinfo=UTC)
USUAL = Sizes(3, 8, frozenset([3, 4, 5]))
FOURS = Sizes(4, 4, frozenset([4]))


def of(players, sizes=USUAL, maybe=0, capacity=None):
    wishes = [ExpectedPlayer((), is_sure=True)] * players + [
        ExpectedPlayer((), is_sure=False)
    ] * maybe
    (game,) = forecast(wishes, {"game": sizes}, capacity)
    return game


def test_one_more_makes_three_tables_of_four():
    game = of(11)
    assert game.tables.tables == (4, 4, 3)
    assert game.gain == Gain(1, Partition((4, 4, 4), 0, None))


def test_two_more_players_let_all_players_play():
    game = of(6, FOURS)
    assert (game.tables.tables, game.tables.sit_out) == ((4,), 2)
    assert game.gain == Gain(2, Partition((4, 4), 0, None))


@pytest.mark.parametrize(("players", "more"), [(12, None), (0, None), (1, 2), (2, 1)])
def test_a_gain_is_one_for_the_better(players, more):
    gain = of(players).gain
    assert (gain and gain.more) == more


def test_players_beyond_capacity_improve_no_table():
    assert of(11, capacity=11).gain is None
    assert of(6, FOURS, capacity=7).gain is None


def test_perhaps_is_counted_apart_and_within_the_places():
    game = of(7, maybe=3, capacity=8)
    assert (game.players, game.players_with_maybe) == (7, 8)
    assert game.tables_with_maybe.tables == (4, 4)


def test_each_game_has_those_who_would_like_it():
    wishes = [ExpectedPlayer(["one"]), ExpectedPlayer(["one", "other"]), ExpectedPlayer([])]
    games = forecast(wishes, {"one": USUAL, "other": USUAL})
    assert [(game.game, game.players) for game in games] == [("one", 3), ("other", 2)]


def test_a_list_of_thousands_is_cut():
    assert of(1200).players == 1000


@pytest.mark.django_db
def test_waiting_players_are_not_counted_and_words_state_the_gain():
    session = make.session(make.season(make.club(), games=["neurotrio"]))
    sheet = sheets.open_sheet(session, capacity=7, by=None)
    for player in make.players(sheet.club, [f"Player {number}" for number in range(5)]):
        sign_ups.record_answer(sheet, player.pk, "yes", by=None, now=BEFORE)
    for player in make.players(sheet.club, ["Eva", "Finn", "Gil"]):
        sign_ups.record_answer(sheet, player.pk, "maybe", by=None, now=BEFORE)
    (game,) = expected_tables.of_sheet(sheet)
    assert (game.players, game.players_with_maybe) == (5, 7)
    assert expected_tables.tables_words(game.tables.tables) == "1 table of 3, 1 table of 2"
    assert expected_tables.gain_words(game) == "With 1 more player: 2 tables of 3."
    (game,) = expected_tables.of_sheet(sheet, preferred=4)
    assert expected_tables.gain_words(game) == "With 1 more player: 1 table of 4, 1 table of 2."
    sheet = sheets.change(sheet, capacity=5, by=None)
    waiting = make.players(sheet.club, ["Late"])[0]
    sign_ups.record_answer(sheet, waiting.pk, "yes", by=None, now=BEFORE)
    (game,) = expected_tables.of_sheet(sheet)
    assert (game.players, expected_tables.gain_words(game)) == (5, "")
    with pytest.raises(Invalid):
        expected_tables.of_sheet(sheet, preferred=9)


@pytest.mark.django_db
def test_a_tournament_has_its_own_sizes():
    cup = make.tournament(here=0, least=3, most=3, preferred=[3])
    sheet = sheets.open_sheet(cup, by=None)
    for player in make.players(sheet.club):
        sign_ups.record_answer(sheet, player.pk, "yes", by=None, now=BEFORE)
    (game,) = expected_tables.of_sheet(sheet)
    assert (game.game, game.tables.tables, game.tables.sit_out) == ("neurotrio", (3,), 1)
    assert expected_tables.sit_out_words(1) == "1 sits out"
    assert expected_tables.sit_out_words(0) == ""
