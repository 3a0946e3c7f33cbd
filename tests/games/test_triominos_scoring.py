"""T4, T7, T8, T10-T14: what a tile, a turn and the end of a round earn."""

import pytest

from games.triominos import lattice, score, tiles
from games.triominos.options import Bridge, Tie
from games.triominos.score import LABELS, Bonus, End
from tests.games.states import options_of
from tests.games.triominos_notation import (
    CROWN,
    E2,
    E3,
    E4,
    OUT,
    RACKS,
    after,
    check,
    earned,
    lies,
    midway,
    opening,
    sheet,
    transcript,
)


def bonus(board, x, y, **house_rules):
    return score.bonus(lies(board), lattice.cell(x, y), options_of("triominos", **house_rules))


@pytest.mark.parametrize(
    ("tile", "corners", "points"),
    [
        ("555", "5-5-5", 25),
        ("444", "4-4-4", 22),
        ("333", "3-3-3", 19),
        ("222", "2-2-2", 16),
        ("111", "1-1-1", 13),
        ("000", "0-0-0", 40),
    ],
)
def test_t4_an_opening_triple_has_a_bonus(tile, corners, points):
    state = opening(f"{tile} 012", "013 014", size=2)
    assert earned(state, f"0 play {corners} 0:0") == points


def test_t4_without_a_triple_the_opening_is_the_bare_total():
    state = opening("345", "012", pool="000 111 222 333 444 555", size=1)
    assert earned(state, "0 play 3-4-5 0:0") == 12


def test_t4_a_triple_laid_later_has_no_bonus():
    assert earned(midway("0:0 5-4-4", "444 012", "013"), "0 play 4-4-4 0:1") == 12


def test_t7_a_tile_earns_its_three_numbers():
    assert earned(midway("0:0 1-2-1", "123 012", "013"), "0 play 1-2-3 0:1") == 6


def test_t7_one_hexagon_earns_50():
    assert earned(midway(E3, "155 012", "013"), "0 play 5-1-5 1:-1") == 61


def test_t7_two_hexagons_at_once_earn_60():
    assert earned(midway(E4, "345 012", "013"), "0 play 4-5-3 1:0") == 72


def test_t7_three_hexagons_at_once_earn_what_the_house_rules_say():
    for points in (70, 100, 0):
        state = midway(CROWN, "135 012", "013", triple_hexagon=points)
        assert earned(state, "0 play 1-3-5 1:0") == 9 + points


def test_t7_a_hexagon_is_never_a_bridge_too():
    for bridge in Bridge:
        assert bonus(E3, 1, -1, bridge=bridge) is Bonus.HEXAGON


def test_t7_five_cells_around_a_point_are_no_hexagon():
    assert bonus(E3, 2, 0) is None


def test_t8_a_bridge_earns_40():
    assert earned(midway(E2, "344 012", "013"), "0 play 3-4-4 3:0") == 51


@pytest.mark.parametrize("bridge", list(Bridge))
def test_t8_one_side_and_the_opposite_point_are_a_bridge_in_every_mode(bridge):
    assert bonus(E2, 3, 0, bridge=bridge) is Bonus.BRIDGE


@pytest.mark.parametrize("bridge", list(Bridge))
def test_t8_a_free_opposite_point_is_no_bridge(bridge):
    assert bonus("0:0 1-2-1", 0, 1, bridge=bridge) is None


# between (0, 0) and (2, 0) lies (1, 0): two sides shared, all three points touched
PAIR = "0:0 0-0-0, 2:0 0-0-0"


@pytest.mark.parametrize(
    ("bridge", "expected"), [("strict", None), ("loose", None), ("touch3", Bonus.BRIDGE)]
)
def test_t8_two_shared_sides_are_a_bridge_for_touch3_only(bridge, expected):
    assert bonus(PAIR, 1, 0, bridge=Bridge(bridge)) is expected


@pytest.mark.parametrize(
    ("bridge", "expected"), [("strict", None), ("loose", Bonus.BRIDGE), ("touch3", Bonus.BRIDGE)]
)
@pytest.mark.parametrize("third", ["0:-1 0-0-0", "3:-1 0-0-0"])
def test_t8_two_shared_sides_and_a_tile_at_an_opposite_point_are_loose(third, bridge, expected):
    assert bonus(f"{PAIR}, {third}", 1, 0, bridge=Bridge(bridge)) is expected


def test_t8_a_tile_at_the_point_between_the_shared_sides_is_no_loose_bridge():
    below = f"{PAIR}, 1:1 0-0-0"
    assert bonus(below, 1, 0, bridge=Bridge.LOOSE) is None
    assert bonus(below, 1, 0, bridge=Bridge.TOUCH3) is Bonus.BRIDGE


@pytest.mark.parametrize(
    ("bridge", "expected"), [("strict", None), ("loose", None), ("touch3", Bonus.BRIDGE)]
)
def test_t8_three_shared_sides_alone(bridge, expected):
    assert bonus(f"{PAIR}, 1:-1 0-0-0", 1, 0, bridge=Bridge(bridge)) is expected


def test_t9_draws_cost_five_each():
    state = midway("0:0 2-2-2", "012", "013", pool="234 235 245")
    assert after(state, "0 draw").scores == [-5, 0]
    assert after(state, "0 draw, 0 draw").scores == [-10, 0]


def test_t10_a_fail_costs_ten_more():
    state = midway("0:0 5-5-5", "012", "013", pool="023 024 034")
    assert after(state, "0 draw, 0 draw, 0 draw, 0 fail").scores == [-25, 0]


def test_t11_a_pass_costs_only_the_draws():
    state = midway("0:0 5-5-5", "012", "013", pool="023 024")
    assert after(state, "0 draw, 0 draw, 0 pass").scores == [-10, 0]
    assert after(midway("0:0 5-5-5", "012", "013"), "0 pass").scores == [0, 0]


def end_points(end, *racks, tie="shared"):
    packed = [tiles.rack(rack.split()) for rack in racks]
    return [score.total(mine) for mine in score.end_items(End(end), packed, Tie(tie))]


def items(verdict, seat):
    return [
        (item["code"], item["clause"], item["count"], item["points"])
        for item in verdict.rounds[0].breakdown[seat]["items"]
    ]


def test_t12_who_goes_out_gets_25_and_the_pips_of_the_others():
    verdict = check(transcript(OUT, *RACKS, size=2), deal=2)
    assert verdict.rounds[0].scores == (25 + 14 + 25 + 3, 11)


def test_breakdown_items_tell_where_the_points_come_from():
    verdict = check(transcript(OUT, *RACKS, size=2), deal=2)
    assert items(verdict, 0) == [
        ("tiles", "T7", 2, 29),
        ("opening", "T4", 1, 10),
        ("out", "T12", 1, 25),
        ("pips_of_others", "T12", 1, 3),
    ]
    assert items(verdict, 1) == [("tiles", "T7", 1, 11)]


def test_breakdown_holds_what_a_page_draws():
    first, second = check(transcript(OUT, *RACKS, size=2), deal=2).rounds[0].breakdown
    assert first["board"][1] == {"at": [0, 1], "corners": [5, 5, 1]}
    assert [laid["tile"] for laid in first["laid"]] == [0, 2]
    assert second["laid"] == [{"tile": 1, "points": 11, "bonus": None}]
    assert (first["rack"], second["rack"]) == ([], ["012"])
    assert len(first["pool"]) == 52
    assert "board" not in second


def test_every_item_has_a_label_in_both_languages():
    assert set(LABELS) == set(score.CLAUSES)


def test_e1_a_plain_tile_earns_6():
    assert earned(midway("0:0 1-2-1", "123 012", "013"), "0 play 1-2-3 0:1") == 6


def test_e2_a_bridge_earns_51():
    assert earned(midway(E2, "344 012", "013"), "0 play 3-4-4 3:0") == 51


def test_e3_a_hexagon_earns_61():
    assert earned(midway(E3, "155 012", "013"), "0 play 5-1-5 1:-1") == 61


def test_e4_two_hexagons_earn_72():
    assert earned(midway(E4, "345 012", "013"), "0 play 4-5-3 1:0") == 72


def test_e6_openings():
    assert earned(opening("555", ""), "0 play 5-5-5 0:0") == 25
    assert earned(opening("111", "012", size=1), "0 play 1-1-1 0:0") == 13
    assert earned(opening("000", "012", size=1), "0 play 0-0-0 0:0") == 40
    bare = opening("345", "012", pool="000 111 222 333 444 555", size=1)
    assert earned(bare, "0 play 3-4-5 0:0") == 12


def test_e7_two_draws_and_a_tile_of_nine():
    state = midway("0:0 2-2-2, 0:1 2-2-3", "234 012", "013", pool="044 045")
    assert after(state, "0 draw, 0 draw, 0 play 2-3-4 -1:1").scores == [-1, 0]


def test_e7_a_draw_and_a_bridge():
    state = midway(E2, "344 012", "013", pool="044")
    assert after(state, "0 draw, 0 play 3-4-4 3:0").scores == [46, 0]


def test_e8_three_draws_and_no_tile():
    state = midway("0:0 5-5-5", "012", "013", pool="023 024 034")
    assert after(state, "0 draw, 0 draw, 0 draw, 0 fail").scores == [-25, 0]


def test_e9_going_out_earns_58():
    assert end_points("out", "", "012 345 555", "111") == [58, 0, 0]


def test_e10_a_blocked_round_earns_25():
    assert end_points("blocked", "255", "034", "455 015") == [0, 25, 0]


def test_t13_several_with_the_fewest_pips_each_get_the_others_less_their_own():
    assert end_points("blocked", "012", "003", "555") == [15, 15, 0]
    assert end_points("blocked", "012", "003", "111") == [3, 3, 3]


def test_t13_with_tie_none_a_shared_win_earns_no_points():
    assert end_points("blocked", "012", "003", "555", tie="none") == [0, 0, 0]
    assert end_points("blocked", "012", "004", "555", tie="none") == [16, 0, 0]


def test_e11_points_of_one_turn():
    best = 15 + score.bonus_points(Bonus.THREE_HEXAGONS, tiles.Tile("555"), options_of("triominos"))
    turns = {
        tile + extra - 5 * draws
        for tile in range(16)
        for extra in (0, 40, 50, 60, 70)
        for draws in range(4)
    } | {-25}
    assert (max(turns), best) == (85, 85)
    assert 86 not in turns
    assert turns.isdisjoint(range(-24, -15))
    assert -15 in turns


def test_t14_a_score_may_be_negative():
    state = midway("0:0 5-5-5", "012", "013", pool="023 024 034", scores=[-200, 0])
    assert after(state, "0 draw, 0 draw, 0 draw, 0 fail").scores == [-225, 0]
    assert check(sheet(-75, 20)).totals == (-75, 20)
