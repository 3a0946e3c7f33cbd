"""What the public sees of a player, and who decides it."""

import pytest

from league.errors import Conflict, Invalid, NotFound
from league.models import Player, Role, Visibility
from league.operations.people import clubs, invitations, members, visibility
from tests import make

pytestmark = pytest.mark.django_db
FULL, INITIAL, ALIAS, HIDDEN = Visibility


@pytest.fixture
def ada():
    """Ada Lovelace, who plays with the account of Bob's club's member."""
    club = make.club()
    player = clubs.add_player(club, name="Ada Lovelace", visibility=INITIAL)
    player.account = make.member(club, Role.PLAYER, "ada@example.org")
    player.save()
    return player


@pytest.fixture
def child():
    return clubs.add_player(make.club(), name="Tim Small", is_child=True)


def codes(refusal):
    return [(problem["path"], problem["code"]) for problem in refusal.value.problems]


def guardian_of(player, email="mum@example.org"):
    guardian = make.user(email)
    invitation = invitations.create(player.club, by=make.user(), role=Role.PLAYER, player=player.pk)
    invitations.accept(invitations.token_of(invitation), by=guardian)
    player.refresh_from_db()
    return guardian


@pytest.mark.parametrize(
    ("shown", "alias", "name"),
    [
        (FULL, "", "Ada Lovelace"),
        (INITIAL, "", "Ada L."),
        (ALIAS, "Countess 🎲", "Countess 🎲"),
        (ALIAS, "", "Player 7"),
        (HIDDEN, "Countess", "Player 7"),
    ],
)
def test_the_public_name_follows_from_the_visibility(shown, alias, name):
    assert Player(pk=7, name="Ada Lovelace", visibility=shown, alias=alias).public_name == name


def test_the_choice_of_the_person_binds_the_organiser(ada):
    visibility.choose(ada, by=ada.account, visibility=ALIAS, alias="Countess")
    ada.refresh_from_db()
    with pytest.raises(Conflict, match="Ada Lovelace has chosen") as refusal:
        clubs.update_player(ada, visibility=FULL)
    assert codes(refusal) == [("visibility", "chosen_by_person")]
    with pytest.raises(Conflict) as refusal:
        clubs.update_player(Player.objects.get(pk=ada.pk), alias="Ada Love lace")
    assert codes(refusal) == [("alias", "chosen_by_person")]
    clubs.update_player(Player.objects.get(pk=ada.pk), visibility=HIDDEN)
    assert Player.objects.get(pk=ada.pk).public_name == f"Player {ada.pk}"


def test_achievements_that_the_person_hides_stay_hidden(ada):
    clubs.update_player(ada, hides_achievements=True)
    visibility.choose(ada, by=ada.account, visibility=FULL)
    assert Player.objects.get(pk=ada.pk).hides_achievements
    with pytest.raises(Conflict) as refusal:
        clubs.update_player(Player.objects.get(pk=ada.pk), hides_achievements=False)
    assert codes(refusal) == [("hides_achievements", "chosen_by_person")]


def test_the_organiser_decides_until_the_person_does(ada):
    clubs.update_player(ada, visibility=FULL)
    assert Player.objects.get(pk=ada.pk).public_name == "Ada Lovelace"


def test_no_other_user_chooses_the_visibility(ada, child):
    for player in (ada, child):
        with pytest.raises(NotFound):
            visibility.choose(player, by=make.user(), visibility=HIDDEN)


def test_a_child_is_shown_by_its_alias(child):
    assert child.public_name == f"Player {child.pk}"
    clubs.update_player(child, alias="Turbo")
    assert Player.objects.get(pk=child.pk).public_name == "Turbo"
    for shown in (FULL, INITIAL):
        with pytest.raises(Conflict, match="Tim Small is a child") as refusal:
            clubs.update_player(Player.objects.get(pk=child.pk), visibility=shown)
        assert codes(refusal) == [("visibility", "child_needs_alias")]


def test_a_player_who_is_marked_as_a_child_is_shown_less_at_once(ada):
    visibility.choose(ada, by=ada.account, visibility=FULL)
    ada.refresh_from_db()
    clubs.update_player(ada, is_child=True)
    ada.refresh_from_db()
    assert (ada.visibility, ada.has_chosen) == (ALIAS, False)
    with pytest.raises(NotFound):
        visibility.choose(ada, by=ada.account, visibility=FULL)


def test_a_guardian_may_show_more_of_a_child(child):
    guardian = guardian_of(child)
    assert (child.guardian, child.account) == (guardian, None)
    assert list(visibility.players_of(guardian)) == [child]
    visibility.choose(child, by=guardian, visibility=INITIAL)
    assert Player.objects.get(pk=child.pk).public_name == "Tim S."


def test_one_account_is_the_guardian_of_several_children(child):
    guardian = guardian_of(child)
    other = clubs.add_player(child.club, name="Tom Small", is_child=True)
    invitation = invitations.create(child.club, by=make.user(), role=Role.PLAYER, player=other.pk)
    invitations.accept(invitations.token_of(invitation), by=guardian)
    assert visibility.players_of(guardian).count() == 2


def test_a_child_has_one_guardian(child):
    guardian_of(child)
    with pytest.raises(Conflict, match="Tim Small’s guardian already has an account"):
        invitations.create(child.club, by=make.user(), role=Role.PLAYER, player=child.pk)


def test_a_guardian_who_leaves_the_club_decides_no_more(child):
    guardian = guardian_of(child)
    visibility.choose(child, by=guardian, visibility=INITIAL)
    members.remove(guardian.memberships.get(), by=make.user())
    child = Player.objects.get(pk=child.pk)
    assert (child.guardian, child.public_name) == (None, "Tim S.")
    with pytest.raises(Conflict):
        clubs.update_player(child, visibility=FULL)


def test_a_grown_child_has_no_guardian(child):
    guardian = guardian_of(child)
    clubs.update_player(child, is_child=False)
    assert not visibility.players_of(guardian).exists()


@pytest.mark.parametrize("alias", ["ada lovelace", "BÖB", "Champion"])
def test_an_alias_cannot_be_another_players_name(ada, alias):
    make.players(ada.club, ["Bob"])
    clubs.add_player(ada.club, name="Chloé", alias="champion")
    with pytest.raises(Invalid) as refusal:
        visibility.choose(ada, by=ada.account, visibility=ALIAS, alias=alias)
    assert codes(refusal) == [("alias", "alias_taken")]
    ada.refresh_from_db()
    assert (ada.visibility, ada.alias, ada.has_chosen) == (INITIAL, "", False)


@pytest.mark.parametrize(
    ("choice", "problem"),
    [
        ({"visibility": "alias", "alias": "  "}, ("alias", "blank")),
        ({"visibility": "alias", "alias": "x" * 101}, ("alias", "too_long")),
        ({"visibility": "secret"}, ("visibility", "unknown_choice")),
    ],
)
def test_an_impossible_choice_is_refused(ada, choice, problem):
    with pytest.raises(Invalid) as refusal:
        visibility.choose(ada, by=ada.account, **choice)
    assert codes(refusal) == [problem]


def test_an_alias_may_be_written_in_any_script(ada):
    visibility.choose(ada, by=ada.account, visibility=ALIAS, alias="שחקנית 🎲")
    assert Player.objects.get(pk=ada.pk).public_name == "שחקנית 🎲"


def test_a_choice_made_meanwhile_is_not_overwritten(ada):
    opened = Player.objects.get(pk=ada.pk)
    visibility.choose(ada, by=ada.account, visibility=HIDDEN)
    with pytest.raises(Conflict):
        clubs.update_player(opened, visibility=FULL)
    assert Player.objects.get(pk=ada.pk).visibility == HIDDEN
