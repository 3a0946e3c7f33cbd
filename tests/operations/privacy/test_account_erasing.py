"""An account that its holder deletes leaves nothing that names the person, unless the person wants
the results to go on doing so."""

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session as BrowserSession
from django.utils import timezone

from api.models import IdempotencyKey
from league.errors import Conflict, Invalid
from league.models import (
    AuditEntry,
    Job,
    Membership,
    Player,
    Role,
    Submission,
    Token,
    User,
    Visibility,
)
from league.operations.audit import verification
from league.operations.exchange import archives
from league.operations.people import visibility
from league.operations.privacy import account_erasing
from league.operations.seasons import penalties
from league.operations.tournaments import tournaments
from league.tasks import run_job
from tests import make
from tests.operations.privacy.test_erasing import traces
from tests.operations.privacy.world import ada_and_her_club
from tests.outgoing import mails

pytestmark = pytest.mark.django_db
TRACES = ("=ada", "ada@", "adelaide")


@pytest.fixture
def ada():
    """The account of Ada, who is an organiser and has signed in, entered rounds and started jobs;
    nothing of hers is under way."""
    user, player = ada_and_her_club()
    User.objects.filter(pk=user.pk).update(name="Adelaide Zweig", is_operator=False)
    user.refresh_from_db()
    Membership.objects.filter(user=user).update(role=Role.ORGANISER)
    BrowserSession.objects.create(
        session_key="session-key", session_data="x", expire_date=timezone.now()
    )
    IdempotencyKey.objects.create(user=user, key="1", fingerprint="2", body="=Ada")
    season = player.club.seasons.first()
    chosen = {"session": season.sessions.get().pk, "player": player.pk}
    penalties.penalise(season, **chosen, points=1, reason="by Adelaide Zweig", by=user)
    for cup in player.entries.all():
        tournaments.close(cup.tournament, by=user)
    player.presences.filter(until=None).update(until=timezone.now())
    run_job(archives.start_export(player.club, by=make.user()).pk)
    return user, player


def delete(account, erased=(), email=None):
    account_erasing.delete(account, email=email or account.email, erased=erased)


def test_no_trace_of_the_person_remains(ada):
    user, player = ada
    assert "league.User.email" in traces(TRACES)
    delete(user, erased=[player.pk])
    assert traces(TRACES) == {}
    for model in (UserSession, EmailAddress, Token, IdempotencyKey):
        assert not model.objects.exists(), model
    assert not mails().exists()
    assert not BrowserSession.objects.exists()
    assert set(User.objects.values_list("email", flat=True)) == {"alice@example.org"}
    assert Submission.objects.filter(submitted_by=None).exists()
    assert verification.find_faults(player.club) == []
    assert AuditEntry.objects.filter(kind="account.deleted", subject={}).count() == 1


def test_the_player_may_stay_with_its_results(ada):
    user, player = ada
    delete(user)
    player.refresh_from_db()
    assert (player.name, player.account_id) == ("=Ada", None)
    assert player.seats.exists()


def test_the_address_is_typed_to_be_sure(ada):
    with pytest.raises(Invalid, match=r"ada@example\.org"):
        delete(ada[0], email="ada@example.com")
    delete(ada[0], email=" ADA@example.org ")
    assert not User.objects.filter(email="ada@example.org").exists()


def test_a_player_of_another_user_is_not_erased(ada):
    user, player = ada
    other = Player.objects.exclude(pk=player.pk).first()
    with pytest.raises(Invalid) as refusal:
        delete(user, erased=[player.pk, other.pk])
    assert refusal.value.problems[0]["path"] == "erase.1"
    assert User.objects.filter(pk=user.pk).exists()


def test_the_last_owner_of_a_club_stays(ada):
    alice = make.user()
    with pytest.raises(Conflict, match="last admin of Les Ardoises") as refusal:
        delete(alice)
    assert [problem["code"] for problem in refusal.value.problems] == ["last_owner"]
    make.member(ada[1].club, Role.OWNER, "bob@example.org")
    delete(alice)


def test_the_last_who_runs_the_server_stays():
    zoe = make.user("zoe@example.org")
    User.objects.filter(pk=zoe.pk).update(is_operator=True)
    with pytest.raises(Conflict, match="adduser"):
        delete(zoe)
    User.objects.create_user("yan@example.org", is_operator=True)
    delete(zoe)


def test_a_running_match_prevents_the_deletion(ada):
    user, player = ada
    make.match(
        make.session(make.season(player.club, "Now")), [player, *make.players(player.club, "AB")]
    )
    with pytest.raises(Conflict, match="is still in a match"):
        delete(user, erased=[player.pk])
    assert User.objects.filter(pk=user.pk).exists()
    player.refresh_from_db()
    assert player.account == user


def test_a_child_whose_guardian_goes_is_shown_by_alias(ada):
    guardian = make.user("parent@example.org")
    child = make.players(ada[1].club, ["Tim"])[0]
    Player.objects.filter(pk=child.pk).update(is_child=True, guardian=guardian)
    child.refresh_from_db()
    visibility.choose(child, by=guardian, visibility=Visibility.FULL)
    delete(guardian)
    child.refresh_from_db()
    assert (child.visibility, child.has_chosen, child.guardian) == ("alias", False, None)


def test_jobs_that_it_began_for_a_club_stay(ada):
    user, player = ada
    job = archives.start_export(player.club, by=user)
    run_job(job.pk)
    delete(user)
    assert Job.objects.get(pk=job.pk).by is None
