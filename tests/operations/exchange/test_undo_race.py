"""Rounds are corrected while an import is undone, with a connection each."""

from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as StillWaiting

import pytest
from django.db import transaction

from league.errors import Conflict
from league.models import Match, Submission
from league.operations.exchange import import_undo
from league.operations.matches import effects, submissions
from scoring import projection
from scoring.models import Projection, Table
from tests import make
from tests.apart import MARKS, apart
from tests.operations.exchange.importing import import_season

pytestmark = MARKS


def test_a_correction_that_came_first_is_not_lost_with_the_import():
    job = import_season(make.club())
    match = Match.objects.earliest("pk")
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            submissions.correct(match.pk, 1, make.sheet(22, 6, 0), by=None)
            undone = pool.submit(apart, import_undo.undo, job, by=None)
            with pytest.raises(StillWaiting):
                undone.result(1)
        with pytest.raises(Conflict) as refused:
            undone.result(30)
    assert [problem["code"] for problem in refused.value.problems] == ["match_changed"]
    assert Submission.objects.filter(match=match, number=1).count() == 2


def test_a_correction_preview_and_an_undo_do_not_deadlock(monkeypatch):
    club = make.club()
    session = make.session(make.season(club))
    match = make.match(session, make.players(club)[:2], options={"target": 20})
    own = make.played(match, [22, 5])
    job = import_season(club, season=session.season_id, season_name="")
    correct = submissions.correct

    def meanwhile(*args, **kwargs):
        with pytest.raises(StillWaiting):
            pool.submit(apart, import_undo.undo, job, by=None).result(1)
        return correct(*args, **kwargs)

    monkeypatch.setattr(submissions, "correct", meanwhile)
    with ThreadPoolExecutor(1) as pool:
        effects.correction_effects(own.pk, 1, make.sheet(22, 6), by=None)
    assert list(Match.objects.values_list("pk", flat=True)) == [own.pk]


def test_a_refresh_in_the_middle_and_who_undoes_do_not_wait_in_a_circle():
    job = import_season(make.club())
    table = Table.objects.filter(game="").get()
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            Projection.objects.get_or_create(table=table)
            list(Projection.objects.select_for_update().filter(table=table))  # its turn
            undone = pool.submit(apart, import_undo.undo, job, by=None)
            with pytest.raises(StillWaiting):
                undone.result(1)
            projection.refresh(table.pk)  # writes rows that refer to the imported players
        undone.result(30)
    assert not Match.objects.exists()
