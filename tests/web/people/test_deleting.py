"""The pages that delete what was made by mistake."""

import pytest

from league.models import Club, Season, Session, Tournament
from tests import make
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db


def test_unused_objects_can_be_deleted_on_their_pages(client):
    alice = sign_in(client, make.user())
    club = make.club(alice)
    season = make.season(club)
    session = make.session(season)
    cup = make.tournament(club, here=[])
    pages = [
        (f"/en/desk/sessions/{session.pk}/", "settings/", f"/en/desk/seasons/{season.pk}/"),
        (f"/en/desk/seasons/{season.pk}/", "settings/", f"/en/desk/clubs/{club.slug}/"),
        (f"/en/desk/tournaments/{cup.pk}/", "plan/", f"/en/desk/clubs/{club.slug}/"),
        (f"/en/desk/clubs/{club.slug}/", "settings/", "/en/desk/"),
    ]
    for address, settings, then in pages:
        assert f'href="{address}delete/"' in client.get(address + settings).text, address
        question = client.get(f"{address}delete/")
        assert "This cannot be undone." in question.text
        answer = client.post(f"{address}delete/", follow=True)
        assert answer.redirect_chain == [(then, 302)]
        assert "has been deleted." in answer.text
        assert client.get(f"{address}delete/").status_code == 404
    for model in (Session, Season, Tournament, Club):
        assert not model.objects.exists()


def test_page_says_what_hangs_on_a_thing(client):
    alice = sign_in(client, make.user())
    match = make.match()
    address = f"/en/desk/sessions/{match.session_id}/delete/"
    page = client.get(address)
    assert "<li>1 table</li>" in page.text
    assert "Delete evening</button>" not in page.text
    answer = client.post(address)  # the page was opened before the table came
    assert answer.status_code == 409
    assert "This evening cannot be deleted, because it has: 1 table." in answer.text
    assert alice.memberships.get().club.seasons.get().sessions.count() == 1


def test_log_of_the_club_says_what_was_deleted(client):
    alice = sign_in(client, make.user())
    season = make.season(make.club(alice), name="Typo 2062")
    session = make.session(season)
    client.post(f"/en/desk/sessions/{session.pk}/delete/")
    client.post(f"/en/desk/seasons/{season.pk}/delete/")
    log = client.get(f"/en/desk/clubs/{season.club.slug}/log/").text
    assert "season deleted" in log
    assert "evening deleted" in log
    assert "Typo 2062" in log
