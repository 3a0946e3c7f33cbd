"""A club in which something of every kind is kept about Ada, who has an account."""

from datetime import UTC, datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.utils import timezone

from league.models import (
    ConfirmationWay,
    Player,
    Role,
    StoppedMessages,
    SubstitutionEffect,
    SuppressedAddress,
    User,
    Visibility,
)
from league.operations.calendars import addresses
from league.operations.messages import choices, devices, posting
from league.operations.people import invitations, tokens
from league.operations.results import confirmations, disputes, stopped_matches, substitutions
from league.operations.results.confirmations import Speaker
from league.operations.seasons import penalties, teams
from league.operations.seasons.team_checks import MemberData
from league.operations.sessions import session_log
from league.operations.signups import sheets, sign_ups
from league.operations.tournaments import entrants
from scoring import projection, rating
from tests import make
from tests.api.playing import BROWSER
from tests.outgoing import add_mail

SECRET = "Secret"  # the names of others that the public does not read hold this word


def ada_and_her_club() -> tuple[User, Player]:
    """Return the account of Ada and her player, after an evening and a tournament."""
    alice = make.user()
    club = make.club(alice)
    user = make.member(club, Role.PLAYER, "ada@example.org")
    ada = make.players(club, ["=Ada"])[0]
    others = [
        Player.objects.create(club=club, name=f"{first} {SECRET}", visibility=visibility)
        for first, visibility in [("Bruno", Visibility.INITIAL), ("Chloe", Visibility.HIDDEN)]
    ]
    Player.objects.filter(pk=ada.pk).update(account=user, email="ada@example.org")
    _sign_in(user)
    _play(ada, others, user, alice)
    _compete(ada, alice)
    season = club.seasons.get(tournament=None)
    make.league(season, member_rule="listed", players=[ada.pk])
    teams.create_team(teams.create_table(season), name="Red", members=[MemberData(ada.pk)])
    make.ladder(club, [ada, others[0]])
    return user, Player.objects.get(pk=ada.pk)


def _sign_in(user: User) -> None:
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    Authenticator.objects.create(user=user, type="totp", data={"secret": "the seed"})
    UserSession.objects.create(
        user=user, session_key="session-key", ip="192.0.2.7", user_agent="Lynx", data={}
    )
    SocialAccount.objects.create(user=user, provider="openid", uid="u-7", extra_data={"age": 36})
    tokens.issue(user, name="Screen")
    addresses.renew(user)
    add_mail(user.email, category="club", subject="Welcome")
    SuppressedAddress.objects.create(email=user.email, reason="unsubscribed")
    StoppedMessages.objects.create(email=user.email, kind="place_free")
    choices.update(user, digest_hour=7)
    posting.post_test(devices.add(user, endpoint="https://push.example/1", **BROWSER))


def _play(ada: Player, others: list[Player], user: User, alice: User) -> None:
    season = make.season(ada.club, confirmation="all")
    session = make.session(season)
    session_log.check_in(session, [ada.pk], by=user)
    match = make.match(session, [ada, *others], options={"target": 20})
    make.played(match, [22, 4, 2], by=user)
    penalties.penalise(season, session=session.pk, player=ada.pk, points=1, reason="Late", by=alice)
    penalties.sit_out(session, player=ada.pk)
    speaker = Speaker(ada.pk, ConfirmationWay.TABLE)
    confirmations.confirm(match, speaker, by=user)
    disputes.open_dispute(match, speaker, reason="I had 21.", by=user)
    invitations.create(ada.club, by=alice, role=Role.PLAYER, email="ada@example.org")
    invitation = ada.club.invitations.get()
    invitation.state, invitation.accepted_by, invitation.answered_at = (
        "accepted",
        user,
        timezone.now(),
    )
    invitation.save()
    other_match = make.played(make.match(session, others), [12, 5])
    substitutions.substitute(
        other_match,
        leaving=others[1].pk,
        entering=ada.pk,
        effect=SubstitutionEffect.NEITHER,
        by=user,
    )
    stopped_matches.abandon(other_match, by=alice)
    for table in season.tables.all():
        projection.refresh(table.pk)
    rating.refresh(ada.club_id)


def _compete(ada: Player, alice: User) -> None:
    cup = make.tournament(ada.club, here=4, starts_at=datetime(2026, 11, 3, 14, 0, tzinfo=UTC))
    entrants.enter(cup, [entrants.EntryData(ada.pk)], by=alice)
    sheet = sheets.open_sheet(cup, by=alice)
    sign_ups.record_answer(sheet, ada.pk, "yes", by=alice, as_organiser=True)
