"""A club exported and imported again at the desk."""

import io
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from league.models import Club, Job, JobState
from league.operations.support import jobs
from league.tasks import run_job
from tests import make
from tests.archives import changed, exported

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice(alice):
    cache.clear()
    return alice


@pytest.fixture
def club(alice):
    match = make.match()
    make.played(match, [22, 5, 5], [22, 5, 5], [22, 5, 5])
    return match.session.season.club


def upload(client, content, **more):
    file = io.BytesIO(content)
    file.name = "l'été <1>.zip"
    return client.post("/en/desk/archives/", {"file": file, **more}, follow=True)


def text(answer):
    return answer.content.decode()


def test_a_club_is_written_and_fetched(client, club):
    page = client.post(f"/en/desk/clubs/{club.slug}/archive/", follow=True)
    assert "Waiting to start" in text(page)
    assert "data-live" in text(page)
    job = Job.objects.get()
    run_job(job.pk)
    page = client.get(f"/en/desk/jobs/{job.pk}/")
    assert "Download" in text(page)
    assert "data-live" not in text(page)
    assert "refresh" not in text(page)
    answer = client.get(f"/en/desk/jobs/{job.pk}/file/")
    assert b"".join(answer.streaming_content) == exported(club)
    assert "les-ardoises.zip" in answer["Content-Disposition"]
    assert "no-store" in answer["Cache-Control"]
    assert f"/jobs/{job.pk}/" in text(client.get(f"/en/desk/clubs/{club.slug}/archive/"))


def test_three_archives_of_a_club_are_kept(client, club):
    for _ in range(4):
        client.post(f"/en/desk/clubs/{club.slug}/archive/")
        run_job(Job.objects.first().pk)
    has_file = [jobs.find_file(job, "made") is not None for job in Job.objects.order_by("pk")]
    assert has_file == [False, True, True, True]


def test_two_clicks_are_one_archive(client, club):
    for _ in range(2):
        client.post(f"/en/desk/clubs/{club.slug}/archive/")
    assert Job.objects.count() == 1


def test_an_archive_becomes_a_club(client, club):
    page = upload(client, exported(club), known=0, members="on")
    assert "Waiting to start" in text(page)
    job = Job.objects.get()
    assert job.arguments == {"members": True}
    run_job(job.pk)
    assert "/en/desk/clubs/les-ardoises-2/" in text(client.get(f"/en/desk/jobs/{job.pk}/"))
    assert Club.objects.count() == 2


def test_the_same_form_twice_is_one_import(client, club):
    archive = exported(club)
    upload(client, archive, known=0)
    again = upload(client, archive, known=0)
    assert (again.status_code, Job.objects.count()) == (422, 1)
    assert "since you opened this page" in text(again)


def test_errors_are_listed_with_their_place(client, club):
    broken = changed(exported(club), "players.ndjson", 1, lambda row: row.update(email="<b>"))
    upload(client, broken)
    job = Job.objects.get()
    run_job(job.pk)
    page = text(client.get(f"/en/desk/jobs/{job.pk}/"))
    assert "players.ndjson:1.email" in page
    assert "Nothing was changed" in page


def test_members_without_an_account_are_named(client, club):
    archive = exported(club)
    make.user().delete()
    olga = make.user("olga@example.org")
    client.force_login(olga)
    upload(client, archive)
    run_job(Job.objects.get().pk)
    page = text(client.get(f"/en/desk/jobs/{Job.objects.get().pk}/"))
    assert "alice@example.org" in page


def test_progress_is_a_piece_of_the_page_and_304_if_unchanged(client, club):
    job = Job.objects.create(kind="import_club", by=make.user(), state=JobState.RUNNING)
    jobs.report_progress(job, 3, 12)
    address = f"/en/desk/jobs/{job.pk}/progress/"
    first = client.get(address)
    assert "3 of 12" in text(first)
    assert "<html" not in text(first)
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
    del vars(job)["reported_at"]
    jobs.report_progress(job, 4, 12)
    assert "4 of 12" in text(client.get(address, headers={"If-None-Match": first["ETag"]}))


def test_no_file_and_too_large_a_file_are_refused_in_the_form(client, alice, settings):
    assert "This field is required" in text(client.post("/en/desk/archives/", {}))
    settings.ARCHIVE_BYTES = 1000
    answer = upload(client, b"x" * 1001)
    assert (answer.status_code, Job.objects.count()) == (422, 0)
    assert "at most 0 MiB" in text(answer)


def test_a_huge_upload_is_refused_before_it_is_kept(client, alice, settings):
    settings.ARCHIVE_BYTES = 1000
    assert upload(client, b"x" * 2_000_000).status_code == 413


def test_a_file_no_longer_kept_is_404(client, club):
    client.post(f"/en/desk/clubs/{club.slug}/archive/")
    job = Job.objects.get()
    run_job(job.pk)
    Job.objects.update(finished_at=timezone.now() - timedelta(days=8))
    jobs.purge_files(timezone.now() - timedelta(days=7))
    assert client.get(f"/en/desk/jobs/{job.pk}/file/").status_code == 404
    assert "Download" not in text(client.get(f"/en/desk/jobs/{job.pk}/"))
