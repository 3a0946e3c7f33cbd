"""Nain Jaune on paper: what the forms store, refuse and show again."""

import re

import pytest

from games import GAMES, record
from games.house_rules import Choice
from games.nain_jaune.cards import BOXES, CODES
from league.models import Match
from league.operations.matches import submissions
from tests import make
from tests.web.nain_jaune_tables import E4_ROUND, NAMES, entry, make_second, page, played, table

pytestmark = pytest.mark.django_db

# E4_ROUND as it is typed
E4 = {
    "evidence": "final",
    "left-0": "QS 4H",
    "left-1": "kd, 9c ks",
    "left-2": "",
    **dict(zip((f"taken-{box}" for box in BOXES), ["0", "1", "0", "", ""], strict=True)),
}


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
    "short_ante": "end",
    "two_players": "no",
}


def set_table(client, house, players=3):
    session = make.session(make.season(make.club()))
    seated = make.players(session.season.club, NAMES[:players])
    form = {
        "game": "nain_jaune",
        **{f"seat-{number}": player.pk for number, player in enumerate(seated)},
        **{f"nain_jaune-{name}": value for name, value in house.items()},
    }
    return client.post(f"/en/desk/sessions/{session.pk}/table/", form)


def test_every_house_rule_of_the_form_reaches_the_match(client, alice):
    assert set_table(client, HOUSE).status_code == 302
    assert Match.objects.get().options == {**HOUSE, "two_players": False}


@pytest.mark.parametrize(
    ("name", "values"),
    [
        (rule.name, [*rule.choices])
        for rule in GAMES["nain_jaune"].house_rules
        if isinstance(rule, Choice)
    ],
)
def test_each_choice_is_a_house_rule_and_the_usual_one_comes_first(name, values):
    starts = {value: record.start("nain_jaune", {name: value}, 5) for value in values}
    assert all(not problems for _match, problems in starts.values())
    usual, _problems = record.start("nain_jaune", {}, 5)
    assert starts[values[0]][0] == usual


def test_a_table_of_two_is_refused_with_the_reason(client, alice):
    refused = set_table(client, HOUSE, players=2)
    assert "each player would know all the cards of the other" in refused.content.decode()


def test_two_play_by_a_house_rule(client, alice):
    assert set_table(client, {**HOUSE, "two_players": "yes"}, players=2).status_code == 302
    match = Match.objects.get()
    assert (match.options["two_players"], match.totals) == (True, [80, 80])
    assert client.get(f"/en/matches/{match.pk}/").status_code == 200
    entered = client.post(
        f"/en/desk/matches/{match.pk}/rounds/1/",
        {"evidence": "sheet", "score-0": "-7", "score-1": "7", "winner": "1"},
    )
    assert entered.status_code == 302


@pytest.mark.parametrize(("name", "wrong"), [("chips", 4), ("rounds", 0), ("stall", "draw")])
def test_an_impossible_house_rule_is_refused(client, alice, name, wrong):
    assert set_table(client, {**HOUSE, name: wrong}).status_code == 422
    assert not Match.objects.exists()


# --- sheets
@pytest.mark.parametrize(
    ("winner", "fields"), [("", {}), ("2", {"winner": 2})], ids=["not said", "said"]
)
def test_a_round_is_entered_by_its_scores(client, alice, winner, fields):
    match = table()
    assert client.post(entry(match), scores("−2", "-7", "9", winner=winner)).status_code == 302
    assert body(match) == {"evidence": "sheet", "scores": [-2, -7, 9], **fields}


def test_a_round_without_a_winner_stores_the_boxes(client, alice):
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


@pytest.mark.parametrize(
    ("form", "beside"),
    [
        (scores("-2", "x", "9"), 'name="score-1"'),
        (scores("-2", "-7", "9", winner="7"), "</label>"),
        (scores("-2", "-2", "-2", **{"box-QS": "two"}), 'name="box-QS"'),
    ],
)
def test_errors_are_shown_beside_the_field_and_the_input_is_kept(client, alice, form, beside):
    match = table(stall="dead")
    answer = client.post(entry(match), form)
    assert answer.status_code == 422
    text = answer.content.decode()
    refusal = r'[^>]*>?\s*(<div id="[^"]*">\s*)?<p class="refusal">'
    assert re.search(re.escape(beside) + refusal, text)
    values = [value for name, value in form.items() if name.startswith(("score", "box"))]
    assert all(f'value="{value}"' in text for value in values)
    assert not match.submissions.exists()


def test_chips_that_do_not_add_up_are_refused_on_top(client, alice):
    text = client.post(entry(table()), scores("-2", "-7", "10")).content.decode()
    assert "chips only change hands" in text[: text.index('class="entry"')]


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
def test_errors_of_cards_are_shown_beside_them(client, alice, wrong, beside):
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
def test_an_empty_form_is_refused(client, alice, sent):
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
    """Return what a browser would send back of a form."""
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
    match = re.search(rf'{name}="([^"]*)"', tag)
    return match[1] if match else ""


@pytest.mark.parametrize("evidence", ["sheet", "final", "transcript"])
@pytest.mark.parametrize("players", [3, 4, 8])
@pytest.mark.parametrize("house", [{}, {"deal": "simplified", "stall": "dead", "chips": 500}])
def test_the_form_of_a_correction_says_the_stored_round(client, alice, evidence, players, house):
    match = table(players, **house)
    names = NAMES[:players]
    for number, round_ in enumerate(played(names, evidence, house)[:3], start=1):
        submissions.submit(match.pk, round_, by=None)
        form = fields(client.get(entry(match, number)).content.decode())
        before = submissions.find(match, number)
        assert form["evidence"] == ("sheet" if evidence == "sheet" else "final")
        assert client.post(entry(match, number), form).status_code == 302
        after = submissions.find(match, number)
        assert after.scores == before.scores
        assert [seat.get("left") for seat in after.verdict["breakdown"]] == [
            seat.get("left") for seat in before.verdict["breakdown"]
        ]
        if evidence != "transcript":
            assert after.body | {"scores": []} == before.body | {"scores": []}


def test_a_sheet_without_winner_stays_without_one(client, alice):
    match = table()
    submissions.submit(match.pk, make.sheet(-2, -7, 9), by=None)
    assert fields(client.get(entry(match)).content.decode())["winner"] == ""
