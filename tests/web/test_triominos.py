"""Triominos in the browser: forms, pictures and replay; Ada, Bruno and Chloé play."""

import re
from pathlib import Path
from random import Random

import pytest
from django.template.loader import render_to_string
from django.utils.html import escape

from games import record
from games.triominos.pieces import TILES
from league.models import Match, Visibility
from league.operations import clubs, matches, submissions
from tests import make

pytestmark = pytest.mark.django_db

FRENCH = Path(__file__).parents[2] / "league/locale/fr/LC_MESSAGES/django.po"
ODD = "<script>alert(1)</script>"

QUICK = {"blocked": "any_nonplay", "deal": 2}  # rules by which a round is soon blocked

# the bridge of the example E2
BOARD = """0,1: 2 2 0
0,0: 2 2 2
1,0: 2 3 2
1,1: 2 5 0
2,1: 2 4 5
3,1: 4 5 5
4,1: 4 4 5
4,0: 4 4 4
3,0: 3 4 4"""


@pytest.fixture
def alice(client):
    user = make.user()
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return user


@pytest.fixture
def match():
    return make.match(game="triominos")


def entry(match, number=1):
    return f"/en/desk/matches/{match.pk}/rounds/{number}/"


def preview(client, match, **form):
    return client.post(f"{entry(match)}preview/", form).content.decode()


def round_of(evidence, seed=1, players=3, **options):
    names = ["Ada", "Bruno", "Chloé", "Dov"][:players]
    return record.play("triominos", Random(seed), names, evidence, options=options)["rounds"][0]


def blocked_seed(players):
    finals = ((seed, round_of("final", seed, players, **QUICK)) for seed in range(400))
    return next(seed for seed, final in finals if final["end"] == "blocked")


def form_of(final):
    """What a person would type."""
    lines = [f"{x},{y}: {a} {b} {c}" for (x, y), (a, b, c) in map(placed, final["board"])]
    form = {"evidence": "final", "board": "\r\n".join(lines), "end": final["end"], "pool": ""}
    for seat, (rack, points) in enumerate(zip(final["racks"], final["before_end"], strict=True)):
        form |= {f"rack-{seat}": " ".join(rack), f"before-{seat}": points}
    return form


def placed(tile):
    return tile["at"], tile["corners"]


def fields(page):
    """What the form on the page would send."""
    found = dict(re.findall(r'<input [^>]*?name="([\w-]+)" value="([^"]*)"[^>]*>', page))
    radios = re.findall(r'<input type="radio" name="(\w+)" value="([^"]*)" checked>', page)
    board = re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
    return {**found, **dict(radios), "board": board[1], "seen": 1}


def without(body, *keys):
    return {key: value for key, value in body.items() if key not in keys}


def sorted_tiles(final):
    return {**final, "pool": sorted(final["pool"])}


# --- entering a round


def test_scores_are_entered_as_a_sheet(client, alice, match):
    form = {"evidence": "sheet", "score-0": "55", "score-1": "−5", "score-2": "125"}
    assert client.post(entry(match), form).status_code == 302
    assert match.submissions.get().body == make.sheet(55, -5, 125)


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
    ("field", "wrong", "said"),
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
        ("before-2", "", "whole number"),
        ("before-2", "7", "points"),
        ("end", "sunset", "sunset"),
        ("end", "", "out"),
    ],
)
def test_what_is_wrong_is_said_and_kept_in_the_form(client, alice, match, field, wrong, said):
    form = form_of(round_of("final")) | {field: wrong}
    answer = client.post(entry(match), form)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert said in page
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
    assert "keeps how it ended" in page
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
    page = client.get(f"/en/desk/sessions/{session.pk}/").content.decode()
    for name, value in (("target", 400), ("deal", 7), ("triple_hexagon", 70)):
        assert re.search(rf'name="triominos-{name}" value="{value}"', page)
    client.post(f"/en/desk/sessions/{session.pk}/", table_form(make.players(session.season.club)))
    usual, _ = record.start("triominos", {}, 4)
    stored, _ = record.start("triominos", Match.objects.get().options, 4)
    assert stored == usual


@pytest.mark.parametrize(
    ("name", "chosen", "stored"),
    [
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
    ],
)
def test_every_house_rule_reaches_the_match(client, alice, session, name, chosen, stored):
    form = table_form(make.players(session.season.club)[:2], **{name: chosen})
    client.post(f"/en/desk/sessions/{session.pk}/", form)
    assert Match.objects.get().options[name] == stored


@pytest.mark.parametrize(
    ("name", "wrong"), [("deal", 29), ("deal", 15), ("target", 0), ("bridge", "any")]
)
def test_a_house_rule_that_cannot_be_is_refused(client, alice, session, name, wrong):
    form = table_form(make.players(session.season.club), **{name: wrong})
    answer = client.post(f"/en/desk/sessions/{session.pk}/", form)
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
        for written in ghosts(preview(client, match, evidence="final", board=BOARD, tile=tile)):
            page = preview(client, match, evidence="final", board=f"{BOARD}\n{written}")
            assert 'class="refusal"' not in page
            assert page.count('class="laid"') == 10


@pytest.mark.parametrize(
    ("tile", "said"),
    [("000", "fits nowhere"), ("443", "lies on the board already"), ("99", "Tap one to take")],
)
def test_a_tile_without_a_place_is_told(client, alice, match, tile, said):
    page = preview(client, match, evidence="final", board=BOARD, tile=tile)
    assert said in page
    assert ghosts(page) == {}


def test_laid_tiles_carry_their_line(client, alice, match):
    page = preview(client, match, evidence="final", board=f"\n{BOARD}\n")
    found = re.findall(r'data-take="(\d+)" data-tile="(\d+)"', page)
    assert found[0] == ("0", "022")
    assert found[-1] == ("8", "344")


def test_a_tile_out_of_the_middle_can_be_put_back(client, alice, match):
    lines = BOARD.splitlines()
    apart = "\n".join(line for line in lines if not line.startswith("2,1"))
    page = preview(client, match, evidence="final", board=apart, tile="245")
    assert "joined" in page
    assert "2,1: 2 4 5" in ghosts(page)


@pytest.mark.parametrize(
    "board", ["0,0: 5 5", "x", "0,0: 5 5 5\n2,2", "١,٢: 5 5 5", "\0", "9" * 999]
)
def test_an_unfinished_line_breaks_nothing(client, alice, match, board):
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
    assert "points before the end of the round are missing" in page
    assert "whole number" not in page


def test_the_preview_of_scores_is_the_usual_one(client, alice, match):
    form = {"evidence": "sheet", "score-0": "5", "score-1": "6", "score-2": "7"}
    assert "Total after this round: 7" in preview(client, match, **form)


# --- a round on the match page


def shown(client, match, language="en"):
    return client.get(f"/{language}/matches/{match.pk}/").content.decode()


def test_a_final_round_shows_its_board_and_what_is_left(client, match):
    final = round_of("final")
    page = shown(client, submissions.submit(match.pk, final, by=None).match)
    assert page.count('class="laid"') == len(final["board"])
    left = sum(map(len, [*final["racks"], final["pool"]]))
    assert page.count('class="card tri"') == left
    assert "first to lay all tiles" in page
    assert "T12" in page
    assert "games/triominos.css" in page


def test_a_transcript_shows_who_laid_what_in_which_order(client, match):
    transcript = round_of("transcript")
    page = shown(client, submissions.submit(match.pk, transcript, by=None).match)
    opening = transcript["moves"][0]
    who, tile = ["Ada", "Bruno", "Chloé"][opening["seat"]], "-".join(opening["tile"])
    assert f"1. {who}, {tile}: " in page
    assert "opening with a triple" in page
    assert page.count("<li") >= page.count('class="laid')


def rounds_with(code):
    """The first round of bots in which this was earned."""
    for seed in range(300):
        played = record.play("triominos", Random(seed), ["Ada", "Bruno"], "transcript")
        for number, verdict in enumerate(record.check(played).rounds):
            codes = {item["code"] for told in verdict.breakdown for item in told["items"]}
            if code in codes:
                return played["rounds"][number]
    raise AssertionError(code)


@pytest.fixture
def two():
    session = make.session(make.season(make.club()))
    return make.match(session, make.players(session.season.club)[:2], game="triominos")


@pytest.mark.parametrize(
    ("code", "name", "said"),
    [
        ("bridge", "bridge", "+40 for a bridge."),
        ("hexagon", "hexagon", "+50 for a hexagon."),
        ("opening", "opening with a triple", "for the triple."),
    ],
)
def test_a_bonus_is_marked_on_the_board_and_said_in_the_replay(client, two, code, name, said):
    two = submissions.submit(two.pk, rounds_with(code), by=None).match
    page = shown(client, two)
    assert f", {name}</title>" in page
    assert "laid bonus" in page
    assert ('<circle class="hexagon" cx' in page) == (code == "hexagon")
    steps = record.steps(matches.written(two), 0)
    boards = (step.table["board"] for step in steps)
    step = next(n for n, board in enumerate(boards) if board and board[-1]["bonus"] == code)
    assert said in replay(client, two, step)


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
    said = render_to_string("games/triominos/_said.html", {**context, "seats": [seat]})
    assert f"Ada lays 1-3-5: +9, and +60 for {number} at once." in plain(said)


def test_a_sheet_stays_plain_points(client, match):
    page = shown(client, submissions.submit(match.pk, make.sheet(55, -5, 125), by=None).match)
    assert "as written on the sheet" in page
    assert 'class="board"' not in page


def test_a_match_is_summed_up_as_far_as_its_moves_are_known(client, match):
    played = record.play("triominos", Random(1), ["Ada", "Bruno", "Chloé"], "transcript")
    first = submissions.submit(match.pk, make.sheet(5, 6, 7), by=None).match
    assert "The match in numbers" not in shown(client, first)
    page = shown(client, submissions.submit(match.pk, played["rounds"][0], by=None).match)
    assert "every move is known: 1 of 2" in page
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


def test_a_transcript_is_told_move_by_move(client, match):
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
    assert "That was the last tile: +25, and +" in replay(client, match, last_step(match))


def test_a_blocked_round_is_said(client, two):
    two = make.match(two.session, [seat.player for seat in two.seats.all()], "triominos", QUICK)
    transcript = round_of("transcript", blocked_seed(2), 2, **QUICK)
    two = submissions.submit(two.pk, transcript, by=None).match
    page = replay(client, two, last_step(two))
    assert "The round is blocked." in page
    assert "fewest points in hand: +" in page
    assert "The round was blocked." in shown(client, two)


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
    pages = [shown(client, match), client.get(entry(match)).content.decode()]
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
    pages = [shown(client, match), *(replay(client, match, step) for step in range(6))]
    for name in ("Ada", "Bruno", "Chloé"):
        assert not any(name in page for page in pages)


def test_pages_speak_french(client, match):
    match = submissions.submit(match.pk, round_of("transcript"), by=None).match
    assert "Les Triominos sont distribués." in replay(client, match, 0, "fr")
    first = match.submissions.get().body["moves"][0]
    opens = f" ouvre avec {'-'.join(first['tile'])}\N{NO-BREAK SPACE}: "
    assert opens in replay(client, match, 1, "fr")
    page = shown(client, match, "fr")
    assert "Triominos sur le plateau" in page
    assert "Triominos posés" in page


def test_a_board_not_begun_has_no_problems_yet(client, alice, match):
    page = preview(client, match, evidence="final", board=" ")
    assert "Choose the first tile." in page
    assert "T20" not in page
