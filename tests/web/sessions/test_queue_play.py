"""Queue play on the pages: the switch and the next table at the desk, places on screens and
phones."""

import pytest

from league.models import Match, Role, Session, SignUpAccess, WishKind
from league.operations.people import seating_needs
from league.operations.seasons import seasons
from league.operations.sessions import queue_play, session_log
from league.operations.signups import access, personal_links, self_check_in
from tests import make
from tests.web.desk import sign_in
from tests.web.markup import one_line
from tests.web.signups.evenings import begin, evening, own_player

pytestmark = pytest.mark.django_db
NAMES = ["Ada", "Bruno", "Chloé", "Dov", "Eva"]


@pytest.fixture
def session(alice) -> Session:
    season = make.season(make.club())
    seasons.update(season, house_rules={"neurotrio": {"target": 1}}, by=None)
    return make.session(season)


@pytest.fixture
def people(session):
    return make.players(session.season.club, NAMES)


@pytest.fixture
def desk(session):
    return f"/en/desk/sessions/{session.pk}/"


def come(session, players):
    for player in players:
        session_log.check_in(session, [player.pk], by=None)


def switch_on(client, desk, size=4):
    form = {"do": "on", "game": "neurotrio", "size": size}
    assert client.post(f"{desk}queue/", form).status_code == 302


def next_tables(client, desk):
    return client.get(f"{desk}parts/").context["queue"].tables


def posted(tables):
    return {"table": [",".join(map(str, table)) for table in tables]}


def test_desk_switches_on_proposes_and_seats(client, session, people, desk):
    switch_on(client, desk)
    come(session, people[:3])
    text = one_line(client.get(f"{desk}parts/").text)
    assert "Next table as soon as 1 more player is free." in text
    assert "Next table:" not in text
    come(session, people[3:])
    text = one_line(client.get(f"{desk}parts/").text)
    assert "Next table:" in text
    assert "Seat 4 players" in text
    assert not Match.objects.exists()
    tables = next_tables(client, desk)
    answer = client.post(f"{desk}queue/seat/", posted(tables), follow=True)
    assert "The players are seated." in answer.text
    assert "1 table has started since" in one_line(answer.text)
    assert Match.objects.get().seats.count() == 4


def test_second_click_and_late_click_create_no_other_table(client, session, people, desk):
    switch_on(client, desk)
    come(session, people)
    tables = next_tables(client, desk)
    session_log.set_table(
        session, game="neurotrio", players=[player.pk for player in people[:2]], by=None
    )
    answer = client.post(f"{desk}queue/seat/", posted(tables), follow=True)
    assert "Ada and Bruno: no longer free. Look at the new proposal." in answer.text
    assert Match.objects.count() == 1


def test_desk_names_the_wish_that_cannot_be_met(client, session, people, desk):
    switch_on(client, desk)
    ada, bruno = people[:2]
    seating_needs.set_wish(session.season.club, ada.pk, bruno.pk, WishKind.APART, by=None)
    come(session, people[:4])
    words = "Ada and Bruno must not share a table: wait for another player, or change the wish."
    assert words in client.get(desk).text
    screen = client.get(f"/en/screens/sessions/{session.pk}/").text
    assert "must not share" not in screen
    assert not Match.objects.exists()


def test_scorers_see_the_next_table_and_cannot_seat_it(client, session, people, desk):
    switch_on(client, desk)
    come(session, people[:4])
    sign_in(client, make.member(session.season.club, Role.SCORER, "bob@example.org"))
    assert "seat-next" not in client.get(desk).text
    assert "Next table" in client.get(desk).text
    answer = client.post(f"{desk}queue/seat/", {"table": str(people[0].pk)})
    assert answer.status_code in {403, 404}
    assert client.post(f"{desk}queue/", {"do": "off"}).status_code in {403, 404}


@pytest.mark.parametrize(
    "form", [{"table": ""}, {}, {"table": "x,1"}, {"table": ["1,1", "9" * 30]}, {"table": "1"}]
)
def test_wrong_tables_are_refused_in_a_sentence(client, session, people, desk, form):
    switch_on(client, desk)
    come(session, people[:4])
    answer = client.post(f"{desk}queue/seat/", form, follow=True)
    assert answer.status_code == 200
    assert [*answer.context["messages"]]
    assert not Match.objects.exists()


def test_wrong_game_or_size_is_refused_in_a_sentence(client, session, desk):
    for form in ({"game": "chess"}, {"game": "neurotrio", "size": "40"}):
        answer = client.post(f"{desk}queue/", form, follow=True)
        assert [*answer.context["messages"]]
    session.refresh_from_db()
    assert session.queue_since is None


def test_switching_off_brings_back_the_usual_step(client, session, people, desk):
    switch_on(client, desk)
    come(session, people[:4])
    client.post(f"{desk}queue/", {"do": "off"})
    text = one_line(client.get(desk).text)
    assert "queue-title" not in text
    assert "Seat 4 players" in text


def test_desk_parts_are_made_again_only_after_a_change(client, session, people, desk):
    switch_on(client, desk)
    come(session, people[:4])
    first = client.get(f"{desk}parts/")
    tag = first.headers["ETag"]
    again = client.get(f"{desk}parts/", headers={"if-none-match": tag})
    assert again.status_code == 304
    come(session, people[4:])
    assert client.get(f"{desk}parts/", headers={"if-none-match": tag}).status_code == 200


def test_screen_shows_the_queue_in_order(client, session, people):
    queue_play.switch_on(session, game="neurotrio", size=4, by=None)
    come(session, people[:3])
    page = f"/en/screens/sessions/{session.pk}/"
    text = one_line(client.get(page).text)
    assert "Next table as soon as 1 more player is free." in text
    queue = text[text.index('data-key="queue"') :]
    assert queue.index("Ada") < queue.index("Bruno") < queue.index("Chloé")
    come(session, people[3:])
    assert "Please stay near" in client.get(page).text


def test_players_see_their_place_tonight_and_at_the_door(client, alice):
    sheet = evening()
    begin(sheet)
    session = sheet.session
    queue_play.switch_on(session, game="neurotrio", size=4, by=None)
    bob = sign_in(client, make.member(sheet.club, Role.PLAYER, "bob@example.org"))
    ada = own_player(bob, sheet.club)
    others = make.players(sheet.club, ["Bruno", "Chloé", "Dov", "Eva"])
    come(session, others[:1])
    door = f"/en/{self_check_in.path_of(session)}"
    answer = client.post(f"{door}own/", {"player": ada.pk}, follow=True)
    assert "You are checked in. You are number 2 in the queue." in answer.text
    for page in (door, "/en/tonight/", "/en/tonight/live/"):
        text = one_line(client.get(page).text)
        assert "You are number 2 in the queue." in text, page
        assert "Next table as soon as 2 more players are free." in text, page
    come(session, others[1:])
    assert "You play at the next table: please stay near." in client.get(door).text
    tables = queue_play.queue_of(session).tables
    queue_play.seat(session, tables, by=None)
    assert "in the queue" not in client.get(door).text.split("messages")[-1]


def test_personal_link_shows_the_place(client, alice):
    sheet = evening()
    begin(sheet)
    (bruno,) = make.players(sheet.club, ["Bruno"])
    queue_play.switch_on(sheet.session, game="neurotrio", by=None)
    access.change(sheet.club, access=SignUpAccess.CODE, by=None)
    come(sheet.session, [bruno])
    link = personal_links.make(bruno, by=alice)
    text = one_line(client.get(f"/en/{personal_links.path_of(link)}").text)
    assert "You are number 1 in the queue." in text
