"""Invitations: what a link is worth, and to whom."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import IntegrityError
from django.utils import timezone

from league.errors import Conflict, Forbidden, Invalid
from league.models import Invitation, InvitationState, Membership, Role
from league.operations.mail import limits, outbox
from league.operations.people import clubs, invitations, members
from tests import make
from tests.apart import apart
from tests.outgoing import mails

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make.club()


@pytest.fixture
def alice(club):
    return make.user()


def invite(club, role=Role.SCORER, by=None, **more):
    return invitations.create(club, by=by or make.user(), role=role, **more)


def code_of(error):
    return error.value.problems[0]["code"]


def test_the_holder_of_a_link_gets_the_role(club):
    bob = make.user("bob@example.org")
    invitations.accept(invitations.token_of(invite(club)), by=bob)
    assert bob.memberships.get().role == Role.SCORER
    row = Invitation.objects.get()
    assert (row.state, row.accepted_by) == (InvitationState.ACCEPTED, bob)


def test_a_link_works_once(club):
    token = invitations.token_of(invite(club))
    invitations.accept(token, by=make.user("bob@example.org"))
    with pytest.raises(Conflict) as error:
        invitations.accept(token, by=make.user("charlie@example.org"))
    assert code_of(error) == "invitation_used"
    assert not make.user("charlie@example.org").memberships.exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_people_with_one_link_at_once_one_gets_in(club):
    token = invitations.token_of(invite(club))
    people = [make.user(f"{name}@example.org") for name in ("bob", "charlie", "dora")]
    with ThreadPoolExecutor(3) as pool:
        tries = [pool.submit(apart, invitations.accept, token, by=who) for who in people]
    assert sorted(type(attempt.exception()).__name__ for attempt in tries) == [
        "Conflict",
        "Conflict",
        "NoneType",
    ]
    assert Membership.objects.filter(club=club).count() == 2


@pytest.mark.parametrize(
    ("end", "code"),
    [
        ({"state": InvitationState.DECLINED}, "invitation_declined"),
        ({"state": InvitationState.REVOKED}, "invitation_revoked"),
        ({"expires_at": timezone.now() - timedelta(seconds=1)}, "invitation_expired"),
    ],
)
def test_a_link_that_ended_says_how(club, end, code):
    token = invitations.token_of(invite(club))
    Invitation.objects.update(**end)
    for attempt in (invitations.find, invitations.decline):
        with pytest.raises(Conflict) as error:
            attempt(token)
        assert code_of(error) == code


def test_a_forged_or_foreign_link_leads_nowhere(club, settings):
    row = invite(club)
    token = invitations.token_of(row)
    row.nonce = "another"  # as a link of a database that was put back since
    foreign = [invitations.token_of(row), token[:-1], token[1:], "", "é:x", token.swapcase()]
    for address in foreign:
        with pytest.raises(Invalid):
            invitations.find(address)


def test_an_invitation_lives_as_long_as_the_right_of_its_inviter(club):
    olga = make.member(club, Role.ORGANISER, "olga@example.org")
    token = invitations.token_of(invite(club, by=olga))
    members.change_role(olga.memberships.get(), role=Role.SCORER, by=make.user())
    with pytest.raises(Conflict) as error:
        invitations.find(token)
    assert code_of(error) == "invitation_revoked"


def test_organisers_invite_no_owners(club):
    olga = make.member(club, Role.ORGANISER, "olga@example.org")
    with pytest.raises(Forbidden):
        invite(club, Role.OWNER, by=olga)
    bob = make.member(club, Role.SCORER, "bob@example.org")
    with pytest.raises(Forbidden):
        invite(club, Role.PLAYER, by=bob)
    with pytest.raises(Invalid):
        invite(club, "boss")
    assert not Invitation.objects.exists()


def test_a_member_rises_but_never_falls_by_an_invitation(club):
    bob = make.member(club, Role.SCORER, "bob@example.org")
    lower = invitations.token_of(invite(club, Role.PLAYER))
    with pytest.raises(Conflict):
        invitations.accept(lower, by=bob)
    invitations.accept(invitations.token_of(invite(club, Role.ORGANISER)), by=bob)
    assert bob.memberships.get().role == Role.ORGANISER
    assert invitations.find(lower)[0].state == InvitationState.OPEN, "somebody else may use it"


def test_a_player_belongs_to_the_account_that_accepts(club):
    ada = clubs.add_player(club, name="Ada")
    bob = make.user("bob@example.org")
    invitations.accept(invitations.token_of(invite(club, Role.PLAYER, player=ada.pk)), by=bob)
    ada.refresh_from_db()
    assert ada.account == bob
    with pytest.raises(Conflict) as error:
        invite(club, player=ada.pk)
    assert code_of(error) == "player_claimed"


def test_a_player_who_was_claimed_meanwhile_is_not_claimed_again(club):
    ada, bruno = (clubs.add_player(club, name=name) for name in ("Ada", "Bruno"))
    token = invitations.token_of(invite(club, Role.PLAYER, player=ada.pk))
    bob = make.user("bob@example.org")
    ada.account = make.user("charlie@example.org")
    ada.save()
    with pytest.raises(Conflict) as error:
        invitations.accept(token, by=bob)
    assert code_of(error) == "player_claimed"
    assert not bob.memberships.exists(), "nothing of it is stored"

    bruno.account = bob
    bruno.save()
    ada.account = None
    ada.save()
    with pytest.raises(Conflict) as error:
        invitations.accept(token, by=bob)
    assert code_of(error) == "account_has_player"


def test_a_new_invitation_of_a_player_replaces_the_old_one(club):
    ada = clubs.add_player(club, name="Ada")
    old = invitations.token_of(invite(club, Role.PLAYER, player=ada.pk))
    invite(club, Role.PLAYER, player=ada.pk)
    with pytest.raises(Conflict) as error:
        invitations.find(old)
    assert code_of(error) == "invitation_revoked"


def test_a_player_of_another_club_is_unknown(club):
    other = make.club(make.user("charlie@example.org"), "Ailleurs")
    zoe = clubs.add_player(other, name="Zoé")
    with pytest.raises(Invalid) as error:
        invite(club, player=zoe.pk)
    assert code_of(error) == "unknown_player"


def test_leaving_unlinks_the_player(club):
    ada = clubs.add_player(club, name="Ada")
    bob = make.user("bob@example.org")
    invitations.accept(invitations.token_of(invite(club, Role.PLAYER, player=ada.pk)), by=bob)
    members.remove(bob.memberships.get(), by=bob)
    ada.refresh_from_db()
    assert ada.account is None


def test_all_players_are_invited_once(club, alice):
    for number in range(40):
        clubs.add_player(club, name=f"Player {number:02}")
    claimed = club.players.get(name="Player 39")
    claimed.account = alice
    claimed.save()
    assert len(invitations.invite_players(club, by=alice, most=100)) == 39
    assert invitations.invite_players(club, by=alice, most=100) == []
    names = [row.player.name for row in invitations.open_for_players(club, reader=alice)]
    assert names == [f"Player {number:02}" for number in range(39)]
    Invitation.objects.update(expires_at=timezone.now())
    assert len(invitations.invite_players(club, by=alice, most=100)) == 39


def test_revoking_an_accepted_invitation_keeps_it_accepted(club, alice):
    row = invite(club)
    invitations.accept(invitations.token_of(row), by=make.user("bob@example.org"))
    assert invitations.revoke(row, by=alice).state == InvitationState.ACCEPTED


def test_the_address_is_kept_in_one_spelling(club):
    assert invite(club, email="Bob+Club@Example.org").email == "bob+club@example.org"
    with pytest.raises(Invalid):
        invite(club, email="bob")


def test_invitations_to_one_address_are_one_in_every_case(club):
    (ada,) = make.players(club, ["Ada"])
    earlier = invite(club, email="A@Example.org")
    others = [invite(club, email="a@example.org", player=ada.pk), invite(club), invite(club)]
    newer = invite(club, email="a@EXAMPLE.org")
    still_open = Invitation.objects.filter(state=InvitationState.OPEN)
    assert set(still_open) == {newer, *others}
    with pytest.raises(Conflict) as error:
        invitations.find(invitations.token_of(earlier))
    assert code_of(error) == "invitation_revoked"


def test_an_account_has_one_player_in_a_club(club, alice):
    for name in ("Ada", "Bruno"):
        player = clubs.add_player(club, name=name)
        player.account = alice
        if name == "Ada":
            player.save()
    with pytest.raises(IntegrityError):
        player.save()


@pytest.fixture
def mail_server(settings):
    settings.EMAIL_URL = "smtp://localhost"
    settings.BASE_URL = "https://league.example"


def test_an_address_is_invited_by_mail_three_times_a_day(club, alice, mail_server):
    other = make.club(make.user("charlie@example.org"), "Ailleurs")
    invite(club, email="zoe@example.org")
    invite(club, email="Zoe+club@example.org")
    invite(other, by=make.user("charlie@example.org"), email="zoe@example.org")
    for email in ("zoe@example.org", "zoe+more@example.org"):
        with pytest.raises(Conflict) as error:
            invite(club, email=email)
        assert code_of(error) == "too_many_mails"
    assert mails().count() == 3
    invitations.forget_addresses(["zoe@example.org"])
    outbox.forget_addresses(["zoe@example.org"])
    with pytest.raises(Conflict):
        invite(club, email="zoe@example.org")
    assert invite(club).state == InvitationState.OPEN, "a link can still be given away"


@pytest.mark.parametrize(
    ("limit", "is_club"), [("MOST_INVITATIONS_BY_USER", False), ("MOST_INVITATIONS_OF_CLUB", True)]
)
def test_inviters_and_clubs_send_a_limited_number_of_mails(
    club, mail_server, monkeypatch, limit, is_club
):
    monkeypatch.setattr(limits, limit, 2)
    olga = make.member(club, Role.ORGANISER, "olga@example.org")
    others = make.club(olga, "Ailleurs")
    for number in range(2):
        invite(club, by=olga, email=f"{number}@example.org")
    with pytest.raises(Conflict) as error:
        invite(club, by=olga, email="more@example.org")
    assert code_of(error) == "too_many_mails"
    where, by = (club, make.user()) if is_club else (others, olga)
    with pytest.raises(Conflict):
        invite(where, by=by, email="more@example.org")


def test_names_in_the_mail_are_one_line_of_plain_characters(club, alice, mail_server):
    alice.name = "Win\n https://evil.example/x \u202enow 🎲 <b>"
    alice.save()
    club.name = "www.evil.example"
    club.save()
    invite(club, by=alice, email="zoe@example.org")
    mail = mails().get()
    invites = "Win https evil example x now b vous invite à rejoindre"
    assert mail.subject == f"{invites} « www evil example »"
    assert "evil.example" not in mail.content["text"] + mail.content["html"]
