"""Who may sign up without an account: the club's code, personal links, the door."""

from datetime import UTC, datetime, timedelta

import pytest

from league.errors import Conflict, Invalid, NotFound
from league.models import Player, Presence, Role, Visibility
from league.operations.identity import merging
from league.operations.seasons import seasons
from league.operations.sessions import undo
from league.operations.signups import access, personal_links, self_check_in
from tests import make
from tests.logged import last_action

pytestmark = pytest.mark.django_db
START = datetime(2026, 10, 1, 18, 30, tzinfo=UTC)


@pytest.fixture
def club():
    return make.club()


def test_each_way_includes_the_ones_before(club):
    ways = ["account", "link", "code"]
    for chosen in ways:
        access.change(club, access=chosen, by=None)
        assert [way for way in ways if access.allows(club, way)] == ways[: ways.index(chosen) + 1]
    with pytest.raises(Invalid):
        access.change(club, access="anybody", by=None)


def test_a_code_opens_its_club_while_it_is_used(club):
    assert access.settings_of(club).access == "account"
    code = access.change(club, access="code", by=None).code
    typed = f" {code[:4].lower()}-{code[4:]} "
    assert access.club_of_code(typed) == club
    renewed = access.renew_code(club, by=None).code
    assert renewed != code
    for wrong in (code, "", "ABC"):
        with pytest.raises(NotFound):
            access.club_of_code(wrong)
    access.change(club, access="link", by=None)
    with pytest.raises(NotFound):
        access.club_of_code(renewed)


def test_the_list_for_the_code_has_public_names_of_players_without_account(club):
    ada, bruno, chloe, dov = make.players(club)
    players = Player.objects.filter(club=club)
    players.filter(pk=ada.pk).update(account=make.member(club, Role.PLAYER, "ada@example.org"))
    players.filter(pk=bruno.pk).update(visibility=Visibility.HIDDEN)
    players.filter(pk=chloe.pk).update(visibility=Visibility.ALIAS, alias="Zed")
    assert [player.public_name for player in access.listed_players(club)] == ["Dov", "Zed"]
    assert access.listed_player(club, dov.pk) == dov
    for hidden in (ada, bruno):
        with pytest.raises(NotFound):
            access.listed_player(club, hidden.pk)


def test_an_account_answers_for_its_player_and_its_children(club):
    ada, bruno, *_others = make.players(club)
    account = make.member(club, Role.PLAYER, "ada@example.org")
    Player.objects.filter(pk=ada.pk).update(account=account)
    Player.objects.filter(pk=bruno.pk).update(guardian=account, is_child=True)
    assert access.players_of_account(club, account) == [ada, bruno]
    assert access.players_of_account(make.club(name="Les Autres"), account) == []


def test_a_personal_link_is_its_player_until_it_is_revoked(club):
    ada, *_others = make.players(club)
    link = personal_links.make(ada, by=None)
    token = personal_links.token_of(link)
    with pytest.raises(NotFound):  # the club does not use links
        personal_links.find(token)
    access.change(club, access="link", by=None)
    assert personal_links.find(token) == ada
    newer = personal_links.token_of(personal_links.make(ada, by=None))
    for wrong in (token, newer[:-1], "", "x:y"):
        with pytest.raises(NotFound):
            personal_links.find(wrong)
    assert personal_links.find(newer) == ada
    personal_links.revoke(ada, by=None)
    personal_links.revoke(ada, by=None)
    with pytest.raises(NotFound):
        personal_links.find(newer)


def test_the_link_of_a_merged_player_leads_to_the_one_who_stays(club):
    access.change(club, access="link", by=None)
    ada, twin, *_others = make.players(club)
    token = personal_links.token_of(personal_links.make(twin, by=None))
    stored = merging.merge(twin, ada, by=None)
    assert personal_links.find(token) == ada
    merging.undo(stored, by=None)
    assert personal_links.find(token).pk == twin.pk
    personal_links.make(ada, by=None)
    with pytest.raises(Conflict) as error:
        merging.merge(Player.objects.get(pk=twin.pk), Player.objects.get(pk=ada.pk), by=None)
    assert error.value.problems[0]["code"] == "two_links"


@pytest.mark.parametrize(
    ("at", "is_open"),
    [
        (START - timedelta(hours=2, seconds=1), False),
        (START - timedelta(hours=2), True),
        (START + timedelta(hours=17), True),
        (START + timedelta(hours=18), False),
    ],
)
def test_the_door_is_open_around_the_evening(club, at, is_open):
    session = make.session(make.season(club))
    (ada,) = make.players(club, ["Ada"])
    assert self_check_in.find(self_check_in.token_of(session)) == session
    if is_open:
        self_check_in.check_in(session, ada, by=None, now=at)
        self_check_in.check_in(session, ada, by=None, now=at)
    else:
        with pytest.raises(Conflict):
            self_check_in.check_in(session, ada, by=None, now=at)
    assert Presence.objects.count() == is_open


def test_the_desk_undoes_what_was_done_at_the_door(club):
    session = make.session(make.season(club))
    (ada,) = make.players(club, ["Ada"])
    self_check_in.check_in(session, ada, by=None, now=START)
    undo.undo(session, last_action(session), by=None)
    assert not Presence.objects.current().exists()


def test_the_door_of_a_cancelled_evening_is_closed_and_a_forged_link_leads_nowhere(club):
    session = seasons.cancel_session(make.session(make.season(club)))
    (ada,) = make.players(club, ["Ada"])
    with pytest.raises(Conflict):
        self_check_in.check_in(session, ada, by=None, now=START)
    for wrong in (self_check_in.token_of(session)[:-1], "", personal_links.SIGNER.sign_object([1])):
        with pytest.raises(NotFound):
            self_check_in.find(wrong)
