"""The awards of a season, worked out by hand. See tests.scoring.crosstable for the notation."""

from scoring.pure import awards
from scoring.pure.awards import AwardRule
from scoring.pure.facts import SeasonFacts
from scoring.pure.schemes import Scheme
from scoring.pure.units import UNIT
from scoring.pure.upsets import EarlierRating, rating_before, upsets_of_match
from tests.scoring.crosstable import NUMBERS, history

A, B, C, D = (NUMBERS[name] for name in "ABCD")


def counts(proofs):
    return {proof.player: proof.count for proof in proofs}


def test_places_follow_the_points_of_the_sessions_that_count():
    season = history("1: A B C", "2: C B A", "3: C A B", penalties="C40")
    (_, first), (_, second), (_, third) = awards.places_by_session(season, Scheme())
    assert first == {A: 1, B: 2, C: 3}
    assert second == {A: 1, B: 1, C: 3}  # 60 each, and C has lost 40
    assert third == {A: 1, B: 3, C: 2}


def test_a_comeback_is_the_gain_since_the_last_evening_at_the_worst_place():
    season = history(
        "1: A B C D", "2: A B C D", "3: D C B A", "4: D C B A", "5: D C B A", "6: D A B C"
    )
    (proof,) = awards.comebacks(season, Scheme())
    assert (proof.player, proof.count, proof.of) == (D, 3, 4)
    assert proof.sessions == [season.facts[8].session]


def test_a_season_without_results_has_no_comeback():
    assert awards.comebacks(history(), Scheme()) == []


def test_three_places_make_a_comeback():
    assert awards.comebacks(history("1: A B C", "2: C B A", "3: C B A"), Scheme()) == []


def test_equal_players_share_an_award():
    facts = history("1: A B", "2: A C", "3: B C").facts
    assert counts(awards.most_faithful(facts)) == {A: 2, B: 2, C: 2}
    assert {proof.of for proof in awards.most_faithful(facts)} == {3}


def test_among_equal_players_matches_decide():
    facts = history("1: A B", "2: A B", "2: A C").facts
    assert counts(awards.most_faithful(facts)) == {A: 2}
    assert counts(awards.most_verified(facts, {facts[0].match})) == {B: 1}


def test_an_award_without_a_clear_winner_is_not_given():
    season = history("1: A B C", "2: D A B", "3: C D E", "4: E F")
    rules = [award.rule for award in awards.awards(season, Scheme(), [], [])]
    assert AwardRule.FAITHFUL not in rules  # five have been there twice
    assert AwardRule.VERIFIED not in rules


def test_one_evening_makes_no_awards():
    assert awards.awards(history("1: A B", "1: A B"), Scheme(), [], []) == []


def test_verified_matches_are_counted_among_all_of_a_player():
    facts = history("1: A B", "2: A B", "3: A C").facts
    (proof,) = awards.most_verified(facts, {facts[0].match, facts[4].match})
    assert (proof.player, proof.count, proof.of) == (A, 2, 3)


def test_the_best_evening_has_the_most_points():
    facts = history("1: A B C", "1: A B C", "2: B A C").facts
    (proof,) = awards.best_evenings(facts, Scheme())
    assert (proof.player, proof.count, proof.sessions) == (A, 120 * UNIT, [facts[0].session])


def test_a_run_is_broken_by_a_match_without_a_win():
    facts = history("1: A B", "1: A B", "2: B A", "3: A B", "3: A B", "4: A B").facts
    (proof,) = awards.longest_runs(facts)
    assert (proof.player, proof.matches) == (A, [fact.match for fact in facts[6::2]])


def test_an_upset_needs_a_gap_and_enough_matches():
    places = {A: 1, B: 2, C: 3}
    strong = EarlierRating(1400, 5)
    weak = EarlierRating(1250, 5)
    (upset,) = upsets_of_match(7, places, {A: weak, B: strong})
    assert (upset.winner, upset.loser, upset.gap) == (A, B, 150)
    assert upsets_of_match(7, places, {A: weak, B: strong._replace(shown=1399)}) == []
    assert upsets_of_match(7, places, {A: weak, B: strong._replace(played=4)}) == []
    assert upsets_of_match(7, places, {A: strong, B: weak}) == []


def test_a_giant_killer_is_counted_by_matches():
    before = {A: EarlierRating(1000, 9), B: EarlierRating(1200, 9), C: EarlierRating(1300, 9)}
    upsets = [
        *upsets_of_match(1, {A: 1, B: 2}, before),
        *upsets_of_match(2, {A: 1, B: 2, C: 3}, before),
    ]
    (proof,) = awards.giant_killers(upsets)
    assert (proof.player, proof.count, proof.matches) == (A, 2, [2, 1])


def test_the_rating_before_a_match_is_that_after_the_match_before_it():
    line = [100.0, 1, 1, 25.0, 1.0]
    later = [200.0, 2, 5, 30.0, 1.0]
    assert rating_before([line, later], (200.0, 2, 5)) == EarlierRating(1880, 1)
    assert rating_before([line, later], (300.0, 3, 0)) == EarlierRating(2080, 2)
    assert rating_before([line, later], (100.0, 1, 0)) is None


def test_sit_out_counts_in_the_places_after_its_session():
    season = history("1: A B C", "2: B A C", sit_outs="C")
    (_, first), _second = awards.places_by_session(season, Scheme(sit_out="win"))
    assert first == {A: 1, B: 3, C: 1}


def test_places_of_a_mean_follow_the_mean_so_far():
    season = history("1: A B", "2: B C", "2: B C", "3: C A")
    (_, first), (_, second), (_, third) = awards.places_by_session(season, Scheme(aggregate="mean"))
    assert first == {A: 1, B: 2}
    assert second == {A: 1, B: 2, C: 3}  # 60, 120 ÷ 3, 0
    assert third == {A: 2, B: 1, C: 3}  # 60 ÷ 2, 120 ÷ 3, 60 ÷ 3


def test_places_with_fading_results_follow_what_they_are_worth_at_the_time():
    facts = [
        fact._replace(months_ago=4 - fact.session_index)
        for fact in history("1: A B", "2: A B", "3: B A", "4: B A").facts
    ]
    places = awards.places_by_session(SeasonFacts(facts), Scheme(kept_per_month=60))
    assert [row[NUMBERS["B"]] for _session, row in places] == [2, 2, 1, 1]
    unfaded = awards.places_by_session(SeasonFacts(facts), Scheme())
    assert [row[NUMBERS["B"]] for _session, row in unfaded] == [2, 2, 2, 1]
