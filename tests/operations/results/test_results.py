"""Confirmed, disputed, decided, postponed: who says what about a result, and what follows."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from league.errors import Conflict, Forbidden, Invalid, Stale
from league.models import Confirmation, ConfirmationWay, Dispute, Match, Role, Season
from league.operations.matches import match_results, submissions
from league.operations.results import confirmations, disputes, postponements, stopped_matches
from league.operations.results.confirmations import Speaker
from league.operations.seasons import seasons
from league.operations.tournaments.play import sittings
from scoring import projection
from scoring.models import Result
from tests import make
from tests.logged import kinds_of

pytestmark = pytest.mark.django_db
REFEREE = Speaker(None, ConfirmationWay.REFEREE)
OVER = ((22, 10, 5), (16, 4, 2))
TO = {"target": 30}


def world(confirmation="majority", **fields):
    season = make.season(make.club(), confirmation=confirmation, **fields)
    return make.played(make.match(make.session(season), options=TO), *OVER)


def of(match, seat):
    return Speaker(match.seats.get(number=seat).player_id, ConfirmationWay.TABLE)


def status_of(match):
    return match_results.result_status(
        Match.objects.select_related("session__season").get(pk=match.pk)
    )


def state(match):
    status = status_of(match)
    return status.state, list(status.marks)


def confirm(match, *seats):
    return [confirmations.confirm(match, of(match, seat), by=None) for seat in seats]


def code(refused):
    return refused.value.problems[0]["code"]


def facts(match):
    live = Result.objects.live().filter(match_id=match.pk).order_by("seat")
    return list(live.values_list("score", "place"))


def test_without_a_rule_a_result_is_final_at_once():
    match = world("nobody")
    assert state(match) == ("final", [])
    with pytest.raises(Conflict) as refused:
        confirm(match, 0)
    assert code(refused) == "no_confirmation"


def test_a_majority_makes_it_final_and_taking_back_undoes_that():
    match = world()
    first, second = confirm(match, 0, 2)
    assert (first.how, first.own) == (ConfirmationWay.TABLE, False)
    assert state(match) == ("final", [])
    confirmations.take_back(second, by=None)
    assert state(match) == ("entered", ["provisional"])
    assert (status_of(match).needed.count, status_of(match).needed.seats) == (1, (1, 2))
    with pytest.raises(Conflict, match="already withdrawn"):
        confirmations.take_back(second, by=None)
    confirm(match, 2)
    assert state(match) == ("final", [])
    assert Confirmation.objects.count() == 3


def test_the_same_player_twice_is_once():
    match = world()
    version = Match.objects.get().version
    (first,) = confirm(match, 0)
    (again,) = confirm(match, 0)
    assert first == again
    assert status_of(match).needed.count == 1
    assert Match.objects.get().version == version + 1


def test_a_correction_leaves_confirmations_behind_and_undone_has_them_back():
    match = world()
    confirm(match, 0, 1)
    submissions.correct(match.pk, 2, make.sheet(16, 2, 4), by=None)
    assert state(match) == ("entered", ["provisional"])
    assert status_of(match).needed.count == 2
    submissions.correct(match.pk, 2, make.sheet(16, 4, 2), by=None)
    assert state(match) == ("final", [])


def test_a_correction_that_leaves_totals_alone_is_another_result_too():
    match = world()
    confirm(match, 0, 1)
    submissions.correct(match.pk, 1, make.sheet(22, 9, 5), by=None)
    submissions.correct(match.pk, 2, make.sheet(16, 5, 2), by=None)
    assert Match.objects.get().totals == [38, 14, 7]
    assert state(match)[0] == "entered"


def test_a_running_match_has_no_result_and_no_confirmations():
    match = make.match(make.session(make.season(make.club(), confirmation="one")))
    make.played(match, (22, 10, 5))
    with pytest.raises(Conflict) as refused:
        confirm(match, 0)
    assert code(refused) == "no_result"
    stopped_matches.stop(match, by=None)
    confirm(match, 0)
    assert state(match) == ("final", [])
    stopped_matches.resume(match, by=None)
    assert state(match) == ("none", [])


def test_a_nought_is_a_score():
    match = make.match(
        make.session(make.season(make.club(), confirmation="all")), options={"target": 20}
    )
    make.played(match, (22, 0, 0))
    assert state(match) == ("entered", ["provisional"])
    assert facts(match) == [(22, 1), (0, 2), (0, 2)]


def test_the_user_who_entered_a_result_does_not_confirm_for_others():
    season = make.season(make.club(), confirmation="one")
    players = make.players(season.club, ["Ada", "Bruno", "Chloé"])
    bob = make.member(season.club, Role.SCORER, "bob@example.org")
    type(players[0]).objects.filter(pk=players[0].pk).update(email="Bob@example.org")
    match = make.played(make.match(make.session(season), players, options=TO), *OVER, by=bob)
    (own,) = confirm(match, 0)
    assert own.own
    assert state(match)[0] == "entered"
    confirm(match, 1)
    assert state(match)[0] == "final"


def test_a_referee_may_confirm_under_every_rule():
    for rule in ("one", "majority", "all", "referee"):
        match = world(rule)
        confirmations.confirm(match, REFEREE, by=None)
        assert state(match) == ("final", [])
        Season.objects.all().delete()
    match = world("referee")
    confirm(match, 0, 1, 2)
    assert status_of(match).needed.of_referee


def test_a_result_becomes_final_after_the_time_limit():
    match = world(confirm_after_hours=24)
    entered = Match.objects.get().result_at
    match = Match.objects.select_related("session__season").get()
    due = match_results.due_at(match)
    assert timedelta(hours=24) <= due - entered <= timedelta(hours=25)
    assert match_results.result_status(match, due - timedelta(seconds=1)).state == "entered"
    assert match_results.result_status(match, due).state == "final"
    disputes.open_dispute(match, of(match, 0), reason="Wrong", by=None)
    match.refresh_from_db()
    assert match_results.result_status(match, due).state == "confirmed"


def test_speakers_depend_on_role_and_linked_player():
    match = world()
    club, ada = match.session.season.club, match.seats.get(number=0).player_id
    alice, stranger = make.user(), make.member(club, Role.SCORER, "bob@example.org")
    member = make.member(club, Role.PLAYER, "ada@example.org")
    match.seats.get(number=0).player.__class__.objects.filter(pk=ada).update(
        email="Ada@Example.org"
    )
    assert confirmations.speaker(match, player=None, by=alice) == REFEREE
    assert confirmations.speaker(match, player=ada, by=alice) == Speaker(
        ada, ConfirmationWay.ACCOUNT
    )
    assert confirmations.speaker(match, player=None, by=member) == Speaker(
        ada, ConfirmationWay.ACCOUNT
    )
    assert confirmations.speaker(match, player=ada, by=member).player == ada
    other = of(match, 1).player
    assert (
        confirmations.speaker(match, player=other, by=stranger, at_table=True).how
        == ConfirmationWay.TABLE
    )
    for player, who in ((other, member), (None, stranger), (ada, stranger)):
        with pytest.raises(Forbidden):
            confirmations.speaker(match, player=player, by=who)
    with pytest.raises(Invalid) as refused:
        confirmations.speaker(match, player=None, by=stranger, at_table=True)
    assert code(refused) == "missing_key"
    (zoe,) = make.players(club, ["Zoé"])
    with pytest.raises(Invalid) as refused:
        confirmations.speaker(match, player=zoe.pk, by=alice)
    assert code(refused) == "not_seated"


def test_a_dispute_is_provisional_until_it_is_withdrawn():
    match = world("nobody")
    dispute = disputes.open_dispute(match, of(match, 1), reason="  It was   10 ", by=None)
    assert dispute.reason == "It was 10"
    assert state(match) == ("confirmed", ["provisional", "disputed"])
    with pytest.raises(Conflict) as refused:
        disputes.open_dispute(match, of(match, 1), reason="Redo", by=None)
    assert code(refused) == "disputed_already"
    other = disputes.open_dispute(match, of(match, 2), reason="Mine too", by=None)
    disputes.withdraw(dispute, by=None)
    assert state(match)[0] == "confirmed"
    disputes.withdraw(other, by=None)
    assert state(match) == ("final", [])
    with pytest.raises(Conflict) as refused:
        disputes.withdraw(other, by=None)
    assert code(refused) == "dispute_closed"
    disputes.reopen(other, by=None)
    assert state(match)[0] == "confirmed"


def test_an_invalid_dispute_is_refused():
    match = world("nobody")
    for reason, expected in (("  ", "blank"), ("x" * 301, "too_long")):
        with pytest.raises(Invalid) as refused:
            disputes.open_dispute(match, REFEREE, reason=reason, by=None)
        assert code(refused) == expected
    with pytest.raises(Stale):
        disputes.open_dispute(match, REFEREE, reason="x", by=None, seen_version=1)
    assert not Dispute.objects.exists()
    going_on = make.match(match.session, [seat.player for seat in match.seats.all()])
    with pytest.raises(Conflict) as too_early:
        disputes.open_dispute(going_on, REFEREE, reason="x", by=None)
    assert code(too_early) == "no_result"


def test_the_result_stands_or_was_corrected():
    match = world("nobody")
    dispute = disputes.open_dispute(match, of(match, 1), reason="It was 10", by=None)
    with pytest.raises(Conflict) as refused:
        disputes.decide(dispute, outcome="corrected", by=None)
    assert code(refused) == "nothing_corrected"
    disputes.decide(dispute, outcome="upheld", words="The sheet says 4", by=None)
    assert state(match) == ("final", [])
    disputes.reopen(dispute, by=None)
    submissions.correct(match.pk, 2, make.sheet(16, 10, 2), by=None)
    decided = disputes.decide(dispute, outcome="corrected", by=None)
    assert (decided.outcome, decided.words) == ("corrected", "")
    assert state(match) == ("final", [])


def test_a_void_result_is_none_and_reopened_as_it_was():
    match = make.match(make.session(make.season(make.club(), confirmation="one")))
    make.played(match, (22, 10, 5))
    stopped_matches.stop(match, forfeited=[of(match, 0).player], reason="Ill", by=None)
    confirm(match, 1)
    before = stands(match)
    dispute = disputes.open_dispute(match, of(match, 2), reason="He was there", by=None)
    disputed = stands(match)
    decided = disputes.decide(dispute, outcome="void", words="Played again", by=None)
    assert state(match) == ("none", ["void"])
    assert facts(match) == []
    assert not Match.objects.get().over
    with pytest.raises(Conflict) as refused:
        stopped_matches.resume(match, by=None)
    assert code(refused) == "decided_void"
    disputes.reopen(decided, by=None)
    assert stands(match) == disputed
    disputes.withdraw(dispute, by=None)
    assert stands(match) == before
    for table in match.session.season.tables.all():
        projection.refresh(table.pk)
        assert projection.check(table.pk) == []


def stands(match):
    current = Match.objects.get(pk=match.pk)
    names = (
        "over", "totals", "places", "stopped_at", "stop_reason", "forfeits", "result", "result_at",
    )  # fmt: skip
    return [getattr(current, name) for name in names], facts(match), status_of(match)


def test_a_locked_sitting_stays_as_it_is():
    tournament = make.tournament(here=4)
    seasons.update(tournament.season, confirmation="all")
    sitting = make.finished(make.published(tournament))
    match = sitting.tables.get().match
    confirm(match, 0)
    assert state(match) == ("entered", ["provisional"])
    sittings.lock(sitting, by=None)
    assert state(match) == ("final", [])
    for act in (
        lambda: confirm(match, 1),
        lambda: disputes.open_dispute(match, REFEREE, reason="x", by=None),
        lambda: confirmations.take_back(Confirmation.objects.get(), by=None),
    ):
        with pytest.raises(Conflict) as refused:
            act()
        assert code(refused) == "sitting_locked"
    assert "confirm" in kinds_of(tournament)


def test_a_match_is_postponed_and_goes_on():
    match = make.match()
    to = datetime(2026, 12, 1, 20, tzinfo=UTC)
    postponed = postponements.postpone(match, to=to, reason=" Snow ", by=None)
    assert (postponed.postponed_to, postponed.postpone_reason) == (to, "Snow")
    assert state(match) == ("none", ["postponed"])
    make.played(match, (22, 10, 5))
    assert state(match) == ("none", [])  # they play
    with pytest.raises(Conflict) as refused:
        postponements.end_postponement(match, by=None)
    assert code(refused) == "not_postponed"
    submissions.withdraw(match.pk, 1, by=None)
    assert state(match) == ("none", ["postponed"])
    postponements.end_postponement(match, by=None)
    assert state(match) == ("none", [])


def test_an_impossible_postponement_is_refused():
    match = make.match()
    now = timezone.now()
    for to, reason, expected in (
        (now.replace(year=1), "", "bad_time"),
        (now, "x" * 201, "too_long"),
    ):
        with pytest.raises(Invalid) as refused:
            postponements.postpone(match, to=to, reason=reason, by=None)
        assert code(refused) == expected
    make.played(match, (22, 10, 5), (22, 4, 2), (11, 0, 0))
    with pytest.raises(Conflict) as too_late:
        postponements.postpone(match, to=now, by=None)
    assert code(too_late) == "match_ended"


def test_another_rule_of_the_season_counts_at_once():
    match = world("nobody")
    season = match.session.season
    version = season.tables.get(game="").facts_version
    seasons.update(season, confirmation="all")
    assert state(match)[0] == "entered"
    assert season.tables.get(game="").facts_version > version
    for change in ({"confirmation": "some"}, {"confirm_after_hours": -1}):
        with pytest.raises(Invalid):
            seasons.update(season, **change)
