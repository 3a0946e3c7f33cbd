"""Rounds stored one by one have the outcome of the whole match, judged at once."""

from random import Random

import pytest

from games import record
from games.base import Evidence
from league.errors import Invalid
from league.models import Match
from league.operations.matches import judging, match_facts, match_results, rounds_sql, submissions
from league.operations.matches.submissions import RoundEntry
from scoring.models import Ledger
from tests import make

pytestmark = pytest.mark.django_db
NAMES = make.NAMES[:3]
OPTIONS = {
    "neurotrio": {"target": 60},
    "triominos": {"target": 300},
    "njet": {"rounds": 3},
    "nain_jaune": {"rounds": 3},
}


def bodies_of(match, evidence="transcript", bots="sensible"):
    """Return the rounds of a whole match that bots have played."""
    names = [player.name for player in players_of(match)]
    options = {"options": match.options, "bots": bots}
    return record.play(match.game, Random(7), names, evidence, **options)["rounds"]


def players_of(match):
    return rounds_sql.seated_players([match.pk])[match.pk]


def stored(match):
    return Match.objects.select_related("session__season__club").get(pk=match.pk)


def new_match(game="triominos"):
    return make.match(game=game, options=OPTIONS[game])


def judged_whole(match):
    bodies = rounds_sql.current_rounds([match.pk])[match.pk].bodies
    return judging.judge_or_refuse(match, players_of(match), bodies)


def fingerprint_of_whole(match):
    if not match.over:
        return ""
    return match_results.result_fingerprint(match, players_of(match), judged_whole(match))


@pytest.mark.parametrize("evidence", Evidence)
@pytest.mark.parametrize("game", OPTIONS)
def test_every_round_has_the_outcome_of_judging_all(game, evidence):
    match = new_match(game)
    for number, body in enumerate(bodies_of(match, evidence), 1):
        accepted = submissions.submit(match.pk, body, by=None)
        whole, match = judged_whole(match), stored(match)
        assert accepted.verdict.to_json() == whole.to_json()
        assert (match.totals, match.over) == (list(whole.totals), whole.over)
        assert (match.evidence, match.rounds_played) == (whole.evidence, number)
        assert match.result == accepted.match.result == fingerprint_of_whole(match)
    assert match.over


@pytest.mark.parametrize("game", OPTIONS)
def test_recording_the_facts_once_more_changes_none(game):
    match = new_match(game)
    for body in bodies_of(match):
        submissions.submit(match.pk, body, by=None)
    match, before = stored(match), Ledger.objects.get()
    ids = [player.player_id for player in players_of(match)]
    match_facts.record(match, ids, judged_whole(match))
    assert Ledger.objects.get().version == before.version == before.encounters_version


def test_a_round_that_breaks_rules_is_refused_in_the_same_words():
    match = new_match()
    first, second, *_ = bodies_of(match)
    submissions.submit(match.pk, first, by=None)
    match = stored(match)
    faulty = {**second, "moves": second["moves"][1:]}
    with pytest.raises(Invalid) as expected:
        judging.judge_or_refuse(match, players_of(match), [first, faulty])
    with pytest.raises(Invalid) as refused:
        submissions.submit(match.pk, faulty, by=None)
    assert refused.value.problems == expected.value.problems
    assert refused.value.problems[0]["path"].startswith("rounds.1")
    assert stored(match).version == match.version


def test_many_rounds_in_one_request_have_the_outcome_of_the_whole_match():
    match, other = new_match(), new_match("njet")
    bodies, others = bodies_of(match), bodies_of(other)
    submissions.submit(match.pk, bodies[0], by=None)
    matches = {row.pk: stored(row) for row in (match, other)}
    entries = [RoundEntry(match.pk, None, body) for body in bodies[1:]]
    entries += [RoundEntry(other.pk, None, body) for body in others]
    submissions.add_all(matches, entries, by=None)
    for row in (match, other):
        assert stored(row).over
        assert stored(row).result == fingerprint_of_whole(stored(row))
        assert stored(row).totals == list(judged_whole(row).totals)
