"""Njet! at the desk: what the forms store, refuse and show again."""

import re
from random import Random
from typing import Any

import pytest

from games import record
from league.models import Match
from league.operations.matches import submissions
from tests import make
from tests.web.njet_table import FINAL, entry, shown, table

pytestmark = pytest.mark.django_db

FINAL_FORM = {
    "evidence": "final",
    "first": "2",
    "discard": "1",
    "trump": "R",
    "super": "K",
    "value": "3",
    "partner": "3",
    "tricks_0": "5",
    "tricks_1": "4",
    "ones_0": "3",
    "ones_1": "4",
}


def sheet_form(*scores, **more):
    return {"evidence": "sheet", **{f"score-{s}": v for s, v in enumerate(scores)}, **more}


def refused(client, match, form):
    answer = client.post(entry(match), form)
    assert answer.status_code == 422
    assert not match.submissions.exists()
    return answer.content.decode()


def stored(match, number=1):
    return match.submissions.filter(number=number).latest("version").body


def sent_back(client, address):
    """Return the form as a browser would send it, as it is filled in."""
    text = shown(client, address)
    fields = dict(re.findall(r'<input[^>]* name="([^"]+)" value="([^"]*)" inputmode', text))
    fields |= dict(re.findall(r'type="hidden" name="(seen)" value="([^"]*)"', text))
    chosen = re.findall(r'type="radio" name="([^"]+)" value="([^"]*)" ?checked', text)
    return {**fields, **dict(chosen)}


# --- entry
def test_scores_alone_are_a_sheet(client, alice):
    match = table()
    assert client.post(entry(match), sheet_form(7, 7, 11, 11)).status_code == 302
    assert stored(match) == {"evidence": "sheet", "scores": [7, 7, 11, 11]}


def test_a_sheet_may_say_rules_and_teams(client, alice):
    match = table()
    form = sheet_form(7, 11, 11, 7, known="yes", first="2", trump="R", discard="", partner="1")
    assert client.post(entry(match), form).status_code == 302
    assert stored(match) == {
        "evidence": "sheet",
        "scores": [7, 11, 11, 7],
        "rules": {"first": 2, "trump": "R"},
        "teams": [[2, 1], [0, 3]],
    }


def test_hidden_fields_of_the_form_are_ignored(client, alice):
    """Rules that were tapped before “only the scores” was chosen are ignored."""
    match = table()
    client.post(entry(match), sheet_form(7, 7, 11, 11, known="", first="2", partner="1"))
    assert stored(match) == {"evidence": "sheet", "scores": [7, 7, 11, 11]}


def test_a_partner_on_a_sheet_asks_who_started(client, alice):
    match = table()
    text = refused(client, match, sheet_form(7, 7, 11, 11, known="yes", first="", partner="1"))
    assert "Choose the start player" in text
    assert re.search(r'name="partner" value="1" checked', text)


def test_a_final_is_tapped_on_the_board(client, alice):
    match = table()
    assert client.post(entry(match), FINAL_FORM).status_code == 302
    assert stored(match) == FINAL
    assert match.submissions.get().scores == [24, 24, 24, 24]


@pytest.mark.parametrize(
    ("partner", "teams", "scores"),
    [("alone", [[2], [0, 1]], [24, 24, 60]), ("0", [[2, 0], [1]], [30, 24, 30])],
)
def test_with_three_players_one_may_play_alone(client, alice, partner, teams, scores):
    match = table(3)
    form = {**FINAL_FORM, "partner": partner, "tricks_0": "6", "tricks_1": "5", "ones_0": "4"}
    form |= {"ones_1": "3"}
    assert client.post(entry(match), form).status_code == 302
    assert stored(match)["teams"] == teams
    assert match.submissions.get().scores == scores


def test_house_rules_make_the_board_of_the_form(client, alice):
    match = table(discards=[0, 3], super_none=True)
    text = shown(client, entry(match))
    assert re.findall(r'name="discard" value="([^"]+)"', text) == ["0", "3"]
    assert re.findall(r'name="super" value="([^"]+)"', text) == ["R", "K", "B", "G", "none"]
    assert 'value="alone"' not in text
    form = {**FINAL_FORM, "super": "none", "discard": "3", "tricks_0": "3"}
    assert client.post(entry(match), form).status_code == 302
    assert stored(match)["rules"]["super"] == "none"


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.long) for n in (1, 2))])
def test_every_final_can_be_entered_by_form(client, alice, players, seed):
    """The correction form returns rounds of bots unchanged."""
    match = table(players, super_none=True)
    names = list(make.NAMES[:players])
    played: dict[str, Any] = record.play(
        "njet", Random(seed), names, "final", options={"super_none": True}
    )
    for number, round_ in enumerate(played["rounds"], start=1):
        submissions.submit(match.pk, round_, by=None)
        form = sent_back(client, entry(match, number))
        assert client.post(entry(match, number), form).status_code == 302
        again = stored(match, number)
        assert [sorted(team) for team in again.pop("teams")] == round_["teams"]
        assert again == {k: v for k, v in round_.items() if k not in {"scores", "teams"}}


@pytest.mark.parametrize(
    ("field", "wrong", "message"),
    [
        ("tricks_0", "six", "Enter a whole number"),
        ("tricks_0", "", "Enter the tricks (0 if none)"),
        ("ones_1", "-1", "Enter 0 or more"),
        ("tricks_1", "5", "Tricks of both teams: 10"),
        ("ones_0", "9", "1s of both teams: 13"),
    ],
)
def test_wrong_counts_are_refused_beside_their_field(client, alice, field, wrong, message):
    match = table()
    text = refused(client, match, {**FINAL_FORM, field: wrong})
    counts = text[text.index('class="only-final counts"') :]
    assert f'<p class="refusal">{message}' in counts
    assert f'name="{field}" value="{wrong}"' in text
    assert 'name="trump" value="R" checked' in text
    assert text.count(f'<p class="refusal">{message}') == 1
    at_the_top = text[text.index('class="refusals"') : text.index('class="entry"')]
    assert re.search(f"<b>[^<]*(Tricks|1s):</b> {re.escape(message)}", at_the_top)


@pytest.mark.parametrize("row", ["first", "discard", "trump", "super", "value", "partner"])
def test_a_row_left_open_is_asked_for_at_its_place(client, alice, row):
    match = table()
    text = refused(client, match, {k: v for k, v in FINAL_FORM.items() if k != row})
    fieldset = next(part for part in text.split("<fieldset") if f'name="{row}"' in part)
    pattern = r"Not filled in yet\.|: choose |Choose the start player"
    assert re.search(pattern, fieldset)
    others = [part for part in text.split("<fieldset") if 'class="cells"' in part]
    assert sum(bool(re.search(pattern, part)) for part in others) == 1


@pytest.mark.parametrize(
    ("row", "wrong"),
    [
        ("first", "9"),
        ("value", "²"),
        ("trump", "r"),
        ("super", "none"),
        ("partner", "2"),
        ("partner", "x"),
        ("partner", "alone"),
        ("partner", "side:"),
        ("partner", "side:2222"),
    ],
)
def test_choices_that_the_form_does_not_offer_are_refused(client, alice, row, wrong):
    refused(client, table(), {**FINAL_FORM, row: wrong})


def test_a_wrong_score_is_refused_beside_its_name(client, alice):
    text = refused(client, table(), sheet_form(7, "7b", 11, 11))
    assert re.search(r'name="score-1" value="7b"[^>]*><div id="wrong-1"><p class="refusal">', text)
    assert "stands beside each field" not in text


def test_a_line_of_scores_that_no_round_ends_with_is_refused_on_top(client, alice):
    text = refused(client, table(), sheet_form(7, 7, 12, 12))
    top = text[text.index('class="refusals"') : text.index('class="entry"')]
    assert "No round can end with 7, 7, 12, 12" in top


# --- corrections
def test_a_stored_transcript_is_corrected_as_its_final(client, alice):
    match = table(3)
    played: dict[str, Any] = record.play("njet", Random(2), list(make.NAMES[:3]), "transcript")
    round_ = played["rounds"][0]
    first = submissions.submit(match.pk, round_, by=None).submission
    form = sent_back(client, entry(match))
    assert (form["evidence"], form["seen"]) == ("final", "1")
    assert client.post(entry(match), form).status_code == 302
    assert stored(match)["evidence"] == "final"
    assert match.submissions.latest("version").scores == first.scores


@pytest.mark.parametrize(
    "details",
    [
        {},
        {"rules": {"value": 1}},
        {"rules": {"first": 0, "discard": 0}, "teams": [[0, 1], [2, 3]]},
        {"teams": [[3, 2], [0, 1]]},
    ],
)
def test_a_stored_sheet_comes_back_with_all_it_says(client, alice, details):
    match = table()
    body = {"evidence": "sheet", "scores": [7, 7, 11, 11], **details}
    submissions.submit(match.pk, body, by=None)
    form = sent_back(client, entry(match))
    assert client.post(entry(match), {**form, "score-0": "8", "score-1": "8", "score-2": "10",
                                      "score-3": "10"}).status_code == 302  # fmt: skip
    assert stored(match) == {**body, "scores": [8, 8, 10, 10]}
    assert ("As recorded:" in shown(client, entry(match))) == (
        "rules" not in details and details != {}
    )


def test_a_lone_side_of_three_survives_a_correction(client, alice):
    match = table(3)
    body = {"evidence": "sheet", "scores": [9, 9, 22], "teams": [[2], [0, 1]]}
    submissions.submit(match.pk, body, by=None)
    client.post(entry(match), sent_back(client, entry(match)))
    assert stored(match) == body
    assert match.submissions.count() == 1


# --- preview
def test_the_preview_names_what_is_still_missing(client, alice):
    match = table()
    form = {"evidence": "final", "first": "2", "discard": "1", "tricks_0": "5"}
    text = client.post(entry(match, piece="preview/"), form).content.decode()
    assert "Trump · Super-trump · Value · Partner · Tricks · 1s" in text
    assert "Tricks left for the other team: 4" in text
    more = client.post(entry(match, piece="preview/"), {**form, "tricks_0": "12"}).content.decode()
    assert "Tricks left" not in more


def test_the_preview_shows_both_teams_and_the_totals(client, alice):
    match = make.played(table(), [7, 7, 11, 11])
    text = client.post(entry(match, 2, "preview/"), FINAL_FORM).content.decode()
    assert text.count("<b>24</b>") == 2
    assert "tricks × value" in text
    assert "Total after this round: 35" in text
    assert match.submissions.count() == 1


def test_the_preview_says_what_the_rules_do_not_allow(client, alice):
    form = {**FINAL_FORM, "tricks_1": "9"}
    text = client.post(entry(table(), piece="preview/"), form).content.decode()
    assert "Tricks of both teams: 14" in text


@pytest.mark.parametrize("evidence", ["", "x", "transcript"])
def test_whatever_is_not_a_sheet_is_previewed_as_a_final(client, alice, evidence):
    form = {**sheet_form(7, 7, 11, 11), **FINAL_FORM, "evidence": evidence}
    text = client.post(entry(table(), piece="preview/"), form).content.decode()
    assert text.count("<b>24</b>") == 2


# --- house rules
OPTIONS = {
    "rounds": ("5", 5),
    "discards": ("0; 3 , 1", [0, 3, 1]),
    "super_none": ("yes", True),
    "must_trump": ("no", False),
    "super_suit": ("trump", "trump"),
    "equal_ones": ("last", "last"),
    "lone_double": ("any", "any"),
}
USUAL = {
    "rounds": "8",
    "discards": "0, 1, 2",
    "super_none": "no",
    "must_trump": "yes",
    "super_suit": "printed",
    "equal_ones": "first",
    "lone_double": "starter",
}


def set_table(client, **rules):
    session = make.session(make.season(make.club()))
    seated = make.players(session.season.club)
    seats = {f"seat-{number}": player.pk for number, player in enumerate(seated)}
    named = {f"njet-{name}": value for name, value in {**USUAL, **rules}.items()}
    form = {"game": "njet", **seats, **named}
    return client.post(f"/en/desk/sessions/{session.pk}/table/", form)


@pytest.mark.parametrize("name", OPTIONS)
def test_every_house_rule_reaches_the_match(client, alice, name):
    value, meant = OPTIONS[name]
    assert set_table(client, **{name: value}).status_code == 302
    usual = set_table(client)
    assert usual.status_code == 302
    changed, plain = Match.objects.order_by("pk")
    assert changed.options == {**plain.options, name: meant}
    assert changed.options != plain.options


@pytest.mark.parametrize("wrong", ["", "two", "1 1", "10", "-1", "1.5", ","])
def test_impossible_numbers_to_put_aside_are_refused_in_the_form(client, alice, wrong):
    text = set_table(client, discards=wrong).content.decode()
    assert 'class="refusal"' in text
    assert f'name="njet-discards" value="{wrong}"' in text or not wrong
    assert not Match.objects.exists()
