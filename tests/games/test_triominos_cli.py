"""The table calculator: python -m games score triominos …"""

import json

import pytest

from games.__main__ import main
from tests.games.triominos_notation import CROWN, E2, board_of

BRIDGE = json.dumps(board_of(E2))


@pytest.fixture
def score(capsysbinary):
    def run(*args):
        status = main(["score", "triominos", *args])
        message = capsysbinary.readouterr()
        return status, (message.out or message.err).decode().rstrip("\n").split("\n")

    return run


def test_it_tells_what_a_placement_earns(score):
    line = " 51 points  344  (3, 0)  3-4-4  bridges (T8)"
    assert score(BRIDGE, "--corners", "3-4-4", "--at", "3", "0") == (0, [line])


def test_it_lists_the_placements_of_a_tile_the_best_first(score):
    status, lines = score(BRIDGE, "--tile", "344", "--language", "fr")
    assert status == 0
    assert lines == [
        " 51 points  344  (3, 0)  3-4-4  ponts (T8)",
        " 11 points  344  (5, 0)  4-3-4",
    ]


def test_it_writes_json(score):
    _, lines = score(BRIDGE, "--tile", "344", "--json")
    assert json.loads(lines[0])[0] == {
        "tile": "344",
        "at": [3, 0],
        "corners": [3, 4, 4],
        "points": 51,
        "bonus": "bridge",
    }


def test_it_reads_the_board_from_a_file(score, tmp_path):
    (tmp_path / "board.json").write_text(BRIDGE, encoding="utf-8")
    assert score(str(tmp_path / "board.json"), "--tile", "344")[1][0].startswith(" 51")


def test_an_empty_board_is_opened(score):
    opened = [" 25 points  555  (0, 0)  5-5-5  opening with a triple (T4)"]
    assert score("[]", "--tile", "555") == (0, opened)
    assert score("[]", "--corners", "345") == (0, [" 12 points  345  (0, 0)  3-4-5"])


def test_a_placement_must_fit(score):
    pair = json.dumps(board_of("0:0 0-0-0, 1:0 0-1-0"))
    assert score(pair, "--corners", "1-0-0", "--at", "2", "0")[0] == 1
    fits = score(pair, "--corners", "1-2-0", "--at", "2", "0")
    assert fits == (0, ["  3 points  012  (2, 0)  1-2-0"])


def test_it_follows_house_rules(score):
    crown = json.dumps(board_of(CROWN))
    args = (crown, "--corners", "1-3-5", "--at", "1", "0")
    assert score(*args, "--option", "triple_hexagon=100")[1][0].startswith("109 points")
    assert score(*args)[1][0].startswith(" 79 points")


def test_a_tile_may_fit_nowhere(score):
    assert score(BRIDGE, "--tile", "111") == (0, ["111 fits nowhere."])


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("nowhere.json", "--tile", "344"), "name of a file"),
        (("[1", "--tile", "344"), "name of a file"),
        (("[1]", "--tile", "344"), "Enter an object"),
        (('[{"at": [0, 0], "corners": [1, 0, 2]}]', "--tile", "344"), "face down"),
        ((BRIDGE, "--tile", "443"), "Write a tile as"),
        ((BRIDGE, "--tile", "444"), "The tile 444 appears 2 times"),
        ((BRIDGE, "--corners", "3-4", "--at", "3", "0"), "three corners"),
        ((BRIDGE, "--corners", "3-4-4", "--at", "0", "0"), "already"),
        ((BRIDGE, "--corners", "3-4-4", "--at", "9999", "0"), "Enter a cell as two"),
        ((BRIDGE, "--tile", "344", "--option", "bridge=high"), "Choose “strict”"),
    ],
)
def test_an_impossible_calculation_is_refused_with_a_message(score, args, message):
    status, lines = score(*args)
    assert status == 1
    assert message in lines[0]


def test_it_wants_a_tile_or_corners(score):
    with pytest.raises(SystemExit):
        score(BRIDGE)
