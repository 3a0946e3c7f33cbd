"""Tournaments travel with their club: entrants, sittings, stops, and the same standings."""

import json

import pytest

from league.errors import Invalid
from league.models import Match, Sitting, Tournament
from league.operations.exchange.import_files import seat_files
from league.operations.results import stopped_matches
from league.operations.seating.requests import hash_request
from league.operations.tournaments import entrants, seat_scripts, seating_constraints
from league.operations.tournaments.draw import prechecks
from league.operations.tournaments.play import brackets, publication, sittings
from scoring import projection
from tests import make
from tests.archives import changed, exported, imported, packed, summed, unpacked
from tests.logged import kinds_of
from tests.made_once import made_once

pytestmark = pytest.mark.django_db


@pytest.fixture
@made_once
def cup():
    """Return a tournament of two sittings, one of them locked, with everything that can happen, and
    the draft of a third."""
    make.tournament(make.club(name="Autre"), here=3)  # so that numbers and ids differ
    tournament = make.tournament(make.club(), here=9, sittings_planned=2, finalists=4, minutes=30)
    club = tournament.season.club
    late, substitute, waiting = (player.pk for player in make.players(club, ["L", "S", "W"]))
    first = make.published(tournament)
    tables = [table.players for table in first.tables.order_by("number")]
    entrants.substitute(tournament, tables[0][0], substitute, by=make.user())
    make.played(first.tables.get(number=2).match, [22, 10, 5])
    stopped_matches.abandon(first.tables.get(number=3).match, reason="Dark", by=None)
    make.finished(first, 1)
    sittings.lock(first, by=None)
    entrants.enter(
        tournament,
        [entrants.EntryData(late, rank=2, minimum=13), entrants.EntryData(waiting)],
        by=None,
    )
    entrants.check_in(tournament, [late], by=None)
    seating_constraints.set_constraint(tournament, late, substitute, "apart", by=None)
    second = make.published(tournament)
    make.finished(second)
    sittings.draw(tournament, by=None)
    return tournament


def description(tournament):
    """Return who sits where and who reached which place, by names."""
    return [
        [
            (line.player.name, line.place, line.score, line.went_on)
            for table in level.tables
            for line in table.lines
        ]
        for level in brackets.bracket(tournament, hidden=True)
    ]


def test_a_tournament_comes_in_as_it_was(cup):
    archive = exported(cup.season.club)
    back = imported(archive, make.user()).club
    copy = Tournament.objects.get(season__club=back)
    assert description(copy) == description(cup)
    for name, content in unpacked(archive).items():
        if name not in {"club.json", "manifest.json"}:
            assert unpacked(exported(back))[name] == content, name
    for table in copy.season.tables.all():
        projection.refresh(table.pk)
        assert projection.check(table.pk) == []
    assert kinds_of(copy) == kinds_of(cup)


def test_the_publication_of_a_sitting_survives_a_round_trip(cup):
    first = cup.sittings.get(number=1)
    publication.withdraw(cup.sittings.get(number=2), ["public"], by=None)
    back = imported(exported(cup.season.club), make.user()).club
    copies = Sitting.objects.filter(tournament__season__club=back).order_by("number")
    assert [(copy.screens_at is None, copy.public_at is None) for copy in copies] == [
        (False, False), (False, True), (True, True)
    ]  # fmt: skip
    assert copies[0].public_at == first.public_at


def test_sittings_published_in_an_older_archive_are_public(cup):
    """Older archives know no minimums of entrants, no consolation and no files of seats either."""
    files = unpacked(exported(cup.season.club))
    rows = [json.loads(line) for line in files["seasons.ndjson"].splitlines()]
    del rows[0]["tournament"]["consolation"], rows[0]["tournament"]["script"]
    for sitting in rows[0]["tournament"]["sittings"]:
        del sitting["screens_at"], sitting["public_at"]
    for entrant in rows[0]["tournament"]["entrants"]:
        del entrant["minimum"]
    files["seasons.ndjson"] = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
    back = imported(packed(summed(files)), make.user()).club
    copies = Sitting.objects.filter(tournament__season__club=back)
    assert {copy.public_at == copy.screens_at == copy.published_at for copy in copies} == {True}


def test_an_imported_tournament_can_be_continued(cup):
    copy = Tournament.objects.get(
        season__club=imported(exported(cup.season.club), make.user()).club
    )
    draft = copy.sittings.get(published_at=None)
    assert prechecks.draft_findings(draft) == []
    assert draft.request_hash == hash_request(draft.request)
    final = sittings.publish(sittings.check(draft, by=None), by=None)
    make.finished(final)
    assert brackets.is_played_out(brackets.bracket(copy))


def test_a_consolation_comes_in_with_its_tables():
    cup = make.tournament(here=12, format="knock_out", go_on=1, consolation=True)
    make.finished(make.published(cup))
    sittings.draw(cup, by=None)
    back = imported(exported(cup.season.club), make.user()).club
    draft = Sitting.objects.get(tournament__season__club=back, published_at=None)
    assert (draft.has_consolation, draft.tables.count()) == (True, 4)
    assert prechecks.draft_findings(draft) == []


@pytest.fixture
def own_plan():
    make.tournament(make.club(name="Autre"), here=3)  # so that numbers and ids differ
    tournament = make.tournament(here=6, format="script")
    text = "".join(f"{r},{1 + i // 3},{1 + i % 3},{i + 1}\n" for r in (1, 2) for i in range(6))
    return seat_scripts.save(tournament, seat_files.read(text).rows, by=None)


def test_seats_of_a_file_come_in(own_plan):
    make.finished(make.published(own_plan))
    archive = exported(own_plan.season.club)
    back = imported(archive, make.user()).club
    copy = Tournament.objects.get(season__club=back)
    assert seat_scripts.to_csv(copy) == seat_scripts.to_csv(own_plan)
    assert unpacked(exported(back))["seasons.ndjson"] == unpacked(archive)["seasons.ndjson"]
    draft = sittings.draw(copy, by=None)[0]
    assert [table.players for table in draft.tables.order_by("number")] == copy.script[1]


@pytest.mark.parametrize(
    ("script", "code", "path"),
    [
        ([[[1, 2, 3], [3, 4, 5]]], "other_players", "script.0"),
        ([[[1, 2, 99]]], "unknown_row", "script.0.0"),
        ([[[1, "x"]]], "bad_number", "script.0.0.1"),
        ([[[1, 2, 3]]], "bad_script", "sittings_planned"),
        ("x", "not_a_list", "script"),
    ],
)
def test_impossible_seats_of_a_file_are_refused(own_plan, script, code, path):
    archive = exported(own_plan.season.club)
    wrong = changed(
        archive, "seasons.ndjson", 1, lambda row: row["tournament"].update(script=script)
    )
    with pytest.raises(Invalid) as refused:
        imported(wrong, make.user())
    problem = refused.value.problems[0]
    assert (problem["code"], problem["path"]) == (code, f"seasons.ndjson:1.tournament.{path}")


def test_a_stopped_match_comes_in_stopped():
    match = make.played(make.match(), (22, 10, 5))
    seats = [seat.player_id for seat in match.seats.all()]
    stopped_matches.stop(match, forfeited=[seats[0]], reason="Ill", by=None)
    back = imported(exported(match.session.season.club), make.user()).club
    copy = Match.objects.get(session__season__club=back)
    assert (copy.over, copy.places, copy.stop_reason) == (True, [3, 1, 2], "Ill")
    assert copy.forfeits == [copy.seats.get(number=0).player_id]
    assert (copy.version, copy.stopped_at) == (3, Match.objects.get(pk=match.pk).stopped_at)


def test_an_archive_from_before_there_were_tournaments_is_read():
    match = make.played(make.match(), (22, 10, 5))
    files = unpacked(exported(match.session.season.club))
    for name, key in (("seasons.ndjson", "tournament"), ("matches.ndjson", "stopped")):
        rows = [json.loads(line) for line in files[name].splitlines()]
        for row in rows:
            del row[key]
        files[name] = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
    assert imported(packed(summed(files)), make.user()).club.seasons.count() == 1


WRONG = [
    (lambda row: row["entrants"][0].update(state="asleep"), "not_a_choice", "entrants.0.state"),
    (lambda row: row["entrants"][0].update(player=99), "unknown_row", "entrants.0.player"),
    (lambda row: row["entrants"][0].update(player=2), "bad_tournament", ""),
    (lambda row: row["entrants"][0].update(state="replaced"), "bad_tournament", ""),
    (lambda row: row["wishes"][0].update(one=99), "unknown_row", "wishes.0.one"),
    (lambda row: row.update(format="knock_out"), "bad_go_on", "go_on"),
    (lambda row: row.update(game="njet"), "unknown_game", "game"),
    (lambda row: row.update(options=[]), "not_an_object", "options"),
    (lambda row: row["sittings"][0].update(plan={}), "bad_plan", "sittings.0.plan.rounds"),
    (lambda row: row["sittings"][0].update(request=7), "bad_plan", "sittings.0.request"),
    (lambda row: row["sittings"][0].update(plan_round=1), "bad_plan", "sittings.0.plan"),
    (lambda row: row["sittings"][0].update(state="draft"), "bad_tournament", ""),
    (
        lambda row: row["sittings"][0].update(state="complete"),
        "not_a_choice",
        "sittings.0.state",
    ),
    (
        lambda row: row["sittings"][0]["tables"][0]["players"].reverse(),
        "other_players",
        "sittings.0.tables.0",
    ),
    (
        lambda row: row["sittings"][0]["tables"][0].update(match=2),
        "other_players",
        "sittings.0.tables.0",
    ),
    (
        lambda row: row["sittings"][0].update(sit_out=[10**6]),
        "unknown_row",
        "sittings.0.sit_out",
    ),
    (lambda row: row.update(nonsense=1), "unknown_key", "nonsense"),
]


def test_a_tournament_that_cannot_be_is_refused_with_its_place(cup):
    before, archive = Sitting.objects.count(), exported(cup.season.club)
    for change, code, path in WRONG:
        wrong = changed(archive, "seasons.ndjson", 1, lambda row, do=change: do(row["tournament"]))
        with pytest.raises(Invalid) as refused:
            imported(wrong, make.user())
        whole = f"seasons.ndjson:1.tournament.{path}".rstrip(".")
        assert (code, whole) in [
            (problem["code"], problem["path"]) for problem in refused.value.problems
        ]
        assert Sitting.objects.count() == before


@pytest.mark.parametrize(
    "stop",
    [
        {"forfeits": [1, 2, 3]},
        {"forfeits": [1], "without_result": True},
        {"forfeits": [4]},
    ],
)
def test_a_stop_that_cannot_be_is_refused(stop):
    match = make.played(make.match(), (22, 10, 5))
    make.players(match.session.season.club, ["Zoé"])
    stopped_matches.stop(match, by=None)
    archive = exported(match.session.season.club)
    wrong = changed(archive, "matches.ndjson", 1, lambda row: row["stopped"].update(stop))
    with pytest.raises(Invalid) as refused:
        imported(wrong, make.user())
    assert refused.value.problems[0]["code"] in {"bad_stop", "other_over"}
