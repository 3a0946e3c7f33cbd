"""manage.py addmember: whoever runs the server puts the first people of a club together."""

import pytest
from django.core.management import CommandError, call_command

from tests import make

pytestmark = pytest.mark.django_db


def test_a_club_gets_its_second_organiser(capsys):
    club, bob = make.club(), make.user("bob@example.org")
    call_command("addmember", "Bob@Example.org", club=club.slug, role="organiser")
    assert capsys.readouterr().out == "bob@example.org is now organiser of Les Ardoises.\n"
    assert bob.memberships.get().role == "organiser"


@pytest.mark.parametrize(
    ("email", "slug", "why"),
    [
        ("nobody@example.org", "les-ardoises", "adduser"),
        ("alice@example.org", "nowhere", "no club nowhere"),
        ("alice@example.org", "les-ardoises", "already belongs"),
    ],
)
def test_a_member_that_cannot_be_added_is_refused_with_the_reason(email, slug, why):
    club = make.club()
    with pytest.raises(CommandError, match=why):
        call_command("addmember", email, club=slug, role="scorer")
    assert club.memberships.count() == 1
