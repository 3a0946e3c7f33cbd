"""Sittings that are drawn at once: what a later one was drawn from, and when that has changed."""

import pytest

from league.errors import Conflict
from league.models import Format, Sitting
from league.operations.matches import submissions
from league.operations.results import stopped_matches
from league.operations.tournaments import entrants, seating_constraints, tournaments
from league.operations.tournaments.draw import prechecks, seating_requests
from league.operations.tournaments.play import sittings
from tests import make

pytestmark = pytest.mark.django_db


def cup(**fields):
    return make.tournament(
        here=9, format=Format.ROUND_ROBIN, least=3, most=3, **{"finalists": 0, **fields}
    )


def publish(sitting):
    return sittings.publish(sittings.check(sitting, by=None), by=None)


def draft_codes(sitting):
    sitting = Sitting.objects.get(pk=sitting.pk)
    return [(finding.code, finding.blocking) for finding in prechecks.draft_findings(sitting)]


def precheck_codes(tournament):
    return [(finding.code, finding.path) for finding in prechecks.precheck(tournament)]


def whole(tournament):
    """Return the request of all sittings, as it would be now."""
    return seating_requests.build_request(
        tournament, 1, seed=f"{tournament.seed}.1", rounds=0
    ).request


def everything_that_results_can_be(first):
    """Bring results into every state, one after the other: entered, corrected, forfeited, abandoned
    and taken back."""
    one, two, _three = (table.match_id for table in first.tables.order_by("number"))
    yield submissions.submit(one, make.sheet(22, 5, 6), by=None)
    yield submissions.correct(one, 1, make.sheet(5, 22, 6), reason="Swapped", by=None)
    yield submissions.submit(two, make.sheet(3, 2, 1), by=None)
    match = first.tables.get(number=2).match
    yield stopped_matches.stop(match, forfeited=[first.tables.get(number=2).players[0]], by=None)
    yield stopped_matches.abandon(first.tables.get(number=3).match, by=None)
    yield submissions.withdraw(one, 1, by=None)


def test_by_the_usual_rules_no_later_sitting_depends_on_a_result():
    tournament = cup()
    first, *later = sittings.draw(tournament, by=None)
    assert whole(tournament) == later[0].request
    first = publish(first)
    requests = [seating_requests.current_request(sitting).request for sitting in later]
    for _done in everything_that_results_can_be(first):
        assert whole(tournament) == later[0].request
        assert [seating_requests.current_request(sitting).request for sitting in later] == requests
        assert [draft_codes(sitting) for sitting in later] == [[], [], []]
        assert "ranking_changed" not in dict(precheck_codes(tournament))


def test_with_ranks_among_the_rules_later_ones_were_drawn_before_the_results_changed():
    tournament = cup(rules=["rank_distance", "repeat_pair"])
    first, *later = sittings.draw(tournament, by=None)
    first = publish(first)
    assert [draft_codes(sitting) for sitting in later] == [[], [], []]
    make.finished(first)
    assert [draft_codes(sitting) for sitting in later] == [[("ranking_changed", False)]] * 3
    paths = [path for code, path in precheck_codes(tournament) if code == "ranking_changed"]
    assert paths == ["sittings.2", "sittings.3", "sittings.4"]
    publish(later[0])
    assert [
        path for code, path in precheck_codes(tournament) if code == "ranking_changed"
    ] == paths[1:]


def test_drawn_again_the_rest_knows_the_results():
    tournament = cup(rules=["rank_distance", "repeat_pair"])
    first, *later = sittings.draw(tournament, by=None)
    make.finished(publish(first))
    sittings.discard(later[0], by=None)
    again = sittings.draw(tournament, by=None)
    assert [draft_codes(sitting) for sitting in again] == [[]] * len(again)
    assert "ranking_changed" not in dict(precheck_codes(tournament))


def test_a_new_constraint_marks_later_drafts_as_outdated():
    tournament = cup()
    first, *later = sittings.draw(tournament, by=None)
    publish(first)
    one, other = tournament.entrants.values_list("player", flat=True)[:2]
    seating_constraints.set_constraint(tournament, one, other, "apart", by=None)
    assert [draft_codes(sitting)[0] for sitting in later] == [("facts_changed", True)] * 3
    with pytest.raises(Conflict, match="have changed"):
        sittings.check(later[0], by=None)
    sittings.keep_seats(later[0], by=None)
    assert ("facts_changed", True) not in draft_codes(later[0])


def test_a_dropped_out_entrant_marks_later_drafts_as_outdated():
    tournament = cup()
    first, *later = sittings.draw(tournament, by=None)
    make.finished(publish(first))
    entrants.drop_out(tournament, [tournament.entrants.first().player_id], by=None)
    assert draft_codes(later[0]) == [("players_changed", True)]


def test_the_last_one_alone_can_be_published_too():
    tournament = cup(sittings_planned=1)
    (only,) = sittings.draw(tournament, by=None)
    assert draft_codes(only) == []
    make.finished(publish(only))
    tournaments.close(tournament, by=None)


def test_many_drafts_ask_no_more_than_few(django_assert_num_queries):
    tournament = cup(rules=["rank_distance"])
    first, *later = sittings.draw(tournament, by=None)
    publish(first)
    with django_assert_num_queries(6):
        assert seating_requests.drafts_with_old_ranking(tournament, later) == []
    with django_assert_num_queries(6):
        assert seating_requests.drafts_with_old_ranking(tournament, later[:1]) == []
