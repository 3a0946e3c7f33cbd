"""Draws by the product's usual requests are fair: sit-outs, opponents, seeds, round robins."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from league.models import Entrant, Format, Sitting
from league.operations.matches import submissions
from league.operations.seating.requests import parse_request
from league.operations.tournaments.draw import prechecks, seating_requests
from league.operations.tournaments.play import sittings
from league.web.support import seating_words
from seating.rules import Mode, Rule
from tests import make

pytestmark = pytest.mark.django_db
ROUNDS = 4


@pytest.fixture(autouse=True)
def short_search(monkeypatch):
    monkeypatch.setattr(seating_requests, "SECONDS", 0.5)


def play(sitting, rng):
    """Publish a draft and enter a random result at each table."""
    published = sittings.publish(sittings.check(sitting, by=None), by=None)
    for table in published.tables.all():
        scores = [*rng.sample(range(11), len(table.players) - 1)]
        submissions.submit(table.match_id, make.sheet(22, *scores), by=None)


def swiss(players, **fields):
    return make.tournament(
        here=players, format=Format.SWISS, least=4, most=4,
        options={"target": 20}, **{"finalists": 0, "sittings_planned": 9, **fields},
    )  # fmt: skip


def test_sit_outs_go_to_the_lowest_ranked_of_those_who_sat_out_least():
    tournament, rng, times = swiss(13), Random(1), Counter()
    for _ in range(ROUNDS):
        (draft,) = sittings.draw(tournament, by=None)
        ranked = seating_requests.ranking(tournament, draft.seed)
        fewest = min(times[player] for player in ranked)
        assert draft.sit_out == [[player for player in ranked if times[player] == fewest][-1]]
        times.update(draft.sit_out)
        play(draft, rng)


def test_32_players_meet_each_other_at_most_once_in_five_rounds():
    tournament, rng, met = swiss(32), Random(2), Counter()
    for _ in range(5):
        (draft,) = sittings.draw(tournament, by=None)
        for table in draft.tables.all():
            met.update(combinations(sorted(table.players), 2))
        play(draft, rng)
    assert max(met.values()) == 1


def test_the_first_round_of_a_seeded_swiss_is_a_snake():
    tournament = swiss(16)
    for rank, entrant in enumerate(tournament.entrants.order_by("pk"), 1):
        Entrant.objects.filter(pk=entrant.pk).update(rank=rank)
    (draft,) = sittings.draw(tournament, by=None)
    seed = dict(tournament.entrants.values_list("player", "rank"))
    tables = {
        tuple(sorted(seed[player] for player in table.players)) for table in draft.tables.all()
    }
    assert tables == {(1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13)}
    quality, gaps = seating_words.draw_quality(draft)
    assert (quality, gaps) == ("Optimal: by these rules, no draw is better.", [])
    assert seating_words.cost_words(seating_words.avoidable_cost(draft)) == []


def test_social_draws_use_seeds_only_as_the_last_rule():
    tournament = make.tournament(here=8, format=Format.SOCIAL, least=4, most=4, finalists=0)
    assert "ranking" not in seating_requests.next_request(tournament).request
    for rank, entrant in enumerate(tournament.entrants.order_by("pk"), 1):
        Entrant.objects.filter(pk=entrant.pk).update(rank=rank)
    request = seating_requests.next_request(tournament).request
    assert request["rules"][-2:] == ["sit_out_turn", "rank_distance"]
    assert len(request["ranking"]) == 8


@pytest.mark.parametrize(
    ("players", "size", "rounds"), [(5, 2, 5), (5, 4, 3), (6, 3, 4), (9, 4, 5)]
)
def test_a_round_robin_lasts_until_all_pairs_have_met(players, size, rounds):
    tournament = make.tournament(
        here=players, format=Format.ROUND_ROBIN, least=size, most=size, finalists=0,
        sittings_planned=0,
    )  # fmt: skip
    assert "never_meet" not in [finding.code for finding in prechecks.precheck(tournament)]
    drafts = sittings.draw(tournament, by=None)
    assert len(drafts) == rounds
    assert len(met_pairs(drafts)) == players * (players - 1) // 2


def met_pairs(drafts):
    return {
        frozenset(pair)
        for draft in drafts
        for table in draft.tables.all()
        for pair in combinations(table.players, 2)
    }


def test_too_few_rounds_of_a_round_robin_name_the_pairs_who_never_meet_before_the_draw():
    tournament = make.tournament(
        here=5, format=Format.ROUND_ROBIN, least=2, most=2, finalists=0, sittings_planned=4
    )
    (finding,) = [
        finding for finding in prechecks.precheck(tournament) if finding.code == "never_meet"
    ]
    assert (finding.path, finding.blocking) == ("sittings_planned", False)
    drafts = sittings.draw(tournament, by=None)
    names = dict(tournament.entrants.values_list("player", "player__name"))
    missing = [
        f"{names[one]} – {names[other]}"
        for one, other in combinations(sorted(names), 2)
        if frozenset((one, other)) not in met_pairs(drafts)
    ]
    assert len(missing) == 2
    assert all(pair in finding.message for pair in missing)
    assert any(
        missing[0] in words for words in seating_words.reason_words(drafts[0].reasons, names)
    )


@pytest.mark.parametrize("mode", ["swiss", "social"])
def test_drafts_drawn_by_the_former_order_stay_up_to_date(mode):
    tournament = swiss(8)
    (draft,) = sittings.draw(tournament, by=None)
    content = seating_requests.build_request(
        tournament, 1, seed=draft.seed, mode=mode, former_order=True
    )
    Sitting.objects.filter(pk=draft.pk).update(request=content.request)
    draft.refresh_from_db()
    assert Rule.SIT_OUT_TURN not in draft.request["rules"]
    assert not seating_requests.is_outdated(draft, seating_requests.current_request(draft))


def test_the_command_line_and_the_product_have_one_usual_order():
    request = seating_requests.build_request(swiss(8), 2, seed="x").request
    without = {key: value for key, value in request.items() if key != "rules"}
    assert request["mode"] == Mode.SWISS
    assert [*map(str, parse_request(without).rules)] == request["rules"]
