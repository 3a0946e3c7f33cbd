"""T17-T20: how rounds are written, house rules, sheets and finals."""

import pytest

from games import GAMES, record
from games.base import Evidence
from games.triominos import final as finals
from games.triominos import tiles
from games.triominos.final import Figure
from tests.games import triominos_notation as notation
from tests.games.triominos_notation import E2, E3, E4, check, final, lies, problem_keys, sheet

BOARD = "0:0 5-5-5, 0:1 5-5-1, 1:0 5-4-5"  # 40 pips and an opening with 555


def out(**changed):
    """Return a whole final of deal 2 in which seat 0 is out and nobody has drawn."""
    return final(BOARD, "", "012", **{"before": (39, 11), **changed})


def problems(round_, **house_rules):
    return problem_keys(check(round_, **{"deal": 2, **house_rules}))


def test_t17_missing_keys_are_problems():
    assert problem_keys(check({})) == [("missing_key", "rounds.0.evidence", "T17")]
    missing = {path for _, path, _ in problem_keys(check({"evidence": "final"}))}
    assert missing == {f"rounds.0.{key}" for key in ("board", "racks", "pool", "end", "before_end")}
    missing = {path for _, path, _ in problem_keys(check({"evidence": "transcript"}))}
    assert missing == {f"rounds.0.{key}" for key in ("racks", "pool", "moves")}
    assert problem_keys(check({"evidence": "sheet"})) == [("missing_key", "rounds.0.scores", "T17")]


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"winner": 0}, ("unknown_key", "rounds.0.winner", "T17")),
        ({"moves": []}, ("unknown_key", "rounds.0.moves", "T17")),
        ({"evidence": "Sheet"}, ("not_a_choice", "rounds.0.evidence", "T17")),
        ({"evidence": []}, ("not_a_choice", "rounds.0.evidence", "T17")),
        ({"scores": None}, ("not_a_list", "rounds.0.scores", "T17")),
        ({"scores": [3]}, ("wrong_length", "rounds.0.scores", "T17")),
        ({"scores": [True, 3]}, ("not_an_integer", "rounds.0.scores.0", "T17")),
        ({"scores": ["3", 3]}, ("not_an_integer", "rounds.0.scores.0", "T17")),
        ({"scores": [3, 3.0]}, ("not_an_integer", "rounds.0.scores.1", "T17")),
    ],
)
def test_t17_a_sheet_holds_what_a_sheet_holds(changed, problem):
    assert problem_keys(check(sheet(12, 3) | changed)) == [problem]


@pytest.mark.parametrize("raw", [None, [], "sheet", 3])
def test_t17_a_round_is_an_object(raw):
    assert problem_keys(check(raw)) == [("not_an_object", "rounds.0", "T17")]


def test_t18_left_out_options_take_their_default():
    assert GAMES["triominos"].write_options(notation.start()) == {
        "target": 400,
        "deal": 7,
        "bridge": "strict",
        "triple_hexagon": 70,
        "after_draw": "any",
        "empty_pool_pass": "free",
        "blocked": "pass_only",
        "tie": "shared",
        "open_zero_choice": False,
    }


@pytest.mark.parametrize(
    "rules",
    [
        {"target": 1},
        {"target": 10**30},
        {"deal": 1},
        {"deal": 28},
        {"bridge": "loose"},
        {"bridge": "touch3"},
        {"triple_hexagon": 0},
        {"triple_hexagon": 100},
        {"after_draw": "drawn_only"},
        {"empty_pool_pass": "stuck_only"},
        {"blocked": "any_nonplay"},
        {"tie": "none"},
        {"open_zero_choice": True},
    ],
)
def test_t18_house_rules_are_kept(rules):
    round_ = GAMES["triominos"].write_options(notation.start(**rules))
    assert round_ == round_ | rules


@pytest.mark.parametrize(
    ("rules", "problem"),
    [
        ({"target": 0}, ("too_small", "options.target", "T18")),
        ({"target": "400"}, ("not_an_integer", "options.target", "T18")),
        ({"deal": 0}, ("too_small", "options.deal", "T18")),
        ({"deal": 29}, ("too_many_dealt", "options.deal", "T18")),
        ({"deal": 10**30}, ("too_many_dealt", "options.deal", "T18")),
        ({"deal": 7.0}, ("not_an_integer", "options.deal", "T18")),
        ({"bridge": "Strict"}, ("not_a_choice", "options.bridge", "T18")),
        ({"bridge": ["strict"]}, ("not_a_choice", "options.bridge", "T18")),
        ({"triple_hexagon": None}, ("not_an_integer", "options.triple_hexagon", "T18")),
        ({"triple_hexagon": -1}, ("too_small", "options.triple_hexagon", "T18")),
        ({"after_draw": "all"}, ("not_a_choice", "options.after_draw", "T18")),
        ({"empty_pool_pass": None}, ("not_a_choice", "options.empty_pool_pass", "T18")),
        ({"blocked": True}, ("not_a_choice", "options.blocked", "T18")),
        ({"tie": "split"}, ("not_a_choice", "options.tie", "T18")),
        ({"open_zero_choice": 1}, ("not_a_flag", "options.open_zero_choice", "T18")),
        ({"open_zero_choice": None}, ("not_a_flag", "options.open_zero_choice", "T18")),
        ({"joker": 1}, ("unknown_key", "options.joker", "T18")),
    ],
)
def test_t18_other_house_rules_are_refused(rules, problem):
    assert problem_keys(check(sheet(1, 2), **rules)) == [problem]


def test_t18_so_many_tiles_must_be_there_for_all():
    assert check(sheet(1, 2, 3, 4, 5, 6), players=6, deal=9).ok
    assert not check(sheet(1, 2, 3, 4, 5, 6), players=6, deal=10).ok


def test_t18_all_problems_of_the_options_are_reported():
    assert len(problem_keys(check(sheet(1, 2), target=0, deal=0, tie=0))) == 3


def test_t19_a_sheet_that_is_possible_is_only_not_excluded():
    verdict = check(sheet(120, -15))
    assert (verdict.ok, verdict.evidence) == (True, Evidence.SHEET)
    notices = [(notice.code, notice.path, notice.clause) for notice in verdict.notices]
    assert notices == [("sheet_not_excluded", "rounds.0.scores", "T19")]
    assert verdict.rounds[0].breakdown[1] == {
        "points": -15,
        "items": [{"code": "written", "clause": "T19", "count": 1, "points": -15}],
    }


LEAST = {2: -305, 3: -240, 4: -205, 5: -165, 6: -110}
LEAST_SUM = {2: -345, 3: -278, 4: -222, 5: -166, 6: -99}


@pytest.mark.parametrize("players", LEAST)
def test_t19_one_score_is_too_low(players):
    others = [300] * (players - 1)
    assert check(sheet(*others, LEAST[players]), players=players, target=9999).ok
    low = check(sheet(*others, LEAST[players] - 1), players=players)
    assert problem_keys(low) == [("score_too_low", f"rounds.0.scores.{players - 1}", "T19")]


@pytest.mark.parametrize("players", LEAST)
def test_t19_the_sum_is_too_low(players):
    share, rest = divmod(LEAST_SUM[players], players)
    scores = [share] * (players - 1) + [share + rest]
    assert check(sheet(*scores), players=players).ok
    low = check(sheet(*scores[:-1], scores[-1] - 1), players=players)
    assert problem_keys(low) == [("sum_too_low", "rounds.0.scores", "T19")]


def test_t19_one_score_is_too_high():
    assert check(sheet(1770, 0)).ok
    assert problem_keys(check(sheet(1771, 0))) == [("score_too_high", "rounds.0.scores.0", "T19")]


@pytest.mark.parametrize(
    ("players", "most"), [(2, 1965), (3, 1965), (4, 1965), (5, 2039), (6, 2292)]
)
def test_t19_the_sum_is_too_high(players, most):
    share, rest = divmod(most, players)
    scores = [share] * (players - 1) + [share + rest]
    assert check(sheet(*scores), players=players).ok
    high = check(sheet(*scores[:-1], scores[-1] + 1), players=players)
    assert problem_keys(high) == [("sum_too_high", "rounds.0.scores", "T19")]
    assert str(most) in high.problems[0].message()


def test_t19_what_is_unusual_is_possible_and_asks_to_look_again():
    def unusual(*scores):
        verdict = check(sheet(*scores), players=len(scores))
        assert verdict.ok
        return [(actual.code, actual.path) for actual in verdict.notices[1:]]

    assert unusual(350, 250) == []
    assert unusual(351, 249) == [("unusual_score", "rounds.0.scores.0")]
    assert unusual(201, 200, 200) == [("unusual_sum", "rounds.0.scores")]
    assert len(unusual(400, 10, 360)) == 3
    assert "Ada has 351 points" in check(sheet(351, 0)).notices[1].message()


def test_t19_a_sheet_gets_all_its_problems():
    codes = [code for code, _, _ in problem_keys(check(sheet(-306, 1771, -900), players=3))]
    assert codes == ["score_too_low", "score_too_high", "score_too_low"]
    codes = [code for code, _, _ in problem_keys(check(sheet(0, 1771, moves=[])))]
    assert codes == ["unknown_key", "score_too_high"]


@pytest.mark.parametrize("rules", [{"deal": 8}, {"triple_hexagon": 71}])
def test_t19_with_other_rules_only_unreachable_scores_are_refused(rules):
    assert check(sheet(-306, 1771), **rules).ok
    assert [code for code, _, _ in problem_keys(check(sheet(-9999, 10**9), **rules))] == [
        "score_too_low",
        "score_too_high",
    ]
    assert problem_keys(check(sheet(-200, -200), **rules))[0][0] == "sum_too_low"


def test_t20_a_final_earns_its_end_bonus():
    verdict = check(out(), deal=2)
    assert (verdict.ok, verdict.totals) == (True, (39 + 28, 11))
    assert [item["code"] for item in verdict.rounds[0].breakdown[0]["items"]] == [
        "before_end",
        "out",
        "pips_of_others",
    ]
    assert verdict.rounds[0].breakdown[0]["board"] == out()["board"]


def test_t20_stated_scores_are_compared():
    assert check(out(scores=[67, 11]), deal=2).ok
    assert problems(out(scores=[66, 11])) == [("wrong_score", "rounds.0.scores.0", "T17")]


def placed(cell, corners):
    return notation.placed_of(cell, corners)


@pytest.mark.parametrize(
    ("index", "tile", "problem"),
    [
        (1, placed("0:0", "1-5-5"), ("two_on_a_cell", "rounds.0.board", "T20")),
        (1, placed("0:1", "5-1-5"), ("point_differs", "rounds.0.board", "T20")),
        (1, placed("8:8", "5-5-1"), ("not_connected", "rounds.0.board", "T20")),
        (1, placed("0:-1", "1-5-5"), ("not_connected", "rounds.0.board", "T20")),
        (2, placed("1:0", "5-4-3"), ("flipped", "rounds.0.board.2.corners", "T1")),
        (2, placed("1:0", "5-4-9"), ("not_corners", "rounds.0.board.2.corners", "T1")),
        (2, placed("1:2000", "5-4-5"), ("far_away", "rounds.0.board.2.at", "T5")),
        (2, {"at": [1, 0]}, ("missing_key", "rounds.0.board.2.corners", "T17")),
        (2, {"corners": [5, 4, 5]}, ("missing_key", "rounds.0.board.2.at", "T17")),
        (2, placed("1:0", "5-4-5") | {"tile": "455"}, None),
        (2, None, ("not_an_object", "rounds.0.board.2", "T17")),
    ],
)
def test_t20_1_a_board_that_cannot_lie_is_refused(index, tile, problem):
    broken = out()
    broken["board"][index] = tile
    unknown = ("unknown_key", "rounds.0.board.2.tile", "T17")
    assert (problem or unknown) in problems(broken)


def test_t20_1_a_board_may_be_written_in_any_order_and_anywhere():
    moved = final("-999:-1000 5-4-5, -1000:-1000 5-5-5, -1000:-999 5-5-1", "", "012")
    assert problems(moved | {"before_end": [39, 11]}) == []


def test_t20_1_a_board_without_tiles_is_refused():
    assert ("empty_board", "rounds.0.board", "T20") in problems(final("", "", "012"))


def test_t20_1_every_tile_is_there_once():
    twice = out()
    twice["racks"][1] = ["155"]
    assert problems(twice) == [
        ("tile_twice", "rounds.0", "T1"),
        ("tiles_missing", "rounds.0", "T1"),
    ]


def test_t20_1_the_pool_is_not_larger_than_after_the_deal():
    assert ("pool_too_large", "rounds.0.pool", "T20") in problems(out(), deal=3)


@pytest.mark.parametrize(
    ("key", "raw", "problem"),
    [
        ("racks", [[]], ("wrong_length", "rounds.0.racks", "T17")),
        ("racks", [[], "012"], ("not_a_list", "rounds.0.racks.1", "T17")),
        ("racks", [[], ["12"]], ("unknown_tile", "rounds.0.racks.1.0", "T1")),
        ("racks", [[], [None]], ("unknown_tile", "rounds.0.racks.1.0", "T1")),
        ("pool", None, ("not_a_list", "rounds.0.pool", "T17")),
        ("pool", ["012"] * 10_000, ("too_long", "rounds.0.pool", "T17")),
        ("board", {}, ("not_a_list", "rounds.0.board", "T17")),
        ("board", [None] * 10_000, ("too_long", "rounds.0.board", "T17")),
        ("end", "Out", ("not_a_choice", "rounds.0.end", "T17")),
        ("end", None, ("not_a_choice", "rounds.0.end", "T17")),
        ("before_end", [39], ("wrong_length", "rounds.0.before_end", "T17")),
        ("before_end", [39, True], ("not_an_integer", "rounds.0.before_end.1", "T17")),
    ],
)
def test_t20_a_final_holds_what_a_final_holds(key, raw, problem):
    assert problem in problems(out() | {key: raw})


def test_t20_a_final_gets_all_its_problems():
    broken = out(scores=[1]) | {"before_end": [1.5, "3"], "end": "no", "board": [1, 2]}
    assert len(problems(broken)) == 6


def test_t20_2_out_leaves_exactly_one_rack_empty():
    nobody = final(BOARD, "013", "012", before=(39, 11))
    assert ("not_out", "rounds.0", "T20") in problems(nobody)
    both = final(BOARD, "", "", before=(39, 11))
    assert ("not_out", "rounds.0", "T20") in problems(both)


# deal 28: the pool is empty, seat 0 laid two tiles and seat 1 one, before the end 39 and 11
LEFT = [tile for tile in tiles.TILES if tile not in ("555", "155", "455")]
STUCK = (" ".join(LEFT[:26]), " ".join(LEFT[26:]))


def blocked(*racks, **changed):
    return final(BOARD, *(racks or STUCK), end="blocked", **{"before": (39, 11), **changed})


def test_t20_2_blocked_leaves_tiles_to_every_player():
    verdict = check(blocked(), deal=28)
    pips = [sum(map(int, "".join(rack.split()))) for rack in STUCK]
    assert verdict.rounds[0].scores == (39 + pips[1] - pips[0], 11)
    empty = blocked(" ".join(LEFT), "")
    assert problems(empty, deal=28) == [("not_blocked", "rounds.0", "T20")]


def test_t20_2_blocked_needs_an_empty_pool():
    open_ = final(BOARD, "013", "012", end="blocked", before=(34, 11))
    assert problems(open_) == [("pool_not_empty", "rounds.0", "T20")]
    assert problems(open_, blocked="any_nonplay") == []


def test_t20_3_the_figure_tells_holes_hexagons_and_closed_cells():
    assert finals.figure(lies(E2)) == Figure(74, (0, 10), 0, 0, 0)
    bridged = finals.figure(lies(f"{E2}, 3:0 3-4-4"))
    assert (bridged.holes, bridged.hexagons, bridged.closed) == (1, 0, 0)
    hexagon = finals.figure(lies(f"{E3}, 1:-1 5-1-5"))
    assert (hexagon.holes, hexagon.hexagons, hexagon.closed) == (0, 1, 0)
    assert finals.figure(lies("0:0 0-0-0, 1:0 0-0-0, 0:1 0-0-0, -1:0 0-0-0")).closed == 1
    assert finals.figure(lies("0:0 0-0-0")).openings == (0, 40)


def before_end(total, board=BOARD, **house_rules):
    """Return why points of this sum do not fit the board, if nobody has drawn."""
    laid = len(notation.board_of(board))
    ended = final(board, "", "012" if laid % 2 else "012 013", before=(total - 5, 5))
    return problems(ended, deal=(laid + 2) // 2, **house_rules)


IMPOSSIBLE = [("impossible_sum", "rounds.0", "T20")]


def test_t20_3_pips_and_an_opening_bonus_or_none():
    assert before_end(40) == before_end(50) == []
    assert before_end(49) == before_end(60) == before_end(80) == IMPOSSIBLE


def test_t20_3_an_opening_with_zero():
    zero = "0:0 0-0-0, 0:1 0-0-1, 1:0 0-2-0"
    assert before_end(3, zero) == before_end(43, zero) == []
    assert before_end(13, zero) == IMPOSSIBLE


def test_t20_3_without_a_triple_no_opening_bonus():
    assert before_end(12, "0:0 3-4-5") == []
    assert before_end(22, "0:0 3-4-5") == IMPOSSIBLE


def test_t20_3_a_hole_is_a_bridge():
    ring = f"{E2}, 3:0 3-4-4"
    assert before_end(85 + 40, ring) == before_end(85 + 50, ring) == []
    assert before_end(85, ring) == before_end(85 + 80, ring) == IMPOSSIBLE


def test_t20_3_a_full_point_is_a_hexagon():
    full = f"{E3}, 1:-1 5-1-5"
    assert before_end(70 + 50, full) == before_end(70 + 60, full) == []
    assert before_end(70, full) == before_end(80, full) == before_end(90, full) == IMPOSSIBLE


def test_t20_3_two_full_points_may_have_been_filled_at_once():
    full = f"{E4}, 1:0 4-5-3"
    counts = finals.figure(lies(full))
    assert (counts.hexagons, counts.holes, counts.closed, counts.openings) == (2, 0, 2, (0,))
    possible = [bonus for bonus in range(0, 200, 10) if not before_end(counts.pips + bonus, full)]
    assert possible == [60, 100, 140, 180]


def test_t20_3_draws_cost_five_and_fails_ten():
    drawn = final(BOARD, "", "012 013 014 015", before=(24, 11))
    assert problems(drawn) == []
    failed = drawn | {"before_end": [14, 11]}
    assert problems(failed) == []
    assert problems(drawn | {"before_end": [4, 11]}) == []
    assert problems(drawn | {"before_end": [-6, 11]}) == IMPOSSIBLE
    assert problems(drawn | {"before_end": [25, 11]}) == IMPOSSIBLE


def test_t20_3_other_bridges_only_need_a_multiple_of_ten():
    for bridge in ("loose", "touch3"):
        assert before_end(80, bridge=bridge) == before_end(60, bridge=bridge) == []
        assert before_end(81, bridge=bridge) == before_end(79, bridge=bridge) == IMPOSSIBLE


def test_t20_3_other_bridges_and_odd_triple_hexagons_allow_any_sum():
    assert before_end(81, bridge="loose", triple_hexagon=75) == []
    assert before_end(81, triple_hexagon=75) == IMPOSSIBLE


def test_t20_3_the_message_names_the_nearest_sum():
    ended = out(before=(42, 11))
    assert "50." in check(ended, deal=2).problems[0].message()
    loose = check(ended, deal=2, bridge="loose").problems[0]
    assert loose.params["expected"] == "50"


def test_t20_evidence_of_a_match_is_the_weakest():
    assert check(out(), sheet(1, 2), deal=2).evidence is Evidence.SHEET
    assert record.check(notation.match(out(), deal=2)).evidence is Evidence.FINAL


def test_t20_3_points_filled_at_once_need_a_closed_cell_each():
    def paid(full, closed):
        return finals.hexagons(Figure(0, (0,), full, 0, closed), 70)

    assert paid(3, 0) == {150}
    assert paid(3, 1) == {150, 110, 70}
    assert paid(4, 1) == {200, 160, 120}
    assert paid(4, 2) == {200, 160, 120}
    assert paid(5, 2) == {250, 210, 170, 130}
