"""Monograms of players: letters by the name that is shown, colour and shape by the player."""

import itertools
import re
from pathlib import Path

import pytest

from league.templatetags.monograms import COLOURS, SHAPES, monogram

CSS = Path(__file__).parents[3] / "league/static/site/monograms.css"


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Ada", "A"),
        ("ada king lovelace", "AL"),
        ("Jean-Pierre d'Arc", "JD"),
        ("(Émile) Zola", "ÉZ"),
        ("李 明", "李明"),
        ("🎲 Max", "M"),
        ("🎲", "•"),
        ("", "•"),
    ],
)
def test_letters(name, letters):
    assert monogram(name, 1).letters == letters


def test_neighbours_differ_in_colour_and_shape_and_a_new_name_changes_neither():
    looks = [monogram("Ada", number)[1:] for number in range(COLOURS * SHAPES)]
    assert len(set(looks)) == len(looks)
    assert all(one[0] != two[0] and one[1] != two[1] for one, two in itertools.pairwise(looks))
    assert monogram("Zoé", 7)[1:] == looks[7]


def test_each_colour_and_each_shape_is_in_the_style_sheet():
    rules = re.findall(r"\[data-initials\]\.([cs])(\d+)(?:::before)? \{", CSS.read_text())
    for kind, count in (("c", COLOURS), ("s", SHAPES)):
        assert [int(number) for rule, number in rules if rule == kind] == list(range(count))
