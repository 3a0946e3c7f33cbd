"""The pages of the rules: every clause has an address, and every number of a clause leads there.

No test here may use the database: every page is made without a query.
"""

import re
from html import unescape

import pytest
from django.template import Context, Template
from django.utils import translation

from games import GAMES
from games.base import rule_book_for
from league.web.games import PAGES
from tests.operations.paper import papers
from tests.outside_games import EXAMPLES, TOY, installed, write_game

LANGUAGES = ["en", "fr", "de"]


def page(client, game, language="en"):
    answer = client.get(f"/{language}/rules/{game}/")
    assert answer.status_code == 200
    return answer.content.decode()


def words(html):
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def tag(number, **context):
    template = Template("{% load rules %}{% clause number new_tab=new_tab %}")
    return template.render(Context({"number": number, "new_tab": False, **context}))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_clause_and_house_rule_has_an_address(client, game, language):
    html, book = page(client, game, language), rule_book_for(GAMES[game], language)
    assert f'<html lang="{language}">' in html
    assert re.findall(r'<article class="clause-text" id="(\w+)"', html) == [
        clause.number for clause in (*book.clauses, *book.examples)
    ]
    assert re.findall(r'id="rule-(\w+)"', html) == [rule.name for rule in book.house_rules]
    targets = {*re.findall(r'href="#([^"]+)"', html)}
    assert targets <= {*re.findall(r'id="([^"]+)"', html)}


@pytest.mark.parametrize("game", GAMES)
def test_every_picture_is_drawn_and_named(client, game):
    html, book = page(client, game, "fr"), rule_book_for(GAMES[game], "fr")
    blocks = [block for clause in book.clauses for block in clause.blocks if block.picture]
    assert {block.picture for block in blocks} == {*PAGES[game].rule_pictures}
    titles = re.findall(r'role="img"><title>([^<]*)</title>', html)
    assert [unescape(title) for title in titles] == [book.plain(block.spans) for block in blocks]
    assert "<style" not in html
    assert " style=" not in html


def test_usual_values_are_those_of_new_matches(client):
    html = words(page(client, "nain_jaune"))
    assert "this player pays the rest and plays on (usual)" in html
    assert "the match ends (usual)" not in html
    assert "Usual: 50" in html
    assert "not allowed: 3 to 8 play (usual)" in html


def test_the_list_leads_to_every_game(client):
    html = client.get("/de/rules/").content.decode()
    assert {f"/de/rules/{game}/" for game in GAMES} <= {*re.findall(r'href="([^"]+)"', html)}


def test_unknown_games_have_no_rules(client):
    assert client.get("/en/rules/poker/").status_code == 404
    assert client.get("/en/rules/poker.pdf").status_code == 404


def test_games_without_texts_have_no_page_and_plain_clauses(client, monkeypatch):
    monkeypatch.delattr(GAMES["njet"], "rule_book")
    assert client.get("/en/rules/njet/").status_code == 404
    assert "/en/rules/njet/" not in client.get("/en/rules/").content.decode()
    assert tag("Z7", game="njet") == "<small>Z7</small>"


@pytest.mark.parametrize(
    ("language", "own", "title"), [("en", "en", "End"), ("fr", "fr", "Fin"), ("de", "en", "End")]
)
def test_a_game_from_outside_has_its_rules_as_page_and_sheet(client, language, own, title):
    with installed(EXAMPLES):
        html = page(client, "ascenseur", language)
        assert re.findall(r'id="(A\d)"', html) == ["A0", "A1", "A2", "A3"]
        assert f'class="rules" lang="{own}"' in html
        assert title in words(html)
        assert '<a href="#rule-way">' in html
        assert re.findall(r'id="rule-(\w+)"', html) == ["cards", "way"]
        assert f'href="/{language}/rules/ascenseur/#A2" title="' in tag_in(language, "A2")
        assert "/rules/ascenseur/" in client.get(f"/{language}/rules/").content.decode()
        pages = papers.read(client.get(f"/{language}/rules/ascenseur.pdf").content).pages
        assert len(pages) <= 2


def tag_in(language, number):
    with translation.override(language):
        return tag(number, game="ascenseur")


@pytest.mark.parametrize("options", ["()", "(Flag('open', Words('<b>O'), True),)"])
def test_a_game_without_a_text_shows_its_house_rules(client, tmp_path, options):
    code = TOY.replace("scores = ", f"options = {options}\n        scores = ")
    with installed(write_game(tmp_path, "toy", code)):
        html = page(client, "toy")
        assert "The package of this game has no text of its rules" in words(html)
        assert html.count('id="rule-open"') == (options != "()")
        assert "<b>O" not in html
        assert client.get("/en/rules/toy.pdf").status_code == 200


def test_texts_of_packages_are_escaped(client, tmp_path):
    home = write_game(tmp_path, "toy", TOY)
    attack = "<script>alert(1)</script> [x](javascript:1) T99 *<i>* `<u>`"
    (home / "RULES.md").write_text(
        f"# {attack}\n{attack}\n## {attack}\n- **Y1 {attack.replace('*', '')}.** {attack}\n"
        f"  > [nothing] {attack}\n  > [house_rules]\n- **Y2 B.** Y3 Y2\n"
    )
    with installed(home):
        html = page(client, "toy")
        assert "<script>alert" not in html
        assert "<i>" not in html
        assert '<a href="#Y2" title="B">Y2</a>' in html
        assert client.get("/en/rules/toy.pdf").status_code == 200
        assert client.get("/en/rules/").status_code == 200


def test_a_broken_text_leaves_the_page_with_the_house_rules(client, tmp_path):
    home = write_game(tmp_path, "toy", TOY)
    (home / "RULES.md").write_bytes(b"\xff")
    with installed(home):
        assert "has no text of its rules" in words(page(client, "toy"))
        assert client.get("/en/rules/").status_code == 200


def test_an_address_without_a_language_leads_to_that_of_the_reader(client):
    answer = client.get("/rules/njet/", headers={"accept-language": "de"})
    assert (answer.status_code, answer["Location"]) == (302, "/de/rules/njet/")


def test_a_clause_is_a_link_titled_by_its_text():
    with translation.override("fr"):
        assert tag("N17", game="neurotrio") == (
            '<small><a class="clause" href="/fr/rules/neurotrio/#N17" '
            'title="Cartes différentes">N17</a></small>'
        )
    assert 'target="_blank" rel="noopener"' in tag("N17", game="neurotrio", new_tab=True)
    # without a game, the only one that has such a clause
    assert 'href="/en/rules/triominos/#T8"' in tag("T8")
    assert 'href="/en/rules/triominos/#T8"' in tag("T8", game="")
    assert tag("N99", game="neurotrio") == "<small>N99</small>"
    assert tag("") == ""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", ["a4", "letter"])
def test_the_sheet_for_the_table_has_two_pages(client, game, language, size):
    answer = client.get(f"/{language}/rules/{game}.pdf?size={size}")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert len(papers.read(answer.content).pages) == 2
    book = rule_book_for(GAMES[game], language)
    text = papers.text(answer.content)
    for section in book.sections:
        for clause in section.clauses:
            assert (f"{clause.number} {clause.title}" in text) != section.is_for_programs


def test_the_sheet_has_pictures_for_screen_readers_and_links_between_clauses(client):
    content = client.get("/en/rules/njet.pdf").content
    kinds, spoken = papers.tags(content)
    assert len(spoken) == 3
    assert kinds["/Link"] == 8
    assert client.get("/en/rules/njet.pdf").content == content


def test_a_sheet_of_another_size_is_refused(client):
    answer = client.get("/en/rules/njet.pdf?size=a6")
    assert answer.status_code == 422
    assert "a4, letter" in words(answer.content.decode())
