"""A club out of one server and into another, by the API."""

import hashlib
import io

import pytest

from api.http import bodies
from league.models import Club, Job, JobFile, JobState, Match, Role
from league.operations.support import jobs
from league.tasks import KINDS, run_job
from tests import make
from tests.api.caller import caller, problem_codes
from tests.archives import changed, exported

ZIP = "application/zip"


@pytest.fixture
def archive(world):
    make.played(world.match, [22, 5, 5])
    return exported(world.club)


def send(who, archive, query="", **headers):
    return who.send("POST", f"archives/{query}", archive, Content_Type=ZIP, **headers)


def test_a_club_goes_out_and_comes_in_again(world, alice):
    make.played(world.match, [22, 5, 5])
    started = alice.post(f"clubs/{world.club.slug}/exports/", None)
    assert (started.status_code, started.json()["state"]) == (202, "waiting")
    assert started["Location"] == started.json()["links"]["self"]
    run_job(started.json()["id"])
    job = alice.get(started["Location"].partition("testserver")[2]).json()
    assert (job["state"], job["done"], job["total"]) == ("done", 1, 1)
    made = alice.get(job["links"]["file"].partition("testserver")[2])
    assert made["Content-Disposition"] == f'attachment; filename="{world.club.slug}.zip"'
    archive = b"".join(made.streaming_content)
    assert int(made["Content-Length"]) == len(archive)
    charlie = caller(world.stranger)
    make.member(make.club(world.stranger, "Ailleurs"), Role.PLAYER, world.scorer.email)
    job = send(charlie, archive, "?members=true").json()
    assert job["links"] == {**job["links"], "file": None, "club": None}
    run_job(job["id"])
    job = charlie.get(f"jobs/{job['id']}/").json()
    strangers = ["alice@example.org", "olga@example.org", "petra@example.org"]
    result = {"club": "les-ardoises-2", "name": "Les Ardoises", "left_out": strangers}
    assert job["result"] == result, "an archive enrols nobody who does not know its owner"
    assert job["links"]["club"].endswith("/api/v1/clubs/les-ardoises-2/")
    roles = Club.objects.get(slug="les-ardoises-2").memberships
    assert roles.get(user=world.stranger).role == Role.OWNER
    assert roles.get(user=world.scorer).role == Role.SCORER
    assert caller(world.stranger).get("clubs/les-ardoises-2/").status_code == 200


def test_the_job_reports_a_broken_archive(world, archive, alice):
    broken = changed(archive, "players.ndjson", 2, lambda row: row.update(name=" "))
    job = send(alice, broken).json()
    run_job(job["id"])
    job = alice.get(f"jobs/{job['id']}/").json()
    assert job["state"] == "failed"
    assert [(problem["code"], problem["path"]) for problem in job["problems"]] == [
        ("blank", "players.ndjson:2.name")
    ]
    assert Club.objects.count() == 2


def test_jobs_of_no_club_are_for_who_started_them(world, archive, alice, bob):
    job = send(alice, archive).json()["id"]
    assert [who.get(f"jobs/{job}/").status_code for who in (alice, bob)] == [200, 404]
    assert alice.get(f"jobs/{job}/file/").status_code == 404
    assert alice.get("jobs/999999/").status_code == 404


def test_an_export_under_way_is_the_answer_to_the_next_request(world, alice):
    address = f"clubs/{world.club.slug}/exports/"
    first, second = (alice.post(address, None).json()["id"] for _ in range(2))
    assert first == second
    run_job(first)
    assert alice.post(address, None).json()["id"] != first


def test_the_same_archive_twice_with_a_key_is_one_job(world, archive, alice):
    first = send(alice, archive, Idempotency_Key="k")
    again = send(alice, archive, Idempotency_Key="k")
    assert again.json()["id"] == first.json()["id"]
    assert again["Location"] == first["Location"]
    assert send(alice, archive + b"x", Idempotency_Key="k").status_code == 422
    assert Job.objects.count() == 1


def test_a_key_makes_a_new_job_without_its_body_in_the_key(world, archive, alice):
    job = send(alice, archive, Idempotency_Key="k").json()["id"]
    given = JobFile.objects.get(job=job)
    stored = b"".join(jobs.content(given))
    assert hashlib.sha256(stored).digest() == hashlib.sha256(archive).digest()


@pytest.mark.parametrize("media", ["application/json", "text/plain", "multipart/form-data"])
def test_an_archive_is_a_zip(world, archive, alice, media):
    answer = alice.send("POST", "archives/", archive, Content_Type=media)
    assert (answer.status_code, Job.objects.count()) == (415, 0)


def test_flags_are_true_or_false(world, archive, alice):
    answer = send(alice, archive, "?members=yes")
    assert (answer.status_code, problem_codes(answer)) == (422, [("not_a_flag", "members")])


def test_archives_have_a_limit_of_their_own(world, alice, settings, monkeypatch):
    settings.ARCHIVE_BYTES = bodies.LIMIT * 2
    assert send(alice, b"x" * settings.ARCHIVE_BYTES).status_code == 202
    assert send(alice, b"x" * (settings.ARCHIVE_BYTES + 1)).status_code == 413
    assert Job.objects.count() == 1


def test_an_archive_that_ends_early(world, archive, alice):
    answer = alice.client.generic(
        "POST",
        "/api/v1/archives/",
        archive[:50],
        content_type=ZIP,
        headers=alice.headers,
        **{"CONTENT_LENGTH": str(len(archive)), "wsgi.input": io.BytesIO(archive[:50])},
    )
    assert (answer.status_code, Job.objects.count()) == (400, 0)


def test_strangers_are_refused_before_their_archive_is_read(world, archive, monkeypatch):
    def spool(*_args):
        raise AssertionError("nobody knows who sends this")

    monkeypatch.setattr(bodies, "spool", spool)
    answer = send(caller(world.stranger, "read"), archive)
    assert answer.status_code == 403


def test_six_at_once_are_too_many(world, archive, alice):
    statuses = [send(alice, archive).status_code for _ in range(6)]
    assert statuses == [202] * 5 + [409]


def test_words_of_a_job_are_in_the_language_of_who_asked(world, archive, alice):
    broken = changed(archive, "players.ndjson", 2, lambda row: row.update(email=1))
    job = send(alice, broken, Accept_Language="fr").json()["id"]
    jobs.run(job, KINDS)
    stored = Job.objects.get(pk=job)
    assert (stored.state, stored.language) == (JobState.FAILED, "fr")
    assert Match.objects.count() == 1
