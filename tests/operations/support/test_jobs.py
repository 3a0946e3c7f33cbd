"""Long jobs: done once or not at all, whatever becomes of worker, hint and cache."""

import threading
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.utils import timezone, translation
from django.utils.translation import gettext

from league.config.celery import app
from league.errors import Conflict, invalid
from league.models import Club, Job, JobFile, JobFilePart, JobState
from league.operations.people import clubs
from league.operations.support import jobs
from league.operations.support.jobs import JobKind
from tests import make

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _empty_cache_and_queue():
    cache.clear()
    hints()


def hints():
    result = []
    with app.connection_for_read() as broker, broker.SimpleQueue("jobs") as queue:
        while queue.qsize():
            message = queue.get(block=False)
            message.ack()
            result.append((message.headers["task"], *message.payload[0]))
    return result


def found_club(job):
    """Create a club, as an example of work that leaves a trace."""
    return {"club": clubs.create(by=job.by, name=job.arguments["name"]).slug}


def started(**fields):
    return jobs.start("found", by=make.user(), arguments={"name": "Neuf"}, **fields)


def ran(job, work=found_club):
    jobs.run(job.pk, {"found": JobKind(work)})
    job.refresh_from_db()
    return job


def test_a_new_job_waits_and_sends_one_hint():
    job = started()
    assert (job.state, hints()) == (JobState.WAITING, [("league.run_job", job.pk)])


def test_work_is_done_once_and_its_result_kept():
    job = ran(ran(started()))
    assert (job.state, job.result, job.attempts) == (JobState.DONE, {"club": "neuf"}, 1)
    assert Club.objects.count() == 1
    assert job.finished_at >= job.started_at


def test_a_refusal_takes_back_what_was_written_and_tells_why():
    def refused(job):
        found_club(job)
        raise invalid("bad", "players.ndjson:3.name", "Not so.")

    job = ran(started(), refused)
    assert (job.state, Club.objects.count()) == (JobState.FAILED, 0)
    assert [(p["code"], p["path"]) for p in job.problems] == [("bad", "players.ndjson:3.name")]
    assert ran(job).state == JobState.FAILED


def test_problems_with_unstorable_characters_are_stored_cleaned():
    """A problem repeats what stood in the file, whatever that is."""

    def refused(job):
        raise invalid("unknown_key", "rows.1.\ud800", "Found a\0b.")

    ((problem,),) = [ran(started(), refused).problems]
    assert (problem["path"], problem["message"]) == (
        "rows.1.?",
        "Found a\N{REPLACEMENT CHARACTER}b.",
    )


def test_a_conflict_is_reported_as_a_problem():
    def refused(job):
        raise Conflict("Taken.")

    assert ran(started(), refused).problems[0]["message"] == "Taken."


def test_a_failing_job_is_tried_three_times_from_the_start():
    def broken(job):
        found_club(job)
        raise RuntimeError("not our day")

    job = started()
    for attempt in (1, 2, 3):
        with pytest.raises(RuntimeError):
            ran(job, broken)
        job.refresh_from_db()
        assert (job.state, job.attempts) == (JobState.RUNNING, attempt)
    job = ran(job)
    assert (job.state, job.problems[0]["code"]) == (JobState.FAILED, "gave_up")
    assert Club.objects.count() == 0


def test_two_workers_at_once_do_it_once():
    job, at_work = started(), threading.Barrier(2, timeout=20)

    def slow(job):
        at_work.wait()
        return found_club(job)

    def other():
        at_work.wait()
        try:
            jobs.run(job.pk, {"found": JobKind(found_club)})
        finally:
            connection.close()

    thread = threading.Thread(target=other)
    thread.start()
    ran(job, slow)
    thread.join()
    job.refresh_from_db()
    assert (job.state, Club.objects.count()) == (JobState.DONE, 1)


def test_a_job_finished_by_another_worker_meanwhile_is_not_run_again():
    job = started()

    class Meanwhile(dict[str, JobKind]):
        def __getitem__(self, kind):
            if not Club.objects.exists():
                ran(job)
            return super().__getitem__(kind)

    jobs.run(job.pk, Meanwhile(found=JobKind(found_club)))
    assert Club.objects.count() == 1


@pytest.mark.skipif("sqlite" in str(connection.vendor), reason="one writer at a time anyway")
def test_a_snapshot_ignores_later_commits():
    counts = []

    def founding(by):
        make.club(by)
        connection.close()

    def looking(job):
        counts.append(Club.objects.count())
        thread = threading.Thread(target=founding, args=(job.by,))
        thread.start()
        thread.join()
        counts.append(Club.objects.count())
        return {}

    jobs.run(started().pk, {"found": JobKind(looking, snapshot=True)})
    assert (counts, Club.objects.count()) == ([0, 0], 1)


def test_a_file_that_is_to_be_forgotten_goes_with_the_end_and_not_before():
    def broken(job):
        raise RuntimeError("not our day")

    def refused(job):
        raise Conflict("Taken.")

    good, bad, without_forget = (started(file=[b"x"]) for _ in range(3))
    with pytest.raises(RuntimeError):
        jobs.run(good.pk, {"found": JobKind(broken, forget=True)})
    assert jobs.find_file(good, JobFile.Role.INPUT)
    jobs.run(good.pk, {"found": JobKind(found_club, forget=True)})
    jobs.run(bad.pk, {"found": JobKind(refused, forget=True)})
    jobs.run(without_forget.pk, {"found": JobKind(refused)})
    assert [
        jobs.find_file(job, JobFile.Role.INPUT) is None for job in (good, bad, without_forget)
    ] == [
        True,
        True,
        False,
    ]


def test_a_job_that_is_given_up_forgets_its_file_too():
    def broken(job):
        raise RuntimeError("not our day")

    job = started(file=[b"a whole club"])
    for _attempt in range(3):
        with pytest.raises(RuntimeError):
            jobs.run(job.pk, {"found": JobKind(broken, forget=True)})
    jobs.run(job.pk, {"found": JobKind(broken, forget=True)})
    job.refresh_from_db()
    assert (job.state, jobs.find_file(job, JobFile.Role.INPUT)) == (JobState.FAILED, None)


def test_a_file_is_not_forgotten_while_another_worker_may_need_it():
    job = started(file=[b"x"])

    class Elsewhere(dict[str, JobKind]):
        def __getitem__(self, kind):
            Job.objects.filter(pk=job.pk).update(state=JobState.WAITING)
            return super().__getitem__(kind)

    jobs.run(job.pk, Elsewhere(found=JobKind(found_club, forget=True)))
    assert jobs.find_file(job, JobFile.Role.INPUT)
    assert not Club.objects.exists()


def test_others_see_how_far_it_is():
    progress = []

    def look(pk):
        job = Job.objects.get(pk=pk)
        progress.append((job.state, jobs.progress(job)))
        connection.close()

    def counting(job):
        jobs.report_progress(job, 3, 12)
        thread = threading.Thread(target=look, args=(job.pk,))
        thread.start()
        thread.join()
        jobs.report_progress(job, 12, 12)
        return {}

    job = ran(started(), counting)
    assert progress == [(JobState.RUNNING, (3, 12))]
    assert jobs.progress(job) == (12, 12)


def test_the_sweep_finds_lost_hints_and_lost_workers_but_not_what_is_over():
    without_hint, killed, over = started(), started(), ran(started())
    Job.objects.filter(pk=killed.pk).update(state=JobState.RUNNING, attempts=1)
    hints()
    cache.clear()
    jobs.sweep()
    jobs.sweep()
    assert hints() == [("league.run_job", without_hint.pk), ("league.run_job", killed.pk)]
    assert over.state == JobState.DONE
    assert ran(killed).attempts == 2


@pytest.mark.skipif("sqlite" in str(connection.vendor), reason="one writer at a time anyway")
def test_the_sweep_leaves_alone_what_a_worker_holds():
    job, swept = started(), []

    def sweep():
        jobs.sweep()
        connection.close()

    def sweeping(job):
        cache.clear()
        hints()
        thread = threading.Thread(target=sweep)
        thread.start()
        thread.join()
        swept.extend(hints())
        return {}

    assert ran(job, sweeping).state == JobState.DONE
    assert swept == []


def test_words_are_in_the_language_of_who_asked():
    with translation.override("fr"):
        job = started()
    job = ran(job, lambda job: {"said": gettext("There is nothing here.")})
    assert job.result["said"] == "Il n’y a rien ici."


def test_files_are_kept_in_parts(monkeypatch):
    monkeypatch.setattr(jobs, "PART_SIZE", 4)
    job = started(file=[b"abc", b"", b"defghij"], name="l'été.zip")
    input_file = jobs.find_file(job, JobFile.Role.INPUT)
    assert (input_file.name, input_file.size, input_file.parts.count()) == ("l'été.zip", 10, 3)
    assert list(jobs.content(input_file)) == [b"abcd", b"efgh", b"ij"]
    assert jobs.find_file(job, JobFile.Role.OUTPUT) is None


def test_files_of_jobs_that_ended_long_ago_are_forgotten():
    old, fresh, still_open = (started(file=[b"x"]) for _ in range(3))
    ran(old)
    ran(fresh)
    Job.objects.exclude(pk=fresh.pk).update(finished_at=timezone.now() - timedelta(days=8))
    jobs.purge_files(timezone.now() - timedelta(days=7))
    assert set(JobFile.objects.values_list("job", flat=True)) == {fresh.pk, still_open.pk}
    assert JobFilePart.objects.count() == 2


def test_the_number_of_open_jobs_per_user_is_limited():
    for _ in range(jobs.MOST_OPEN):
        started()
    with pytest.raises(Conflict):
        started()
    assert Job.objects.count() == jobs.MOST_OPEN


def test_a_dead_broker_and_cache_fail_no_request(monkeypatch):
    def dead(*args, **kwargs):
        raise OSError("nobody there")

    monkeypatch.setattr(cache, "add", dead)
    monkeypatch.setattr(cache, "delete_many", dead)
    monkeypatch.setattr(cache, "set", dead)
    job = started()

    def counting(job):
        jobs.report_progress(job, 1, 2)
        return {}

    assert ran(job, counting).state == JobState.DONE
