"""manage.py demo --remove: the demo club goes with its people and its account, nothing else."""

from io import StringIO

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command

from league.demo import demo_club, demo_sign_ups, demo_tournament
from league.models import Club, Match, Membership, Role, Submission, User
from league.operations.people import club_settings, clubs, tokens
from scoring import rating
from tests import make
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db


def load_whole_demo():
    from django.utils import timezone

    loaded = demo_club.load(password="x", sessions=1)
    demo_tournament.load(loaded, seed=1, now=timezone.now())
    demo_sign_ups.load(loaded, seed=1, now=timezone.now())
    rating.refresh(loaded.club.pk)
    return loaded.club


def load_club():
    """Return the demo club with its people and its account, before it has played."""
    return demo_club.load(password="x", sessions=0).club


def remove() -> str:
    output = StringIO()
    call_command("demo", "--remove", stdout=output)
    return output.getvalue()


def counts():
    return {model: model._default_manager.count() for model in apps.get_models()}


def test_removing_the_demo_deletes_all_of_it_and_only_it(client):
    own = make.played(make.match(), (22, 5, 6), (22, 5, 6), (22, 5, 6)).session.season.club
    before = counts()
    club = load_whole_demo()
    user = User.objects.get(email=demo_club.DEMO_EMAIL)
    make.webhook(club)
    tokens.make(user, name="all my clubs", scope="read", club=None, expires_at=None)
    make.ladder(club, list(club.players.all()[:4]))
    real = make.member(club, Role.SCORER, "real@example.org")
    sign_in(client, user)
    assert "demo --remove" in client.get(f"/en/desk/clubs/{club.slug}/").content.decode()
    assert "demo --remove" not in client.get(f"/en/clubs/{own.slug}/").content.decode()
    printed = remove()
    assert "real@example.org was a member and keeps the account." in printed
    real.delete()
    after = {model: count for model, count in counts().items() if model.__name__ != "Session"}
    assert after == {model: before[model] for model in after}
    with pytest.raises(CommandError, match="no demo club"):
        remove()


def test_the_account_stays_where_another_club_needs_it():
    user = load_club().memberships.get().user
    own = clubs.create(by=user, name="Our own")
    assert "demo@manche.example is kept because it belongs to another club" in remove()
    assert Membership.objects.get(club=own).user == user
    assert Club.objects.get() == own


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("fr", " est conservé, car il appartient à un autre club"),
        ("de", " bleibt, weil es zu einem anderen Verein gehört: Geben Sie"),
    ],
)
def test_the_command_speaks_the_language_of_the_server(settings, language, words):
    settings.COMMAND_LANGUAGE = language
    clubs.create(by=load_club().memberships.get().user, name="Our own")
    assert words in remove()


def test_the_account_stays_without_its_key_where_it_has_entered_rounds():
    user = load_club().memberships.get().user
    match = make.match()
    make.played(match, (22, 5, 6), by=user)
    assert "can no longer sign in" in remove()
    assert Submission.objects.get().submitted_by == user
    assert not User.objects.get(email=demo_club.DEMO_EMAIL).is_active
    assert Match.objects.count() == 1


def test_a_club_that_only_has_the_name_or_has_another_is_no_demo():
    clubs.create(by=make.user(), name=demo_club.CLUB_NAME)
    club = load_club()
    club_settings.update(club, name="Ours by now")
    with pytest.raises(CommandError, match="no demo club"):
        remove()
    assert Club.objects.count() == 2
