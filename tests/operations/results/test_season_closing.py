"""A closed season: what is open is listed, force takes its name, corrections ask before."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.errors import Conflict, Invalid
from league.models import AuditEntry, ConfirmationWay, ProposalKind
from league.operations.matches import submissions
from league.operations.matches.correction_policy import ClosedScope, correction_terms
from league.operations.results import (
    closing,
    correction_proposals,
    disputes,
    open_matters,
    postponements,
    season_closing,
)
from league.operations.results.confirmations import Speaker
from league.operations.results.correction_proposals import ProposedCorrection
from league.operations.results.open_matters import MatterKind
from league.operations.seasons import seasons
from league.operations.sessions import session_log, undo
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    return make.season(make.club(), confirmation="all")


@pytest.fixture
def session(season):
    return make.session(season)


@pytest.fixture
def players(season):
    return make.players(season.club, ["Ada", "Bruno", "Chloé"])


def played(session, players):
    return make.played(make.match(session, players, options={"target": 20}), [22, 9, 5])


def dispute(match):
    speaker = Speaker(match.seats.first().player_id, ConfirmationWay.TABLE)
    return disputes.open_dispute(match, speaker, reason="Not so", by=None)


def propose(match):
    correction = ProposedCorrection(ProposalKind.ROUND, 1, make.sheet(22, 9, 4))
    correction_proposals.propose(match, correction, by=make.user(), reason="Misread")


def codes(refused):
    return [(problem["code"], problem["path"]) for problem in refused.value.problems]


def test_all_that_is_open_is_listed(season, session, players):
    seasons.update(season, correction_policy="second_person", by=make.user())
    disputed, proposed, unconfirmed = (played(session, players) for _each in range(3))
    dispute(disputed)
    propose(proposed)
    running, later = (make.match(session, players) for _each in range(2))
    postponements.postpone(later, to=timezone.now() + timedelta(days=3), by=None)
    session_log.check_in(session, [players[0].pk], by=None)
    planned = seasons.open_session(season, starts_at=timezone.now() + timedelta(days=7))
    cancelled = seasons.open_session(season, starts_at=timezone.now() + timedelta(days=8))
    seasons.cancel_session(cancelled)
    listed = [
        (matter.kind, matter.match or matter.session) for matter in open_matters.of_season(season)
    ]
    assert listed == [
        (MatterKind.PLANNED, planned),
        (MatterKind.SESSION, session),
        (MatterKind.RUNNING, running),
        (MatterKind.POSTPONED, later),
        (MatterKind.DISPUTED, disputed),
        (MatterKind.PROPOSED, proposed),
        (MatterKind.UNCONFIRMED, unconfirmed),
    ]


def test_open_matters_need_the_name_of_the_season(season, session, players):
    dispute(played(session, players))
    with pytest.raises(Conflict, match="Settle it, or type “Saison 2026”") as refused:
        season_closing.close(season, by=None)
    assert codes(refused) == [("still_open", "disputed_result")]
    with pytest.raises(Invalid, match="type exactly “Saison 2026”") as wrong:
        season_closing.close(season, force="Saison 2025", by=None)
    assert codes(wrong) == [("wrong_name", "force")]
    season.refresh_from_db()
    assert season.closed_at is None
    season_closing.close(season, force=" saison  2026 ", by=make.user())
    season.refresh_from_db()
    assert season.closed_at is not None
    entry = AuditEntry.objects.get(kind="season.closed")
    assert entry.after == {"still_open": 1}


def test_closing_twice_is_one_act_and_reopening_undoes_it(season):
    for _time in range(2):
        season_closing.close(season, by=make.user())
    for _time in range(2):
        season_closing.reopen(season, by=make.user())
    season.refresh_from_db()
    assert season.closed_at is None
    kinds = AuditEntry.objects.filter(kind__in=["season.closed", "season.reopened"])
    assert list(kinds.order_by("pk").values_list("kind", flat=True)) == [
        "season.closed",
        "season.reopened",
    ]


def test_closed_season_takes_no_new_evenings_and_matches(season, session, players):
    season_closing.close(season, by=None)
    with pytest.raises(Conflict, match=r"Saison 2026 is closed\. Reopen it first") as refused:
        make.session(season, 8)
    assert codes(refused) == [("season_closed", "")]
    with pytest.raises(Conflict, match="is closed"):
        make.match(session, players)
    season_closing.reopen(season, by=None)
    make.match(session, players)


def test_tournament_is_closed_at_its_desk():
    with pytest.raises(Conflict, match="Close it in “Manage tournament”") as refused:
        season_closing.close(make.tournament().season, by=None)
    assert codes(refused) == [("of_a_tournament", "")]


@pytest.mark.parametrize(
    ("close", "code"),
    [
        (lambda match: season_closing.close(match.session.season, by=None), "season_closed"),
        (lambda match: closing.close(match.session, by=None), "session_closed"),
    ],
)
def test_corrections_in_a_closed_season_or_evening_ask_once(session, players, close, code):
    seasons.update(session.season, confirmation="nobody")
    match = played(session, players)
    close(match)
    with pytest.raises(Invalid) as refused:
        submissions.correct(match.pk, 1, make.sheet(22, 9, 4), by=None)
    assert codes(refused) == [(code, "confirmed")]
    match = submissions.correct(match.pk, 1, make.sheet(22, 9, 4), by=None, confirmed=True).match
    assert match.totals == [22, 9, 4]
    assert correction_terms(match).scope == ClosedScope(code.removesuffix("_closed"))
    row = dispute(match)
    with pytest.raises(Invalid) as refused:
        disputes.decide(row, outcome="void", by=None)
    assert codes(refused) == [(code, "confirmed")]
    disputes.decide(row, outcome="void", by=None, confirmed=True)


def test_evening_is_not_closed_over_an_open_table_without_force(session, players):
    match = make.match(session, players)
    endings = {match.pk: closing.Ending.LEAVE}
    with pytest.raises(Conflict, match="type “2026-10-01”") as refused:
        closing.close(session, endings, by=None)
    assert codes(refused) == [("still_open", "running_match")]
    closing.close(session, endings, force="1 October 2026", by=make.user())
    session.refresh_from_db()
    assert session.closed_at is not None
    undo.undo(session, undo.log_entries(session)[0].ref, by=make.user())
    session.refresh_from_db()
    assert session.closed_at is None


def test_evening_is_closed_while_confirmations_and_other_days_are_waited_for(session, players):
    played(session, players)
    later = make.match(session, players)
    postponements.postpone(later, to=timezone.now() + timedelta(days=3), by=None)
    kinds = [matter.kind for matter in closing.plan(session).matters]
    assert kinds == [MatterKind.POSTPONED, MatterKind.UNCONFIRMED]
    closing.close(session, by=None)
    session.refresh_from_db()
    assert session.closed_at is not None


def test_disputed_result_holds_the_evening_open(session, players):
    dispute(played(session, players))
    with pytest.raises(Conflict) as refused:
        closing.close(session, by=None)
    assert codes(refused) == [("still_open", "disputed_result")]
    closing.close(session, force="2026-10-01", by=None)
