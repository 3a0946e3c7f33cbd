"""The calculators: values computed by hand from the rules, wrong and hostile input.

No test here may use the database: every page is made without a query.
"""

import re
import time
from html import unescape
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlencode

import pytest

from games.triominos import calculator, lattice, tiles
from league.web.games.calculators import OWN_CALCULATORS
from tests.games.states import options_of

E1 = "1CN 1CN 1CV 1CV 1CB 1EN 1EV 1EB 1RN 1RV 1RB"
BRIDGE = "0,1: 220\n0,0: 222\n1 0 232\n1,1: 2 5 0\n2,1: 245\n3,1: 455\n4,1: 445\n4,0: 444"
HEXAGON = "1 0 512\n0 0 523\n-1 0 453\n−1 -1 554\n0 -1 555"
TWO_HEXAGONS = (
    "-1 -1 240\n-1 0 044\n0 -1 244\n0 0 434\n1 -1 454\n2 -1 455\n2 0 513\n3 -1 505\n3 0 501"
)
HOSTILE = ["<script>alert(1)</script>", "🦊🃏", "{{ 7|add:7 }}", "\x00", "−1", "'; DROP", "½ ٣ ²"]
MANY = 10_000


def ask(client, game, language="en", **fields):
    return client.get(f"/{language}/calculators/{game}/", fields)


def words(answer):
    """Return what a reader sees, without fields and pictures."""
    html = answer.content.decode()
    html = re.sub(r"<(style|script|title|select)\b.*?</\1>", " ", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def piece(client, game, language="en", **fields):
    return words(ask(client, game, language, piece=1, **fields))


def wrong(client, game, field, language="en", **fields):
    """Return the problems beside the field, which the page and the part alone show alike."""
    page = ask(client, game, language, **fields).content.decode()
    part = ask(client, game, language, piece=1, **fields).content.decode()
    here = re.search(rf'data-about="{field}">(.*?)</div>', page, re.DOTALL)
    there = re.search(rf'<template data-about="{field}">(.*?)</template>', part, re.DOTALL)
    messages = [
        " ".join(re.sub(r"<[^>]*>", " ", part_of_page[1]).split()) if part_of_page else ""
        for part_of_page in (here, there)
    ]
    assert messages[0] == messages[1], "with and without a script the same is said"
    return unescape(messages[0])


# neurotrio


def test_a_finish_with_the_graal_is_explained_item_by_item(client):
    """Example E1 of the rules (N15-N25)."""
    answer = piece(client, "neurotrio", hand=E1, finisher="yes")
    assert answer.startswith("22 points Enough to finish.")
    sums = re.findall(r"(N\d+) \+(\d+)", answer)
    assert sums == [
        ("N15", "6"),
        ("N17", "2"),
        ("N19", "2"),
        ("N20", "1"),
        ("N21", "1"),
        ("N24", "5"),
        ("N25", "5"),
    ]
    assert answer.endswith("Total 22")


@pytest.mark.parametrize(
    ("hand", "fields", "points"),
    [
        ("1CN 1CV 1CB 1EN 1EV 1EB 1RN 1RV 1RB 2CN", {}, 11),  # E4
        ("1cn,1cv 1en,1eb 1rv 2cn 2ev 2rb 3cb 3en", {}, 3),  # E5, in any spelling
        ("1CN 1CV 1EN 1EB 1RV 2CN 2EV 2RB 3CB 3EN", {"distinct": "groups"}, 0),  # E5
        ("2EB 2EB 2EV 1CN 1CN 3RN 3RN 1RV 1RV 3CB", {}, 2),  # E6
        (E1, {}, 12),  # E1 without finishing
        ("2CN 2CN 1CN 1CV 1CB 1EN 1EV 1EB 1RN 1RV 1RB", {"finisher": "yes"}, 16),  # E2
    ],
)
def test_best_groupings_are_those_of_the_rules(client, hand, fields, points):
    assert re.match(rf"{points} points?\b", piece(client, "neurotrio", hand=hand, **fields))


def test_a_finish_needs_the_shape_and_the_minimum(client):
    e3 = "3CV 3CV 3CN 3CN 2CN 3EV 3EV 2EV 3RB 3RB 2RB"
    assert "Not enough to finish: you need 12" in piece(
        client, "neurotrio", hand=e3, finisher="yes"
    )
    answer = piece(client, "neurotrio", hand=e3, finisher="yes", minimums=11)
    assert answer.startswith("11 points Enough")
    e7 = "1CN 1CV 1CB 2EN 2EV 2EB 3RN 3RV 3RB 1EN 2CN"
    assert "Nobody can finish" in piece(client, "neurotrio", hand=e7, finisher="yes")


def test_every_card_of_the_hand_lies_in_one_group(client):
    html = ask(client, "neurotrio", piece=1, hand=E1, finisher="yes").content.decode()
    assert sorted(re.findall(r"neurotrio[^#]*\.svg#(\w+)", html)) == sorted(E1.split())
    assert html.count('class="g-trio"') == 3
    assert html.count('class="g-duo"') == 1


def test_an_invalid_hand_is_refused_beside_the_field(client):
    def message(hand, language="en"):
        return wrong(client, "neurotrio", "hand", language, hand=hand)

    assert "Found: “XX”" in message("1CN XX")
    assert "1 of hearts on black appears 3 times" in message("1CN 1CN 1CN")
    assert message("1CN 1CN 1CN").endswith("N1")
    assert "12. Maximum: 11" in message(E1 + " 2CN")
    assert "Maximum : 11" in message(E1 + " 2CN", "fr")


# triominos


@pytest.mark.parametrize(
    ("board", "tile", "at", "points"),
    [
        ("0 0 121", "123", "0 1", "6 points"),  # E1
        (BRIDGE, "3-4-4", "3 0", "51 points"),  # E2
        (HEXAGON, "551", "1 -1", "61 points"),  # E3
        (TWO_HEXAGONS, "345", "1 0", "72 points"),  # E4
        ("", "555", "0 0", "25 points"),  # E6
        ("", "000", "0 0", "40 points"),  # E6
        ("", "345", "0 0", "12 points"),  # E6
    ],
)
def test_a_place_is_worth_what_the_rules_say(client, board, tile, at, points):
    answer = piece(client, "triominos", board=board, tile=tile, at=at)
    assert points in answer


def test_the_sum_of_a_place_is_explained(client):
    answer = piece(client, "triominos", board=BRIDGE, tile="344", at="3 0")
    assert "3 + 4 + 4 T7 +11 bridge T8 +40" in answer
    without = piece(client, "triominos", board=TWO_HEXAGONS, tile="345", at="1 0")
    assert "two hexagons T7 +60" in without


def test_a_flipped_tile_finds_no_place_there(client):
    """E5."""
    answer = ask(client, "triominos", piece=1, board="0 0 512", tile="123").content.decode()
    assert "at=0+1" not in answer


def test_bridges_follow_the_house_rule(client):
    """A tile with two sides at others, and no hexagon, is a bridge for some houses only (T8)."""
    board, tile, at = next(filter(None, map(two_sides, range(100))))
    x, y = lattice.place(at)
    fields = {"board": board_text(board), "tile": tile, "at": f"{x} {y}"}
    pips = sum(map(int, tile))
    assert f"{pips} points" in piece(client, "triominos", **fields)
    assert f"{pips + 40} points" in piece(client, "triominos", **fields, bridge="touch3")


def two_sides(seed):
    board = legal_board(seed, size=30)
    for at, corners in lattice.placements(board, tiles.ALL_TILES):
        sides = sum(cell in board.cells for cell in lattice.neighbours(at))
        tile = tiles.TILE_OF[corners]
        if sides == 2 and not lattice.hexagons(board, at) and tile not in lying(board):
            return board, tile, at
    return None


def lying(board):
    return {tiles.TILE_OF[corners] for corners in board.cells.values()}


def board_text(board):
    placed = [(lattice.place(at), corners) for at, corners in board.cells.items()]
    return "\n".join(f"{x} {y} {a}{b}{c}" for (x, y), (a, b, c) in placed)


def test_a_link_lays_the_tile_and_another_takes_it_back(client):
    html = ask(client, "triominos", piece=1, board="0 0 555", tile="155", at="0 1").content.decode()
    lay = next(link for link in links(html) if "tile" not in link)
    assert len(lay["board"][0].splitlines()) == 2
    after = ask(client, "triominos", piece=1, board=lay["board"][0]).content.decode()
    assert {"board": ["0,0: 5 5 5"], "tile": ["155"]} in links(after)


def links(html):
    return [parse_qs(unescape(query)) for query in re.findall(r'href="\?([^"]*)"', html)]


def test_errors_of_board_and_tile_are_shown_beside_each(client):
    def board(text):
        return wrong(client, "triominos", "board", board=text)

    assert "different numbers there: 2, 5" in board("0 0 555\n0 1 123")
    assert "555" in board("0 0 555\n0 1 555")
    assert board("nonsense")
    assert "T1" in wrong(client, "triominos", "tile", board="0 0 555", tile="555")
    assert "789" in wrong(client, "triominos", "tile", tile="789")
    assert wrong(client, "triominos", "triple_hexagon", triple_hexagon="-3", tile="111")


def test_a_board_of_any_size_has_few_places():
    """55 tiles lie at most when one is in hand; one turning fits on an empty cell beside them."""
    most = 0
    for seed in range(40):
        board = legal_board(seed, size=1 + seed)
        assert len(lattice.border(board)) <= len(board.cells) + 2
        for tile in {*tiles.TILES} - lying(board):
            places = list(calculator.placements(board, tile, options_of("triominos")))
            assert len({place.at for place in places}) == len(places)
            most = max(most, len(places))
    assert 1 < most <= 57


def legal_board(seed, size):
    """Return a random legal board of so many tiles."""
    rng = Random(seed)
    mixed = rng.sample(tiles.TILES, len(tiles.TILES))
    board = lattice.lay(lattice.EMPTY, lattice.cell(0, 0), tiles.turnings(mixed[0])[0])
    left = mixed[1:]
    for _more in range(size - 1):
        at, corners = next(iter(lattice.placements(board, tiles.rack(left))))
        board = lattice.lay(board, at, corners)
        left.remove(tiles.TILE_OF[corners])
    return board


# njet


def test_both_teams_score_tricks_and_ones_by_the_value(client):
    """E9: 33 each and 21 each."""
    counts = {"tricks_0": 6, "ones_0": 5, "tricks_1": 4, "ones_1": 3}
    answer = piece(client, "njet", discard=0, value=3, **counts)
    sums = re.findall(r"3 × \((\d) \+ (\d)\) = (\d+)", answer)
    assert sums == [("6", "5", "33"), ("4", "3", "21")]
    assert "Z10 +18" in answer
    assert "Z10 +15" in answer


def test_a_start_player_alone_counts_double(client):
    """E10: 36, and 18 each; the tricks of the others follow."""
    fields = {"players": 3, "partner": "alone", "discard": 1, "value": 2}
    answer = piece(client, "njet", **fields, tricks_0=5, ones_0=4, ones_1=3)
    assert "2 × (5 + 4) × 2 = 36" in answer
    assert "2 × (6 + 3) = 18" in answer


def test_a_lone_opponent_counts_double_only_by_the_house_rule(client):
    fields = {"players": 3, "partner": "1", "discard": 0, "value": 1}
    counts = {"tricks_0": 8, "ones_0": 6, "ones_1": 2}
    assert "1 × (4 + 2) = 6" in piece(client, "njet", **fields, **counts)
    doubled = piece(client, "njet", **fields, **counts, lone_double="any")
    assert "1 × (4 + 2) × 2 = 12" in doubled


def test_sums_that_cannot_be_are_refused_beside_the_fields(client):
    fields = {"discard": 1, "value": 2, "tricks_0": 5, "ones_0": 4, "ones_1": 3}
    assert wrong(client, "njet", "tricks", **fields, tricks_1=6).endswith("Z16")
    assert wrong(client, "njet", "ones", **{**fields, "ones_0": 0, "ones_1": 0}).endswith("Z16")
    assert "½" in wrong(client, "njet", "tricks_0", **{**fields, "tricks_0": "½", "tricks_1": 4})
    assert "enter different numbers" in wrong(client, "njet", "discards", discards="x").lower()
    assert "Not filled in yet: Value" in piece(client, "njet", **{**fields, "value": ""})


# nain jaune

SETTLED = {"left-0": "QS 4H", "left-1": "kd, 9c ks", "taken-7D": 0, "taken-10D": 1, "taken-JC": 0}


def test_payments_and_banks_are_shown(client):
    """E4: dues of 3 and 5; banks 28, 23, 39."""
    answer = piece(client, "nain_jaune", chips=30, **SETTLED)
    assert re.findall(r"Player (\w) (\d+) chips to → Player C", answer) == [("A", "3"), ("B", "5")]
    assert re.findall(r"Chips 30 → (\d+)", answer) == ["28", "23", "39"]


def test_a_player_who_cannot_pay_gives_the_remaining_chips(client):
    """E5: banks of 7, 60, 60, 33; the first owes 10 and pays 6."""
    banks = dict(zip(("bank-0", "bank-1", "bank-2", "bank-3"), (7, 60, 60, 33), strict=True))
    left = {"left-0": "KD KH KS JS QH", "left-1": "3H", "left-3": "2S QC"}
    takers = {"taken-10D": 0, "taken-7D": 1, "taken-JC": 3, "taken-QS": 3}
    fields = {"players": 4, **banks, **left, **takers}
    answer = piece(client, "nain_jaune", **fields)
    assert re.findall(r"Chips \d+ → (−?\d+)", answer) == ["0", "58", "69", "33"]
    assert re.findall(r"Player (\w) (\d+) chips to", answer) == [("A", "6"), ("B", "1"), ("D", "3")]
    debt = piece(client, "nain_jaune", **fields, penalty="debt")
    assert re.findall(r"Chips \d+ → ([−-]?\d+)", debt)[0].lstrip("−-") == "4"


def test_a_player_short_of_the_ante_pays_the_rest_or_may_not_play(client):
    """E10: banks of 4, 20, 36."""
    fields = {**SETTLED, "bank-0": 4, "bank-1": 20, "bank-2": 36}
    answer = piece(client, "nain_jaune", **fields)
    assert re.findall(r"Chips \d+ → (\d+)", answer) == ["3", "13", "44"]
    assert "less than the ante (5)" in piece(client, "nain_jaune", **fields, short_ante="end")


def test_a_round_without_a_winner_leaves_chips_in_the_boxes(client):
    left = {"left-0": "KD", "left-1": "QS", "left-2": "JS"}
    takers = {"taken-7D": 0, "taken-10D": 1, "taken-JC": 2}
    answer = piece(client, "nain_jaune", stall="dead", **left, **takers)
    assert "Nobody won" in answer
    again = piece(client, "nain_jaune", chips=50, **SETTLED, **{"box-QS": 3})
    assert re.findall(r"Chips 50 → (\d+)", again) == ["48", "43", "62"]


def test_inconsistent_input_is_explained_beside_its_field(client):
    def message(field, **more):
        return wrong(client, "nain_jaune", field, **more)

    assert "the jack of clubs" in message("taken-JC", **{**SETTLED, "taken-JC": ""})
    assert "number, 0 to 2. Found: 9" in message("taken-JC", **{**SETTLED, "taken-JC": 9})
    assert "zzz" in message("left-0", **{**SETTLED, "left-0": "zzz"}).lower()
    assert "so Player B cannot" in message("taken-QS", **{**SETTLED, "taken-QS": 1})
    assert "abc" in message("bank-1", **SETTLED, **{"bank-1": "abc"})
    assert message("aside", players=5, deal="simplified", **SETTLED)
    assert message("left", **{"left-0": "2H"})


# all of them


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_index_leads_to_every_calculator(client, language):
    html = client.get(f"/{language}/calculators/").content.decode()
    for game in OWN_CALCULATORS:
        assert f'href="/{language}/calculators/{game}/"' in html
        assert ask(client, game, language).status_code == 200
    assert client.get(f"/{language}/calculators/chess/").status_code == 404


@pytest.mark.parametrize("game", OWN_CALCULATORS)
def test_an_empty_page_offers_an_example_that_works(client, game):
    html = ask(client, game).content.decode()
    example = next(link for link in links(html) if link)
    answer = words(client.get(f"/en/calculators/{game}/?piece=1&{urlencode(example, doseq=True)}"))
    assert re.search(r"22 points|51 points|= 36|Chips 30 → 39", answer)


@pytest.mark.parametrize("game", OWN_CALCULATORS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_calculators_set_no_cookie_and_accept_no_post(client, game, language):
    answer = ask(client, game, language)
    assert not answer.cookies
    assert b"csrf" not in answer.content
    assert client.post(f"/{language}/calculators/{game}/").status_code == 405


FIELDS = {
    "neurotrio": ["hand", "finisher", "minimums", "duo_trio", "distinct"],
    "triominos": ["board", "tile", "at", "bridge", "triple_hexagon"],
    "njet": ["players", "discard", "value", "partner", "tricks_0", "ones_1", "discards"],
    "nain_jaune": ["players", "left-0", "aside", "taken-7D", "bank-0", "box-QS", "chips", "deal"],
}
ALSO: dict[str, dict[str, Any]] = {
    "neurotrio": {"hand": E1},
    "triominos": {"board": BRIDGE, "tile": "344", "at": "3 0"},
    "njet": {"discard": 0, "value": 3, "tricks_0": 6, "ones_0": 5, "ones_1": 3},
    "nain_jaune": SETTLED,
}


@pytest.mark.long
@pytest.mark.parametrize("game", OWN_CALCULATORS)
@pytest.mark.parametrize(
    "text", [HOSTILE[0], *(pytest.param(text, marks=pytest.mark.long) for text in HOSTILE[1:])]
)
def test_anything_may_stand_in_any_field(client, game, text):
    for field in FIELDS[game]:
        for fields in ({field: text}, {**ALSO[game], field: text, "piece": 1}):
            answer = ask(client, game, **fields)
            assert answer.status_code == 200, (field, fields)
            assert "<script>alert" not in answer.content.decode()


@pytest.mark.parametrize(
    ("game", "field", "text", "expected"),
    [
        ("neurotrio", "hand", "1CN " * MANY, f"{MANY}. Maximum: 11"),
        ("neurotrio", "hand", "🃏" * MANY, "…"),
        ("triominos", "board", "0 0 555\n" * MANY, f"{MANY}. Maximum: 56"),
        ("triominos", "tile", "5" * MANY, "…"),
        ("njet", "tricks_0", "9" * MANY, "…"),
        ("nain_jaune", "left-0", "QS " * MANY, "Maximum: 18"),
    ],
)
def test_floods_are_refused_clearly_and_quickly(client, game, field, text, expected):
    fields = {**ALSO[game], field: text}
    before = time.process_time()
    message = wrong(client, game, field, **fields)
    assert expected in message
    assert time.process_time() - before < 2
    page = ask(client, game, **fields).content
    links_to_itself = re.search(rb'<nav class="top-nav row".*?</nav>', page, re.DOTALL)
    assert len(page) - len(links_to_itself[0]) < 45_000, "the field is cut"


def test_a_large_board_is_a_page_of_bounded_size(client):
    board = legal_board(3, size=45)
    left = {*tiles.TILES} - lying(board)
    pages = [ask(client, "triominos", board=board_text(board), tile=tile) for tile in left]
    assert any(b'class="ghost' in page.content for page in pages)
    assert max(len(page.content) for page in pages) < 200_000
