"""The colour of each check at its limits, and its words."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from league.server.watching.health import checks
from league.server.watching.health.durations import GIB, MIB, duration, size
from league.server.watching.health.measured_values import (
    Broker,
    Certificate,
    Disk,
    Drill,
    Figures,
    Files,
    GameFault,
    Mailing,
    OutsideGames,
    PeopleMessages,
    StaleTable,
    Upload,
    Versions,
    Waiting,
    Webhooks,
    Worker,
)
from problems.text import Words

NOW = datetime(2026, 11, 26, 12, 0, tzinfo=UTC)
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ADDRESS = "league.example:443"
WELL = Figures(
    at=NOW,
    worker=Worker(swept_at=NOW, running_for=DAY),
    broker=Broker(queues={"mail": Waiting(2, NOW), "jobs": Waiting()}),
    standings=None,
    jobs=Waiting(),
    mail=Mailing(is_configured=True),
    webhooks=Webhooks(),
    files=Files(
        measured_at=NOW,
        folder="/backups",
        backups=3,
        newest_at=NOW - HOUR,
        drill=Drill("a", NOW - HOUR, ok=True),
        disks=(Disk("/data", 50 * GIB, 100 * GIB),),
        running_for=DAY,
    ),
    versions=Versions("1.0", "3.13.5", "5.2.19", "PostgreSQL", "17.6"),
    certificate_address=ADDRESS,
    certificate=Certificate(ADDRESS, NOW, NOW - 30 * DAY, NOW + 60 * DAY),
)


def ago(span):
    return NOW - span


def swept(span, running_for=DAY):
    return replace(WELL, worker=Worker(swept_at=ago(span), running_for=running_for))


def never_swept(running_for):
    return replace(WELL, worker=Worker(running_for=running_for))


def queued(name, number=1, span=timedelta()):
    return replace(WELL, broker=Broker(queues={name: Waiting(number, ago(span))}))


def behind(span, game="neurotrio"):
    return replace(WELL, standings=StaleTable("Saison", game, ago(span)))


def job(span):
    return replace(WELL, jobs=Waiting(1, ago(span)))


def mails(**more):
    return replace(WELL, mail=Mailing(is_configured=True, **more))


def refused(span, sent=None):
    return mails(failing=Waiting(1, ago(span)), last_sent_at=sent and ago(sent))


def calls(**more):
    return replace(WELL, webhooks=Webhooks(**more))


def to_people(overdue_since):
    return replace(WELL, messages=PeopleMessages(overdue_since=overdue_since))


def files(**more):
    return replace(WELL, files=replace(WELL.files, **more))


def newest(span, running_for=DAY):
    return files(newest_at=ago(span), running_for=running_for)


def uploaded(span, error="", running_for=DAY):
    return files(upload=Upload(ago(span), error), running_for=running_for)


def drilled(span, ok=True, running_for=DAY):
    return files(drill=Drill("a", ago(span), ok=ok), running_for=running_for)


def disk(free, total):
    return files(disks=(WELL.files.disks[0], Disk("/b", int(free), int(total))))


def running(**more):
    return replace(WELL, versions=replace(WELL.versions, **more))


def certificate(left, life=90 * DAY, **more):
    ends = NOW + left
    return replace(WELL, certificate=Certificate(ADDRESS, NOW, ends - life, ends, **more))


CASES = [
    ("worker", swept(MINUTE - SECOND), "green"),
    ("worker", swept(MINUTE), "amber"),
    ("worker", swept(5 * MINUTE - SECOND), "amber"),
    ("worker", swept(5 * MINUTE), "red"),
    ("worker", never_swept(2 * MINUTE - SECOND), "amber"),
    ("worker", never_swept(2 * MINUTE), "red"),
    ("worker", replace(WELL, worker=Worker(cache_answers=False)), "red"),
    ("queues", queued("mail", span=MINUTE - SECOND), "green"),
    ("queues", queued("mail", span=MINUTE), "amber"),
    ("queues", queued("mail", span=5 * MINUTE), "red"),
    ("queues", queued("jobs", span=10 * MINUTE - SECOND), "green"),
    ("queues", queued("jobs", span=10 * MINUTE), "amber"),
    ("queues", queued("jobs", span=2 * HOUR), "red"),
    ("queues", queued("mail", 999), "green"),
    ("queues", queued("mail", 1000), "amber"),
    ("queues", queued("mail", 10_000), "red"),
    ("queues", replace(WELL, broker=Broker(answers=False)), "red"),
    ("queues", replace(WELL, broker=None), None),
    ("standings", behind(MINUTE - SECOND), "green"),
    ("standings", behind(MINUTE), "amber"),
    ("standings", behind(5 * MINUTE, game=""), "red"),
    ("jobs", job(10 * MINUTE - SECOND), "green"),
    ("jobs", job(10 * MINUTE), "amber"),
    ("jobs", job(2 * HOUR), "red"),
    ("mail", replace(WELL, mail=Mailing(overdue_since=ago(DAY))), "green"),
    ("mail", mails(overdue_since=ago(3 * MINUTE - SECOND)), "green"),
    ("mail", mails(overdue_since=ago(3 * MINUTE)), "amber"),
    ("mail", mails(overdue_since=ago(10 * MINUTE)), "red"),
    ("mail", refused(30 * MINUTE - SECOND), "amber"),
    ("mail", refused(30 * MINUTE), "red"),
    ("mail", refused(30 * MINUTE, sent=31 * MINUTE), "red"),
    ("mail", refused(30 * MINUTE, sent=29 * MINUTE), "amber"),
    ("mail", mails(given_up=1), "amber"),
    ("webhooks", calls(overdue_since=ago(5 * MINUTE - SECOND)), "green"),
    ("webhooks", calls(overdue_since=ago(5 * MINUTE)), "amber"),
    ("webhooks", calls(overdue_since=ago(30 * MINUTE)), "red"),
    ("webhooks", calls(failing=3), "amber"),
    ("messages", to_people(ago(5 * MINUTE - SECOND)), "green"),
    ("messages", to_people(ago(5 * MINUTE)), "amber"),
    ("messages", to_people(ago(30 * MINUTE)), "red"),
    ("backup", newest(26 * HOUR - SECOND), "green"),
    ("backup", newest(26 * HOUR), "amber"),
    ("backup", newest(50 * HOUR), "red"),
    ("backup", newest(50 * HOUR, running_for=30 * MINUTE - SECOND), "amber"),
    ("backup", newest(50 * HOUR, running_for=30 * MINUTE), "red"),
    ("backup", files(newest_at=None, running_for=30 * MINUTE - SECOND), "amber"),
    ("backup", files(newest_at=None, running_for=30 * MINUTE), "red"),
    ("backup", files(folder="", newest_at=None), "amber"),
    ("backup", files(measured_at=ago(15 * MINUTE)), "green"),
    ("backup", files(measured_at=ago(15 * MINUTE + SECOND)), "amber"),
    ("backup", replace(WELL, files=None), "amber"),
    ("drill", drilled(2 * DAY - SECOND), "green"),
    ("drill", drilled(2 * DAY), "amber"),
    ("drill", drilled(8 * DAY), "red"),
    ("drill", drilled(8 * DAY, running_for=2 * HOUR - SECOND), "green"),
    ("drill", drilled(HOUR, ok=False), "red"),
    ("drill", files(drill=None), "green"),
    ("drill", files(drill=None, newest_at=ago(2 * HOUR)), "amber"),
    ("drill", files(newest_at=None), None),
    ("store", files(), None),
    ("store", uploaded(26 * HOUR - SECOND), "green"),
    ("store", uploaded(26 * HOUR), "amber"),
    ("store", uploaded(50 * HOUR), "red"),
    ("store", uploaded(50 * HOUR, running_for=MINUTE), "green"),
    ("store", uploaded(HOUR, error="403"), "amber"),
    ("store", uploaded(50 * HOUR, error="403"), "red"),
    ("store", files(upload=Upload()), "green"),
    ("store", files(upload=Upload(), newest_at=ago(26 * HOUR)), "amber"),
    ("store", files(upload=Upload(), newest_at=None), None),
    ("store", replace(WELL, files=None), None),
    ("drill", replace(WELL, files=None), None),
    ("disk", disk(10 * GIB, 100 * GIB), "green"),
    ("disk", disk(10 * GIB - 1, 100 * GIB), "amber"),
    ("disk", disk(20 * GIB, 1000 * GIB), "green"),
    ("disk", disk(20 * GIB - 1, 1000 * GIB), "amber"),
    ("disk", disk(2 * GIB, 8 * GIB), "green"),
    ("disk", disk(2 * GIB - 1, 8 * GIB), "amber"),
    ("disk", disk(3 * GIB, 100 * GIB), "amber"),
    ("disk", disk(3 * GIB - 1, 100 * GIB), "red"),
    ("disk", disk(5 * GIB, 1000 * GIB), "amber"),
    ("disk", disk(5 * GIB - 1, 1000 * GIB), "red"),
    ("disk", disk(512 * MIB, GIB), "amber"),
    ("disk", disk(512 * MIB - 1, GIB), "red"),
    ("disk", files(disks=()), None),
    ("disk", replace(WELL, files=None), None),
    ("versions", running(due=1), "red"),
    ("versions", running(unknown=1), "red"),
    ("versions", running(database_version="15.14"), "green"),
    ("versions", running(database_version="14.20"), "amber"),
    ("versions", replace(running(python="3.11.9"), at=datetime(2027, 10, 31, tzinfo=UTC)), "green"),
    ("versions", replace(running(python="3.11.9"), at=datetime(2027, 11, 1, tzinfo=UTC)), "amber"),
    ("versions", running(database="SQLite", database_version="3.40.1"), "green"),
    ("certificate", certificate(15 * DAY), "green"),
    ("certificate", certificate(15 * DAY - SECOND), "amber"),
    ("certificate", certificate(15 * DAY, life=365 * DAY), "green"),
    ("certificate", certificate(4.5 * DAY), "amber"),
    ("certificate", certificate(4.5 * DAY - SECOND), "red"),
    ("certificate", certificate(5 * DAY, life=365 * DAY), "amber"),
    ("certificate", certificate(5 * DAY - SECOND, life=365 * DAY), "red"),
    ("certificate", certificate(DAY, life=6 * DAY), "green"),
    ("certificate", certificate(DAY - SECOND, life=6 * DAY), "amber"),
    ("certificate", certificate(timedelta()), "red"),
    ("certificate", certificate(60 * DAY, refusal="self-signed certificate"), "red"),
    ("certificate", replace(WELL, certificate=Certificate(ADDRESS, NOW, error="away")), "red"),
    ("certificate", replace(WELL, certificate=Certificate("b:1", NOW, NOW, NOW)), "amber"),
    ("certificate", replace(WELL, certificate=None), "amber"),
    ("certificate", replace(WELL, certificate_address=""), None),
]


def by_slug(figures):
    return {check.slug: check for check in checks.all_checks(figures)}


def test_a_healthy_server_is_green_without_remedies():
    assert [(check.colour, check.remedy) for check in checks.all_checks(WELL)] == [
        ("green", "")
    ] * 12


def test_the_colour_changes_at_its_limit():
    for slug, figures, colour in CASES:
        check = by_slug(figures).get(slug)
        assert (check and check.colour) == colour, (slug, figures)


def test_each_check_that_is_not_green_has_a_remedy():
    for _slug, figures, _colour in CASES:
        for check in checks.all_checks(figures):
            assert bool(check.remedy) == (check.colour != "green"), check


@pytest.mark.parametrize(
    ("judged", "running_for", "colour"),
    [
        (ago(3 * MINUTE - SECOND), DAY, "green"),
        (ago(3 * MINUTE), DAY, "amber"),
        (ago(10 * MINUTE), DAY, "red"),
        (ago(DAY), 2 * MINUTE - SECOND, "amber"),
        (ago(DAY), 2 * MINUTE, "red"),
        (None, 2 * MINUTE - SECOND, "amber"),
        (None, 2 * MINUTE, "red"),
    ],
)
def test_a_watch_that_does_not_run_shows(judged, running_for, colour):
    assert checks.watch(swept(SECOND, running_for), judged).colour == colour


def test_words_name_the_figure_and_the_place():
    late = by_slug(queued("mail", 3, 2 * HOUR))["queues"]
    assert late.sentence == "3 tasks are waiting in the queue mail, the oldest for 2 hours."
    assert by_slug(disk(GIB, 8 * GIB))["disk"].sentence == "1.0 GiB of 8.0 GiB is free."
    assert "Neurotrio standings of Saison have been behind for 5 min" in (
        by_slug(behind(5 * MINUTE))["standings"].sentence
    )
    assert by_slug(running(database_version="14.20"))["versions"].sentence == (
        "PostgreSQL 14.20 has received no fixes since 12 November 2026."
    )


def test_waiting_items_are_counted_while_all_is_well():
    assert (
        by_slug(mails(waiting=Waiting(1)))["mail"].sentence
        == "E-mails are being sent; 1 is waiting."
    )
    assert (
        by_slug(calls(waiting=Waiting()))["webhooks"].sentence
        == "Messages are being sent; 0 are waiting."
    )
    assert by_slug(WELL)["queues"].sentence.startswith("2 tasks are waiting; none has waited long.")


def test_remedies_on_one_computer_do_not_mention_docker():
    small = replace(never_swept(DAY), broker=None, mail=mails(overdue_since=ago(DAY)).mail)
    small = replace(small, versions=running(due=1).versions)
    assert {by_slug(small)[slug].colour for slug in ("worker", "mail", "versions")} == {"red"}
    assert not any("docker compose" in check.remedy for check in checks.all_checks(small))


@pytest.mark.parametrize(
    ("span", "words"),
    [
        (-SECOND, "0 seconds"),
        (SECOND, "1 second"),
        (2 * MINUTE - SECOND, "119 seconds"),
        (2 * MINUTE, "2 minutes"),
        (2 * HOUR - SECOND, "119 minutes"),
        (2 * HOUR, "2 hours"),
        (2 * DAY - SECOND, "47 hours"),
        (2 * DAY, "2 days"),
    ],
)
def test_spans_in_words(span, words):
    assert duration(span) == words


def test_sizes_in_words():
    assert [size(GIB - 1), size(GIB), size(1536 * MIB)] == ["1023 MiB", "1.0 GiB", "1.5 GiB"]


def test_stored_figures_come_back_as_they_were():
    for files in (WELL.files, Files(measured_at=NOW)):
        assert Files.from_json(files.to_json()) == files
    for seen in (WELL.certificate, Certificate(ADDRESS, NOW, error="away")):
        assert Certificate.from_json(seen.to_json()) == seen


def test_games_of_packages_are_judged_only_where_there_are_some():
    assert checks.games(WELL) is None
    well = checks.games(replace(WELL, games=OutsideGames(("Farkle",))))
    assert (well.colour, well.sentence) == ("green", "Installed: Farkle.")
    newer = GameFault("yams manche-yams 2.0", Words("It needs contract {found}.", {"found": 2}))
    slow = GameFault(
        "farkle", Words("A call took more than {seconds} seconds.", {"seconds": 5}), NOW
    )
    faulty = checks.games(replace(WELL, games=OutsideGames(("Farkle",), (newer,), (slow,))))
    assert faulty.colour == "amber"
    assert faulty.sentence == (
        "yams manche-yams 2.0 cannot be used: It needs contract 2. "
        "farkle failed: A call took more than 5 seconds."
    )
    assert "manage.py games" in faulty.remedy
    broken = GameFault("Farkle", Words("RULES.md is not written in UTF-8."))
    faulty = checks.games(replace(WELL, games=OutsideGames(("Farkle",), texts=(broken,))))
    assert (faulty.colour, faulty.sentence) == (
        "amber",
        "A rule text of Farkle cannot be used: RULES.md is not written in UTF-8.",
    )
