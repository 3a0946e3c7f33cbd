"""The field of a person at desks and doors: a name that fits a known player never creates one."""

import pytest

from league.models import Player
from league.operations.people import clubs
from league.operations.sessions import presence, session_log
from tests import make
from tests.web.markup import one_line

pytestmark = pytest.mark.django_db
NAMES = ["Manon Perrin", "Manon Dubois", "Ada Lovelace", "Élise Moreau", "Jo"]


@pytest.fixture
def session(alice):
    season = make.season(make.club())
    make.players(season.club, NAMES)
    return make.session(season)


@pytest.fixture
def tournament(alice):
    tournament = make.tournament(here=4)
    make.players(tournament.season.club, NAMES)
    return tournament


def come(client, session, name, do="here", **more):
    fields = {"name": name, "do": do, **more}
    return client.post(f"/en/desk/sessions/{session.pk}/here/", fields)


def here(session):
    return [player.name for player in presence.present_players(session)]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("lovelace", "Ada Lovelace"),
        ("mo el", "Élise Moreau"),
        ("Manon  perrin", "Manon Perrin"),
        ("JO", "Jo"),
    ],
)
def test_a_name_that_fits_one_player_means_that_player(client, session, typed, name):
    assert come(client, session, typed).status_code == 302
    assert here(session) == [name]
    assert Player.objects.count() == len(NAMES)


@pytest.mark.parametrize(
    ("typed", "words", "status"),
    [
        ("Manon", "Several players match “Manon”: choose one.", 200),
        ("Ada Lovelase", "“Ada Lovelase” looks like Ada Lovelace: is it the same person?", 200),
        ("Zoé", "The club has no player called “Zoé”.", 200),
        ("  ", "Enter a name.", 422),
        ("<b>'\" 🎲", "The club has no player called “&lt;b&gt;&#x27;&quot; 🎲”.", 200),
    ],
)
def test_a_name_without_exact_match_is_questioned_and_not_stored(
    client, session, typed, words, status
):
    answer = come(client, session, typed)
    assert answer.status_code == status  # a question is no error in the browser's console
    assert words in one_line(answer.text)
    assert here(session) == []
    assert Player.objects.count() == len(NAMES)


def test_a_player_who_is_here_is_not_added_again(client, session):
    session_log.check_in(session, [Player.objects.get(name="Manon Perrin").pk], by=None)
    Player.objects.get(name="Manon Dubois").delete()
    answer = come(client, session, "Manon")
    assert answer.status_code == 200
    assert "Manon Perrin is already here." in answer.text
    assert "New player: Manon" in one_line(answer.text)
    assert Player.objects.count() == len(NAMES) - 1


def test_only_the_button_creates_and_asks_for_an_equal_name(client, session):
    assert come(client, session, "Manon", do="new").status_code == 302
    answer = come(client, session, "manon perrin", do="new")
    assert answer.status_code == 200
    assert "Manon Perrin is already a player of the club." in answer.text
    assert "New player: another manon perrin" in one_line(answer.text)
    assert come(client, session, "Manon Perrin", do="another").status_code == 302
    assert here(session) == ["Manon", "Manon Perrin"]
    assert Player.objects.filter(name="Manon Perrin").count() == 2


def test_a_tournament_checks_in_the_known_player(client, tournament):
    before = Player.objects.count()
    path = f"/en/desk/tournaments/{tournament.pk}/here/"
    assert client.post(path, {"name": "perr", "do": "here"}).status_code == 302
    entrant = tournament.entrants.get(player__name="Manon Perrin")
    assert entrant.state == "here"
    answer = client.post(path, {"name": "Manon Perrin", "do": "here"})
    assert "Manon Perrin is already here." in answer.text
    assert Player.objects.count() == before


def test_suggestions_say_where_a_player_is(client, session):
    session_log.check_in(session, [Player.objects.get(name="Manon Perrin").pk], by=None)
    path = f"/en/desk/sessions/{session.pk}/people/"
    text = one_line(client.get(path, {"q": "man"}).text)
    assert text.index("Manon Dubois") < text.index("Manon Perrin")
    assert 'Manon Dubois <small class="where">in the club</small>' in text
    assert 'Manon Perrin <small class="where">here</small>' in text
    assert "Press Enter for Ada Lovelace (in the club)" in one_line(
        client.get(path, {"q": "ada"}).text
    )
    assert "Lovelace" not in client.get(path, {"q": ""}).text


def test_strangers_get_no_suggestions_of_the_desk(client, session):
    client.force_login(make.user("charlie@example.org"))
    assert client.get(f"/en/desk/sessions/{session.pk}/people/?q=ada").status_code == 404


@pytest.mark.parametrize("typed", ["countess", "THE COUNTÉSS", "ada cou"])
def test_a_nickname_means_its_player(client, session, typed):
    ada = Player.objects.get(name="Ada Lovelace")
    clubs.update_player(ada, nickname="The Countess")
    page = client.get(f"/en/desk/sessions/{session.pk}/people/", {"q": typed})
    assert "Press Enter for Ada Lovelace “The Countess” (in the club)" in one_line(page.text)
    assert 'data-name="Ada Lovelace"' in page.text  # what the field sends
    assert come(client, session, typed).status_code == 302
    assert here(session) == ["Ada Lovelace"]


def test_a_question_shows_nicknames(client, session):
    clubs.update_player(Player.objects.get(name="Jo"), nickname="Manon")
    assert "Jo “Manon”" in come(client, session, "Manon").text
