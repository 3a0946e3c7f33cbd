"""Triominos in the browser: pictures and replay; Ada, Bruno and Chloé play."""

import re
from random import Random
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils.html import escape

from games import record
from league.models import Visibility
from league.operations.matches import matches, submissions
from league.operations.people import clubs
from tests import make
from tests.web.triominos_table import QUICK, blocked_seed, entry, form_of, preview, round_of

pytestmark = pytest.mark.django_db

ODD = "<script>alert(1)</script>"


@pytest.fixture
def match():
    return make.match(game="triominos")


# --- a round on the match page


def match_page(client, match, language="en"):
    return client.get(f"/{language}/matches/{match.pk}/").content.decode()


def test_a_final_round_shows_its_board_and_what_is_left(client, match):
    final = round_of("final")
    page = match_page(client, submissions.submit(match.pk, final, by=None).match)
    assert page.count('class="laid"') == len(final["board"])
    left = sum(map(len, [*final["racks"], final["pool"]]))
    assert page.count('class="card tri"') == left
    assert "first to lay all tiles" in page
    assert "T12" in page
    assert "games/triominos.css" in page


def test_a_transcript_shows_who_laid_what_in_which_order(client, match):
    transcript = round_of("transcript")
    page = match_page(client, submissions.submit(match.pk, transcript, by=None).match)
    opening = transcript["moves"][0]
    who, tile = ["Ada", "Bruno", "Chloé"][opening["seat"]], "-".join(opening["tile"])
    assert f"1. {who}, {tile}: " in page
    assert "opening with a triple" in page
    assert page.count("<li") >= page.count('class="laid')


def rounds_with(code):
    """Return the first round of bots in which this was earned."""
    for seed in range(300):
        played: dict[str, Any] = record.play(
            "triominos", Random(seed), ["Ada", "Bruno"], "transcript"
        )
        for number, verdict in enumerate(record.check(played).rounds):
            breakdown: Any = verdict.breakdown
            codes = {item["code"] for seat in breakdown for item in seat["items"]}
            if code in codes:
                return played["rounds"][number]
    raise AssertionError(code)


@pytest.fixture
def two():
    session = make.session(make.season(make.club()))
    return make.match(session, make.players(session.season.club)[:2], game="triominos")


@pytest.mark.parametrize(
    ("code", "name", "sentence"),
    [
        ("bridge", "bridge", "+40 for a bridge."),
        ("hexagon", "hexagon", "+50 for a hexagon."),
        ("opening", "opening with a triple", "for the triple."),
    ],
)
def test_a_bonus_is_marked_on_the_board_and_said_in_the_replay(client, two, code, name, sentence):
    two = submissions.submit(two.pk, rounds_with(code), by=None).match
    page = match_page(client, two)
    assert f", {name}</title>" in page
    assert "laid bonus" in page
    assert ('<circle class="hexagon" cx' in page) == (code == "hexagon")
    steps: list[Any] = record.steps(matches.match_record(two), 0)
    boards = (step.table["board"] for step in steps)
    step = next(n for n, board in enumerate(boards) if board and board[-1]["bonus"] == code)
    assert sentence in replay(client, two, step)


@pytest.mark.parametrize(
    ("bonus", "number"), [("two_hexagons", "two hexagons"), ("three_hexagons", "three hexagons")]
)
def test_several_hexagons_at_once_are_said(bonus, number):
    context = {
        "seats": [],
        "move": {"do": "play", "tile": "135", "seat": 0},
        "table": {"laid": {"pips": 9, "extra": 60, "bonus": bonus, "order": 20}},
    }
    seat = make.match(game="triominos").seats.first()
    sentence = render_to_string("games/triominos/_move.html", {**context, "seats": [seat]})
    assert f"Ada lays 1-3-5: +9, and +60 for {number} at once." in plain(sentence)


def test_a_sheet_stays_plain_points(client, match):
    page = match_page(client, submissions.submit(match.pk, make.sheet(55, -5, 125), by=None).match)
    assert "as written on the sheet" in page
    assert 'class="board"' not in page


def test_a_match_is_summed_up_as_far_as_its_moves_are_known(client, match):
    played: dict[str, Any] = record.play(
        "triominos", Random(1), ["Ada", "Bruno", "Chloé"], "transcript"
    )
    first = submissions.submit(match.pk, make.sheet(5, 6, 7), by=None).match
    assert "The match in numbers" not in match_page(client, first)
    page = match_page(client, submissions.submit(match.pk, played["rounds"][0], by=None).match)
    assert "every move recorded: 1 of 2" in page
    row = re.search(r'<th scope="row">Bruno</th>(.*?)</tr>', page)[1]
    moves = [move["do"] for move in played["rounds"][0]["moves"] if move["seat"] == 1]
    cells = [int(cell) for cell in re.findall(r">(\d+)</td>", row)]
    assert [cells[0], *cells[3:5]] == [moves.count(kind) for kind in ("play", "draw", "fail")]


# --- the replay


def replay(client, match, step, language="en"):
    path = f"/{language}/matches/{match.pk}/rounds/1/step/"
    return plain(client.get(path, {"step": step}).content.decode())


def plain(page):
    return re.sub(r'<span class="tile-name">([\d-]+)</span>', r"\1", page)


def last_step(match):
    return len(match.submissions.get().body["moves"])


def test_a_transcript_is_replayed_move_by_move(client, match):
    match = submissions.submit(match.pk, round_of("transcript"), by=None).match
    names = ["Ada", "Bruno", "Chloé"]
    assert "The tiles are dealt." in replay(client, match, 0)
    for step, move in enumerate(match.submissions.get().body["moves"], 1):
        page, who = replay(client, match, step), names[move["seat"]]
        verb = {"play": "(lays|opens with)", "draw": "draws", "fail": "has drawn three times"}
        assert re.search(f"{who} {verb[move['do']]}", page)
        assert ('class="laid new"' in page or 'class="laid bonus new"' in page) == (
            move["do"] == "play"
        )
        assert ('class="card tri new"' in page) == (move["do"] == "draw")


def test_the_end_of_the_round_is_said(client, match):
    match = submissions.submit(match.pk, round_of("transcript"), by=None).match
    assert "That was the last tile: +25, plus +" in replay(client, match, last_step(match))


def test_a_blocked_round_is_said(client, two):
    two = make.match(two.session, [seat.player for seat in two.seats.all()], "triominos", QUICK)
    transcript = round_of("transcript", blocked_seed(2), 2, **QUICK)
    two = submissions.submit(two.pk, transcript, by=None).match
    page = replay(client, two, last_step(two))
    assert "The round is blocked." in page
    assert "fewest points left: +" in page
    assert "The round was blocked." in match_page(client, two)


def test_a_pass_is_said(client, two):
    for seed in range(300):
        transcript = round_of("transcript", seed, 2)
        if any(move["do"] == "pass" for move in transcript["moves"]):
            break
    two = submissions.submit(two.pk, transcript, by=None).match
    step = next(n for n, move in enumerate(transcript["moves"], 1) if move["do"] == "pass")
    assert " passes." in replay(client, two, step)


def test_the_board_keeps_its_frame_while_it_grows(client, match):
    match = submissions.submit(match.pk, round_of("transcript"), by=None).match
    frames = {
        re.search(r'class="board" viewBox="([^"]*)"', replay(client, match, step))[1]
        for step in (0, 1, last_step(match))
    }
    assert len(frames) == 1


# --- names


@pytest.mark.parametrize("evidence", ["sheet", "final", "transcript"])
def test_odd_names_are_shown_and_never_run(client, alice, evidence):
    session = make.session(make.season(make.club()))
    match = make.match(session, make.players(session.season.club, [ODD, "Bob"]), "triominos")
    body = round_of(evidence, 1, 2)
    match = submissions.submit(match.pk, body, by=None).match
    pages = [match_page(client, match), client.get(entry(match)).content.decode()]
    if evidence == "transcript":
        pages += [replay(client, match, step) for step in range(5)]
    pages.append(preview(client, match, evidence="final", board=ODD, tile=ODD))
    for page in pages:
        assert "<script>alert" not in page
    assert escape(ODD) in pages[0]
    assert escape(ODD) in pages[1]


def test_hidden_names_stay_hidden(client, match):
    match = submissions.submit(match.pk, round_of("transcript"), by=None).match
    for seat in match.seats.all():
        clubs.update_player(seat.player, name=seat.player.name, visibility=Visibility.HIDDEN)
    pages = [match_page(client, match), *(replay(client, match, step) for step in range(6))]
    for name in ("Ada", "Bruno", "Chloé"):
        assert not any(name in page for page in pages)


def test_pages_speak_french(client, match):
    match = submissions.submit(match.pk, round_of("transcript"), by=None).match
    assert "Les Triominos sont distribués." in replay(client, match, 0, "fr")
    first = match.submissions.get().body["moves"][0]
    opens = f" ouvre avec {'-'.join(first['tile'])}\N{NO-BREAK SPACE}: "
    assert opens in replay(client, match, 1, "fr")
    page = match_page(client, match, "fr")
    assert "Triominos sur le plateau" in page
    assert "Triominos posés" in page


# --- who reached the target in mid-round


def touched_target(page):
    return re.findall(r'name="reached-(\d)"\s+value="yes"\s+checked', page)


def test_a_tick_says_who_touched_the_target_and_the_match_ends(client, alice):
    session = make.session(make.season(make.club(alice)))
    match = make.match(session, game="triominos", options={"target": 100})
    page = client.get(entry(match)).text
    assert "Did a player reach 100 during the round?" in page
    assert '<details class="more">' in page
    form = {"evidence": "sheet", "score-0": "-20", "score-1": "90", "score-2": "30"}
    refused = client.post(entry(match), {**form, "score-2": "-200", "reached-2": "yes"})
    assert refused.status_code == 422
    assert "Chloé cannot have reached 100 points during this round" in refused.text
    assert '<details class="more" open>' in refused.text
    assert touched_target(refused.text) == ["2"]
    assert client.post(entry(match), {**form, "reached-1": "yes"}).status_code == 302
    match.refresh_from_db()
    assert match.over
    assert match.submissions.get().body["reached"] == [1]
    assert "reached the target" in match_page(client, match)
    assert touched_target(client.get(entry(match)).text) == ["1"]


def test_a_correction_of_moves_keeps_who_touched_the_target(client, alice):
    session = make.session(make.season(make.club(alice)))
    match = make.match(session, game="triominos", options={"target": 40})
    transcript = round_of("transcript", target=40)
    match = submissions.submit(match.pk, transcript, by=None).match
    seats = touched_target(client.get(entry(match)).text)
    assert seats
    final = form_of(round_of("final", target=40))
    sent = {**final, "seen": 1, **{f"reached-{seat}": "yes" for seat in seats}}
    assert client.post(entry(match), sent | {"confirmed": "yes"}).status_code == 302
    stored = match.submissions.order_by("-version").first().body
    assert [str(seat) for seat in stored["reached"]] == seats
