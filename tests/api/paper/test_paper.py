"""Paper by the API: what it is, and what is refused."""

import pytest

from league.models import Visibility
from league.operations.matches import table_codes
from league.operations.paper.session_paper import PaperKind
from league.operations.people import clubs
from scoring import projection
from tests import make
from tests.api.caller import caller
from tests.operations.paper import papers

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice(world):
    return caller(world.owner)


def code_of(answer):
    return answer.json()["problems"][0]["code"]


@pytest.mark.parametrize("kind", PaperKind)
def test_each_kind_is_a_file(world, alice, kind):
    answer = alice.get(f"sessions/{world.session.pk}/paper/{kind}.pdf?size=letter")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert answer["Content-Disposition"].startswith("attachment; filename=")
    assert answer["Cache-Control"] == "private, no-store"
    assert papers.sizes(answer.content)[0] == (216, 279)


def test_a_card_leads_to_the_page_of_its_table(world, alice):
    code = table_codes.renew(world.match, by=world.owner)
    content = alice.get(f"sessions/{world.session.pk}/paper/cards.pdf").content
    assert papers.links(content) == [[f"http://testserver/t/{code}/"]]


def test_a_player_gets_sheets_without_codes(world):
    code = table_codes.renew(world.match, by=world.owner)
    address = f"sessions/{world.session.pk}/paper/sheets.pdf"
    shown = [
        str(code) in papers.text(caller(user).get(address).content)
        for user in (world.scorer, world.player)
    ]
    assert shown == [True, False]


def test_a_whole_evening_is_an_archive(world, alice):
    answer = alice.get(f"sessions/{world.session.pk}/paper.zip")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/zip")
    assert answer.content.startswith(b"PK")


def test_a_file_is_answered_whatever_is_preferred(world, alice):
    address = f"seasons/{world.season.pk}/standings.pdf"
    assert alice.get(address, Accept="application/pdf").status_code == 200


def test_the_standings_have_a_tag_for_version_size_and_language(world, alice):
    address = f"seasons/{world.season.pk}/standings.pdf"
    first = alice.get(address)
    assert alice.get(address, If_None_Match=first["ETag"]).status_code == 304
    tags = {
        first["ETag"],
        alice.get(f"{address}?size=a6")["ETag"],
        alice.get(f"{address}?game=neurotrio")["ETag"],
        alice.get(address, Accept_Language="fr")["ETag"],
    }
    make.played(world.match, [22, 3, 3], [22, 3, 3], [22, 3, 3])
    for table in world.season.tables.all():
        projection.refresh(table.pk)
    assert len({*tags, alice.get(address)["ETag"]}) == 5


def test_french_is_asked_for_as_everywhere(world, alice):
    content = alice.get(f"seasons/{world.season.pk}/standings.pdf", Accept_Language="fr").content
    assert papers.read(content).trailer["/Root"]["/Lang"] == "fr"


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("game=njet&players=4&size=a3", "unknown_choice"),
        ("game=njet&players=4&size=", "unknown_choice"),
        ("game=chess&players=4", "unknown_game"),
        ("players=4", "unknown_game"),
        ("game=njet&players=7", "bad_number_of_players"),
        ("game=njet&players=four", "not_an_integer"),
        ("game=njet&players=²", "not_an_integer"),
        ("game=njet", "not_an_integer"),
        ("game=njet&players=4&paper=a4", "unknown_parameter"),
    ],
)
def test_an_invalid_query_for_a_blank_sheet_is_refused(world, alice, query, code):
    answer = alice.get(f"seasons/{world.season.pk}/blank.pdf?{query}")
    assert (answer.status_code, code_of(answer)) == (422, code)


@pytest.fixture
def ranked(world):
    """Return a world in which Ada has won a match that is over and counted."""
    make.played(make.match(world.session, world.players[:3], options={"target": 1}), [22, 5, 5])
    for table in world.season.tables.all():
        projection.refresh(table.pk)
    return world


def test_certificates_are_of_one_or_of_the_best(ranked, alice):
    address = f"seasons/{ranked.season.pk}/certificates.pdf"
    answer = alice.get(f"{address}?size=letter&game=neurotrio")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert answer["Content-Disposition"].startswith("attachment; filename=")
    assert papers.sizes(answer.content) == [(279, 216)] * 3
    assert len(papers.sizes(alice.get(f"{address}?best=1").content)) == 1
    bruno = ranked.players[1]
    text = papers.text(alice.get(f"{address}?player={bruno.pk}").content)
    assert f"{bruno.name}\n2nd place" in text
    assert "shared with" in text


def test_a_report_is_of_one_player(ranked, alice):
    ada = ranked.players[0]
    address = f"seasons/{ranked.season.pk}/standings/{ada.pk}.pdf"
    clubs.update_player(ada, name=ada.name, visibility=Visibility.HIDDEN)
    answer = alice.get(f"{address}?size=a5&game=neurotrio")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert papers.sizes(answer.content) == [(148, 210)]
    text = papers.text(answer.content)
    assert ada.name in text, "callers are members"
    assert "place 1 of 3 players: 60 of 60 points" in text


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("best=0", "out_of_range"),
        ("best=501", "out_of_range"),
        ("best=", "not_an_integer"),
        ("player=x", "not_an_integer"),
        ("player=999999", "unknown_player"),
        ("player=1&best=1", "not_with_player"),
        ("size=a6", "unknown_choice"),
        ("players=3", "unknown_parameter"),
    ],
)
def test_an_invalid_choice_of_certificates_is_refused(ranked, alice, query, code):
    answer = alice.get(f"seasons/{ranked.season.pk}/certificates.pdf?{query}")
    assert (answer.status_code, code_of(answer)) == (422, code)


def test_too_many_certificates_at_once_are_refused(ranked, alice, monkeypatch):
    monkeypatch.setattr("league.operations.paper.certificates.MOST_CERTIFICATES", 2)
    answer = alice.get(f"seasons/{ranked.season.pk}/certificates.pdf")
    assert (answer.status_code, code_of(answer)) == (422, "too_long")


def test_a_report_of_who_did_not_play_is_not_there(ranked, alice):
    season = f"seasons/{ranked.season.pk}/standings"
    for path in (f"{ranked.players[3].pk}.pdf", "999999.pdf", f"{ranked.players[0].pk}.pdf?game=x"):
        assert alice.get(f"{season}/{path}").status_code == 404
    wrong = alice.get(f"{season}/{ranked.players[0].pk}.pdf?size=a6")
    assert (wrong.status_code, code_of(wrong)) == (422, "unknown_choice")


def test_certificates_wait_until_results_are_counted(world, alice):
    make.played(make.match(world.session, world.players[:3], options={"target": 1}), [22, 5, 5])
    answer = alice.get(f"seasons/{world.season.pk}/certificates.pdf")
    assert answer.status_code == 409
    assert "being counted" in answer.json()["detail"]


def test_printing_without_a_running_table_is_a_conflict(world, alice):
    make.played(world.match, [22, 3, 3], [22, 3, 3], [22, 3, 3])
    for address in ("paper/tables.pdf", "paper.zip"):
        answer = alice.get(f"sessions/{world.session.pk}/{address}")
        assert answer.status_code == 409
        assert answer.json()["detail"] == "No table is playing: there is nothing to print."


def test_other_kinds_are_not_there(world, alice):
    assert alice.get(f"sessions/{world.session.pk}/paper/nothing.pdf").status_code == 404
    assert alice.get(f"seasons/{world.season.pk}/standings.pdf?game=chess").status_code == 404
