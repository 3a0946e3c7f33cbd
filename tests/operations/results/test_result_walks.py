"""Random walks through the life of a result: there is always a way on and to a final result, what
is undone leaves no trace that anybody sees, and the order of typing is of no matter."""

import os
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import permutations

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from league.errors import LeagueError
from league.models import Confirmation, ConfirmationWay, Dispute, DisputeOutcome, Match, Submission
from league.operations.matches import match_results, submissions
from league.operations.results import confirmations, disputes, postponements, stopped_matches
from league.operations.results.confirmations import Speaker
from league.operations.standings import standings
from scoring import projection, rating, standings_queries
from scoring.models import Encounter, Rating, Result
from tests import make

pytestmark = [pytest.mark.django_db, pytest.mark.long]

LONG = bool(os.environ.get("MANCHE_LONG"))
EXAMPLES, STEPS = (200, 40) if LONG else (12, 12)
WALK = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    phases=[
        Phase.explicit,
        Phase.generate,
    ],  # each step is many statements: shrinking would take an hour
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
RULES = ("nobody", "one", "majority", "all", "referee")
REFEREE = Speaker(None, ConfirmationWay.REFEREE)
SHEETS = ((12, 4, 2), (11, 9, 0), (4, 12, 3), (22, 0, 0))
TO = datetime(2026, 12, 1, 20, tzinfo=UTC)
KINDS = (
    "enter", "enter", "correct", "confirm", "referee", "take_back", "dispute", "withdraw",
    "dispute", "decide", "decide", "reopen", "reopen", "stop",
    "give_up", "abandon", "resume", "postpone", "go_on", "take_round",
)  # fmt: skip

# the long way round, which chance seldom takes: confirmed, disputed, void, as before, corrected
QUARREL = [
    ("confirm", 0), ("confirm", 1), ("dispute", 2), ("decide", 2), ("dispute", 1), ("resume", 0),
    ("reopen", 0), ("correct", 1), ("decide", 1), ("take_back", 0), ("reopen", 0), ("withdraw", 0),
]  # fmt: skip


@contextmanager
def tried():
    """Roll back what happens in the block, so that it leaves no trace."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def started(rule):
    """Return the match that is walked through. Beside it there is one that is over, so that there
    are tables."""
    season = make.season(make.club(), confirmation=rule, games=["neurotrio"])
    session, players = make.session(season), make.players(season.club, ["Ada", "Bruno", "Chloé"])
    make.played(make.match(session, players, options={"target": 20}), (22, 3, 8))
    return make.match(session, players, options={"target": 24})


def acts(pk, kind, pick):
    """Return the acts that could be done. Each returns the act that undoes it; an act that is not
    allowed is refused when it is done."""
    match = Match.objects.select_related("session__season__club").get(pk=pk)
    seats = [seat.player_id for seat in match.seats.all()]
    player = seats[pick % 3]
    confirmed = list(Confirmation.objects.filter(match=match, taken_back_at=None))
    disputes_of_match = list(Dispute.objects.filter(match=match))
    return {
        "enter": lambda: enter(match, SHEETS[pick % 4]),
        "correct": lambda: correct(match, SHEETS[pick % 4], pick),
        "confirm": lambda: confirm(match, Speaker(player, ConfirmationWay.TABLE)),
        "referee": lambda: confirm(match, REFEREE),
        "take_back": lambda: take_back(confirmed[pick % len(confirmed)]) if confirmed else None,
        "dispute": lambda: dispute(match, Speaker(player, ConfirmationWay.TABLE)),
        "withdraw": lambda: (
            withdraw(disputes_of_match[pick % len(disputes_of_match)])
            if disputes_of_match
            else None
        ),
        "decide": lambda: (
            decide(disputes_of_match[-1 - pick % len(disputes_of_match)], pick)
            if disputes_of_match
            else None
        ),
        "reopen": lambda: (
            reopen(disputes_of_match[pick % len(disputes_of_match)]) if disputes_of_match else None
        ),
        "stop": lambda: stop(match, []),
        "give_up": lambda: stop(match, [player]),
        "abandon": lambda: abandon(match),
        "resume": lambda: resume(match),
        "postpone": lambda: postpone(match),
        "go_on": lambda: go_on(match),
        "take_round": lambda: take_round(match),
    }[kind]


def enter(match, scores):
    submission = submissions.submit(match.pk, make.sheet(*scores), by=None).submission
    return lambda: submissions.withdraw(match.pk, submission.number, by=None)


def take_round(match):
    bodies = [row.body for row in match.submissions.current()]
    submissions.withdraw(match.pk, max(1, match.rounds_played), by=None)
    return lambda: submissions.submit(match.pk, bodies[-1], by=None)


def correct(match, scores, pick):
    rows = match.submissions.current()
    number = pick % max(1, len(rows)) + 1
    before = Submission.objects.filter(match=match, number=number).last()
    submissions.correct(match.pk, number, make.sheet(*scores), by=None)
    return lambda: submissions.correct(match.pk, number, before.body, by=None)


def confirm(match, who):
    count_before = Confirmation.objects.filter(taken_back_at=None).count()
    confirmation = confirmations.confirm(match, who, by=None)
    is_new = Confirmation.objects.filter(taken_back_at=None).count() > count_before
    return (lambda: confirmations.take_back(confirmation, by=None)) if is_new else (lambda: None)


def take_back(row):
    match = confirmations.take_back(row, by=None)
    if row.result != match.result or not match.over:
        return None  # of another result: it stands nowhere and cannot be said again
    return lambda: confirmations.confirm(match, Speaker(row.player_id, row.how), by=None)


def dispute(match, who):
    new_dispute = disputes.open_dispute(match, who, reason="Wrong", by=None)
    return lambda: disputes.withdraw(new_dispute, by=None)


def withdraw(row):
    disputes.withdraw(row, by=None)
    return lambda: disputes.reopen(row, by=None)


def decide(row, pick):
    disputes.decide(row, outcome=DisputeOutcome.values[pick % 3], words="So", by=None)
    return lambda: disputes.reopen(row, by=None)


def reopen(row):
    was_decided, outcome, words = row.decided_at, row.outcome, row.words
    disputes.reopen(row, by=None)
    if not was_decided:
        return lambda: disputes.withdraw(row, by=None)
    if (
        outcome == DisputeOutcome.CORRECTED
        and Match.objects.get(pk=row.match_id).result == row.result
    ):
        return None  # corrected back since: it cannot be said to be corrected any more
    return lambda: disputes.decide(row, outcome=outcome, words=words, by=None)


def stop(match, forfeited):
    stopped_matches.stop(match, forfeited=forfeited, reason="Late", by=None)
    return lambda: stopped_matches.resume(match, by=None)


def abandon(match):
    stopped_matches.abandon(match, reason="Late", by=None)
    return lambda: stopped_matches.resume(match, by=None)


def resume(match):
    forfeits, had_result = list(match.forfeits), match.over
    stopped_matches.resume(match, by=None)
    if Match.objects.get(pk=match.pk).over:
        return None  # by its rules, after a correction: nobody has to stop it
    if had_result:
        return lambda: stopped_matches.stop(match, forfeited=forfeits, reason="Late", by=None)
    return lambda: stopped_matches.abandon(match, reason="Late", by=None)


def postpone(match):
    was = match.postponed_to if match.is_postponed else None
    postponements.postpone(match, to=TO.replace(day=1 + match.version % 28), by=None)
    if was:
        return lambda: postponements.postpone(match, to=was, by=None)
    return lambda: postponements.end_postponement(match, by=None)


def go_on(match):
    postponements.end_postponement(match, by=None)
    return lambda: postponements.postpone(match, to=match.postponed_to, by=None)


def observed(pk):
    """Return everything that anybody sees of the match and of what rests on it, without versions
    and times."""
    match = Match.objects.select_related("session__season__club").get(pk=pk)
    names = ("over", "totals", "places", "rounds_played", "evidence", "stop_reason", "forfeits")
    season = match.session.season
    for table in season.tables.all():
        projection.refresh(table.pk)
    rating.refresh(season.club_id)
    return {
        "match": [getattr(match, name) for name in names],
        "stopped": match.stopped_at is not None,
        "postponed": match.is_postponed and match.postponed_to,
        "result": match_results.result_status(match),
        "mark": match.result,
        "said": sorted(match.confirmed, key=str),
        "standing": sorted(
            (row.player_id or 0, row.how)
            for row in confirmations.current_confirmations([match]).get(match.pk, [])
        ),
        "disputes": sorted(
            Dispute.objects.filter(match=match, withdrawn_at=None).values_list(
                "player", "reason", "outcome", "words"
            ),
            key=str,
        ),
        "facts": list(
            Result.objects.live().order_by("match_id", "seat").values_list(
                "match_id", "player", "score", "place", "sharing", "total"
            )
        ),
        "met": list(
            Encounter.objects.live().order_by("match_id", "number").values_list("sides", "ranks")
        ),
        "tables": [rows_of(standings_queries.read(table)) for table in fresh(season)],
        "final": [rows_of(standings.final_view(table)) for table in fresh(season)],
        "ratings": list(
            Rating.objects.order_by("player", "game").values_list("player", "game", "mu", "sigma")
        ),
    }  # fmt: skip


def fresh(season):
    return [standings_queries.find_table(season.pk, game) for game in ("", "neurotrio")]


def rows_of(view):
    return [
        (row.place, row.player_id, row.points, row.played, row.wins, row.tiebreaks)
        for row in view.rows
    ]


def repeats(pk):
    """Check that the match repeats what the rows say."""
    match = Match.objects.get(pk=pk)
    confirmed = list(match.confirmed)
    confirmations.set_confirmed(match)
    assert confirmed == match.confirmed
    assert match.disputed == sum(row.is_open for row in match.disputes.all())


def finish(pk):
    """Finish the match from any state, by what anybody at the desk can do."""
    for row in Dispute.objects.filter(match=pk, outcome=DisputeOutcome.VOID):
        disputes.reopen(row, by=None)
    match = Match.objects.get(pk=pk)
    if match.stopped_at is not None and not match.over:
        stopped_matches.resume(match, by=None)
    while not Match.objects.get(pk=pk).over:
        submissions.submit(pk, make.sheet(12, 0, 0), by=None)
    for row in Dispute.objects.filter(match=pk, withdrawn_at=None, decided_at=None):
        disputes.decide(row, outcome=DisputeOutcome.UPHELD, by=None)
    match = Match.objects.select_related("session__season").get(pk=pk)
    if not match_results.result_status(match).is_final:
        confirmations.confirm(match, REFEREE, by=None)
    match.refresh_from_db()
    assert match_results.result_status(match).is_final


@WALK
@given(
    st.sampled_from(RULES),
    st.booleans(),
    st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 11)), min_size=STEPS, max_size=STEPS),
)
@example("majority", True, QUARREL)
@example("nobody", False, [("enter", 0), ("give_up", 1), *QUARREL])
def test_whatever_is_done_can_be_undone_and_leads_on(rule, begins_over, steps):
    with tried():
        match = started(rule)
        pk = match.pk
        if begins_over:
            make.played(match, (12, 4, 2), (12, 9, 0))
        before = observed(pk)
        for kind, pick in steps:
            act = acts(pk, kind, pick)
            try:
                with transaction.atomic():
                    undo = act()
                    after = observed(pk)
                    if undo is not None:
                        with transaction.atomic():
                            undo()
                            assert observed(pk) == before, kind
                            transaction.set_rollback(True)
                    repeats(pk)
            except LeagueError:
                assert observed(pk) == before, kind
                continue
            before = after
        with tried():
            finish(pk)


@WALK
@given(st.sampled_from(RULES), st.permutations(range(6)), st.sets(st.integers(0, 2)))
def test_the_table_of_final_results_knows_no_order_of_typing(rule, order, disputed):
    """Two rounds of each of three matches, then who confirms, in whatever order."""
    assert typed(rule, order, disputed) == typed(rule, range(6), disputed)


def typed(rule, order, disputed):
    with tried():
        season = make.season(make.club(), confirmation=rule, games=["neurotrio"])
        players = make.players(season.club)
        session = make.session(season)
        seated = list(permutations(players, 3))[:3]
        matches = [make.match(session, players, options={"target": 24}) for players in seated]
        for turn in order:
            at = turn % 3
            match = make.played(
                matches[at], SHEETS[at] if not found_rounds(matches[at]) else (12, 1, 0)
            )
            while found_rounds(match) == 2 and not match.over:
                match = make.played(match, (12, 0, 0))
            if match.over and rule != "nobody" and at != 1:
                confirmations.confirm(match, REFEREE, by=None)
            if match.over and at in disputed:
                disputes.open_dispute(match, REFEREE, reason="Wrong", by=None)
        for table in season.tables.all():
            projection.refresh(table.pk)
        names = {player.pk: player.name for player in players}
        return [
            [(names[player], place, *others) for place, player, *others in rows_of(view)]
            for view in map(standings.final_view, fresh(season))
        ]


def found_rounds(match):
    return Match.objects.get(pk=match.pk).rounds_played
