"""PDF files of a session and of a season, from the desk."""

import io
import re
import zipfile

import pytest

from league.models import Role
from league.operations.matches import submissions, table_codes
from league.operations.paper import session_paper
from league.operations.paper.typesetting import pdf_documents
from league.operations.results import stopped_matches
from league.operations.seasons import seasons
from league.operations.sessions import session_log
from scoring import projection, standings_queries
from tests import make
from tests.operations.paper import papers
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def session(alice):
    return make.session(make.season(make.club(), games=["neurotrio", "njet"]))


@pytest.fixture
def match(session):
    return make.match(session, make.players(session.season.club, ["Ada", "Bruno", "Chloé"]))


def desk(session):
    return f"/en/desk/sessions/{session.pk}/"


def printed(client, session, kind, query=""):
    answer = client.get(f"{desk(session)}paper/{kind}.pdf{query}")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    return answer.content


def test_the_desks_lead_to_the_pages_of_paper(client, session):
    season = f"/en/desk/seasons/{session.season_id}/"
    assert f'href="{desk(session)}paper/"' in client.get(desk(session)).content.decode()
    assert f'href="{season}paper/"' in client.get(season).content.decode()
    page = client.get(f"{desk(session)}paper/").content.decode()
    for kind in ("tables", "names", "cards", "sheets"):
        assert f'href="{desk(session)}paper/{kind}.pdf?size=letter"' in page
    assert f'href="{desk(session)}paper.zip?size=a4"' in page
    page = client.get(f"{season}paper/").content.decode()
    assert f'href="{season}paper/standings.pdf?size=a6"' in page
    assert f'href="{season}paper/standings.pdf?game=njet&amp;size=a4"' in page
    assert '<option value="njet-4">Njet!, 4 players</option>' in page
    assert "nain_jaune" not in page


def test_a_paper_is_shown_in_the_browser_and_not_cached(client, session, match):
    answer = client.get(f"{desk(session)}paper/tables.pdf")
    assert answer["Content-Disposition"] == 'inline; filename="seating-by-table-2026-10-01.pdf"'
    assert answer["Cache-Control"] == "private, no-store"


def test_tables_keep_their_numbers_and_those_that_are_over_are_left_out(client, session, match):
    club = session.season.club
    others = make.players(club, ["Dov", "Eva", "<b>Finn</b>"])
    make.match(session, others)
    make.played(match, [22, 3, 3], [22, 3, 3], [22, 3, 3])
    content = papers.text(printed(client, session, "tables"))
    assert "Table 2" in content
    assert "<b>Finn</b>" in content
    assert "Table 1" not in content
    assert "Ada" not in content
    assert "Thursday 1 October 2026 · Salle Pascal" in content


def test_present_players_without_a_table_are_listed_as_waiting(client, session, match):
    zoe = make.players(session.season.club, ["Zoé"])[0]
    session_log.check_in(session, [zoe.pk, match.seats.first().player_id], by=None)
    assert papers.text(printed(client, session, "tables")).count("Zoé") == 1
    content = papers.text(printed(client, session, "names")).splitlines()
    start = content.index("Ada 1")
    assert content[start : start + 4] == ["Ada 1", "Bruno 1", "Chloé 1", "Zoé waiting"]


def test_a_match_that_was_called_off_or_stopped_is_not_printed(client, session, match):
    others = make.players(session.season.club, ["Dov", "Eva"])
    session_log.call_off(make.match(session, others), by=None)
    stopped = make.match(session, others)
    stopped_matches.abandon(stopped, reason="Ill", by=None)
    assert "Dov" not in papers.text(printed(client, session, "tables"))


def test_cards_lead_to_the_pages_of_the_tables(client, session, match):
    code = table_codes.renew(match, by=make.user())
    content = printed(client, session, "cards", "?size=a6")
    assert papers.links(content) == [[f"http://testserver/t/{code}/"]]
    assert str(code) in papers.text(content)
    assert "Valid until" in papers.text(content)


def test_a_table_without_a_code_gets_its_card(client, session, match):
    content = printed(client, session, "cards", "?size=a6")
    assert papers.links(content) == [[]]
    assert "Table 1" in papers.text(content)


@pytest.mark.parametrize(("role", "expected"), [(Role.SCORER, True), (Role.PLAYER, False)])
def test_only_who_may_enter_rounds_reads_the_code_on_a_sheet(
    client, session, match, role, expected
):
    code = table_codes.renew(match, by=make.user())
    sign_in(client, make.member(session.season.club, role, "bob@example.org"))
    assert (str(code) in papers.text(printed(client, session, "sheets"))) is expected


def test_a_sheet_has_the_house_rules_of_its_match(client, session):
    players = make.players(session.season.club, ["Zoé", "Ada"])
    make.match(session, players, options={"target": 33})
    content = papers.text(printed(client, session, "sheets"))
    assert "Played to 33 points." in content
    assert content.index("Zoé") < content.index("Ada")


def test_french_pages_print_in_french(client, session, match):
    answer = client.get(f"/fr/desk/sessions/{session.pk}/paper/tables.pdf")
    assert "jeudi 1er octobre 2026" in papers.text(answer.content)
    assert papers.read(answer.content).trailer["/Root"]["/Lang"] == "fr"


def test_a_whole_evening_is_one_archive(client, session, match):
    answer = client.get(f"{desk(session)}paper.zip?size=a6")
    assert answer["Content-Disposition"] == 'attachment; filename="evening-2026-10-01.zip"'
    box = zipfile.ZipFile(io.BytesIO(answer.content))
    season = session.season_id
    assert box.namelist() == [
        "seating-by-table-2026-10-01.pdf",
        "seating-by-name-2026-10-01.pdf",
        "table-cards-2026-10-01.pdf",
        "score-sheets-2026-10-01.pdf",
        f"standings-{season}.pdf",
        f"standings-neurotrio-{season}.pdf",
        f"standings-njet-{season}.pdf",
    ]
    for name in box.namelist():
        assert papers.sizes(box.read(name))[0] == (105, 148)


@pytest.mark.parametrize("address", ["paper/tables.pdf", "paper/cards.pdf", "paper.zip"])
def test_printing_without_a_running_table_is_a_conflict(client, session, address):
    answer = client.get(f"{desk(session)}{address}")
    assert answer.status_code == 409
    assert "No table is playing: there is nothing to print." in answer.content.decode()


@pytest.mark.parametrize(
    "address",
    ["sessions/{}/paper/tables.pdf", "sessions/{}/paper.zip", "seasons/{}/paper/standings.pdf"],
)
def test_an_unknown_size_is_refused(client, session, match, address):
    pk = session.pk if "sessions" in address else session.season_id
    answer = client.get(f"/en/desk/{address.format(pk)}?size=a3<script>")
    assert answer.status_code == 422
    assert "Choose one of: a4, letter, a5, a6." in answer.content.decode()
    assert "a3<script>" not in answer.content.decode()


def test_other_kinds_of_paper_are_not_there(client, session, match):
    assert client.get(f"{desk(session)}paper/nothing.pdf").status_code == 404
    season = f"/en/desk/seasons/{session.season_id}/paper/"
    for game in ("chess", "%00"):
        assert client.get(f"{season}standings.pdf?game={game}").status_code == 404


def test_the_standings_name_their_version(client, session, match):
    make.played(match, [22, 3, 4], [22, 3, 4], [22, 3, 4])
    for table in session.season.tables.all():
        projection.refresh(table.pk)
    address = f"/en/desk/seasons/{session.season_id}/paper/standings.pdf"
    answer = client.get(address)
    content = papers.text(answer.content)
    assert "1 Ada 60 1 1\n2 Chloé 30 1 0\n3 Bruno 0 1 0" in content
    version = standings_queries.find_table(session.season_id).standings_version
    assert f"version {version}" in content
    assert client.get(address).content == answer.content
    submissions.correct(match.pk, 1, make.sheet(12, 3, 4), reason="", by=make.user())
    assert "New results are being counted" in papers.text(client.get(address).content)


def test_standings_are_of_one_game_too(client, session, match):
    address = f"/fr/desk/seasons/{session.season_id}/paper/standings.pdf?game=njet"
    content = papers.text(client.get(address).content)
    assert "Njet!" in content
    assert "Aucune partie terminée pour l’instant." in content


@pytest.mark.parametrize("size", ["a4", "a6"])
def test_a_blank_sheet_is_for_a_game_and_a_number_of_players(client, session, size):
    address = f"/en/desk/seasons/{session.season_id}/paper/blank.pdf?sheet=njet-3&size={size}"
    assert "Njet!" in papers.text(client.get(address).content)


@pytest.mark.parametrize(
    "sheet", ["", "njet", "njet-7", "njet-x", "chess-2", "triominos-2", "njet-²"]
)
def test_a_sheet_that_there_is_not_is_refused(client, session, sheet):
    address = f"/en/desk/seasons/{session.season_id}/paper/blank.pdf?sheet={sheet}"
    assert client.get(address).status_code == 422


def test_a_print_that_takes_too_long_is_reported(client, session, match, monkeypatch):
    monkeypatch.setattr(pdf_documents, "SECONDS", 0.001)
    answer = client.get(f"{desk(session)}paper/tables.pdf")
    assert answer.status_code == 409
    assert "Printing took too long." in answer.content.decode()


def test_more_tables_ask_no_more_questions(
    client, session, match, django_assert_num_queries, monkeypatch
):
    monkeypatch.setattr(pdf_documents, "draw", lambda drawn, size: b"%PDF")
    table_codes.renew(match, by=make.user())
    kinds = list(session_paper.PaperKind)

    def ask():
        for kind in kinds:
            session_paper.session_file(session, kind, pdf_documents.PaperSize.A4, address=str)

    with django_assert_num_queries(16) as first:
        ask()
    for number in range(5):
        names = [f"{name} {number}" for name in make.NAMES]
        table_codes.renew(
            make.match(session, make.players(session.season.club, names)), by=make.user()
        )
    with django_assert_num_queries(len(first)):
        ask()


def test_a_sitting_keeps_its_own_table_numbers(client, alice):
    tournament = make.tournament(here=9)
    make.match(tournament.season.sessions.get(), list(tournament.season.club.players.all())[:2])
    sitting = make.published(tournament)
    content = papers.text(printed(client, sitting.session, "tables"))
    assert "Tournament round 1 · Saturday 3 October 2026" in content
    assert re.findall(r"Table (\d)", content) == ["1", "1", "2", "3"]  # the first is no sitting's


def test_score_sheets_of_njet_propose_partners_by_their_seats(client, alice):
    sitting = make.published(make.tournament(here=7, game="njet", options={"rounds": 3}))
    content = " ".join(papers.text(printed(client, sitting.session, "sheets")).split())
    assert "round by round: 1+2 – 3+4 · 1+3 – 2+4 · 1+4 – 2+3." in content
    assert "round by round: 1 – 2+3 · 2 – 1+3 · 3 – 1+2." in content
    other = make.published(make.tournament(make.club(name="Autre"), here=4))
    assert "proposal" not in papers.text(printed(client, other.session, "sheets"))


def test_a_player_who_sits_out_is_listed_as_waiting(client, alice):
    sitting = make.published(make.tournament(here=9, least=4, most=4))
    assert len(sitting.sit_out) == 1
    out = sitting.tournament.season.club.players.get(pk=sitting.sit_out[0])
    assert f"{out.name} waiting" in papers.text(printed(client, sitting.session, "names"))


def test_a_season_without_computed_standings_is_printed(client, session):
    """No standings were ever computed."""
    seasons.update(session.season, name="Été « 2026 »")
    address = f"/en/desk/seasons/{session.season_id}/paper/standings.pdf"
    assert "Été « 2026 »" in papers.text(client.get(address).content)
