"""Nain Jaune in the browser: what the forms store, what the pages draw and say."""

import re
from random import Random

import pytest
from django.utils import translation
from django.utils.html import escape
from django.utils.translation import gettext

from games import record
from games.nain_jaune.pieces import BOXES, CODES
from league.models import Match, Visibility
from league.operations import clubs, submissions
from league.templatetags.nain_jaune import playing_name, the_card
from league.web.games import draw_nain_jaune, nain_jaune
from tests import make
from tests.games.nain_jaune_notation import E7_HOUSE, e7, final

pytestmark = pytest.mark.django_db

# E4, with 50 chips: 28, 23 and 39 from 30 become -2, -7 and +9
E4 = {
    "evidence": "final",
    "left-0": "QS 4H",
    "left-1": "kd, 9c ks",
    "left-2": "",
    **dict(zip((f"taken-{box}" for box in BOXES), ["0", "1", "0", "", ""], strict=True)),
}
E4_ROUND = final("QS 4H", "KD 9C KS", "", taken="7D=0 10D=1 JC=0")
NAMES = ["Ada", "Bruno", "Chloé", "Dov", "Eva", "Fay", "Gus", "Hal"]


@pytest.fixture
def alice(client):
    user = make.user()
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return user


def table(players=3, names=NAMES, **options):
    session = make.session(make.season(make.club()))
    seated = make.players(session.season.club, names[:players])
    return make.match(session, seated, "nain_jaune", options)


def entry(match, number=1):
    return f"/en/desk/matches/{match.pk}/rounds/{number}/"


def page(client, match, language="en"):
    return client.get(f"/{language}/matches/{match.pk}/").content.decode()


def scores(*values, **more):
    fields = {f"score-{seat}": value for seat, value in enumerate(values)}
    return {"evidence": "sheet", "winner": "", **fields, **more}


def body(match):
    return match.submissions.order_by("pk").last().body


# --- house rules
HOUSE = {
    "chips": 80,
    "end": "chips",
    "rounds": 9,
    "deal": "simplified",
    "penalty": "debt",
    "stall": "dead",
    "flow": "table",
    "restart": "blocker",
    "no_ace": "redeal",
}


def set_table(client, house):
    session = make.session(make.season(make.club()))
    seated = make.players(session.season.club, NAMES[:3])
    form = {
        "game": "nain_jaune",
        **{f"seat-{number}": player.pk for number, player in enumerate(seated)},
        **{f"nain_jaune-{name}": value for name, value in house.items()},
    }
    return client.post(f"/en/desk/sessions/{session.pk}/", form)


def test_every_house_rule_of_the_form_reaches_the_match(client, alice):
    assert set_table(client, HOUSE).status_code == 302
    assert Match.objects.get().options == HOUSE


@pytest.mark.parametrize(
    ("name", "values"),
    [
        (name, [value for value, _label in field.choices])
        for name, field in nain_jaune.OptionsForm.base_fields.items()
        if hasattr(field, "choices")
    ],
)
def test_each_choice_is_a_house_rule_and_the_usual_one_comes_first(name, values):
    found = {value: record.start("nain_jaune", {name: value}, 5) for value in values}
    assert all(not problems for _match, problems in found.values())
    usual, _problems = record.start("nain_jaune", {}, 5)
    assert found[values[0]][0] == usual


def test_the_form_of_the_house_rules_offers_all_of_them_filled_in():
    form = nain_jaune.OptionsForm()
    assert set(form.fields) == set(HOUSE)
    assert (form["chips"].initial, form["rounds"].initial) == (50, 6)


@pytest.mark.parametrize(("name", "wrong"), [("chips", 4), ("rounds", 0), ("stall", "draw")])
def test_an_impossible_house_rule_is_refused(client, alice, name, wrong):
    assert set_table(client, {**HOUSE, name: wrong}).status_code == 200
    assert not Match.objects.exists()


# --- sheets
@pytest.mark.parametrize(
    ("winner", "said"), [("", {}), ("2", {"winner": 2})], ids=["not said", "said"]
)
def test_a_round_is_entered_by_its_scores(client, alice, winner, said):
    match = table()
    assert client.post(entry(match), scores("−2", "-7", "9", winner=winner)).status_code == 302
    assert body(match) == {"evidence": "sheet", "scores": [-2, -7, 9], **said}


def test_a_round_that_nobody_won_says_what_stayed_in_the_boxes(client, alice):
    match = table(stall="dead")
    boxes = {"box-JC": "3", "box-QS": " 3 ", "box-KD": "", "box-7D": "0"}
    form = scores("-2", "-2", "-2", winner="nobody", **boxes)
    assert client.post(entry(match), form).status_code == 302
    assert body(match) == {
        "evidence": "sheet",
        "scores": [-2, -2, -2],
        "winner": None,
        "boxes_after": {"7D": 0, "JC": 3, "QS": 3},
    }
    assert "Nobody won" in page(client, match)


def test_only_tables_that_have_dead_rounds_are_asked_for_them(client, alice):
    assert "box-7D" not in client.get(entry(table())).content.decode()
    dead = client.get(entry(make_second(stall="dead"))).content.decode()
    assert 'name="box-7D"' in dead
    assert 'value="nobody"' in dead


def make_second(**options):
    club = make.club(name="Encore")
    seated = make.players(club, NAMES[:3])
    return make.match(make.session(make.season(club)), seated, "nain_jaune", options)


@pytest.mark.parametrize(
    ("form", "beside"),
    [
        (scores("-2", "x", "9"), 'name="score-1"'),
        (scores("-2", "-7", "9", winner="7"), "</label>"),
        (scores("-2", "-2", "-2", **{"box-QS": "two"}), 'name="box-QS"'),
    ],
)
def test_what_is_wrong_is_said_beside_its_field_and_kept(client, alice, form, beside):
    match = table(stall="dead")
    answer = client.post(entry(match), form)
    assert answer.status_code == 422
    text = answer.content.decode()
    assert re.search(re.escape(beside) + r'[^>]*>?\s*<p class="refusal">', text)
    kept = [value for name, value in form.items() if name.startswith(("score", "box"))]
    assert all(f'value="{value}"' in text for value in kept)
    assert not match.submissions.exists()


def test_chips_that_do_not_add_up_are_refused_on_top(client, alice):
    text = client.post(entry(table()), scores("-2", "-7", "10")).content.decode()
    assert "as no chip comes or goes" in text[: text.index('class="entry"')]


# --- finals
def test_a_round_is_entered_by_the_cards_left(client, alice):
    match = table()
    assert client.post(entry(match), E4).status_code == 302
    assert body(match) == E4_ROUND
    assert match.submissions.get().scores == [-2, -7, 9]


def test_cards_aside_are_asked_for_where_the_deal_leaves_some(client, alice):
    match = table(deal="simplified")
    text = client.get(entry(match)).content.decode()
    assert 'name="aside"' in text
    assert 'data-due="1"' in text
    assert client.post(entry(match), {**E4, "aside": "ac"}).status_code == 302
    assert body(match) == {**E4_ROUND, "aside": ["AC"]}
    assert 'name="aside"' not in client.get(entry(make_second())).content.decode()


BOX = r'name="taken-%s">(<option[^>]*>[^<]*</option>)*</select><small[^>]*>[^<]*</small>'


@pytest.mark.parametrize(
    ("wrong", "beside"),
    [
        ({"left-1": "KD 9C KS ZZ"}, r'name="left-1"[^>]*>'),
        ({"taken-QS": "1"}, BOX % "QS"),
        ({"taken-7D": ""}, BOX % "7D"),
        ({"taken-7D": "9"}, BOX % "7D"),
    ],
)
def test_what_is_wrong_with_cards_is_said_beside_them(client, alice, wrong, beside):
    match = table()
    answer = client.post(entry(match), {**E4, **wrong})
    assert answer.status_code == 422
    assert re.search(beside + r'\s*<p class="refusal">', answer.content.decode())
    assert not match.submissions.exists()


def test_cards_aside_that_are_wrong_are_said_beside_them(client, alice):
    match = table(deal="simplified")
    text = client.post(entry(match), {**E4, "aside": "AC 2C"}).content.decode()
    assert re.search(r'name="aside" value="AC 2C"[^>]*>\s*<p class="refusal">', text)


@pytest.mark.parametrize("sent", [{}, {"evidence": "final"}, {"evidence": "transcript"}])
def test_an_empty_form_is_refused_and_nothing_breaks(client, alice, sent):
    assert client.post(entry(table()), sent).status_code == 422


def test_a_hand_of_far_too_many_cards_is_refused(client, alice):
    form = {**E4, "left-0": "4H " * 100_000}
    assert client.post(entry(table()), form).status_code == 422


def test_every_card_can_be_tapped_once(client, alice):
    text = client.get(entry(table())).content.decode()
    assert re.findall(r'data-card="(\w+)"', text) == sorted(
        CODES, key=lambda code: ("HSDC".index(code[-1]), CODES.index(code))
    )
    assert 'data-copies="1"' in text


def test_the_preview_shows_what_each_bank_gets(client, alice):
    match = table()
    text = client.post(f"{entry(match)}preview/", E4).content.decode()
    assert "Total after this round: 59" in text
    assert "boxes taken" in text
    assert not match.submissions.exists()


# --- corrections
def fields(text):
    """What a browser would send back of a form."""
    inputs = [tag for tag in re.findall(r"<input[^>]*>", text) if 'type="radio"' not in tag]
    checked = [tag for tag in re.findall(r"<input[^>]*>", text) if "checked" in tag]
    sent = {
        attribute(tag, "name"): attribute(tag, "value")
        for tag in [*inputs, *checked]
        if attribute(tag, "name")
    }
    for name, options in re.findall(r'<select[^>]*name="([^"]*)">(.*?)</select>', text):
        sent[name] = ([*re.findall(r'value="(\w*)" selected', options), ""])[0]
    return sent


def attribute(tag, name):
    found = re.search(rf'{name}="([^"]*)"', tag)
    return found[1] if found else ""


@pytest.mark.parametrize("evidence", ["sheet", "final", "transcript"])
@pytest.mark.parametrize("players", [3, 4, 8])
@pytest.mark.parametrize("house", [{}, {"deal": "simplified", "stall": "dead", "chips": 500}])
def test_the_form_of_a_correction_says_the_stored_round(client, alice, evidence, players, house):
    match = table(players, **house)
    names = NAMES[:players]
    for number, round in enumerate(played(names, evidence, house)[:3], start=1):
        submissions.submit(match.pk, round, by=None)
        form = fields(client.get(entry(match, number)).content.decode())
        before = submissions.find(match, number)
        assert form["evidence"] == ("sheet" if evidence == "sheet" else "final")
        assert client.post(entry(match, number), form).status_code == 302
        after = submissions.find(match, number)
        assert after.scores == before.scores
        assert [told.get("left") for told in after.verdict["breakdown"]] == [
            told.get("left") for told in before.verdict["breakdown"]
        ]
        if evidence != "transcript":
            assert after.body | {"scores": []} == before.body | {"scores": []}


def played(names, evidence, house, seed=7):
    return record.play("nain_jaune", Random(seed), names, evidence, options=house)["rounds"]


def test_a_sheet_without_winner_stays_without_one(client, alice):
    match = table()
    submissions.submit(match.pk, make.sheet(-2, -7, 9), by=None)
    assert fields(client.get(entry(match)).content.decode())["winner"] == ""


# --- the match page
@pytest.fixture
def shown():
    match = table()
    return submissions.submit(match.pk, E4_ROUND, by=None).match


def test_the_match_page_draws_board_and_cards_left(client, shown):
    text = page(client, shown)
    assert text.count('class="card playing"') == 5 + 5
    assert 'aria-label="king of spades"' in text
    assert re.search(r'href="[^"]*nain_jaune[^"]*svg#KS"', text)
    takers = re.findall(r'class="box b-(\w+) taken">.*?class="taker">(\w+)<', text, re.DOTALL)
    assert takers == [("7D", "Ada"), ("10D", "Bruno"), ("JC", "Ada")]
    assert "not laid: to Chloé" in text
    assert "2 cards left" in text
    assert "costs 5 chips" in text
    assert "won the round" in text
    assert "Bank 50 → 59" in text
    assert "J17" in text


def test_one_card_that_costs_one_chip_is_said_in_the_singular(client):
    match = table()
    submissions.submit(match.pk, final("3H", "4H", "", taken="7D=0 10D=1 JC=0 QS=2 KD=2"), by=None)
    text = page(client, match)
    assert "1 card left · costs 1 chip<" in text


def test_the_match_page_speaks_french(client, shown):
    text = page(client, shown, "fr")
    assert "mise de départ" in text
    with translation.override("fr"):
        words = [gettext("won the round"), gettext("Chip banks as they move"), playing_name("KD")]
    assert all(each in text for each in words)


def test_a_sheet_is_points_and_banks_without_a_board(client):
    match = table()
    submissions.submit(match.pk, make.sheet(-2, -7, 9, winner=2), by=None)
    text = page(client, match)
    assert 'class="board"' not in text
    assert "won the round" in text
    assert "Bank 50 → 43" in text


def test_banks_are_drawn_from_the_start_to_the_last_round(client, shown):
    submissions.submit(shown.pk, make.sheet(9, -3, -6), by=None)
    chart = page(client, shown).split('<section class="banks">')[1].split("</section>")[0]
    assert chart.count('<polyline class="run s') == 2 * 3
    assert "Everybody began with 50 chips." in chart
    legend = re.findall(r"</svg> (\w+) <b>(-?\d+)</b>", chart)
    assert legend == [("Ada", "57"), ("Chloé", "53"), ("Bruno", "40")]
    lines = re.findall(r'class="run s\d" points="([^"]+)"', chart)
    assert [len(line.split()) for line in lines[:3]] == [3, 3, 3]


def test_a_chart_of_debts_and_of_many_rounds_is_drawn_too(client):
    match = table(end="chips", penalty="debt", chips=5, rounds=100)
    submissions.submit(match.pk, make.sheet(-2, -7, 9), by=None)
    text = page(client, match)
    assert re.findall(r'class="bank-scale".*?</ol>', text)
    assert ">-5<" in text
    assert ">15<" in text
    long = table_of_rounds(25)
    shown_rounds = re.search(r'class="bank-rounds".*?</ol>', page(client, long), re.DOTALL)[0]
    assert re.findall(r"<span>(\d+)</span>", shown_rounds) == [str(n) for n in range(3, 26, 3)]


def table_of_rounds(number):
    match = make_second(chips=500, rounds=100)
    for _ in range(number):
        match = submissions.submit(match.pk, make.sheet(0, -6, 6), by=None).match
    return match


DEAD = final("JH JC", "QH QS", "KH KD", taken="7D=0 10D=1")


def test_chips_of_a_round_that_nobody_won_wait_in_their_boxes(client):
    match = table(stall="dead")
    submissions.submit(match.pk, DEAD, by=None)
    stay = {"JC": 6, "QS": 6, "KD": 6}
    dead_sheet = make.sheet(-2, -2, -5, winner=None, boxes_after=stay)
    submissions.submit(match.pk, dead_sheet, by=None)
    submissions.submit(match.pk, final("4H", "5H", "", taken="7D=0 10D=1 JC=0 QS=1 KD=2"), by=None)
    text = page(client, match)
    first, second, third = text.split('<article class="round"')[1:]
    assert "Nobody won" in first
    assert first.count("not laid: the chips stay") == 3
    assert "Nobody won" in second
    assert re.findall(r"<b>(\d+)</b><span", third) == ["3", "3", "9", "9", "9"]


def test_a_won_round_empties_the_boxes_for_the_next(client):
    match = table(stall="dead")
    for _ in range(2):
        submissions.submit(match.pk, E4_ROUND, by=None)
    last = page(client, match).split('<article class="round"')[2]
    assert re.findall(r"<b>(\d+)</b><span", last) == ["3"] * 5


def test_odd_names_are_shown_and_never_run(client, alice):
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
    round = played(NAMES[:3], "transcript", {})[0]
    submissions.submit(match.pk, round, by=None)
    last = len(round["moves"])
    paths = [f"/en/matches/{match.pk}/", f"/en/matches/{match.pk}/rounds/1/?step={last}"]
    for path in paths:
        text = client.get(path).content.decode()
        assert not any(name in text for name in NAMES[:3]), path
        assert "Player 1" in text, path


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
    said = re.search(r'class="at">.*?</span>(.*?)</p>', text.content.decode(), re.DOTALL)
    return " ".join(said[1].split()), text.content.decode()


@pytest.fixture
def replayed():
    match = table(8, **E7_HOUSE)
    return submissions.submit(match.pk, e7(), by=None).match


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (0, "The cards are dealt; Dov opens."),
        (1, "Dov starts a sequence with the ace of clubs."),
        (2, "Eva does not hold the 2 of clubs and starts again with the 4 of diamonds."),
        (3, "Fay lays the 5 of diamonds."),
        (20, "Gus passes: hearts are closed for now, and no other card may start."),
        (32, "Chloé does not hold the 8 of hearts and starts again with the 7 of diamonds. BOX"),
        (35, "Fay lays the jack of clubs. BOX"),
        (36, "Gus lays the queen of clubs."),
        (38, "Hal starts a sequence with the 9 of spades. END"),
    ],
)
def test_each_move_is_said_as_a_sentence(client, replayed, number, said):
    more = {"BOX": "The box brings 8 chips.", "END": "Hal has no card left and wins the round."}
    for short, words in more.items():
        said = said.replace(short, words)
    assert step(client, replayed, number)[0] == said


def test_moves_are_said_in_french_too(client, replayed):
    """Whatever the catalogue says; that it says something is tested with the catalogue."""
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
    assert "not laid: to Hal" in last


def sentences(client, match):
    moves = match.submissions.get().body["moves"]
    return [step(client, match, number)[0] for number in range(len(moves) + 1)]


def test_a_sequence_that_goes_round_is_said_to(client):
    match = table(flow="table")
    submissions.submit(match.pk, played(NAMES[:3], "transcript", {"flow": "table"})[0], by=None)
    said = sentences(client, match)
    assert any(re.fullmatch(r"\w+ does not hold the .* and passes\.", each) for each in said)


def test_passes_with_honours_only_and_a_round_without_winner_are_said(client):
    match = table(3, stall="dead")
    round = dead_round()
    submissions.submit(match.pk, round, by=None)
    said = sentences(client, match)
    assert re.search(r"passes: only honours are left, and they cannot start a sequence\.", said[-1])
    assert said[-1].endswith("Nobody can start any more: the round ends without a winner.")
    assert "not laid: the chips stay" in step(client, match, len(said) - 1)[1]


def dead_round():
    """Some round of three that ends without a winner."""
    for seed in range(300):
        for round in played(NAMES[:3], "transcript", {"stall": "dead"}, seed)[:1]:
            if round["moves"][-1]["do"] == "pass":
                return round
    raise AssertionError("no dead round found")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_step_of_every_house_is_drawn(client, language):
    house = {"stall": "dead", "flow": "table", "deal": "simplified", "restart": "any"}
    match = table(5, **house)
    round = played(NAMES[:5], "transcript", house)[0]
    submissions.submit(match.pk, round, by=None)
    for number in range(len(round["moves"]) + 1):
        said, text = step(client, match, number, language)
        assert said
        assert "None" not in text


def test_the_first_table_of_a_transcript_names_who_opens(client):
    """Nothing is laid yet, and everybody has paid five chips."""
    match = table()
    round = played(NAMES[:3], "transcript", {})[0]
    submissions.submit(match.pk, round, by=None)
    text = step(client, match, 0)[1]
    assert "none yet" in text
    assert text.count("<b>45</b>") == 3


def test_the_picture_file_is_the_one_that_is_drawn(settings):
    drawn = (settings.BASE_DIR / "league/static/nain_jaune.svg").read_text()
    assert drawn == draw_nain_jaune.sheet()
    assert all(f'id="{code}"' in drawn for code in CODES)
