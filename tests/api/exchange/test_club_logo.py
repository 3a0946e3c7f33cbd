"""The logo of a club over the API."""

import pytest

from league.models import Job, JobState
from league.operations.people import club_logo, pictures
from league.operations.support import jobs
from league.tasks import KINDS
from tests.api.caller import problem_codes
from tests.operations.people.drawn import BLUE, bomb, opened, picture, truncated

LOGO = "clubs/les-ardoises/logo/"


def send(caller, content, media_type="image/png", **headers):
    return caller.put(LOGO, content, Content_Type=media_type, **headers)


def run_all():
    for job in Job.objects.filter(state=JobState.WAITING):
        jobs.run(job.pk, KINDS)


def test_a_picture_becomes_the_logo_by_a_job(world, alice):
    response = send(alice, picture("JPEG"), "image/jpeg")
    assert response.status_code == 202
    assert response.json()["kind"] == "club_logo"
    assert alice.get(LOGO).status_code == 404
    run_all()
    job = alice.get(f"jobs/{response.json()['id']}/").json()
    assert job["state"] == "done"
    club = alice.get("clubs/les-ardoises/").json()
    assert club["logo_version"] == job["result"]["version"] != ""
    logo = alice.get(LOGO)
    assert (logo.status_code, logo["Content-Type"]) == (200, "image/png")
    with opened(logo.content) as image:
        assert image.size == (512, 512)
    assert alice.get(LOGO, If_None_Match=logo["ETag"]).status_code == 304


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"<svg/>", "unknown_picture"),
        (b"{}", "unknown_picture"),
        (bomb(30_000, 30), "picture_too_large"),
    ],
)
def test_a_file_that_cannot_be_a_logo_is_refused_without_a_job(world, alice, content, code):
    response = send(alice, content)
    assert response.status_code == 422
    assert problem_codes(response) == [(code, "logo")]
    assert not Job.objects.exists()


def test_the_job_reports_a_picture_that_cannot_be_decoded(world, alice):
    response = send(alice, truncated())
    run_all()
    job = alice.get(f"jobs/{response.json()['id']}/").json()
    assert job["state"] == "failed"
    assert [problem["code"] for problem in job["problems"]] == ["broken_picture"]


def test_a_picture_comes_with_its_type_and_not_too_large(world, alice):
    assert send(alice, picture(), "image/gif").status_code == 415
    assert send(alice, b"{}", "application/json").status_code == 415
    response = send(alice, picture() + bytes(pictures.MOST_BYTES))
    assert response.status_code == 413
    assert response.json()["detail"] == "A picture may have at most 2 MiB."


def test_the_same_request_twice_makes_one_job(world, alice):
    first, again = (send(alice, picture(), Idempotency_Key="one") for _time in range(2))
    assert first.json() == again.json()
    assert Job.objects.count() == 1
    other = send(alice, picture(colour=BLUE), Idempotency_Key="one")
    assert problem_codes(other) == [("idempotency_key_reused", "")]


def test_a_logo_is_removed_unless_it_has_changed(world, alice):
    club_logo.restore(world.club, picture())
    seen = alice.get(LOGO)["ETag"]
    club_logo.restore(world.club, picture(colour=BLUE))
    assert alice.send("DELETE", LOGO, If_Match=seen).status_code == 412
    assert send(alice, picture(), If_Match=seen).status_code == 412
    assert alice.send("DELETE", LOGO, If_Match=alice.get(LOGO)["ETag"]).status_code == 204
    assert alice.get(LOGO).status_code == 404
    assert alice.send("DELETE", LOGO).status_code == 204


def test_a_logo_is_not_removed_while_a_new_one_is_made(world, alice):
    send(alice, picture())
    assert alice.send("DELETE", LOGO).status_code == 409
