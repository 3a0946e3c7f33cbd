"""python -m games score nain_jaune …"""

import json

import pytest

from games import nain_jaune
from games.__main__ import main

E4 = ["QS 4H", "KD 9C KS", "-", "--taken", "7D=0", "JC=0", "10D=1"]


def test_it_settles_e4():
    could, text = nain_jaune.calculate([*E4, "--banks", "30,30,30"])
    blocks = text.split("\n\n")
    assert could
    assert blocks[0].splitlines() == [
        "seat 0:",
        "   -5  ante (5, J3)",
        "    6  boxes taken (2, J14)",
        "   -3  paid for cards left (2, J17)",
        "   -2  score",
        "   28  new chips",
    ]
    assert [block.split()[-3] for block in blocks] == ["28", "23", "39"]


def test_it_prints_json():
    could, text = nain_jaune.calculate([*E4, "--json", "--option", "chips=30"])
    assert could
    assert json.loads(text)["scores"] == [-2, -7, 9]
    assert json.loads(text)["boxes"] == {"7D": 0, "10D": 0, "JC": 0, "QS": 0, "KD": 0}


def test_it_speaks_french():
    could, text = nain_jaune.calculate([*E4, "--language", "fr"])
    assert could
    assert text.startswith("place 0\u00a0:\n   -5  mise (5, J3)")


def test_it_knows_banks_too_small_to_pay():
    argv = ["KD KH KS JS QH", "3H", "-", "2S QC", "--banks", "7,60,60,33"]
    could, text = nain_jaune.calculate([*argv, "--taken", "10D=0", "7D=1", "JC=3", "QS=3"])
    assert could
    assert "    0  debt beyond the chips left, waived (4, J18)" in text
    assert [block.split()[-3] for block in text.split("\n\n")] == ["0", "58", "69", "33"]


def test_a_dead_round_leaves_chips_in_the_boxes():
    argv = ["QS KH", "KS", "QD", "--taken", "7D=0", "10D=1", "KD=1", "JC=2", "--boxes", "QS=3"]
    could, text = nain_jaune.calculate([*argv, "--option", "stall=dead"])
    assert could
    assert text.endswith("\n\n    6  left in the box Q♠")


def test_cards_may_lie_aside():
    argv = ["4H", "KD 9C KS", "-", "--taken", "7D=0", "JC=0", "10D=1", "--aside", "QS"]
    assert nain_jaune.calculate([*argv, "--option", "deal=simplified"])[0]


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["-", "QS"], "for 3 to 8"),
        ([*E4, "--option", "chips=1"], "Enter 5 or more"),
        ([*E4, "--banks", "30,30"], "banks: Entries in this list: 2"),
        ([*E4, "--banks", "30,30,x"], "banks: Enter a list"),
        ([*E4, "--boxes", "QS=-1"], "boxes.QS: Enter 0 or more"),
        ([*E4, "--banks", "30,30,3"], "The match is over"),
        (
            ["QS", "QS", "-", "--taken", "7D=0", "10D=0", "JC=0"],
            "left: These cards appear more than once: Q♠",
        ),
        (["QS", "KD", "-"], "taken.7D: Nobody has the 7 of diamonds left"),
        (["Qx", "KD", "-"], "left.0.0: Write a card as"),
        ([*E4, "--aside", "2H"], "aside: Cards set aside: 1"),
    ],
)
def test_it_says_what_is_wrong(argv, message, capsys):
    could, text = nain_jaune.calculate(argv)
    assert not could
    assert message in text
    assert main(["score", "nain_jaune", *argv]) == 1
    assert message in capsys.readouterr().err
