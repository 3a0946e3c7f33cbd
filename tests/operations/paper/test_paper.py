"""PDFs drawn from plain values, and read back."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from games import GAMES
from games.paper import MOST_ROUNDS
from league.operations.paper.typesetting import (
    cards,
    certificates,
    checkboxes,
    forms,
    pdf_documents,
    reports,
    seating,
    sheets,
)
from league.operations.paper.typesetting.certificates import Certificate
from league.operations.paper.typesetting.pdf_documents import PageHeader, PaperSize
from league.operations.paper.typesetting.reports import (
    LabelledValue,
    PlayerReport,
    ReportMatch,
    ReportSection,
    ReportSession,
)
from league.operations.people import picture_squares
from tests.operations.paper import papers
from tests.operations.people.drawn import picture

AT = datetime(2026, 10, 1, 19, 42, 7, 99, tzinfo=UTC)
ABOUT = PageHeader(
    "Les Ardoises", "Qui joue où", "jeudi · Salle Pascal", "Imprimé à 19:42", "fr", AT
)
MM = {
    PaperSize.A4: (210, 297),
    PaperSize.LETTER: (216, 279),
    PaperSize.A5: (148, 210),
    PaperSize.A6: (105, 148),
}
HOSTILE = [
    '<script>alert("1")</script>',
    '#read("/etc/passwd") #image("http://127.0.0.1/x.png")',
    "*bold* _it_ $x$ @ref <label> \\ `raw` = title",
    "Dov “the Fox” O’Neil & Söhne, 100 % “«»”",
]
SCRIPTS = ["Ελένη", "Иван", "ليلى", "ליאורה", "Chloé 🎲", "Jo 👩‍👩‍👧 🇫🇷"]
NO_FONT = "Nobody has this \ue123"
DOOR = cards.TableAccessCard(
    "K7QX-3MPD", "https://league.example/t/K7QX-3MPD/", "Valable jusqu’à demain."
)


def table(number=1, players=("Ada", "Bruno", "Chloé")):
    return seating.SeatedTable(number, "Njet!", list(players))


def tables(count):
    return [table(n, [f"Player {4 * n + seat}" for seat in range(4)]) for n in range(1, count + 1)]


def usual(game, players):
    state, _problems = GAMES[game].start({}, players)
    return GAMES[game].write_options(state)


def sheet(game="neurotrio", players=("Ada", "Bruno", "Chloé"), **fields):
    return sheets.ScoreSheet(
        game, list(players), usual(game, len(players)), **{"table": 7, **fields}
    )


def pdf_of(paper, size=PaperSize.A4):
    return pdf_documents.draw(paper, size)


def certified(*listed):
    return certificates.certificates(ABOUT, listed, day="1er octobre 2026")


def player_report(days=1, **fields):
    """Return a report with two matches an evening."""
    match = ReportMatch("Njet!", "2 / 3", "−5", "1 Bruno (60)", "place 2 of 3 players", "30,00")
    listed = [
        ReportSession(f"{day} octobre", "60,00", "", [match, match]) for day in range(1, days + 1)
    ]
    usual = PlayerReport([LabelledValue("Place", "2 / 7")], [], [], listed, [])
    return reports.report(ABOUT, replace(usual, **fields))


PAPERS = {
    "by table": seating.by_table(ABOUT, tables(9), ["Zoé"]),
    "by name": seating.by_name(
        ABOUT, [seating.PlaceOfPlayer("Ada", 3), seating.PlaceOfPlayer("Zoé", None)]
    ),
    "cards": cards.cards(ABOUT, [cards.Card(number, DOOR) for number in tables(5)]),
    "standings": reports.standings(ABOUT, [reports.PrintedStanding(1, "Ada", "60,00", 1, 1)]),
    "certificates": certified(Certificate("Ada", "1st", [], "60,00", 1)),
    "report": player_report(),
    "sheets": sheets.sheets(ABOUT, [sheet(), sheet("njet"), sheet("nain_jaune", door=DOOR)]),
}


OTHERS_WITH_LOGO = ["by table", "standings", "certificates", "sheets"]


@pytest.mark.long
@pytest.mark.parametrize("size", PaperSize)
@pytest.mark.parametrize("name", PAPERS)
def test_every_paper_comes_in_every_size(name, size):
    wide, high = MM[size]
    sizes = set(papers.sizes(pdf_of(PAPERS[name], size)))
    if name == "certificates":
        assert sizes == {(high, wide)}, "on its side"
    elif name == "sheets" and size in {PaperSize.A5, PaperSize.A6}:
        assert sizes <= {(wide, high), (high, wide)}
    else:
        assert sizes == {(wide, high)}


@pytest.mark.parametrize(
    "name",
    ["cards", *(pytest.param(kind, marks=pytest.mark.long) for kind in OTHERS_WITH_LOGO)],
)
def test_the_logo_is_printed_without_adding_text(name):
    logo = pdf_documents.svg_of(picture_squares.square_pngs(picture(), (64,))[64])
    without, paper = PAPERS[name], replace(PAPERS[name], about=replace(ABOUT, logo=logo))
    content = pdf_of(paper)
    assert b"pdfuaid:part" in content, "it says that it keeps PDF/UA"
    assert papers.tags(content) == papers.tags(pdf_of(without))
    assert papers.text(content) == papers.text(pdf_of(without))
    assert content.count(b"/Subtype/Image") + content.count(b"/Subtype /Image") > 0
    assert pdf_of(paper) == content


@pytest.mark.parametrize("name", PAPERS)
def test_a_paper_is_for_screen_readers_too(name):
    content = pdf_of(PAPERS[name])
    root = papers.read(content).trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == "fr"
    assert papers.read(content).metadata.title == "Qui joue où"
    assert b"pdfuaid:part" in content, "it says that it keeps PDF/UA"
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]


@pytest.mark.parametrize("name", PAPERS)
def test_a_paper_is_black_and_white(name):
    assert papers.colours(pdf_of(PAPERS[name])) == []


@pytest.mark.parametrize("name", ["by table", "cards", "standings", "certificates", "report"])
def test_the_colour_of_the_club_is_that_of_rules_alone(name):
    about = replace(ABOUT, colour="#7a1f3d")
    used = papers.colours(pdf_of(replace(PAPERS[name], about=about)))
    assert used
    assert {operator for operator, _ in used} == {"SCN"}, "a stroke, not a surface"
    assert {tuple(round(255 * float(part)) for part in colour) for _, colour in used} == {
        (0x7A, 0x1F, 0x3D)
    }


@pytest.mark.parametrize("name", PAPERS)
def test_the_same_paper_is_the_same_bytes(name):
    assert pdf_of(PAPERS[name]) == pdf_of(PAPERS[name])


@pytest.mark.parametrize("name", [*HOSTILE, *SCRIPTS])
def test_a_name_is_printed_as_it_was_typed(name):
    content = pdf_of(seating.by_name(ABOUT, [seating.PlaceOfPlayer(name, 3)]))
    plain = re.sub(r"[\s\u200d]", "", papers.text(content))
    expected = {re.sub(r"[\s\u200d]", "", name), re.sub(r"[\s\u200d]", "", name)[::-1]}
    assert any(text_of_name in plain for text_of_name in expected), plain
    assert b"pdfuaid:part" in content, "our fonts have all of it"


def test_the_mark_that_files_begin_with_does_no_harm_in_a_name():
    """Names are copied with it, nobody sees it, and a PDF may not hold it."""
    content = pdf_of(seating.by_name(ABOUT, [seating.PlaceOfPlayer("\ufeffA\ufeffda", 3)]))
    assert "Ada" in papers.text(content)
    assert b"pdfuaid:part" in content


def test_a_name_in_a_script_without_a_font_does_no_harm():
    content = pdf_of(
        seating.by_name(ABOUT, [seating.PlaceOfPlayer(NO_FONT, 3), seating.PlaceOfPlayer("Ada", 4)])
    )
    assert "Ada" in papers.text(content)
    assert papers.read(content).trailer["/Root"]["/MarkInfo"]["/Marked"]


def test_a_layout_imports_only_layouts():
    """And what Typst could do with a text is never asked for."""
    for path in (pdf_documents.TYPESETTER.parent / "layouts").glob("*.typ"):
        source = path.read_text()
        assert set(re.findall(r'#(?:import|include) "(.*?)"', source)) <= {"frame.typ"}
        assert not re.search(r"\b(read|eval|plugin|csv|yaml|toml|xml|cbor)\(", source)
        assert set(re.findall(r"(?:image|json)\((\w+)", source)) <= {"bytes"}


def test_a_paper_that_takes_too_long_is_given_up(monkeypatch):
    monkeypatch.setattr(pdf_documents, "SECONDS", 0.001)
    with pytest.raises(pdf_documents.TypesettingTimeout):
        pdf_of(PAPERS["cards"])


def test_a_layout_error_is_raised():
    with pytest.raises(RuntimeError, match="by_name"):
        pdf_of(pdf_documents.Paper("by_name", ABOUT, {}))


def test_a_table_names_its_players_in_playing_order():
    content = pdf_of(seating.by_table(ABOUT, [table(12, ["Zoé", "Ada", "Max"])], ["Eva", "Finn"]))
    text = papers.text(content)
    order = [text.index(word) for word in ("Table 12", "Njet!", "Zoé", "Ada", "Max", "Eva")]
    assert order[2:] == sorted(order[2:])
    assert "Eva · Finn" in text


def test_three_hundred_names_fill_pages_that_begin_alike():
    names = [f"Player {number:03}" for number in range(300)]
    content = pdf_of(
        seating.by_name(
            ABOUT, [seating.PlaceOfPlayer(name, n // 4 + 1) for n, name in enumerate(names)]
        )
    )
    pages = [page.extract_text() for page in papers.read(content).pages]
    assert 1 < len(pages) < 6
    assert all(pages[-1].count(word) >= 1 for word in ("Name", "Table"))
    numbered_pages = [f"{number} / {len(pages)}" in page for number, page in enumerate(pages, 1)]
    assert all(numbered_pages)
    whole = papers.text(content)
    assert [name for name in names if name not in whole] == []


def test_a_long_table_repeats_its_head_and_tells_its_pages():
    rows = [reports.PrintedStanding(n, f"Player {n}", "60.00", 3, 1) for n in range(1, 301)]
    content = pdf_of(reports.standings(ABOUT, rows))
    pages = [page.extract_text() for page in papers.read(content).pages]
    assert all("Points" in page and "Imprimé à 19:42" in page for page in pages)
    assert "Les Ardoises · Qui joue où" in pages[1]
    assert f"1 / {len(pages)}" in pages[0]
    kinds, _spoken = papers.tags(content)
    assert (kinds["/Table"], kinds["/TH"], kinds["/TR"]) == (1, 5, 301)


def test_a_season_without_results_has_an_empty_table():
    assert "No finished match yet." in papers.text(pdf_of(reports.standings(ABOUT, [])))


@pytest.mark.parametrize(
    ("size", "pages"),
    [
        (PaperSize.A4, [4, 1]),
        (PaperSize.LETTER, [4, 1]),
        (PaperSize.A5, [1] * 5),
        (PaperSize.A6, [1] * 5),
    ],
)
def test_cards_come_four_by_four_or_one_by_one(size, pages):
    content = pdf_of(PAPERS["cards"], size)
    links = papers.links(content)
    assert links == [[DOOR.address] * count for count in pages]
    assert papers.text(content).count(DOOR.code) >= 5
    assert papers.tags(content)[1] == ["Table QR code"] * 5


def test_a_card_without_a_code_shows_its_number_all_the_same():
    content = pdf_of(cards.cards(ABOUT, [cards.Card(table(4), None)]), PaperSize.A6)
    assert "Table 4" in papers.text(content)
    assert papers.links(content) == [[]]


def test_a_qr_code_has_the_dark_modules_of_its_address():
    svg = cards.qr_svg(DOOR.address)
    assert svg.startswith("<svg")
    assert "#000" in svg
    assert svg != cards.qr_svg(f"{DOOR.address}?")


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "seats"), [(slug, seats) for slug, game in GAMES.items() for seats in game.seats]
)
def test_every_game_has_a_sheet_for_every_number_of_players(game, seats):
    names = [f"Somebody {number}" for number in range(1, seats + 1)]
    for size in (PaperSize.A4, PaperSize.LETTER):
        content = pdf_of(sheets.sheets(ABOUT, [sheet(game, names)]), size)
        assert len(papers.sizes(content)) == 1, "one page"
    text = papers.text(content)
    assert f"{GAMES[game].name} · Table 7" in text
    assert [name for name in names if name not in re.sub(r"\s+", " ", text)] == []
    rounds = forms.form_of(game, usual(game, seats), seats).rounds
    assert re.search(rf"^{rounds}$", text, re.M), "the last round"


def test_a_game_without_a_sheet_of_its_own_gets_a_plain_one(monkeypatch):
    monkeypatch.setitem(GAMES, "coin", SimpleNamespace(name="Coin"))
    listed = [sheets.ScoreSheet("coin", ["Ada", "Bob"], {}, 7)]
    text = papers.text(pdf_of(sheets.sheets(ABOUT, listed)))
    assert "Coin · Table 7" in text
    assert "points / total" in text


def test_a_sheet_tells_the_house_rules_that_count():
    options = {**usual("neurotrio", 2), "target": 77, "minimums": [11, 14]}
    text = papers.text(
        pdf_of(sheets.sheets(ABOUT, [sheets.ScoreSheet("neurotrio", ["Ada", "Bob"], options, 1)]))
    )
    assert "Played to 77 points. Points needed to finish: 11 · 14." in text


def test_a_sheet_of_njet_has_its_bars():
    options = {**usual("njet", 3), "super_none": True, "discards": [0, 3], "rounds": 5}
    content = pdf_of(sheets.sheets(ABOUT, [sheets.ScoreSheet("njet", ["A", "B", "C"], options, 1)]))
    _kinds, spoken = papers.tags(content)
    bars = "Start: 1, 2, 3. Discard: 0, 3. Tricks. Trump: red, black, blue, green. "
    bars += "Value: 1, 2, 3, 4. Super: red, black, blue, green, none. 1s"
    assert spoken == [bars] * 5


def test_a_sheet_of_nain_jaune_has_boxes_and_the_chips_at_the_start():
    options = {**usual("nain_jaune", 3), "chips": 10**30, "end": "chips", "rounds": 10**9}
    content = pdf_of(sheets.sheets(ABOUT, [sheets.ScoreSheet("nain_jaune", ["", "", ""], options)]))
    _kinds, spoken = papers.tags(content)
    assert set(spoken) == {"7♦. 10♦. J♣. Q♠. K♦"}
    assert papers.text(content).count(str(10**30)[:6]) == 3
    assert "Until a player has no chips left." in papers.text(content)
    assert "Fewer than 5 chips" not in papers.text(content)
    options = {**options, "short_ante": "pay_what_is_left"}
    content = pdf_of(sheets.sheets(ABOUT, [sheets.ScoreSheet("nain_jaune", ["", "", ""], options)]))
    assert "Fewer than 5 chips" in papers.text(content)


def test_a_sheet_has_no_more_rounds_than_paper_can_bear():
    options = {**usual("njet", 4), "rounds": 10**6}
    assert forms.form_of("njet", options, 4).rounds == MOST_ROUNDS


def test_a_blank_sheet_has_lines_for_table_and_date():
    content = pdf_of(
        sheets.sheets(ABOUT, [sheets.ScoreSheet("triominos", [""] * 4, usual("triominos", 4))])
    )
    assert "Table" in papers.text(content)
    assert "Date" in papers.text(content)
    assert "Salle Pascal" not in papers.text(content)


@pytest.mark.parametrize("name", [*HOSTILE, *SCRIPTS])
def test_a_certificate_bears_any_name(name):
    content = pdf_of(certified(Certificate(name, "1st", [name], "60,00", 1)))
    plain = re.sub(r"[\s\u200d]", "", papers.text(content))
    expected = re.sub(r"[\s\u200d]", "", name)
    assert expected in plain or expected[::-1] in plain
    assert b"pdfuaid:part" in content


@pytest.mark.parametrize("size", [PaperSize.A4, PaperSize.LETTER, PaperSize.A5])
def test_a_certificate_is_a_page_however_long_its_words(size):
    long, word = "Anne-Sophie de la " * 5 + "Tour", "x" * 100
    about = replace(ABOUT, club=long, title=word, when=f"{word} · {long}")
    listed = [
        Certificate(name, "123rd", [long, word, long], "1 234 567,00", 99) for name in (long, word)
    ]
    content = pdf_of(certificates.certificates(about, listed, day="31 décembre 2026"), size)
    assert len(papers.sizes(content)) == 2
    assert papers.text(content).count("31 décembre 2026") == 2
    assert papers.tags(content)[0]["/H1"] == 2


def test_a_certificate_tells_with_whom_a_place_is_shared():
    several = [Certificate("Ada", "2nd", list("BCDE")[:count], "1", 2) for count in range(5)]
    text = papers.text(pdf_of(certified(*several)))
    assert text.count("2nd place") == 5
    assert re.findall("shared with .*", text) == [
        "shared with B",
        "shared with B and C",
        "shared with B, C and D",
        "shared with 4 others",
    ]
    assert "1 point in 2 matches" in text


def test_a_long_report_repeats_its_heads_and_tells_its_pages():
    content = pdf_of(player_report(days=30))
    pages = [page.extract_text() for page in papers.read(content).pages]
    assert len(pages) > 1
    for number, page in enumerate(pages, 1):
        assert f"{number} / {len(pages)}" in page
        assert "Opponents: place, score" in page
        assert re.search(r"^\d+ octobre", page, re.M), "the evening goes on"
    kinds, _spoken = papers.tags(content)
    assert (kinds["/Table"], kinds["/TR"]) == (1, 1 + 30 * 3)
    assert kinds["/TH"] == 5 + 30 * 2


def test_a_report_tells_what_does_not_count_and_what_adds_up():
    evening = ReportSession(
        "1 octobre", "60,00", "does not count", [], [LabelledValue("for attendance", "+ 5")]
    )
    content = pdf_of(
        player_report(
            figures=[LabelledValue("Place", "2 / 7"), LabelledValue("Rating", "1034 (+34)")],
            notes=["Only the best evening."],
            sums=[LabelledValue("Attendance", "+ 5,00"), LabelledValue("Points", "65,00")],
        )
    )
    text = papers.text(content)
    for expected in ("2 / 7", "1034 (+34)", "Only the best evening.", "+ 5,00", "65,00"):
        assert expected in text
    sections = [ReportSection("Penalties", [LabelledValue("<b>Late</b>", "− 10")])]
    text = papers.text(pdf_of(player_report(sections=sections, evenings=[evening])))
    assert "1 octobre · does not count" in text
    assert "(60,00)" in text
    assert "<b>Late</b>" in text


def test_boxes_stand_beside_each_other_and_escape_their_words():
    one = checkboxes.draw([[forms.BoxGroup("<a&b>", ["1", "two"])]])
    two = checkboxes.draw([[forms.BoxGroup("<a&b>", ["1", "two"]), forms.BoxGroup("x", [""])]])
    assert "&lt;a&amp;b&gt;" in one.svg
    assert two.width > one.width
    assert one.svg.count("<rect") == 2
    assert checkboxes.draw([[forms.BoxGroup("x", [])]] * 3).height > one.height
