"""The logo of a club: from the picture that was sent to the sizes that are shown."""

import pytest

from league.errors import Conflict, Invalid
from league.models import ClubLogo, Job, JobFile, JobState
from league.operations.people import club_logo
from league.operations.support import jobs, versions
from league.tasks import KINDS
from tests import make
from tests.operations.people.drawn import BLUE, opened, picture, truncated

pytestmark = pytest.mark.django_db


def sent(club, content=None):
    return club_logo.start(club, content or picture(), by=make.user())


def run(job):
    jobs.run(job.pk, KINDS)
    job.refresh_from_db()
    job.club.refresh_from_db()
    return job


def test_a_worker_makes_the_sizes_and_their_version():
    club = make.club()
    before = versions.club(club.slug)
    job = sent(club)
    assert not ClubLogo.objects.exists()
    run(job)
    assert (job.state, job.result) == (JobState.DONE, {"version": job.club.logo_version})
    assert sorted(club.logos.values_list("size", flat=True)) == [64, 256, 512]
    with opened(club_logo.find(club.pk, job.club.logo_version, 256)) as image:
        assert image.size == (256, 256)
    assert versions.club(club.slug) != before
    assert not JobFile.objects.exists(), "the picture that was sent is not stored for long"


def test_another_logo_has_another_version_and_the_same_one_has_not():
    club = make.club()
    first, same, other = (
        run(sent(club, content)).club.logo_version
        for content in (picture(), picture(), picture(colour=BLUE))
    )
    assert first == same != other
    assert club.logos.count() == 3
    assert club_logo.find(club.pk, first, 64) is None


def test_an_invalid_picture_is_refused_without_a_job():
    with pytest.raises(Invalid):
        sent(make.club(), b"<svg/>")
    assert not Job.objects.exists()


def test_a_damaged_picture_fails_with_its_reason_and_the_logo_stays():
    club = make.club()
    version = run(sent(club)).club.logo_version
    job = run(sent(club, truncated()))
    assert job.state == JobState.FAILED
    assert [(problem["code"], problem["path"]) for problem in job.problems] == [
        ("broken_picture", "logo")
    ]
    assert (job.club.logo_version, club.logos.count()) == (version, 3)


def test_of_two_pictures_the_one_sent_last_stays():
    club = make.club()
    earlier, later = sent(club), sent(club, picture(colour=BLUE))
    version = run(later).club.logo_version
    assert run(earlier).result == {"replaced": True}
    assert earlier.club.logo_version == version


def test_a_later_picture_that_failed_does_not_hide_an_earlier_one():
    club = make.club()
    earlier, later = sent(club), sent(club, truncated())
    run(later)
    assert run(earlier).club.logo_version


def test_a_killed_worker_stores_no_logo_and_the_next_attempt_succeeds():
    club = make.club()
    job = sent(club)
    jobs._begin(job.pk)  # and no more
    assert not ClubLogo.objects.exists()
    assert run(job).state == JobState.DONE


def test_a_logo_is_removed_once_and_again():
    club = run(sent(make.club())).club
    version = club.logo_version
    for _time in range(2):
        club_logo.remove(club)
        club.refresh_from_db()
        assert (club.logo_version, club.logos.count()) == ("", 0)
    assert club_logo.find(club.pk, version, 64) is None
    assert club_logo.find(club.pk, "", 64) is None


def test_a_logo_is_not_removed_while_a_new_one_is_made():
    club = make.club()
    sent(club)
    with pytest.raises(Conflict):
        club_logo.remove(club)
