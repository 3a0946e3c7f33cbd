"""What is kept, for everybody to read; one's own data, and that of a player without an account."""

import pytest
from django.core.cache import cache

from league.models import Job, Player, Role
from league.operations.privacy.personal_data import REGISTER
from league.tasks import run_job
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_hints():
    cache.clear()


def text(answer):
    return answer.content.decode()


def test_the_privacy_page_shows_the_retention_of_this_server(client, settings):
    settings.RETENTION_DAYS = {**settings.RETENTION_DAYS, "mail": 17}
    page = client.get("/en/privacy/")
    assert "17 days after it was sent" in text(page)
    assert not page.cookies
    for row in REGISTER:
        assert str(row.what).replace("'", "&#x27;") in text(page)


def test_every_page_leads_to_it(client):
    assert "/fr/privacy/" in text(client.get("/fr/"))


def test_a_user_prepares_and_downloads_a_data_file(client, alice):
    assert "/en/desk/data/" in text(client.get("/en/account/"))
    page = client.post("/en/desk/data/", follow=True)
    assert "Waiting to start" in text(page)
    job = Job.objects.get()
    run_job(job.pk)
    assert f"/jobs/{job.pk}/" in text(client.get("/en/desk/data/"))
    assert "Your data" in text(client.get(f"/en/desk/jobs/{job.pk}/"))
    answer = client.get(f"/en/desk/jobs/{job.pk}/file/")
    assert b"".join(answer.streaming_content).startswith(b"PK")
    assert "no-store" in answer["Cache-Control"]


def test_a_data_file_is_404_for_other_users_and_owners_of_the_club(client, alice):
    ada = make.member(make.club(alice), Role.PLAYER, "ada@example.org")
    client.force_login(ada)
    client.post("/en/desk/data/")
    job = Job.objects.get()
    run_job(job.pk)
    client.force_login(alice)
    for page in ("", "file/", "progress/"):
        assert client.get(f"/en/desk/jobs/{job.pk}/{page}").status_code == 404


def test_an_organiser_hands_out_the_data_of_a_player_until_the_player_has_an_account(client, alice):
    ada = make.players(make.club(alice), ["Ada <b>'s 🎲"])[0]
    page = f"/en/desk/players/{ada.pk}/data/"
    assert page in text(client.get(f"/en/desk/players/{ada.pk}/"))
    answer = client.post(page, follow=True)
    assert "Waiting to start" in text(answer)
    Job.objects.all().delete()
    Player.objects.update(account=make.user("ada@example.org"))
    assert "has an account" in text(client.get(page))
    answer = client.post(page)
    assert (answer.status_code, Job.objects.count()) == (409, 0)
    assert "Ada &lt;b&gt;&#x27;s 🎲 has an account" in text(answer)
