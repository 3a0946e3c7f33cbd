"""Nain Jaune on pages: the match page with board and banks, the replay, both languages."""

import re

import pytest
from django.utils import translation
from django.utils.html import escape
from django.utils.translation import gettext

from games.nain_jaune.cards import CODES
from league.models import Visibility
from league.operations.matches import submissions
from league.operations.people import clubs
from league.templatetags.nain_jaune import playing_name, the_card
from league.web.games.nain_jaune import draw
from tests import make
from tests.games.nain_jaune_notation import E7_HOUSE, e7, final
from tests.web.nain_jaune_tables import E4_ROUND, NAMES, entry, make_second, page, played, table

pytestmark = pytest.mark.django_db


# --- the match page
@pytest.fixture
def match_with_round():
    match = table()
    return submissions.submit(match.pk, E4_ROUND, by=None).match


def test_the_match_page_draws_board_and_cards_left(client, match_with_round):
    text = page(client, match_with_round)
    assert text.count('class="card playing"') == 5 + 5
    assert 'aria-label="king of spades"' in text
    assert re.search(r'href="[^"]*nain_jaune[^"]*svg#KS"', text)
    takers = re.findall(r'class="box b-(\w+) taken">.*?class="taker">\s*(\w+)\s*<', text, re.DOTALL)
    assert takers == [("7D", "Ada"), ("10D", "Bruno"), ("JC", "Ada")]
    assert "not laid: the chips go to Chloé" in text
    assert "2 cards left" in text
    assert "costs 5 chips" in text
    assert "won the round" in text
    assert "Chips 50 → 59" in text
    assert "J17" in text


def test_boxes_hold_the_actual_payments_of_players_short_of_chips(client):
    match = table(chips=20, short_ante="pay_what_is_left")
    for body in (make.sheet(-1, 10, -9), make.sheet(-15, -10, 25), E4_ROUND):
        submissions.submit(match.pk, body, by=None)
    text = page(client, match)
    board = re.findall(r'class="box b-(\w+).*?<b>(\d+)</b>', text, re.DOTALL)
    assert board == [("7D", "3"), ("10D", "3"), ("JC", "3"), ("QS", "3"), ("KD", "2")]
    assert "Chips 4 → 3" in text


def test_one_card_that_costs_one_chip_is_said_in_the_singular(client):
    match = table()
    submissions.submit(match.pk, final("3H", "4H", "", taken="7D=0 10D=1 JC=0 QS=2 KD=2"), by=None)
    text = page(client, match)
    assert "1 card left · costs 1 chip<" in text


def test_the_match_page_speaks_french(client, match_with_round):
    text = page(client, match_with_round, "fr")
    assert "mise" in text
    with translation.override("fr"):
        words = [gettext("won the round"), gettext("Chips round by round"), playing_name("KD")]
    assert all(word in text for word in words)


def test_a_sheet_is_points_and_banks_without_a_board(client):
    match = table()
    submissions.submit(match.pk, make.sheet(-2, -7, 9, winner=2), by=None)
    text = page(client, match)
    assert 'class="board"' not in text
    assert "won the round" in text
    assert "Chips 50 → 43" in text


def test_banks_are_drawn_from_the_start_to_the_last_round(client, match_with_round):
    submissions.submit(match_with_round.pk, make.sheet(9, -3, -6), by=None)
    text = re.sub(r"\s+", " ", page(client, match_with_round))
    assert "site/charts.css" in text
    assert "Most chips after 2 rounds: Ada, 57. Everyone started with 50 chips." in text
    (legend,) = re.findall(r'class="plot-strip".*?</div>', text)
    assert re.findall(r"</svg> (\w+) <b>(-?\d+)</b>", legend) == [
        ("Ada", "57"),
        ("Chloé", "53"),
        ("Bruno", "40"),
    ]
    columns = re.findall(r'class="plot-values"> <b>(.*?)</b>(.*?)</span> </label>', text)
    assert [heading for heading, _values in columns] == ["start", "Round 1", "Round 2"]
    values = [re.findall(r"(\w+) <b>(\d+)</b>", values) for _heading, values in columns]
    assert values[:2] == [
        [("Ada", "50"), ("Chloé", "50"), ("Bruno", "50")],
        [("Ada", "48"), ("Chloé", "59"), ("Bruno", "43")],
    ]


def test_the_chart_has_the_names_that_the_reader_may_see(client, match_with_round):
    ada = match_with_round.seats.first().player
    clubs.update_player(ada, name="Ada Lovelace", visibility=Visibility.HIDDEN)
    assert "Most chips after 1 round: Chloé, 59" in page(client, match_with_round)
    assert "Lovelace" not in page(client, match_with_round)
    client.force_login(make.user())
    assert "Ada Lovelace <b>48</b>" in page(client, match_with_round)


def test_a_chart_of_debts_and_of_equal_banks_is_drawn_too(client):
    match = table(end="chips", penalty="debt", chips=5, rounds=100)
    submissions.submit(match.pk, make.sheet(-10, 5, 5), by=None)
    text = page(client, match)
    (ticks,) = re.findall(r'class="plot-ticks".*?</svg>', text, re.DOTALL)
    assert re.findall(r">(\S+)</text>", ticks) == ["−5", "0", "5", "10"]
    assert "Ada <b>−5</b>" in text
    assert "Most chips after 1 round: Bruno and Chloé, 10." in text


def table_of_rounds(number):
    match = make_second(chips=500, rounds=100)
    for _ in range(number):
        match = submissions.submit(match.pk, make.sheet(0, -6, 6), by=None).match
    return match


DEAD = final("JH JC", "QH QS", "KH KD", taken="7D=0 10D=1")


def test_chips_of_a_round_without_a_winner_wait_in_their_boxes(client):
    match = table(stall="dead")
    submissions.submit(match.pk, DEAD, by=None)
    stay = {"JC": 6, "QS": 6, "KD": 6}
    dead_sheet = make.sheet(-2, -2, -5, winner=None, boxes_after=stay)
    submissions.submit(match.pk, dead_sheet, by=None)
    submissions.submit(match.pk, final("4H", "5H", "", taken="7D=0 10D=1 JC=0 QS=1 KD=2"), by=None)
    text = page(client, match)
    first, second, third = text.split('<article class="round raised"')[1:]
    assert "Nobody won" in first
    assert first.count("not laid: the chips stay") == 3
    assert "Nobody won" in second
    assert re.findall(r"<b>(\d+)</b>\s*<span", third) == ["3", "3", "9", "9", "9"]


def test_a_won_round_empties_the_boxes_for_the_next(client):
    match = table(stall="dead")
    for _ in range(2):
        submissions.submit(match.pk, E4_ROUND, by=None)
    last = page(client, match).split('<article class="round raised"')[2]
    assert re.findall(r"<b>(\d+)</b>\s*<span", last) == ["3"] * 5


def test_odd_names_are_shown_and_never_run(client):
    client.force_login(make.user())
    names = ["<script>alert(1)</script>", 'Zoé "Zaza" O’Brien', "{{ 7|add:7 }}"]
    match = table(names=names)
    submissions.submit(match.pk, played(names, "transcript", {})[0], by=None)
    paths = [f"/en/matches/{match.pk}/", entry(match), entry(match, 2)]
    paths += [f"/en/matches/{match.pk}/rounds/1/?step={step}" for step in range(9)]
    for path in paths:
        text = client.get(path).content.decode()
        assert "<script>alert" not in text, path
        assert all(escape(name) in text for name in names), path


def test_hidden_names_stay_hidden(client):
    match = table()
    for seat in match.seats.all():
        clubs.update_player(seat.player, name=seat.player.name, visibility=Visibility.HIDDEN)
    public = [f"Player {seat.player_id}" for seat in match.seats.all()]
    round_ = played(NAMES[:3], "transcript", {})[0]
    submissions.submit(match.pk, round_, by=None)
    last = len(round_["moves"])
    paths = [f"/en/matches/{match.pk}/", f"/en/matches/{match.pk}/rounds/1/?step={last}"]
    for path in paths:
        text = client.get(path).content.decode()
        assert not any(name in text for name in NAMES[:3]), path
        assert all(name in text for name in public), path


def test_the_page_asks_as_often_for_many_rounds_as_for_one(client, django_assert_max_num_queries):
    few, many = table(), table_of_rounds(12)
    submissions.submit(few.pk, make.sheet(0, -6, 6), by=None)
    with django_assert_max_num_queries(50) as first:
        page(client, few)
    with django_assert_max_num_queries(len(first)):
        page(client, many)


# --- the replay
def step(client, match, number, language="en"):
    text = client.get(f"/{language}/matches/{match.pk}/rounds/1/step/?step={number}")
    sentence = re.search(r'class="at">.*?</span>(.*?)</p>', text.content.decode(), re.DOTALL)
    return " ".join(sentence[1].split()), text.content.decode()


@pytest.fixture
def replayed():
    match = table(8, **E7_HOUSE)
    return submissions.submit(match.pk, e7(), by=None).match


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (0, "The cards are dealt; Dov opens."),
        (1, "Dov starts a sequence with the ace of clubs."),
        (2, "Eva does not hold the 2 of clubs and starts again with the 4 of diamonds."),
        (3, "Fay lays the 5 of diamonds."),
        (20, "Gus passes: hearts are closed for now, and no other card can start a sequence."),
        (32, "Chloé does not hold the 8 of hearts and starts again with the 7 of diamonds. BOX"),
        (35, "Fay lays the jack of clubs. BOX"),
        (36, "Gus lays the queen of clubs."),
        (38, "Hal starts a sequence with the 9 of spades. END"),
    ],
)
def test_each_move_is_said_as_a_sentence(client, replayed, number, sentence):
    more = {"BOX": "The box is worth 8 chips.", "END": "Hal has no cards left and wins the round."}
    for short, words in more.items():
        sentence = sentence.replace(short, words)
    assert step(client, replayed, number)[0] == sentence


def test_moves_are_said_in_french_too(client, replayed):
    """Only that there are sentences; that they are French is tested with the catalogue."""
    with translation.override("fr"):
        opens = gettext("The cards are dealt; %(who)s opens.") % {"who": "Dov"}
        lays = gettext("%(who)s lays %(card)s.") % {"who": "Fay", "card": the_card("5D")}
    assert step(client, replayed, 0, "fr")[0] == " ".join(opens.split())
    assert step(client, replayed, 3, "fr")[0] == lays


def test_the_table_is_drawn_after_each_move(client, replayed):
    text = step(client, replayed, 3)[1]
    board, sequence, hands, aside = 5, 2, 48 - 3, 4
    assert text.count('class="card playing"') == board + sequence + hands + aside
    assert "next: 6 of diamonds" in text
    assert re.search(r"Gus\s*<span class=\"flag turn\">", text)
    last = step(client, replayed, 38)[1]
    assert "The round is over." in last
    assert re.search(r"<b>51</b>.*?<small>\+31</small>", last)
    assert "not laid: the chips go to Hal" in last


def sentences(client, match):
    moves = match.submissions.get().body["moves"]
    return [step(client, match, number)[0] for number in range(len(moves) + 1)]


@pytest.mark.long
def test_a_sequence_that_goes_round_is_said_to(client):
    match = table(flow="table")
    submissions.submit(match.pk, played(NAMES[:3], "transcript", {"flow": "table"})[0], by=None)
    lines = sentences(client, match)
    assert any(re.fullmatch(r"\w+ does not hold the .* and passes\.", line) for line in lines)


def test_passes_with_honours_only_and_a_round_without_winner_are_said(client):
    match = table(3, stall="dead")
    round_ = dead_round()
    submissions.submit(match.pk, round_, by=None)
    lines = sentences(client, match)
    assert re.search(
        r"passes: only jacks, queens and kings are left, and they cannot start a sequence\.",
        lines[-1],
    )
    assert lines[-1].endswith(
        "Nobody can start a sequence any more: the round ends without a winner."
    )
    assert "not laid: the chips stay" in step(client, match, len(lines) - 1)[1]


def dead_round():
    """Return a round of three players that ends without a winner."""
    for seed in range(300):
        for round_ in played(NAMES[:3], "transcript", {"stall": "dead"}, seed)[:1]:
            if round_["moves"][-1]["do"] == "pass":
                return round_
    raise AssertionError("no dead round found")


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_step_of_every_house_is_drawn(client, language):
    house = {"stall": "dead", "flow": "table", "deal": "simplified", "restart": "any"}
    match = table(5, **house)
    round_ = played(NAMES[:5], "transcript", house)[0]
    submissions.submit(match.pk, round_, by=None)
    for number in range(len(round_["moves"]) + 1):
        sentence, text = step(client, match, number, language)
        assert sentence
        assert "None" not in text


def test_the_first_table_of_a_transcript_names_who_opens(client):
    """Nothing is laid yet, and every player has paid five chips."""
    match = table()
    round_ = played(NAMES[:3], "transcript", {})[0]
    submissions.submit(match.pk, round_, by=None)
    text = step(client, match, 0)[1]
    assert "none yet" in text
    assert text.count("<b>45</b>") == 3


def test_the_picture_file_is_the_one_that_is_drawn(settings):
    picture = (settings.BASE_DIR / "league/static/games/nain_jaune.svg").read_text()
    assert picture == draw.sheet()
    assert all(f'id="{code}"' in picture for code in CODES)
