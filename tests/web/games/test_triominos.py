"""Triominos in the browser: the forms of a round and the house rules."""

import re

import pytest
from django.db import transaction
from django.utils.html import escape

from games import record
from games.triominos.tiles import TILES
from league.models import Match
from league.operations.matches import submissions, table_codes
from tests import make
from tests.web.triominos_table import (
    BOARD,
    QUICK,
    blocked_seed,
    entry,
    fields,
    form_of,
    preview,
    round_of,
    sorted_tiles,
    without,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    return make.match(game="triominos")


# --- entering a round


def test_scores_are_entered_as_a_sheet(client, alice, match):
    form = {"evidence": "sheet", "score-0": "55", "score-1": "−5", "score-2": "125"}
    assert client.post(entry(match), form).status_code == 302
    assert match.submissions.get().body == make.sheet(55, -5, 125)


def test_unusual_scores_are_asked_about_once(client, alice, match):
    """At the desk and on the phone of a table; a different score is asked about again."""
    form = {"evidence": "sheet", "score-0": "400", "score-1": "5", "score-2": "12"}
    code = table_codes.renew(match, by=make.user())
    phone = {**form, "number": 1}
    for path, sent in ((entry(match), form), (f"/en/t/{code}/rounds/", phone)):
        answer = client.post(path, sent)
        page = answer.content.decode()
        assert answer.status_code == 422
        assert (
            page.count("Ada has 400 points in one round. This is unusual: please check.") == 2
        )  # on top, and beside
        assert 'name="checked" value="400 5 12"' in page
        assert client.post(path, {**sent, "score-1": "6", "checked": "400 5 12"}).status_code == 422
        assert not match.submissions.exists()
    waited = client.post(path, {**phone, "queued": "7"}, headers={"Accept": "application/json"})
    data = waited.json()
    assert data["state"] == "refused"
    assert "If the scores are right, save them as they are." in data["form"]
    assert client.post(path, {**phone, "checked": "400 5 12"}).status_code == 302
    assert match.submissions.get().scores == [400, 5, 12]


@pytest.mark.parametrize("seed", range(4))
def test_any_final_round_can_be_typed(client, alice, match, seed):
    final = round_of("final", seed)
    assert client.post(entry(match), form_of(final)).status_code == 302
    stored = match.submissions.get()
    assert sorted_tiles(stored.body) == sorted_tiles(without(final, "scores"))
    assert stored.scores == final["scores"]


def test_a_blocked_round_can_be_typed(client, alice):
    match = make.match(game="triominos", options=QUICK)
    blocked = round_of("final", blocked_seed(3), **QUICK)
    assert client.post(entry(match), form_of(blocked)).status_code == 302
    assert match.submissions.get().body["end"] == "blocked"


def test_tiles_and_lines_may_be_written_in_any_spelling(client, alice, match):
    final = round_of("final")
    form = form_of(final)
    for seat, rack in enumerate(final["racks"]):
        form[f"rack-{seat}"] = ", ".join("-".join(reversed(tile)) for tile in rack)
    form["board"] = form["board"].replace(",", " ").replace(":", " ").replace("-", "−") + "\n\n"
    form["pool"] = ";".join(final["pool"])
    assert client.post(entry(match), form).status_code == 302
    assert sorted_tiles(match.submissions.get().body) == sorted_tiles(without(final, "scores"))


@pytest.mark.parametrize(
    ("field", "wrong", "message"),
    [
        ("board", "0,0: 5 5", "Line 1:"),
        ("board", "hello", "Line 1:"),
        ("board", "0,0: 2 1 3", "Line 1:"),
        ("board", "0,0: 9 9 9", "Line 1:"),
        ("board", "99999999,0: 5 5 5", "Line 1:"),
        ("board", "", "tile"),
        ("board", "0,0: 5 5 5\n7,0: 1 1 2", "joined"),
        ("board", "0,0: 5 5 5\n0,0: 1 1 2", "0, 0"),
        ("board", "\n".join(["0,0: 5 5 5"] * 80), "56"),
        ("board", "7" * 50_000, "Line 1:"),
        ("rack-1", "777", "777"),
        ("rack-1", "²²² 1/2", "1/2"),
        ("pool", "000 hello", "hello"),
        ("before-2", "ten", "ten"),
        ("before-2", "", "Enter the points (0 if none)"),
        ("before-2", "7", "points"),
        ("end", "sunset", "sunset"),
        ("end", "", "out"),
    ],
)
def test_errors_are_shown_and_the_input_is_kept(client, alice, match, field, wrong, message):
    form = form_of(round_of("final")) | {field: wrong}
    answer = client.post(entry(match), form)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert message in page
    assert field == "end" or escape(wrong) in page
    assert not match.submissions.exists()


@pytest.mark.parametrize(
    ("field", "wrong"), [("rack-1", "777"), ("before-1", "ten"), ("pool", "777"), ("end", "x")]
)
def test_a_problem_stands_beside_its_field(client, alice, match, field, wrong):
    page = client.post(entry(match), form_of(round_of("final")) | {field: wrong}).content.decode()
    part = (
        r'name="end" value="blocked".*?</fieldset>' if field == "end" else f'name="{field}"[^>]*>'
    )
    assert re.search(rf'{part}\s*<p class="refusal">', page, re.DOTALL)


def test_a_correction_starts_from_what_was_stored(client, alice, match):
    final = round_of("final")
    submissions.submit(match.pk, final, by=None)
    form = fields(client.get(entry(match)).content.decode())
    assert form["evidence"] == "final"
    assert client.post(entry(match), form).status_code == 302
    again = match.submissions.get(version=2).body
    assert sorted_tiles(again) == sorted_tiles(without(final, "scores"))


@pytest.mark.parametrize("seed", range(3))
def test_a_transcript_is_corrected_as_its_end(client, alice, match, seed):
    submissions.submit(match.pk, round_of("transcript", seed), by=None)
    page = client.get(entry(match)).content.decode()
    assert "only its end is kept" in page
    assert client.post(entry(match), fields(page)).status_code == 302
    first, second = match.submissions.order_by("version")
    assert second.evidence == "final"
    assert second.scores == first.scores


def test_a_sheet_is_corrected_as_a_sheet(client, alice, match):
    submissions.submit(match.pk, make.sheet(55, -5, 125), by=None)
    form = fields(client.get(entry(match)).content.decode())
    assert form["evidence"] == "sheet"
    assert [form[f"score-{seat}"] for seat in range(3)] == ["55", "-5", "125"]


# --- house rules


def table_form(players, **rules):
    usual = {
        "target": 400,
        "deal": 7,
        "bridge": "strict",
        "after_draw": "any",
        "empty_pool_pass": "free",
        "blocked": "pass_only",
        "tie": "shared",
        "triple_hexagon": 70,
        "open_zero_choice": "no",
    }
    seats = {f"seat-{number}": player.pk for number, player in enumerate(players)}
    chosen = {f"triominos-{name}": value for name, value in {**usual, **rules}.items()}
    return {"game": "triominos", **seats, **chosen}


@pytest.fixture
def session():
    return make.session(make.season(make.club()))


def test_the_usual_rules_are_filled_in(client, alice, session):
    page = client.get(f"/en/desk/sessions/{session.pk}/table/?game=triominos").content.decode()
    for name, value in (("target", 400), ("deal", 7), ("triple_hexagon", 70)):
        assert re.search(rf'name="triominos-{name}" value="{value}"', page)
    client.post(
        f"/en/desk/sessions/{session.pk}/table/", table_form(make.players(session.season.club))
    )
    usual, _ = record.start("triominos", {}, 4)
    stored, _ = record.start("triominos", Match.objects.get().options, 4)
    assert stored == usual


HOUSE_RULES = [  # name, what the form sends, what the match stores
    ("target", 300, 300),
    ("deal", 9, 9),
    ("bridge", "loose", "loose"),
    ("bridge", "touch3", "touch3"),
    ("after_draw", "drawn_only", "drawn_only"),
    ("empty_pool_pass", "stuck_only", "stuck_only"),
    ("blocked", "any_nonplay", "any_nonplay"),
    ("tie", "none", "none"),
    ("triple_hexagon", 90, 90),
    ("open_zero_choice", "yes", True),
]


def test_every_house_rule_reaches_the_match(client, alice, session):
    people = make.players(session.season.club)[:2]
    for name, chosen, stored in HOUSE_RULES:
        with transaction.atomic():
            form = table_form(people, **{name: chosen})
            client.post(f"/en/desk/sessions/{session.pk}/table/", form)
            assert Match.objects.get().options[name] == stored, name
            transaction.set_rollback(True)


@pytest.mark.parametrize(
    ("name", "wrong"), [("deal", 29), ("deal", 15), ("target", 0), ("bridge", "any")]
)
def test_a_house_rule_that_cannot_be_is_refused(client, alice, session, name, wrong):
    form = table_form(make.players(session.season.club), **{name: wrong})
    answer = client.post(f"/en/desk/sessions/{session.pk}/table/", form)
    assert 'class="refusal"' in answer.content.decode()
    assert not Match.objects.exists()


# --- the board while it is built


def ghosts(page):
    return dict(re.findall(r'data-line="([^"]*)" data-tile="(\d+)"', page))


def test_the_first_tile_goes_to_the_middle(client, alice, match):
    page = preview(client, match, evidence="final", board="", tile="5-5-5")
    assert ghosts(page) == {"0,0: 5 5 5": "555"}


def test_every_place_for_the_chosen_tile_is_offered(client, alice, match):
    page = preview(client, match, evidence="final", board="0,0: 5 5 5", tile="551")
    assert ghosts(page) == {"1,0: 5 1 5": "155", "0,1: 5 5 1": "155", "-1,0: 1 5 5": "155"}
    assert "Places for 1-5-5: 3" in page


def test_a_ghosts_line_is_a_tile_that_the_engine_accepts(client, alice, match):
    tiles = [tile for tile in TILES if "3" in tile and tile not in ("344", "333")]
    for tile in tiles[:6]:
        for line in ghosts(preview(client, match, evidence="final", board=BOARD, tile=tile)):
            page = preview(client, match, evidence="final", board=f"{BOARD}\n{line}")
            assert 'class="refusal"' not in page
            assert page.count('class="laid"') == 10


@pytest.mark.parametrize(
    ("tile", "message"),
    [("000", "fits nowhere"), ("443", "is already on the board"), ("99", "Tap a tile to remove")],
)
def test_a_tile_without_a_place_is_reported(client, alice, match, tile, message):
    page = preview(client, match, evidence="final", board=BOARD, tile=tile)
    assert message in page
    assert ghosts(page) == {}


def test_laid_tiles_carry_their_line(client, alice, match):
    page = preview(client, match, evidence="final", board=f"\n{BOARD}\n")
    tiles = re.findall(r'data-take="(\d+)" data-tile="(\d+)"', page)
    assert tiles[0] == ("0", "022")
    assert tiles[-1] == ("8", "344")


def test_a_tile_out_of_the_middle_can_be_put_back(client, alice, match):
    lines = BOARD.splitlines()
    apart = "\n".join(line for line in lines if not line.startswith("2,1"))
    page = preview(client, match, evidence="final", board=apart, tile="245")
    assert "joined" in page
    assert "2,1: 2 4 5" in ghosts(page)


@pytest.mark.parametrize("board", ["0,0: 5 5", "x", "0,0: 5 5 5\n2,2", "١,٢: 5 5 5", "9" * 999])
def test_an_unfinished_line_keeps_the_preview(client, alice, match, board):
    page = preview(client, match, evidence="final", board=board, tile="555")
    assert 'class="board"' in page
    assert "Line " in page


def test_the_preview_tells_what_the_round_is_worth(client, alice, match):
    final = round_of("final")
    page = preview(client, match, **form_of(final))
    for score in final["scores"]:
        assert f"<b>{score:+d}</b>".replace("+0<", "0<").replace("-", "−") in page
    assert "Total after this round" in page
    assert not match.submissions.exists()


def test_the_preview_of_half_a_round_says_what_is_missing(client, alice, match):
    page = preview(client, match, evidence="final", board=BOARD)
    assert "Enter the points before the end of the round." in page
    assert "Enter the points (0 if none)" not in page


def test_the_preview_of_scores_is_the_usual_one(client, alice, match):
    form = {"evidence": "sheet", "score-0": "5", "score-1": "6", "score-2": "7"}
    assert "Total after this round: 7" in preview(client, match, **form)


def test_a_board_not_begun_has_no_problems_yet(client, alice, match):
    page = preview(client, match, evidence="final", board=" ")
    assert "Choose the first tile." in page
    assert "T20" not in page
