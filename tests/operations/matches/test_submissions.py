import pytest

from league.errors import Conflict, Invalid, NotFound, Stale
from league.models import Submission
from league.operations.matches import submissions
from scoring.models import Result
from tests import make
from tests.make import sheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    return make.match()


def test_a_round_is_stored_with_its_verdict(match):
    accepted = submissions.submit(match.pk, sheet(14, 5, 6), by=None)
    assert accepted.submission.scores == [14, 5, 6]
    assert (accepted.match.totals, accepted.match.rounds_played) == ([14, 5, 6], 1)
    assert accepted.match.version == match.version + 1


def test_an_impossible_round_is_refused_and_not_stored(match):
    with pytest.raises(Invalid) as refused:
        submissions.submit(match.pk, sheet(17, 5, 6), by=None)
    assert refused.value.problems[0]["path"].startswith("rounds.0")
    assert refused.value.problems[0]["clause"]
    assert not Submission.objects.exists()
    match.refresh_from_db()
    assert match.version == 1


def test_the_number_must_be_the_next_one(match):
    make.played(match, [14, 5, 6])
    with pytest.raises(Conflict):
        submissions.submit(match.pk, sheet(14, 5, 6), by=None, number=1)
    assert submissions.submit(match.pk, sheet(14, 5, 6), by=None, number=2).submission.number == 2


def test_a_version_seen_too_early_is_stale(match):
    make.played(match, [14, 5, 6])
    with pytest.raises(Stale):
        submissions.submit(match.pk, sheet(14, 5, 6), by=None, seen_version=match.version)


def test_a_round_after_the_end_is_refused(match):
    match = make.played(match, *[[22, 5, 6]] * 3)
    assert match.over
    with pytest.raises(Invalid) as refused:
        submissions.submit(match.pk, sheet(22, 5, 6), by=None)
    assert refused.value.problems[0]["path"] == "rounds.3"
    assert refused.value.problems[0]["clause"] == "N28"


def test_the_end_of_a_match_writes_one_fact_per_seat(match):
    make.played(match, *[[22, 5, 6]] * 3)
    rows = Result.objects.live().filter(match=match).order_by("seat")
    assert [(row.score, row.place, row.players) for row in rows] == [
        (66, 1, 3),
        (15, 3, 3),
        (18, 2, 3),
    ]


def test_a_correction_is_a_new_version_and_keeps_the_old_one(match):
    make.played(match, [14, 5, 6])
    corrected = submissions.correct(match.pk, 1, sheet(14, 5, 7), by=make.user(), reason="misread")
    versions = match.submissions.order_by("version")
    assert [row.scores for row in versions] == [[14, 5, 6], [14, 5, 7]]
    assert corrected.match.totals == [14, 5, 7]
    assert versions[1].reason == "misread"


def test_the_same_correction_again_is_no_change(match):
    make.played(match, [14, 5, 6])
    again = submissions.correct(match.pk, 1, sheet(14, 5, 6), by=None)
    assert again.submission.version == 1
    assert match.submissions.count() == 1


def test_a_correction_of_a_finished_match_rewrites_its_facts(match):
    make.played(match, *[[22, 5, 6]] * 3)
    submissions.correct(match.pk, 3, sheet(7, 5, 22), by=None)
    live = Result.objects.live().filter(match=match).order_by("seat")
    assert [row.score for row in live] == [51, 15, 34]
    assert Result.objects.filter(match=match, voided_at__isnull=False).count() == 3


def test_a_correction_that_opens_the_match_again_voids_its_facts(match):
    make.played(match, *[[22, 5, 6]] * 3)
    accepted = submissions.correct(match.pk, 3, sheet(4, 5, 6), by=None)
    assert not accepted.match.over
    assert not Result.objects.live().filter(match=match).exists()


def test_a_correction_that_breaks_a_later_round_is_refused(match):
    make.played(match, [14, 5, 6], [14, 5, 6], [14, 5, 6], [14, 5, 6])
    with pytest.raises(Invalid) as refused:
        submissions.correct(match.pk, 2, sheet(22, 5, 6), by=None)  # 14 + 22 + 14 is the end
    assert refused.value.problems[0]["path"] == "rounds.3"
    match.refresh_from_db()
    assert (match.totals, match.submissions.count()) == ([56, 20, 24], 4)


def test_a_round_that_was_not_played_cannot_be_corrected(match):
    with pytest.raises(NotFound):
        submissions.correct(match.pk, 1, sheet(14, 5, 6), by=None)


def test_a_stale_correction_is_refused(match):
    make.played(match, [14, 5, 6])
    submissions.correct(match.pk, 1, sheet(14, 5, 7), by=None)
    with pytest.raises(Stale):
        submissions.correct(match.pk, 1, sheet(14, 5, 8), by=None, seen_version=1)


def test_problems_speak_the_readers_language(match):
    from django.utils import translation

    with translation.override("fr"), pytest.raises(Invalid) as french:
        submissions.submit(match.pk, sheet(17, 5, 6), by=None)
    with pytest.raises(Invalid) as english:
        submissions.submit(match.pk, sheet(17, 5, 6), by=None)
    assert french.value.problems[0]["message"] != english.value.problems[0]["message"]
