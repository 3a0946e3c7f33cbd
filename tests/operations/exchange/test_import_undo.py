"""Imports that are undone, and what stands in the way."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from league import tasks
from league.errors import Conflict
from league.models import Import, Job, JobState, Match, Session
from league.operations.exchange import import_undo
from league.operations.matches import submissions
from league.operations.people import clubs
from league.operations.seasons import penalties
from league.operations.standings import standings
from scoring import projection, rating, standings_queries
from scoring.models import Rating
from tests import make
from tests.operations.exchange.importing import (
    everything,
    import_file,
    import_season,
    refresh,
    standings_rows,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make.club()


def undo(job):
    return import_undo.undo(job, by=make.user())


def obstacles(job, what="code"):
    before = everything()
    with pytest.raises(Conflict) as refused:
        undo(job)
    assert everything() == before
    return [problem[what] for problem in refused.value.problems]


def without_imports(tables):
    """Return the tables without the parts that an undone import may change. Ratings and their book
    may have been counted in between, the club's edition only rises, and words of names are new rows
    (test_player_words compares them)."""
    left_out = {
        "league.PlayerWord",
        "league.Import",
        "scoring.RatingBook",
        "scoring.RatedSeason",
        "scoring.Ledger",
    }
    return {
        label: [re.sub(r"'edition': \d+", "", row) for row in rows]
        for label, rows in tables.items()
        if label not in left_out
    }


def test_undone_players_are_gone_and_changed_ones_as_before(club):
    make.players(club, ["Ada"])
    before = without_imports(everything())
    job = import_file(club, "Nom;E-mail\nAda;a@x.org\nZoé;\n", existing="update")
    assert without_imports(everything()) != before
    for _ in range(2):
        assert undo(job).state == JobState.UNDONE
    assert without_imports(everything()) == before
    assert Import.objects.get().undone_by == make.user()


def test_an_undone_season_is_gone_with_its_players_and_ratings(club):
    make.played(
        make.match(make.session(make.season(club)), make.players(club)),
        [22, 5, 5, 5],
        [22, 0, 1, 2],
        [12, 3, 3, 3],
    )
    refresh(club)
    before = without_imports(everything())
    job = import_season(club)
    refresh(club)
    assert Rating.objects.filter(player__name="Zoé <script>").exists()
    undo(job)
    assert _without_times(without_imports(everything())) == _without_times(before)
    assert rating.check(club.pk) == []
    assert import_season(club).state == JobState.DONE, "the name is free again"


def _without_times(tables):
    """Return the number of rows of each table. Tables are refreshed again, to the same rows, which
    get new ids."""
    return {label: len(rows) for label, rows in tables.items()}


def test_evenings_added_to_a_season_are_taken_out_of_its_table(club):
    season = make.season(club)
    match = make.match(make.session(season, 20), make.players(club, ["Ada", "Bruno"]))
    make.played(match, [22, 5], [22, 0], [12, 3])
    refresh(club)
    before = standings_rows(season)
    job = import_season(club, season=season.pk, season_name="")
    refresh(club)
    assert standings_rows(season) != before
    undo(job)
    refresh(club)
    assert standings_rows(season) == before
    assert [table for table in season.tables.all() if projection.check(table.pk)] == []
    assert rating.check(club.pk) == []
    assert (Session.objects.count(), Match.objects.count()) == (1, 1)


def test_a_version_that_showed_an_undone_import_is_gone(club):
    season = make.season(club)
    match = make.match(make.session(season, 20), make.players(club, ["Ada", "Bruno"]))
    make.played(match, [22, 5], [22, 0], [12, 3])
    job = import_season(club, season=season.pk, season_name="")
    refresh(club)
    before = standings_queries.read(standings_queries.find_table(season.pk))
    undo(job)
    with pytest.raises(Conflict) as refused:
        standings.view_at(standings_queries.find_table(season.pk), before.version)
    assert refused.value.problems[0]["code"] == "version_gone"


def test_a_player_who_has_played_since_stands_in_the_way(club):
    job = import_file(club, "Nom\nAda\nBruno\n")
    make.match(make.session(make.season(club)), list(club.players.all()))
    assert obstacles(job) == ["in_use"] * 2


def test_a_changed_player_stands_in_the_way(club):
    (ada,) = make.players(club, ["Ada"])
    job = import_file(club, "Nom;E-mail\nAda;a@x.org\n", existing="update")
    clubs.update_player(ada, name="Ada L.", email="a@x.org")
    assert obstacles(job) == ["player_changed"]


def test_a_corrected_match_stands_in_the_way(club):
    job = import_season(club)
    match = Match.objects.order_by("pk").first()
    submissions.correct(match.pk, 1, make.sheet(22, 6, 0), by=None)
    assert obstacles(job) == ["match_changed"]


def test_other_matches_evenings_and_penalties_stand_in_the_way(club):
    job = import_season(club)
    season = club.seasons.get()
    session = season.sessions.first()
    ada = club.players.get(name="Ada")
    penalties.penalise(season, session=session.pk, player=ada.pk, points=1, reason="Late", by=None)
    make.session(season)
    make.match(session, list(club.players.all())[:2])
    assert set(obstacles(job)) == {"in_use"}
    kinds = {path.partition(".")[0] for path in obstacles(job, "path")}
    assert kinds == {"players", "seasons", "sessions"}


def test_an_import_is_undone_within_thirty_days(club):
    job = import_file(club, "Nom\nAda\n")
    Job.objects.update(finished_at=timezone.now() - timedelta(days=30, seconds=1))
    with pytest.raises(Conflict):
        undo(job)
    assert club.players.exists()


@pytest.mark.parametrize("dry_run", [True, False])
def test_a_dry_run_or_a_failed_import_cannot_be_undone(club, dry_run):
    job = import_file(club, "Nom\nAda\n" + "\nAda" * (not dry_run), dry_run=dry_run)
    assert job.state == (JobState.DONE if dry_run else JobState.FAILED)
    assert not import_undo.can_undo(job)
    with pytest.raises(Conflict):
        undo(job)


def test_names_are_deleted_when_the_undo_period_ends(club):
    make.players(club, ["Ada"])
    done = import_file(club, "Nom;E-mail\nAda;secret@x.org\n", existing="update")
    refused = import_file(club, "Nom;E-mail\nSecret;\nSecret;\n")
    fresh = import_file(club, "Nom\nBo\n")
    old = Job.objects.filter(pk__in=[done.pk, refused.pk])
    old.update(finished_at=timezone.now() - timedelta(days=31))
    for _ in range(2):
        tasks.purge_expired()
    stored = str(
        [*Job.objects.values_list("result", "problems"), *Import.objects.values("changed")]
    )
    assert "ecret" not in stored
    done.refresh_from_db()
    assert done.result["players"]["changed"] == 1
    fresh.refresh_from_db()
    assert fresh.result["first"]
