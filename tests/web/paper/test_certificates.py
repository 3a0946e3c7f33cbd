"""Certificates of a season and of a tournament, from the desk."""

import re
from datetime import date

import pytest

from league.models import ConfirmationWay, Format, Role, Visibility
from league.operations.matches import submissions
from league.operations.paper.typesetting import pdf_documents
from league.operations.people import clubs
from league.operations.results import disputes
from league.operations.results.confirmations import Speaker
from league.operations.seasons import seasons
from league.operations.tournaments import tournaments
from scoring import projection
from tests import make
from tests.made_once import made_once
from tests.operations.paper import papers
from tests.web.desk import before_alice, sign_in

pytestmark = pytest.mark.django_db
QUICK = {"target": 1}


@pytest.fixture
@before_alice
@made_once
def season():
    """Return a season in which Ada wins, Bruno and Chloé share the second place, and Dov is last
    and plays Triominos too."""
    season = make.season(make.club(), games=["neurotrio", "triominos"])
    people = make.players(season.club)
    make.played(make.match(make.session(season), people, options=QUICK), [22, 5, 5, 3])
    make.played(make.match(make.session(season, 8), people[2:], "triominos", QUICK), [9, 9])
    refresh(season)
    return season


def refresh(season):
    for table in season.tables.all():
        projection.refresh(table.pk)


def player(season, name):
    return season.club.players.get(name=name).pk


def desk(season, query=""):
    return f"/en/desk/seasons/{season.pk}/paper/certificates.pdf{query}"


def pages(client, season, query=""):
    answer = client.get(desk(season, query))
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    return [page.extract_text() for page in papers.read(answer.content).pages]


def refused(client, season, query=""):
    answer = client.get(desk(season, query))
    message = re.search(r'class="refusals".*?<li>(.*?)</li>', answer.content.decode())
    return answer.status_code, message[1]


def test_every_player_gets_a_certificate_best_first(client, season):
    certificates = pages(client, season, "?game=neurotrio")
    assert len(certificates) == 4
    for words in ("Les Ardoises", "Saison 2026", "Neurotrio", "Ada", "1st place"):
        assert words in certificates[0]
    assert "60 points in 1 match" in certificates[0]
    assert "1 October 2026" in certificates[0]
    assert "Signature" in certificates[0]
    assert "shared" not in certificates[0]


def test_a_true_tie_says_with_whom_the_place_is_shared(client, season):
    bruno, chloe, dov = pages(client, season, "?game=neurotrio")[1:]
    assert "2nd place" in bruno
    assert "shared with Chloé" in bruno
    assert "2nd place" in chloe
    assert "shared with Bruno" in chloe
    assert "4th place" in dov
    assert "shared" not in dov


@pytest.mark.parametrize(("best", "names"), [(1, "A"), (2, "ABC"), (3, "ABC"), (4, "ABCD")])
def test_the_best_are_those_with_such_a_place(client, season, best, names):
    certificates = pages(client, season, f"?game=neurotrio&best={best}")
    assert "".join(re.search("Ada|Bruno|Chloé|Dov", page)[0][0] for page in certificates) == names


def test_one_player_is_chosen_by_name(client, season):
    certificates = pages(client, season, f"?player={player(season, 'Dov')}&best=&game=&size=letter")
    assert len(certificates) == 1
    assert "30 points in 2 matches" in certificates[0]
    assert "All games" in certificates[0]
    assert "8 October 2026" in certificates[0], "the day of the latest result"


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("?best=0", "Enter a number from 1 to 500."),
        ("?best=501", "Enter a number from 1 to 500."),
        ("?best=x", "Enter a whole number."),
        ("?best=-1", "Enter a whole number."),
        ("?best=%C2%B2", "Enter a whole number."),
        ("?player=999999", "This player has no result in these standings."),
        ("?player=" + "9" * 19, "Enter a whole number."),
        ("?player=", "Enter a whole number."),
        ("?player=1&best=1", "Leave this out if you name a player."),
        ("?size=a6", "Choose one of: a4, letter, a5."),
    ],
)
def test_impossible_choices_are_refused_beside_the_forms(client, season, query, words):
    assert refused(client, season, query) == (422, words)


def test_a_player_without_matches_of_a_game_has_no_certificate_of_it(client, season):
    query = f"?game=triominos&player={player(season, 'Ada')}"
    assert refused(client, season, query)[0] == 422
    assert client.get(desk(season, "?game=chess")).status_code == 404


def test_certificates_need_a_finished_match(client, alice):
    season = make.season(make.club())
    refresh(season)
    assert refused(client, season) == (409, "No match is finished yet: there is nothing to print.")
    page = client.get(f"/en/desk/seasons/{season.pk}/paper/").content.decode()
    assert "Once a match is finished" in page
    assert "For one player" not in page


def test_certificates_wait_until_results_are_counted(client, season):
    match = season.sessions.last().matches.get()
    submissions.correct(match.pk, 1, make.sheet(5, 22, 5, 3), reason="", by=make.user())
    assert refused(client, season)[0] == 409
    refresh(season)
    assert "Bruno" in pages(client, season, "?best=1")[0]


def test_more_than_fit_into_one_file_are_asked_for_in_part(client, season, monkeypatch):
    monkeypatch.setattr("league.operations.paper.certificates.MOST_CERTIFICATES", 3)
    assert refused(client, season)[0] == 422
    assert len(pages(client, season, "?best=2")) < 4


def test_a_season_that_has_ended_says_so(client, season):
    assert "Standings of 8 October 2026" in pages(client, season)[0]
    seasons.update(season, ends_on=date(2026, 10, 31))
    assert "Final standings" in pages(client, season)[0]


def test_standings_with_a_dispute_are_marked_as_provisional(client, season):
    seasons.update(season, ends_on=date(2026, 10, 31))
    match = season.sessions.last().matches.get()
    disputed = Speaker(match.seats.first().player_id, ConfirmationWay.TABLE)
    disputes.open_dispute(match, disputed, reason="22 was 12", by=None)
    refresh(season)
    assert "Provisional standings of 8 October 2026" in pages(client, season)[0]
    assert "Final standings" in pages(client, season, "?game=triominos")[0]


def test_members_get_full_names_and_strangers_get_404(client, season):
    ada = season.club.players.get(name="Ada")
    clubs.update_player(ada, name="Ada « Ace » <b>L</b>", visibility=Visibility.HIDDEN)
    sign_in(client, make.member(season.club, Role.PLAYER, "bob@example.org"))
    assert "Ada « Ace » <b>L</b>" in pages(client, season, "?game=neurotrio")[0]
    sign_in(client, make.user("charlie@example.org"))
    assert client.get(desk(season)).status_code == 404


def test_the_same_standings_are_the_same_bytes(client, season):
    assert client.get(desk(season)).content == client.get(desk(season)).content


def test_the_page_of_paper_offers_both(client, season):
    page = client.get(f"/en/desk/seasons/{season.pk}/paper/").content.decode()
    for words in (desk(season), "paper/report.pdf", "first 3 places", "everyone", "Chloé"):
        assert words in page
    assert '<option value="a6">' not in page[page.index('id="certificates"') :].split("Blank")[0]


def test_certificates_of_a_knock_out_are_final_once_it_is_played_out(client, alice):
    cup = make.tournament(here=8, format=Format.KNOCK_OUT, go_on=2)
    make.finished(make.published(cup))
    refresh(cup.season)
    assert "Standings of 3 October 2026" in pages(client, cup.season)[0]
    make.finished(make.published(cup))
    refresh(cup.season)
    content = pages(client, cup.season)
    assert [re.search(r"\d\w\w place", page)[0] for page in content[:4]] == [
        "1st place",
        "2nd place",
        "3rd place",
        "4th place",
    ]
    assert "Final standings" in content[0]
    assert "All games" not in content[0], "there is only one"
    tournaments.close(cup, by=None)
    page = client.get(f"/en/desk/tournaments/{cup.pk}/").content.decode()
    assert f'href="/en/desk/seasons/{cup.season_id}/paper/#certificates"' in page


def test_more_players_ask_no_more_questions(client, season, django_assert_num_queries, monkeypatch):
    monkeypatch.setattr(pdf_documents, "draw", lambda drawn, size: b"%PDF")
    client.get(desk(season))
    with django_assert_num_queries(9) as first:
        client.get(desk(season))
    people = make.players(season.club, ["Eva", "Finn", "Gil", "Hugo"])
    make.played(make.match(make.session(season, 9), people, options=QUICK), [22, 5, 5, 3])
    refresh(season)
    with django_assert_num_queries(len(first)):
        client.get(desk(season))
