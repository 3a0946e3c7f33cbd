"""Njet! on public pages: the board, the tricks and the replay of a round."""

import re
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.html import escape

from games import record
from games.njet import cards
from league.models import Visibility
from league.operations.matches import submissions
from league.operations.people import clubs
from league.web.games.njet import draw
from tests import make
from tests.web.njet_table import FINAL, entry, play, shown, table

pytestmark = pytest.mark.django_db


def test_the_drawn_sheet_is_that_of_the_script():
    picture = (settings.BASE_DIR / "league/static/games/njet.svg").read_text()
    assert picture == draw.sheet()
    assert all(f'id="{card}"' in picture for card in cards.CARDS)


# --- the match page
def page(client, match, language="en"):
    return shown(client, f"/{language}/matches/{match.pk}/")


def test_a_final_shows_its_board_and_both_teams(client):
    match = table()
    submissions.submit(match.pk, FINAL, by=None)
    text = page(client, match)
    board = text[text.index('class="njet-board"') : text.index('class="njet-made"')]
    assert board.count('class="cell left"') == 5
    assert board.count('class="cell covered"') == 14
    assert board.count(">blocked<") == 14
    assert "Chloé + Dov" in text
    assert text.count('class="pip"') == 9 + 7
    assert "tricks × value" in text
    assert "Chloé was the start player." in text
    assert 'class="trick"' not in text


def test_a_transcript_shows_who_blocked_what_and_every_trick(client):
    match = table()
    round_ = play(match)
    text = page(client, match)
    board = text[text.index('class="njet-board"') : text.index('class="njet-made"')]
    assert board.count("blocked by") == 14
    tricks = [move for move in round_["moves"] if move["do"] == "card"]
    assert text.count('<li class="played') == len(tricks)
    assert text.count("takes the trick") == len(tricks) // 4
    assert text.count('class="njet-card"') == 40
    assert "super-trump" in text


def test_a_sheet_shows_points_and_the_rules_it_says(client):
    match = table()
    body = {"rules": {"trump": "G", "first": 0}, "teams": [[0, 1], [2, 3]]}
    submissions.submit(match.pk, make.sheet(7, 7, 11, 11, **body), by=None)
    submissions.submit(match.pk, make.sheet(7, 7, 11, 11), by=None)
    first, second = page(client, match).split('<article class="round raised"')[1:]
    assert first.count('class="board-row"') == 2
    assert "with Bruno" in re.sub(r"\s+", " ", first)
    assert "njet-board" not in second
    assert "<b>11</b>" in second


def test_the_boards_of_all_rounds_are_shown_together_once_one_is_known(client):
    match = make.played(table(), [7, 7, 11, 11])
    assert "at a glance" not in page(client, match)
    submissions.submit(match.pk, FINAL, by=None)
    text = page(client, match)
    section = text[text.index("at a glance") : text.index("Round by round")]
    assert section.count('class="njet-sign"') == 2
    assert "Chloé + Dov <b>24</b>" in section


def test_a_lone_player_is_flagged_and_doubled(client):
    match = table(3)
    body = {**FINAL, "teams": [[2], [0, 1]], "tricks": [6, 5], "ones": [4, 3]}
    submissions.submit(match.pk, body, by=None)
    text = page(client, match)
    assert '<span class="flag">alone</span>' in text
    assert "alone: doubled" in text


@pytest.mark.parametrize("language", ["en", "fr"])
def test_pictures_have_names_in_the_readers_language(client, language):
    match = table()
    submissions.submit(match.pk, FINAL, by=None)
    with translation.override(language):
        assert f'aria-label="{translation.gettext("red")}"' in page(client, match, language)


# --- the replay
def replay(client, match, step, language="en"):
    return shown(client, f"/{language}/matches/{match.pk}/rounds/1/", step=step)


def sentence(client, match, step, language="en"):
    text = replay(client, match, step, language)
    html = re.search(r'<p class="status-line">(.*?)</p>', text, re.S)[1]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).strip()


def steps_of(round_, kind):
    return [at for at, move in enumerate(round_["moves"], start=1) if move["do"] == kind]


def test_every_move_is_said_in_one_sentence(client):
    match = table(super_none=True)
    round_ = play(match, seed=4)
    names = make.NAMES
    for at in range(1, len(round_["moves"]) + 1):
        move, words = round_["moves"][at - 1], sentence(client, match, at)
        assert f"{at}/{len(round_['moves'])} {names[move['seat']]} " in words
        assert words.endswith(".")
        verb = {"njet": " blocks ", "partner": " chooses ", "discard": " puts aside: "}
        assert verb.get(move["do"], " plays ") in words or " leads " in words


def test_the_rules_follow_from_what_is_blocked(client):
    match = table()
    round_ = play(match)
    last = steps_of(round_, "njet")[-1]
    text = replay(client, match, last)
    board = text[text.index('class="njet-board"') : text.index('class="njet-table"')]
    assert board.count('class="cell left"') == 5
    assert board.count('class="cell covered new"') == 1
    before = replay(client, match, last - 1)
    assert before.count('class="cell left"') == 4
    row = {"first": "Start player", "discard": "Cards put aside", "trump": "Trump"}
    row |= {"super": "Super-trump", "value": "Value"}
    assert f"{row[round_['moves'][last - 1]['row']]}: " in sentence(client, match, last)


def test_the_trick_is_laid_card_by_card(client):
    match = table()
    round_ = play(match)
    lead = steps_of(round_, "card")[0]
    assert replay(client, match, lead - 1).count('class="no-card"') == 4
    text = replay(client, match, lead)
    assert text.count('class="no-card"') == 3
    assert "ahead" in text
    assert " leads " in sentence(client, match, lead)
    assert "takes the trick." in sentence(client, match, lead + 3)
    assert "takes the trick" in replay(client, match, lead + 3)
    assert "takes the trick." in sentence(client, match, len(round_["moves"]))


def test_a_start_player_alone_says_so(client):
    match = table(3)
    for seed in range(40):
        played: dict[str, Any] = record.play(
            "njet", Random(seed), list(make.NAMES[:3]), "transcript", bots="random"
        )
        round_ = played["rounds"][0]
        alone = [m for m in round_["moves"] if m["do"] == "partner" and m["with"] is None]
        if alone:
            break
    submissions.submit(match.pk, round_, by=None)
    at = steps_of(round_, "partner")[0]
    assert f"{make.NAMES[alone[0]['seat']]} plays alone." in sentence(client, match, at)


# --- names
@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "{{ 7|add:7 }} & co", "O’Brien x"])
def test_odd_names_are_shown_and_never_run(client, name):
    match = table(names=[name, "Ada", "Bob", "Zoé"])
    round_ = play(match)
    client.force_login(make.user())
    first = next(at for at, m in enumerate(round_["moves"], 1) if m["seat"] == 0)
    texts = [page(client, match), replay(client, match, first), shown(client, entry(match))]
    for text in texts:
        assert escape(name) in text
        assert "<script>alert" not in text


def test_small_places_show_first_names_unless_two_share_one(client):
    match = table(names=["Ada Byron", "Ada Lovelace", "Bob", "Zoé"])
    play(match)
    board = page(client, match).split('class="njet-board"')[1].split('class="njet-made"')[0]
    assert "Ada Byron" in board
    other = table(names=["Ada Byron", "Eve Lovelace", "Bob", "Zoé"], club="Ailleurs")
    play(other)
    board = page(client, other).split('class="njet-board"')[1].split('class="njet-made"')[0]
    assert "Ada" in board
    assert "Byron" not in board


def test_hidden_names_stay_hidden_in_pictures_and_sentences(client):
    match = table(names=["Hypatia", "Ada", "Bob", "Zoé"])
    round_ = play(match)
    hidden = match.seats.get(number=0).player
    clubs.update_player(hidden, name=hidden.name, visibility=Visibility.HIDDEN)
    assert "Hypatia" not in page(client, match)
    for at in (1, *steps_of(round_, "partner"), *steps_of(round_, "card")[:4]):
        assert "Hypatia" not in replay(client, match, at)
    client.force_login(make.user())
    assert "Hypatia" in page(client, match)
