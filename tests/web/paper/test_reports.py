"""The personal report of a player: who may see it, and with which names."""

import pytest
from django.core.cache import cache

from league.models import Role, Visibility
from league.operations.people import clubs
from league.operations.seasons import seasons
from scoring import ledger, projection, rating
from tests import make
from tests.made_once import made_once
from tests.operations.paper import papers
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db
QUICK = {"target": 1}


@pytest.fixture(autouse=True)
def nobody_has_asked():
    cache.clear()


@pytest.fixture
@made_once
def season():
    """Return a season in which Ada wins the first evening over Bruno, and Bruno the second over Ada
    and Chloé; the better evening counts and Ada has lost 7 points."""
    season = make.season(make.club(), scheme={"best_evenings": 1, "attendance": 5})
    ada, bruno, chloe, _ = make.players(season.club)
    first, later = make.session(season), make.session(season, day=8)
    make.played(make.match(first, [ada, bruno], options=QUICK), [22, 5])
    make.played(make.match(later, [bruno, ada, chloe], options=QUICK), [22, 5, 5])
    chosen = {"season_id": season.pk, "session_id": later.pk}
    ledger.penalise(**chosen, player_id=ada.pk, points=7, reason="<b>Late</b>", by_id=None)
    ledger.record_sit_out(**chosen, player_id=chloe.pk)
    refresh(season)
    return season


def refresh(season):
    for table in season.tables.all():
        projection.refresh(table.pk)


def player(season, name):
    return season.club.players.get(name=name)


def address(season, name="Ada", game="", language="en"):
    of = f"{game}/" if game else ""
    return f"/{language}/seasons/{season.pk}/{of}players/{player(season, name).pk}/report.pdf"


def report(client, path):
    answer = client.get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    return papers.text(answer.content).replace("\N{NO-BREAK SPACE}", " ")


def test_every_evening_and_match_is_followed_back(client, season):
    text = report(client, address(season))
    for words in (
        "Les Ardoises",
        "Ada",
        "Saison 2026 · All games",
        "Place\n2 / 3\nPoints\n63\nPlayed\n2\nWins\n1\n",
        "60",
        "1 October 2026 · Salle Pascal",
        "Neurotrio",
        "1 / 2",
        "2 Bruno (5)",
        "place 1 of 2 players: 60 of 60 points",
        "2 / 3",
        "1 Bruno (22) · 2 Chloé (5)",
        "place 2 shared by 2 of 3 players: 15 of 60 points",
        "8 October 2026 · Salle Pascal · does not count (only the best evening counts)",
        "(15)",
        "Of the evenings attended, only the best evening counts.",
        "1 evening that counts",
        "+ 10",
        "− 7",
        "<b>Late</b>",
    ):
        assert words in text, words
    assert text.count("does not count") == 1


def test_the_sum_is_that_of_the_table(client, season):
    text = report(client, address(season))
    sums = text[text.index("How the points add up") : text.index("Evening by evening")]
    numbers = [line.rsplit(" ", 1)[-1] for line in sums.splitlines()[1:]]
    assert numbers == ["60", "10", "7", "63"]


def test_a_report_omits_the_sum_if_all_evenings_count(client):
    season = make.season(make.club())
    people = make.players(season.club)[:2]
    make.played(make.match(make.session(season), people, options=QUICK), [22, 5])
    refresh(season)
    text = report(client, address(season))
    assert "How the points add up" not in text
    assert "Penalties" not in text


def test_sitting_out_and_a_shared_place_are_reported(client, season):
    seasons.update(season, scheme={"tiebreaks": ["wins"], "best_evenings": 1})
    refresh(season)
    assert "sat out once" in report(client, address(season, "Chloé"))
    text = report(client, address(season, "Bruno"))
    assert "Tie-breaks" not in text, "no tie to break"


def test_a_report_names_the_players_sharing_the_place(client):
    season = make.season(make.club())
    people = make.players(season.club)[:2]
    make.played(make.match(make.session(season), people, options=QUICK), [5, 5])
    refresh(season)
    text = report(client, address(season))
    assert "The place is shared with Bruno." in text
    assert "Wins: Ada 1 · Bruno 1" in text
    assert "1 / 2" in text


def test_a_report_says_that_too_few_evenings_were_attended(client, season):
    seasons.update(season, scheme={"minimum_evenings": 2})
    refresh(season)
    assert "Ranked after all others until 2 evenings" in report(client, address(season, "Chloé"))


def test_a_report_shows_how_a_mean_came_about(client, season):
    scheme = {"points": "raw", "aggregate": "mean", "minimum_matches": 3}
    seasons.update(season, scheme=scheme)
    refresh(season)
    text = report(client, address(season))
    for words in (
        "Mean of all matches: 27 ÷ 2 = 13.50.",
        "Ranked after all others until 3 matches",
        "How the points add up",
        "− 7",
    ):
        assert words in text, words
    assert "that counts" not in text


def test_a_report_shows_the_rating_and_its_change_over_the_season(client, season):
    assert "Rating" not in report(client, address(season)), "nothing is rated yet"
    rating.refresh(season.club_id)
    other = make.season(season.club, "Été")
    text = report(client, address(season))
    assert "Rating" in text
    now = player(season, "Ada").ratings.get(game="")
    number = round(1000 + 40 * (now.mu - 3 * now.sigma))
    assert f"{number} (+{number - 1000})" in text
    people = [player(season, name) for name in ("Ada", "Bruno")]
    make.played(make.match(make.session(other, day=20), people, options=QUICK), [5, 22])
    refresh(other)
    rating.refresh(season.club_id)
    later = player(season, "Ada").ratings.get(game="")
    lower = round(1000 + 40 * (later.mu - 3 * later.sigma))
    assert f"{lower} (+{number - 1000})" in report(client, address(season))
    assert f"{lower} (−{number - lower})" in report(client, address(other))


def test_a_report_is_of_one_game_too(client, season):
    assert "Saison 2026 · Neurotrio" in report(client, address(season, game="neurotrio"))
    assert client.get(address(season, game="njet")).status_code == 404


def test_french_reports_have_french_dates_and_decimals(client, season):
    answer = client.get(address(season, language="fr"))
    text = papers.text(answer.content)
    assert "1er octobre 2026" in text
    assert "15" in text
    assert "place 2 partagée par 2 des 3 joueurs" in text
    assert papers.read(answer.content).trailer["/Root"]["/Lang"] == "fr"


@pytest.mark.parametrize(
    ("visibility", "public"), [(Visibility.INITIAL, "Ada L."), (Visibility.HIDDEN, "Player ")]
)
def test_strangers_read_names_as_their_owners_chose(client, season, visibility, public):
    ada = player(season, "Ada")
    there = address(season)
    bruno = address(season, "Bruno")
    clubs.update_player(ada, name="Ada Lovelace", visibility=visibility)
    for path in (there, bruno):
        text = report(client, path)
        assert public in text
        assert "Lovelace" not in text
        assert b"Lovelace" not in client.get(path).content
    assert "Lovelace" not in papers.read(client.get(there).content).metadata.title
    sign_in(client, make.user("charlie@example.org"))
    assert "Lovelace" not in report(client, there), "of another club"
    sign_in(client, make.member(season.club, Role.PLAYER, "bob@example.org"))
    assert "Ada Lovelace" in report(client, there)
    assert "1 Bruno (22)" in report(client, there)


def test_a_report_hides_the_name_of_a_hidden_player_sharing_the_place(client):
    season = make.season(make.club())
    people = make.players(season.club)[:2]
    make.played(make.match(make.session(season), people, options=QUICK), [5, 5])
    refresh(season)
    clubs.update_player(people[1], name="Bruno", visibility=Visibility.HIDDEN)
    assert "Bruno" not in report(client, address(season))


def test_it_is_kept_by_no_cache_and_sets_no_cookie(client, season):
    answer = client.get(address(season))
    assert answer["Cache-Control"] == "private, no-store"
    assert not answer.cookies
    name = f"report-{season.pk}-{player(season, 'Ada').pk}.pdf"
    assert answer["Content-Disposition"] == f'inline; filename="{name}"'


def test_the_page_of_the_player_leads_to_it(client, season):
    ada = player(season, "Ada").pk
    for of in ("", "neurotrio/"):
        page = client.get(f"/en/seasons/{season.pk}/{of}players/{ada}/").content.decode()
        for size in ("a4", "letter", "a5"):
            there = f"/en/seasons/{season.pk}/{of}players/{ada}/report.pdf?size={size}"
            assert f'href="{there}"' in page
        assert "size=a6" not in page
    session = season.sessions.last().pk
    past = client.get(f"/en/seasons/{season.pk}/players/{ada}/?as_of={session}")
    assert "report.pdf" not in past.content.decode(), "it tells the table of today"


def test_unreadable_sizes_are_refused(client, season):
    for size in ("a6", "a3", ""):
        answer = client.get(f"{address(season)}?size={size}")
        assert answer.status_code == 422
        assert "Choose one of: a4, letter, a5." in answer.content.decode()
    assert papers.sizes(client.get(f"{address(season)}?size=a5").content)[0] == (148, 210)


def test_a_player_without_results_has_no_report(client, season):
    assert client.get(address(season, "Dov")).status_code == 404
    assert client.get(f"/en/seasons/{season.pk}/players/999999/report.pdf").status_code == 404
    assert client.get("/en/seasons/999999/players/1/report.pdf").status_code == 404


def test_a_stranger_who_asks_too_often_waits_and_members_do_not(client, season, monkeypatch):
    monkeypatch.setattr("league.web.support.drawing_limit.MOST_DRAWN", 1)
    assert client.get(address(season)).status_code == 200
    refused = client.get(address(season))
    assert (refused.status_code, refused["Retry-After"]) == (429, "60")
    assert "Too many files" in refused.content.decode()
    assert client.get(address(season), REMOTE_ADDR="192.0.2.7").status_code == 200
    sign_in(client, make.member(season.club, Role.PLAYER, "bob@example.org"))
    assert client.get(address(season)).status_code == 200


def test_from_the_desk_a_player_is_chosen_from_a_list(client, season, alice):
    clubs.update_player(player(season, "Ada"), name="Ada", visibility=Visibility.HIDDEN)
    desk = f"/en/desk/seasons/{season.pk}/paper/report.pdf"
    text = report(client, f"{desk}?player={player(season, 'Ada').pk}&size=letter&game=neurotrio")
    assert "Ada" in text
    assert "Neurotrio" in text
    for query in ("", "?player=x", f"?player={player(season, 'Dov').pk}", "?player=0&size=a6"):
        assert client.get(f"{desk}{query}").status_code == 422, query
    assert client.get(f"{desk}?player=1&game=chess").status_code == 404
