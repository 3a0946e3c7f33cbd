"What players, screens and the public see of a round that is not published to all of them."

import re

import pytest
from django.test import Client

from league.models import Role, Sitting
from league.operations.matches import table_codes
from league.operations.tournaments.play import publication, sittings
from tests import make
from tests.logged import kinds_of
from tests.made_once import made_once
from tests.web.desk import before_alice, sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
@before_alice
@made_once
def checked():
    tournament = make.tournament(here=7, least=3, most=3, sittings_planned=3)
    return sittings.check(sittings.draw(tournament, by=None)[0], by=None)


@pytest.fixture
def secret(checked):
    "Return a tournament round published to players only; the first of its tables has a round."
    sitting = publication.publish(checked, ["players"], by=None)
    names = ("A", "B", "C")
    make.match(sitting.session, make.players(sitting.session.season.club, names))
    return sitting


def of_public(sitting):
    match = sitting.tables.get(number=1).match_id
    return {
        "plan": f"/en/tournaments/{sitting.tournament_id}/",
        "plan, live": f"/en/tournaments/{sitting.tournament_id}/live/",
        "evening": f"/en/sessions/{sitting.session_id}/",
        "evening, live": f"/en/sessions/{sitting.session_id}/live/",
        "club": f"/en/clubs/{sitting.session.season.club.slug}/",
        "match": f"/en/matches/{match}/",
        "match, live": f"/en/matches/{match}/live/",
        "feed": f"/en/seasons/{sitting.session.season_id}/feed/",
        "season": f"/en/seasons/{sitting.session.season_id}/",
    }


def of_screens(sitting):
    return {
        "plan": f"/en/screens/tournaments/{sitting.tournament_id}/",
        "evening": f"/en/screens/sessions/{sitting.session_id}/",
        "evening, live": f"/en/screens/sessions/{sitting.session_id}/live/",
        "season": f"/en/screens/seasons/{sitting.session.season_id}/",
    }


def tells(client, paths):
    """Return which of these pages name players of the tournament, except for the player list of the
    club."""
    names = set()
    for name, path in paths.items():
        answer = client.get(path)
        text = answer.content.decode()
        text = re.sub(r'<ul class="people">.*?</ul>', "", text, flags=re.DOTALL)
        if answer.status_code == 200 and "Player 0" in text:
            names.add(name)
    return names


def test_the_public_reads_it_when_it_is_published_to_it(secret):
    reader, paths = Client(), of_public(secret)
    for _ in range(2):
        assert tells(reader, paths) == set()
        publication.publish(secret, ["public"], by=None)
        expected = set(paths) - {"feed", "season"}
        assert tells(reader, paths) == expected
        publication.withdraw(secret, ["public"], by=None)
    publication.publish(secret, ["screens"], by=None)
    assert tells(reader, paths) == set()


def test_screens_show_it_when_it_is_published_to_them(secret):
    reader, paths = Client(), of_screens(secret)
    for _ in range(2):
        assert tells(reader, paths) == set()
        publication.publish(secret, ["screens"], by=None)
        assert tells(reader, paths) == set(paths)
        publication.withdraw(secret, ["screens"], by=None)
    publication.publish(secret, ["public"], by=None)
    assert tells(reader, paths) == set()


def test_whoever_has_signed_in_screens_show_what_screens_do(client, secret):
    assert tells(client, of_screens(secret)) == set()


def test_members_read_it_at_once(client, secret):
    player = make.member(secret.session.season.club, Role.PLAYER, "bob@example.org")
    sign_in(client, player)
    expected = set(of_public(secret)) - {"feed", "season"}
    assert tells(client, of_public(secret)) == expected
    assert client.get(f"/en/desk/sittings/{secret.pk}/").status_code == 200


def test_a_stranger_who_has_signed_in_is_the_public(client, secret):
    sign_in(client, make.user("eve@example.org"))
    assert tells(client, of_public(secret)) == set()


def test_a_phone_at_the_table_needs_no_more(secret):
    match = secret.tables.get(number=1).match
    code = table_codes.renew(match, by=make.user())
    assert "Player 0" in Client().get(f"/en/t/{code}/").content.decode()


def test_a_finished_match_is_public(secret):
    make.finished(secret, 1)
    names = tells(Client(), of_public(secret))
    assert {"match", "match, live", "evening", "feed"} <= names
    assert "plan" not in names, "who plays where is still not told"


def test_a_copy_that_is_kept_is_not_shown_after_it_was_hidden(secret):
    reader = Client()
    path = of_public(secret)["plan, live"]
    publication.publish(secret, ["public"], by=None)
    before = reader.get(path)
    publication.withdraw(secret, ["public"], by=None)
    after = reader.get(path, headers={"if-none-match": before["ETag"]})
    assert after.status_code == 200
    assert "Player 0" not in after.content.decode()


def path(sitting, rest=""):
    return f"/en/desk/sittings/{sitting.pk}/{rest}"


def do(client, sitting, wish, **sent):
    version = Sitting.objects.get(pk=sitting.pk).version
    return client.post(path(sitting, "do/"), {"do": wish, "version": version, **sent})


def test_the_desk_offers_all_audiences_preselected(client, checked):
    text = client.get(path(checked)).text
    for audience in ("screens", "public"):
        assert f'name="to" value="{audience}" checked' in text
    assert '<input type="hidden" name="to" value="players">' in text
    assert do(client, checked, "publish", to=["players", "screens", "public"]).status_code == 302
    assert client.get(path(checked)).text.count("since ") == 3


def test_on_the_desk_each_is_shown_and_hidden_by_one_button(client, checked):
    do(client, checked, "publish", to=["players"])
    text = client.get(path(checked)).text
    assert (text.count("since "), text.count("not yet")) == (1, 2)
    assert "not public" in client.get(f"/en/desk/tournaments/{checked.tournament_id}/").text
    for audience in ("screens", "public"):
        assert do(client, checked, f"show_{audience}").status_code == 302
        assert f'value="hide_{audience}"' in client.get(path(checked)).text
    assert "not public" not in client.get(f"/en/desk/tournaments/{checked.tournament_id}/").text
    do(client, checked, "hide_screens")
    sitting = Sitting.objects.get(pk=checked.pk)
    assert (sitting.screens_at, sitting.public_at is None) == (None, False)
    log = client.get(f"/en/desk/tournaments/{checked.tournament_id}/").text
    assert "Round 1 removed from the screens" in log


def test_a_form_without_audiences_publishes_to_all_of_them(client, checked):
    do(client, checked, "publish")
    assert client.get(path(checked)).text.count("since ") == 3


@pytest.mark.parametrize("to", [["public"], ["press", "players"]])
def test_nonsense_is_refused_in_words(client, checked, to):
    answer = do(client, checked, "publish", to=to)
    assert answer.status_code in {409, 422}
    assert "refusals" in answer.text
    assert Sitting.objects.get(pk=checked.pk).published_at is None


@pytest.mark.parametrize("role", [Role.SCORER, Role.PLAYER])
def test_only_organisers_decide_who_sees_it(client, secret, role):
    sign_in(client, make.member(secret.session.season.club, role, "bob@example.org"))
    assert "show_public" not in client.get(path(secret)).text
    assert do(client, secret, "show_public").status_code == 403
    assert "show_public" not in kinds_of(secret.tournament)
