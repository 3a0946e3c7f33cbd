"""The desk page "Seating wishes" of a club."""

import re

import pytest

from league.models import AuditEntry, Role, SeatingWish
from league.operations.people import seating_needs
from tests import make
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(alice):
    return make.players(make.club(alice), ["Ada", "Bruno", "Chloé", "Dov"])


def path(club, rest=""):
    return f"/en/desk/clubs/{club.slug}/seating-wishes/{rest}"


def pair(one, other, **more):
    return {"one-name": one, "other-name": other, "kind": "apart", "note": "", **more}


def need(player, **sent):
    """Return the form of a player's needs as the page shows it, and then filled in."""
    values = {"level": player.level, "fixed_table": player.fixed_table}
    shown = {name: "" if value is None else value for name, value in values.items()}
    initial = {f"initial-{name}": value for name, value in shown.items()}
    if player.step_free:
        shown["step_free"] = initial["initial-step_free"] = "on"
    return {"player": player.pk, **shown, **initial, **sent}


def test_wish_of_two_typed_names_is_stored_and_listed(client, people):
    club = people[0].club
    answer = client.post(path(club, "add/"), pair("Ada", "dov", note="family"))
    assert (answer.status_code, answer.url) == (302, path(club))
    wish = SeatingWish.objects.get()
    assert (wish.one.name, wish.other.name, wish.kind, wish.note) == (
        *("Ada", "Dov", "apart", "family"),
    )
    page = client.get(path(club)).text
    assert re.search(r"Ada – Dov:\s+never at the same table\s+<small>\(family\)</small>", page)


def test_same_form_sent_twice_is_one_wish_and_one_entry(client, people):
    club = people[0].club
    for _time in range(2):
        assert client.post(path(club, "add/"), pair("Ada", "Dov")).status_code == 302
    assert SeatingWish.objects.count() == 1
    assert AuditEntry.objects.filter(kind="player.seating_wish_set").count() == 1


@pytest.mark.parametrize(
    ("form", "refusal"),
    [
        (pair("Ada", "Ada"), "Ada is chosen twice: choose another player for the pair."),
        (pair("Ada", "Zacharie"), "Zacharie"),
        (pair("Ada", "Dov", kind="never"), "never is not one of the available choices"),
        (pair("Ada", "Dov", note="x" * 81), "at most 80 characters"),
    ],
)
def test_impossible_wish_is_refused_and_keeps_what_was_typed(client, people, form, refusal):
    answer = client.post(path(people[0].club, "add/"), form)
    assert answer.status_code == 422
    assert refusal in answer.text
    assert 'value="Ada"' in answer.text
    assert not SeatingWish.objects.exists()


def test_player_of_another_club_is_not_found(client, people):
    stranger, *_others = make.players(make.club(name="Other club"), ["Zoé"])
    form = {**pair("Ada", ""), "other-player": stranger.pk}
    assert client.post(path(people[0].club, "add/"), form).status_code == 422
    assert not SeatingWish.objects.exists()


def test_wish_is_removed_once(client, people):
    ada, bruno, *_others = people
    wish = seating_needs.set_wish(ada.club, ada.pk, bruno.pk, "together", by=None)
    for _time in range(2):
        assert client.post(path(ada.club, f"{wish.pk}/remove/")).status_code == 302
    assert not SeatingWish.objects.exists()
    assert AuditEntry.objects.filter(kind="player.seating_wish_removed").count() == 1


def test_wish_of_another_club_is_not_removed(client, people):
    other_club = make.club(make.user("charlie@example.org"), name="Other club")
    one, other = make.players(other_club, ["Xan", "Yan"])
    wish = seating_needs.set_wish(other_club, one.pk, other.pk, "apart", by=None)
    client.post(path(people[0].club, f"{wish.pk}/remove/"))
    assert client.post(path(other_club, f"{wish.pk}/remove/")).status_code == 404
    assert SeatingWish.objects.exists()


def test_needs_of_a_typed_name_are_stored_and_listed(client, people):
    club = people[0].club
    form = {"player-name": "Chloé", "level": "0", "fixed_table": "3", "step_free": "on"}
    assert client.post(path(club, "needs/"), form).status_code == 302
    chloe = club.players.get(name="Chloé")
    assert (chloe.level, chloe.fixed_table, chloe.step_free) == (0, 3, True)
    page = client.get(path(club)).text
    for words in ("level 0", "always table 3", "needs a step-free table", f"?player={chloe.pk}#"):
        assert words in page


def test_typed_name_adds_a_need_and_keeps_the_others(client, people):
    ada = people[0]
    seating_needs.set_need(ada, level=2, step_free=True, by=None)
    client.post(path(ada.club, "needs/"), {"player-name": "Ada", "level": "", "fixed_table": "1"})
    ada.refresh_from_db()
    assert (ada.level, ada.fixed_table, ada.step_free) == (2, 1, True)


def test_form_of_a_chosen_player_shows_and_removes_needs(client, people):
    ada = seating_needs.set_need(people[0], level=2, step_free=True, fixed_table=4, by=None)
    page = client.get(path(ada.club), {"player": ada.pk}).text
    assert "Ada’s needs" in page
    assert re.search(r'name="level" value="2"', page)
    assert re.search(r'name="initial-level" value="2"', page)
    form = need(ada, level="", fixed_table="5")
    del form["step_free"]
    assert client.post(path(ada.club, "needs/"), form).status_code == 302
    ada.refresh_from_db()
    assert (ada.level, ada.fixed_table, ada.step_free) == (None, 5, False)
    entry = AuditEntry.objects.filter(kind="player.changed").latest("pk")
    assert entry.before == {"level": 2, "step_free": True, "fixed_table": 4}


def test_two_who_change_needs_at_once_keep_what_the_other_has_changed(client, people):
    ada = people[0]
    opened = need(ada)
    client.post(path(ada.club, "needs/"), {**opened, "level": "3"})
    client.post(path(ada.club, "needs/"), {**opened, "fixed_table": "2"})
    ada.refresh_from_db()
    assert (ada.level, ada.fixed_table) == (3, 2)


@pytest.mark.parametrize(
    ("sent", "refusal"),
    [
        ({"fixed_table": "0"}, "greater than or equal to 1"),
        ({"fixed_table": "501"}, "Enter a table number from 1 to 500, or none."),
        ({"level": "1001"}, "Enter a level from 0 to 1000, or none."),
        ({"level": "two"}, "Enter a whole number"),
    ],
)
def test_impossible_need_is_refused_at_its_field(client, people, sent, refusal):
    ada = people[0]
    answer = client.post(path(ada.club, "needs/"), need(ada, **sent))
    assert answer.status_code == 422
    assert refusal in answer.text
    assert "Ada’s needs" in answer.text
    assert not seating_needs.players_with_needs(ada.club).exists()


@pytest.mark.parametrize("number", ["x", "²", "9" * 40, "0"])
def test_odd_player_in_the_address_shows_the_empty_form(client, people, number):
    page = client.get(path(people[0].club), {"player": number})
    assert page.status_code == 200
    assert "A player’s needs" in page.text


def test_step_free_tables_are_stored_and_shown(client, people):
    club = people[0].club
    form = {"step_free_tables": "3; 1 3"}
    assert client.post(path(club, "step-free-tables/"), form).status_code == 302
    club.refresh_from_db()
    assert club.step_free_tables == [1, 3]
    assert 'value="1, 3"' in client.get(path(club)).text
    for text, refusal in {"0": "from 1 to 500", "one": "such as 1, 2"}.items():
        answer = client.post(path(club, "step-free-tables/"), {"step_free_tables": text})
        assert answer.status_code == 422
        assert refusal in answer.text
    club.refresh_from_db()
    assert club.step_free_tables == [1, 3]


def test_desk_of_the_club_and_page_of_a_player_lead_to_the_page(client, people):
    ada = people[0]
    assert f'href="{path(ada.club)}"' in client.get(f"/en/desk/clubs/{ada.club.slug}/").text
    page = client.get(f"/en/desk/players/{ada.pk}/").text
    assert f'href="{path(ada.club)}?player={ada.pk}#need"' in page


def test_form_of_a_player_and_public_pages_do_not_have_the_needs(client, people):
    ada, bruno, *_others = people
    club = ada.club
    seating_needs.set_need(ada, level=7, step_free=True, by=None)
    seating_needs.set_wish(club, ada.pk, bruno.pk, "apart", note="quarrel", by=None)
    form = {"name": "Ada", "email": "", "visibility": "full"}
    client.post(f"/en/desk/players/{ada.pk}/", form)
    ada.refresh_from_db()
    assert (ada.level, ada.step_free) == (7, True)
    client.logout()
    for address in (f"/en/clubs/{club.slug}/", f"/en/players/{ada.pk}/"):
        page = client.get(address)
        assert page.status_code == 200
        assert not re.search("step-free|quarrel", page.text)


@pytest.mark.parametrize("role", [Role.SCORER, Role.PLAYER])
def test_members_who_do_not_organise_neither_read_nor_find_the_page(client, people, role):
    club = people[0].club
    sign_in(client, make.member(club, role, "bob@example.org"))
    assert client.get(path(club)).status_code == 403
    assert "seating-wishes" not in client.get(f"/en/desk/clubs/{club.slug}/").text
