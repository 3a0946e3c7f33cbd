"""T9-T13, T15, T16, T21: turns, the end of a round, the end of a match, transcripts."""

import pytest

from games.base import IllegalMove
from games.triominos import rules
from games.triominos.score import End
from tests.games.states import state_with
from tests.games.triominos_notation import (
    OUT,
    RACKS,
    after,
    check,
    final,
    midway,
    move,
    opening,
    problem_keys,
    sheet,
    transcript,
)

FIVES = "0:0 5-5-5"
FITS, STUCK = "5-5-1 0:1", "012"  # on FIVES


def refused(state, played, last):
    """Return the code and clause with which the last move is refused."""
    with pytest.raises(IllegalMove) as caught:
        after(after(state, played), last)
    return caught.value.problem.code, caught.value.problem.clause


def two(pool="023 024 034 035", **house_rules):
    """Return a state in which seat 0 has a tile that fits and one that does not."""
    return midway(FIVES, "155 012", "255 013", pool=pool, **house_rules)


def test_t9_one_tile_ends_the_turn():
    state = after(two(), f"0 play {FITS}")
    assert (state.turn, state.draws) == (1, 0)
    assert refused(state, "", "0 draw") == ("turn_of_another", "T9")


def test_t9_a_player_may_draw_although_he_could_lay():
    assert move("0 draw 023") in rules.legal_moves(two())
    assert after(two(), "0 draw").turn == 0


def test_t9_three_draws_are_the_most():
    assert refused(two(), "0 draw, 0 draw, 0 draw", "0 draw") == ("fourth_draw", "T9")


def test_t9_after_a_draw_any_tile_may_be_laid():
    assert after(two(), f"0 draw, 0 play {FITS}").turn == 1
    assert after(two(pool="255"), "0 draw, 0 play 5-5-2 0:1").turn == 1


def test_t9_or_only_the_tile_just_drawn():
    state = two(pool="255 455", after_draw="drawn_only")
    assert refused(state, "0 draw", f"0 play {FITS}") == ("not_the_drawn_tile", "T9")
    late = refused(state, "0 draw, 0 draw", "0 play 5-5-2 0:1")
    assert late == ("not_the_drawn_tile", "T9")
    assert after(state, "0 draw, 0 draw, 0 play 5-5-4 0:1").turn == 1


def test_t9_without_a_draw_any_tile_may_be_laid_even_then():
    assert after(two(after_draw="drawn_only"), f"0 play {FITS}").turn == 1


@pytest.mark.parametrize("played", ["", "0 draw", "0 draw, 0 draw"])
def test_t9_no_player_passes_while_the_pool_has_tiles(played):
    assert refused(two(), played, "0 pass") == ("pass_with_pool", "T9")


@pytest.mark.parametrize("played", ["", "0 draw", "0 draw, 0 draw"])
def test_t10_a_fail_needs_three_draws(played):
    assert refused(two(), played, "0 fail") == ("fail_too_early", "T10")


def test_t10_after_three_draws_a_player_lays_or_fails():
    state = after(two(), "0 draw, 0 draw, 0 draw")
    assert after(state, "0 fail").turn == 1
    assert after(state, f"0 play {FITS}").turn == 1


def test_t10_it_is_a_fail_too_when_the_third_draw_emptied_the_pool():
    state = after(two(pool="023 024 034"), "0 draw, 0 draw, 0 draw")
    assert refused(state, "", "0 pass") == ("pass_after_three_draws", "T10")
    assert after(state, "0 fail").scores == [-25, 0]


def test_t11_no_player_draws_from_an_empty_pool():
    assert refused(two(pool=""), "", "0 draw") == ("pool_is_empty", "T11")
    assert refused(two(pool="023"), "0 draw", "0 draw") == ("pool_is_empty", "T11")


@pytest.mark.parametrize("draws", [0, 1, 2])
def test_t11_a_pass_ends_a_turn_of_fewer_than_three_draws(draws):
    state = two(pool=" ".join(["023", "024"][:draws]))
    passed = after(state, ", ".join(["0 draw"] * draws + ["0 pass"]))
    assert (passed.turn, passed.scores) == (1, [-5 * draws, 0])


def test_t11_a_pass_is_free_although_a_tile_fits():
    assert after(two(pool=""), "0 pass").turn == 1


def test_t11_or_only_allowed_when_no_tile_fits():
    fits = two(pool="", empty_pool_pass="stuck_only")
    assert refused(fits, "", "0 pass") == ("pass_with_fitting_tile", "T11")
    stuck = midway(FIVES, STUCK, "255 013", empty_pool_pass="stuck_only")
    assert after(stuck, "0 pass").turn == 1


def test_t11_only_the_tile_that_may_be_laid_counts():
    rules = {"empty_pool_pass": "stuck_only", "after_draw": "drawn_only"}
    assert after(two(pool="023", **rules), "0 draw, 0 pass").turn == 1
    drawn = refused(two(pool="455", **rules), "0 draw", "0 pass")
    assert drawn == ("pass_with_fitting_tile", "T11")


def test_t12_the_first_empty_rack_ends_the_round():
    state = after(midway(FIVES, "155", "255 013"), f"0 play {FITS}")
    assert state.end is End.OUT
    assert rules.legal_moves(state) == []
    assert refused(state, "", "1 pass") == ("move_after_round", "T21")


def test_t12_an_opening_may_empty_the_rack():
    verdict = check(transcript("0 play 5-5-5 0:0", "555", "012", size=1), deal=1)
    assert verdict.rounds[0].scores == (25 + 25 + 3, 0)


def three(pool="", **house_rules):
    return midway(FIVES, "012 155", "013", "014", pool=pool, **house_rules)


def test_t13_a_round_of_passes_blocks():
    state = after(three(), "0 pass, 1 pass")
    assert state.end is None
    assert after(state, "2 pass").end is End.BLOCKED


def test_t13_a_tile_between_begins_anew():
    again = after(midway(FIVES, "012", "013 155", "014"), f"0 pass, 1 play {FITS}, 2 pass, 0 pass")
    assert again.end is None
    assert after(again, "1 pass").end is End.BLOCKED


def test_t13_a_fail_is_no_pass():
    state = three(pool="023 024 034")
    failed = after(state, "0 draw, 0 draw, 0 draw, 0 fail, 1 pass, 2 pass")
    assert failed.end is None
    assert after(failed, "0 pass").end is End.BLOCKED


def test_t13_with_any_nonplay_fails_count_too():
    state = three(pool="023 024 034", blocked="any_nonplay")
    failed = after(state, "0 draw, 0 draw, 0 draw, 0 fail, 1 pass, 2 pass")
    assert failed.end is End.BLOCKED


def test_t13_with_any_nonplay_tiles_may_be_left_in_the_pool():
    pool = "001 002 003 004 011 022 023"
    state = midway(FIVES, "012", "013", pool=pool, blocked="any_nonplay")
    turns = [", ".join([f"{seat} draw"] * 3 + [f"{seat} fail"]) for seat in (0, 1)]
    failed = after(state, ", ".join(turns))
    assert (failed.end, failed.pool_left) == (End.BLOCKED, 1)


# seat 0 opens with 40 points and falls back to 36; 32 for seat 1
TOUCH = (
    "0 play 0-0-0 0:0, 1 play 0-0-2 0:1, 0 draw, 0 play 0-1-0 1:0, 1 play 3-0-0 -1:0",
    "000 001",
    "002 003",
)


def touching():
    return transcript(*TOUCH, pool="011", size=2)


def test_t15_a_target_reached_inside_a_round_ends_the_match():
    verdict = check(touching(), deal=2, target=40)
    assert (verdict.totals, verdict.over, verdict.places) == ((36, 32), True, (1, 2))
    assert not check(touching(), deal=2, target=41).over


def test_t15_what_was_there_before_the_round_counts():
    assert check(sheet(60, 0), touching(), deal=2, target=100).over
    assert not check(sheet(59, 0), touching(), deal=2, target=100).over


def test_t15_the_end_bonus_counts():
    verdict = check(transcript(OUT, *RACKS, size=2), deal=2, target=67)
    assert (verdict.totals, verdict.over) == ((67, 11), True)
    assert not check(transcript(OUT, *RACKS, size=2), deal=2, target=68).over


def test_t15_a_round_after_the_end_is_a_problem_at_that_round():
    verdict = check(touching(), sheet(1, 1), deal=2, target=40)
    assert problem_keys(verdict) == [("round_after_target", "rounds.1", "T15")]
    assert problem_keys(check(sheet(400, 0), None)) == [("round_after_target", "rounds.1", "T15")]


def test_t15_equal_totals_share_a_place():
    assert check(sheet(412, 380, 380, 95), players=4).places == (1, 2, 2, 4)
    assert check(sheet(12, 80, 80, 95), players=4).places == (4, 2, 2, 1)


def test_t16_only_a_transcript_shows_that_the_target_was_touched():
    board = "0:0 0-0-0, 0:1 0-0-2, 1:0 0-1-0, -1:0 3-0-0"
    end = final(board, "011", "", before=(36, 5), scores=[36, 32])
    for round_ in (end, sheet(36, 32)):
        verdict = check(round_, sheet(0, 0), deal=2, target=40)
        assert (verdict.ok, verdict.over, verdict.totals) == (True, False, (36, 32))


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"seat": 0}, ("turn_of_another", "T9")),
        ({"seat": 2}, ("not_a_seat", "T21")),
        ({"seat": True}, ("not_a_seat", "T21")),
        ({"seat": "1"}, ("not_a_seat", "T21")),
        ({"do": "lay"}, ("not_a_choice", "T21")),
        ({"do": ["play"]}, ("not_a_choice", "T21")),
        ({"do": "draw"}, ("unknown_key", "T21")),
        ({"bonus": 40}, ("unknown_key", "T21")),
        ({"tile": "551"}, ("unknown_tile", "T1")),
        ({"tile": 155}, ("unknown_tile", "T1")),
        ({"tile": "255"}, ("tile_not_held", "T21")),
        ({"tile": "012"}, ("corners_of_another", "T21")),
        ({"corners": [5, 5]}, ("not_corners", "T1")),
        ({"corners": [5, 5, 6]}, ("not_corners", "T1")),
        ({"corners": [5, 5, True]}, ("not_corners", "T1")),
        ({"corners": [5, 5, []]}, ("not_corners", "T1")),
        ({"corners": None}, ("not_corners", "T1")),
        ({"corners": [5, 1, 5]}, ("point_shows", "T6")),
        ({"at": [0, 0]}, ("cell_taken", "T6")),
        ({"at": [5, 0]}, ("no_common_side", "T6")),
        ({"points": 12}, ("wrong_points", "T7")),
        ({"points": "11"}, ("not_an_integer", "T21")),
        ({"points": None}, ("not_an_integer", "T21")),
    ],
)
def test_t21_a_move_is_refused_where_it_stands(changed, problem):
    round_ = transcript(OUT, *RACKS, size=2)
    round_["moves"][1] |= changed
    code, clause = problem
    assert problem_keys(check(round_, deal=2)) == [(code, "rounds.0.moves.1", clause)]


@pytest.mark.parametrize("raw", [None, [], "draw", 3, {}, {"seat": 1}, {"do": "draw"}])
def test_t21_what_is_no_move_is_refused_where_it_stands(raw):
    round_ = transcript(OUT, *RACKS, size=2)
    round_["moves"][1] = raw
    assert [path for _, path, _ in problem_keys(check(round_, deal=2))] == ["rounds.0.moves.1"]


@pytest.mark.parametrize("key", ["seat", "tile", "at", "corners"])
def test_t21_a_tile_is_laid_with_all_its_entries(key):
    round_ = transcript(OUT, *RACKS, size=2)
    del round_["moves"][1][key]
    assert problem_keys(check(round_, deal=2)) == [("missing_key", "rounds.0.moves.1", "T21")]


def test_t21_a_transcript_that_stops_early_is_refused():
    round_ = transcript(OUT, *RACKS, size=2)
    round_["moves"].pop()
    assert problem_keys(check(round_, deal=2)) == [("round_goes_on", "rounds.0.moves", "T21")]


def test_t21_a_transcript_that_goes_on_is_refused():
    round_ = transcript(OUT + ", 1 draw", *RACKS, size=2)
    assert problem_keys(check(round_, deal=2)) == [("move_after_round", "rounds.0.moves.3", "T21")]


DRAWS = "0 play 5-5-5 0:0, 1 draw {}, 1 draw {}, 1 play 5-5-1 0:1, 0 play 5-4-5 1:0"


@pytest.mark.parametrize(
    ("first", "second", "problems"),
    [
        ("", "", []),
        ("013", "014", []),
        ("", "014", []),
        ("014", "013", [("not_the_front", "rounds.0.moves.1", "T21")]),
        ("013", "015", [("not_the_front", "rounds.0.moves.2", "T21")]),
        ("031", "014", [("unknown_tile", "rounds.0.moves.1", "T1")]),
    ],
)
def test_t21_a_draw_takes_the_front_of_a_known_pool(first, second, problems):
    round_ = transcript(DRAWS.format(first, second), *RACKS, pool="013 014", size=2)
    assert problem_keys(check(round_, deal=2)) == problems


@pytest.mark.parametrize(
    ("first", "second", "problems"),
    [
        ("013", "445", []),
        ("", "445", [("draw_without_tile", "rounds.0.moves.1", "T21")]),
        ("013", "013", [("tile_not_in_pool", "rounds.0.moves.2", "T21")]),
        ("555", "445", [("tile_not_in_pool", "rounds.0.moves.1", "T21")]),
        ("012", "445", [("tile_not_in_pool", "rounds.0.moves.1", "T21")]),
    ],
)
def test_t21_where_the_order_is_not_known_every_draw_names_its_tile(first, second, problems):
    round_ = transcript(DRAWS.format(first, second), *RACKS, size=2) | {"pool": None}
    assert problem_keys(check(round_, deal=2)) == problems


def test_t21_with_an_unknown_order_any_tile_left_may_be_drawn():
    state = state_with(midway(FIVES, STUCK, "013", pool="023 024"), pool=None)
    assert rules.legal_moves(state) == [move("0 draw 023"), move("0 draw 024")]


@pytest.mark.parametrize("pool", [None, []])
def test_t21_the_pool_may_be_empty_after_the_deal(pool):
    round_ = transcript("0 draw", "555", "", size=28) | {"pool": pool}
    assert problem_keys(check(round_, deal=28)) == [("opening_expected", "rounds.0.moves.0", "T3")]


ALL = (
    "0 play 5-5-5 0:0, 1 draw, 1 draw, 1 draw, 1 fail, 0 play 5-4-5 1:0",
    *RACKS,
)


@pytest.mark.parametrize(
    ("place", "points", "clause"),
    [(0, 15, "T4"), (1, 5, "T9"), (3, -4, "T9"), (4, -25, "T10"), (5, 54, "T7")],
)
def test_t21_stated_points_are_those_of_the_move_alone(place, points, clause):
    round_ = transcript(*ALL, size=2)
    for made, due in zip(round_["moves"], [25, -5, -5, -5, -10, 14], strict=True):
        made["points"] = due
    assert check(round_, deal=2).ok
    round_["moves"][place]["points"] = points
    wrong = ("wrong_points", f"rounds.0.moves.{place}", clause)
    assert problem_keys(check(round_, deal=2)) == [wrong]


def test_t21_stated_scores_are_the_recomputed_ones():
    assert check(transcript(OUT, *RACKS, size=2, scores=[67, 11]), deal=2).ok
    wrong = transcript(OUT, *RACKS, size=2, scores=[67, 12])
    assert problem_keys(check(wrong, deal=2)) == [("wrong_score", "rounds.0.scores.1", "T17")]


def test_t21_moves_are_a_list():
    assert problem_keys(check(transcript("", *RACKS, size=2) | {"moves": {}}, deal=2)) == [
        ("not_a_list", "rounds.0.moves", "T17")
    ]


def test_t21_an_opening_has_the_corners_of_its_tile():
    state = opening("555 012", "013 023")
    with pytest.raises(IllegalMove) as caught:
        rules.apply(state, move("0 play 5-5-5 0:0")._replace(corners=(0, 1, 2)))
    assert caught.value.problem.code == "corners_of_another"
