"""The colours of a club: contrast, the nearest colour that passes, the style sheet."""

import itertools

import pytest

from league.operations.people import club_colours
from league.operations.people.club_colours import DAY, NIGHT, contrast, nearest_passing
from tests.web.support.test_design import THEMES

SOME = [f"#{r:02x}{g:02x}{b:02x}" for r, g, b in itertools.product((0, 85, 170, 255), repeat=3)]
SURFACES = ("paper", "sheet", "tint")


def test_contrast_is_that_of_the_standard():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == contrast("#ffffff", "#767676")
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


def test_the_surfaces_are_those_of_the_style_sheet():
    for surfaces, theme in zip((DAY, NIGHT), THEMES, strict=True):
        assert surfaces == tuple(theme[name] for name in SURFACES)


@pytest.mark.parametrize("surfaces", [DAY, NIGHT], ids=["day", "night"])
def test_the_nearest_colour_passes_and_a_nearer_one_does_not(surfaces):
    for colour in SOME:
        nearest = nearest_passing(colour, surfaces)
        assert club_colours.weakest_contrast(nearest, surfaces) >= 4.5, colour
        assert nearest_passing(nearest, surfaces) == nearest, colour
        if nearest != colour:  # just enough
            assert club_colours.weakest_contrast(nearest, surfaces) < 4.8, colour


def test_text_reads_on_every_main_colour_and_on_buttons_in_the_accent():
    for colour in SOME:
        assert contrast(club_colours.text_on(colour), colour) >= 4.5, colour
        for surfaces, theme in zip((DAY, NIGHT), THEMES, strict=True):
            accent = nearest_passing(colour, surfaces)
            assert contrast(theme["on-accent"], accent) >= 4.5, colour


def test_rules_on_paper_read_in_every_colour():
    for colour in SOME:
        assert contrast(club_colours.on_paper(colour), "#ffffff") >= 4.5, colour


def test_a_colour_keeps_its_hue():
    assert nearest_passing("#ffd400", DAY) == "#7f6a00"
    assert nearest_passing("#1c6a4c", DAY) == "#1c6a4c"


def test_the_style_sheet_names_only_colours_that_were_chosen():
    assert "--accent" not in club_colours.style_sheet("#1c6a4c", "")
    assert "--club" not in club_colours.style_sheet("", "#1c6a4c")
    sheet = club_colours.style_sheet("#ffd400", "#1c6a4c")
    assert "--club: #ffd400; --on-club: #000000; --accent: #1c6a4c;" in sheet
    assert sheet.count(f"--accent: {nearest_passing('#1c6a4c', NIGHT)};") == 2
