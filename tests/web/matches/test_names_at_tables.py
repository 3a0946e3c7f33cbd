"""Every list of the players of a match names a substitute with the player whose seat it was."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Role, SubstitutionEffect, Visibility
from league.operations.matches import names_at_tables, table_codes
from league.operations.paper import link_cards
from league.operations.results import substitutions
from scoring import projection
from tests import make
from tests.operations.paper import papers
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db
BOTH = "Eva (for Ada)"


@pytest.fixture(autouse=True)
def _empty_cache():
    cache.clear()


@pytest.fixture
def session():
    return make.session(make.season(make.club(), games=["neurotrio"], confirmation="all"))


def come_in(match, leaving, entering, effect=SubstitutionEffect.BOTH):
    return substitutions.substitute(
        match, leaving=leaving.pk, entering=entering.pk, effect=effect, by=None
    )


def a_table(session, *, over, names=("Ada", "Bruno", "Eva")):
    """Return a match of two players in which a third takes over the first seat."""
    ada, bruno, eva = make.players(session.season.club, names)
    match = make.played(make.match(session, [ada, bruno], options={"target": 40}), [22, 5])
    come_in(match, ada, eva)
    return make.played(match, [22, 5]) if over else match


def shown(client, address):
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


@pytest.mark.parametrize(
    "address",
    [
        "/en/clubs/{club}/",
        "/en/sessions/{session}/",
        "/en/screens/sessions/{session}/",
        "/en/screens/sessions/{session}/overlay/",
        "/en/screens/seasons/{season}/",
    ],
)
def test_public_pages_of_a_running_match(client, session, address):
    a_table(session, over=False)
    club, season = session.season.club.slug, session.season_id
    assert BOTH in shown(client, address.format(club=club, session=session.pk, season=season))


@pytest.mark.parametrize(
    "address",
    [
        "/en/sessions/{session}/",  # with its summary
        "/en/matches/{match}/",  # its preview
        "/en/clubs/{club}/feed/",
        "/en/seasons/{season}/feed/",
    ],
)
def test_public_pages_of_a_match_that_has_ended(client, session, address):
    match = a_table(session, over=True)
    values = {"club": session.season.club.slug, "season": session.season_id}
    assert BOTH in shown(client, address.format(**values, match=match.pk, session=session.pk))


@pytest.mark.parametrize(
    ("address", "over"),
    [
        ("/en/desk/sessions/{session}/", True),
        ("/en/desk/sessions/{session}/?view=dense", False),
        ("/en/desk/sessions/{session}/close/", False),
        ("/en/desk/sessions/{session}/results/", False),
        ("/en/desk/seasons/{season}/close/", True),
        ("/en/desk/matches/{match}/result/", True),
        ("/en/desk/matches/{match}/manage/", False),
    ],
)
def test_pages_of_the_desk(client, alice, session, address, over):
    match = a_table(session, over=over)
    values = {"session": session.pk, "season": session.season_id, "match": match.pk}
    assert BOTH in shown(client, address.format(**values))


def test_phone_of_the_table_and_its_card(client, session):
    match = a_table(session, over=False)
    code = table_codes.renew(match, by=make.user())
    assert BOTH in shown(client, f"/en/t/{code}/")
    sign_in(client, make.user())
    assert BOTH in shown(client, f"/en/desk/sessions/{session.pk}/cards/")


def test_phone_of_another_player_at_the_table(client, session):
    a_table(session, over=False)
    account = make.member(session.season.club, Role.SCORER, "bruno@example.org")
    session.season.club.players.filter(name="Bruno").update(account=account)
    sign_in(client, account)
    _before, own_seat = shown(client, f"/en/sessions/{session.pk}/").split('class="own-seat"')
    assert BOTH in own_seat.split("</a>")[0]


def test_paper(client, alice, session):
    a_table(session, over=False)
    for kind in ("tables", "cards", "sheets"):
        answer = client.get(f"/en/desk/sessions/{session.pk}/paper/{kind}.pdf")
        assert BOTH in papers.text(answer.content), kind


@pytest.mark.parametrize("effect", [SubstitutionEffect.BOTH, SubstitutionEffect.SUBSTITUTE])
def test_report_of_another_player_lists_the_seat_once(client, alice, session, effect):
    ada, bruno, eva = make.players(session.season.club, ["Ada", "Bruno", "Eva"])
    match = make.played(make.match(session, [ada, bruno], options={"target": 40}), [22, 5])
    come_in(match, ada, eva, effect)
    make.played(match, [22, 5])
    for table in session.season.tables.all():
        projection.refresh(table.pk)
    answer = client.get(f"/en/seasons/{session.season_id}/players/{bruno.pk}/report.pdf")
    words = papers.text(answer.content).replace("\N{NO-BREAK SPACE}", " ")
    assert words.count("1 Eva (for Ada) (44)") == 1
    assert words.count("(44)") == 1


def test_link_previews(session):
    match = a_table(session, over=True)
    assert [row.name for row in link_cards.match_card(match).rows] == [BOTH, "Bruno"]
    assert [row.name for row in link_cards.session_card(session).rows] == [BOTH]


def test_strangers_read_public_names_of_both(client, session):
    match = a_table(session, over=False)
    leaving = match.substitutions.get().leaving
    type(leaving).objects.filter(pk=leaving.pk).update(visibility=Visibility.HIDDEN)
    assert f"Eva (for Player {leaving.pk})" in shown(client, f"/en/sessions/{session.pk}/")
    sign_in(client, make.user())
    assert BOTH in shown(client, f"/en/sessions/{session.pk}/")


def test_several_substitutes_follow_in_order_and_one_may_come_back(session):
    match = a_table(session, over=False)
    ada, eva = match.substitutions.get().leaving, match.substitutions.get().entering
    (finn,) = make.players(session.season.club, ["Finn"])
    make.played(match, [2, 5])
    come_in(match, eva, finn)
    assert names_at_tables.full(names_at_tables.seats_of(fresh(match))[0]) == "Finn (for Ada, Eva)"
    make.played(match, [2, 5])
    come_in(match, finn, ada)
    names = [names_at_tables.full(seat) for seat in names_at_tables.seats_of(fresh(match))]
    assert names == ["Ada (for Eva, Finn)", "Bruno"]


def fresh(match):
    return type(match).objects.get(pk=match.pk)


def test_undone_substitution_is_not_listed(session):
    match = a_table(session, over=False)
    substitutions.take_back(match.substitutions.get(), by=None)
    assert names_at_tables.full(names_at_tables.seats_of(fresh(match))[0]) == "Ada"


# --- tournaments


@pytest.fixture
def sitting():
    """Return a published sitting of a knock-out of nine, with a round at table 1, at which the
    player who sits out has taken over the first seat."""
    made = make.tournament(
        here=9, least=4, most=4, options={"target": 40}, format="knock_out", go_on=2
    )
    sitting = make.published(made)
    table = sitting.tables.get(number=1)
    match = make.played(table.match, [22, 10, 5, 2])
    club = made.season.club.players
    come_in(match, club.get(pk=table.players[0]), club.get(pk=sitting.sit_out[0]))
    return sitting


def both(sitting):
    table = sitting.tables.get(number=1)
    names = dict(sitting.tournament.season.club.players.values_list("pk", "name"))
    return f"{names[sitting.sit_out[0]]} (for {names[table.players[0]]})"


def test_public_page_and_screen_of_a_tournament(client, sitting):
    page = shown(client, f"/en/tournaments/{sitting.tournament_id}/")
    assert page.count(both(sitting)) == 3, "at the table, by name and in the bracket"
    screen = shown(client, f"/en/screens/tournaments/{sitting.tournament_id}/")
    assert screen.count(both(sitting)) == 2, "at the table and by name"


@pytest.mark.parametrize(
    "address",
    [
        "/en/desk/sittings/{sitting}/",
        "/en/desk/sittings/{sitting}/?view=dense",
        "/en/desk/sittings/{sitting}/results/",
        "/en/desk/tournaments/{tournament}/?view=dense",
    ],
)
def test_desk_of_a_tournament(client, alice, sitting, address):
    page = shown(client, address.format(sitting=sitting.pk, tournament=sitting.tournament_id))
    assert both(sitting) in page


# --- cost


@pytest.mark.parametrize(
    "address",
    [
        "/en/clubs/{club}/",
        "/en/clubs/{club}/feed/",
        "/en/sessions/{session}/",
        "/en/screens/sessions/{session}/",
        "/en/desk/sessions/{session}/",
        "/en/desk/sessions/{session}/close/",
    ],
)
def test_more_substitutes_cost_no_more_queries(client, alice, session, address):
    address = address.format(club=session.season.club.slug, session=session.pk)
    client.get("/en/clubs/")
    a_table(session, over=False)
    few = queries(client, address)
    for number in range(3):
        a_table(session, over=False, names=[f"{name} {number}" for name in ("Ada", "Bob", "Cleo")])
    assert queries(client, address) == few


def queries(client, address):
    cache.clear()
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)
