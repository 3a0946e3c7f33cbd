"""How large the tables of a draw are: as the organiser said, or else he is told before it."""

from typing import Any

import pytest

from league.models import WishKind
from league.operations.tournaments import seating_constraints, tournaments
from league.operations.tournaments.draw import prechecks, seating_requests
from league.operations.tournaments.play import sittings
from tests import make

pytestmark = pytest.mark.django_db
GAME: dict[str, Any] = {"game": "triominos", "options": {}, "least": 0, "most": 0}


def sizes_of_two_draws(tournament):
    make.published(tournament)
    sittings.draw(tournament, by=None, provisional=True)
    drafts = tournament.sittings.order_by("number")
    return [sorted(len(table.players) for table in draft.tables.all()) for draft in drafts]


def finding_codes(tournament):
    return [finding.code for finding in prechecks.precheck(tournament)]


@pytest.mark.parametrize("preferred", [[4], []])
def test_eight_at_tables_of_four_never_become_duels(preferred):
    tournament = make.tournament(here=8, preferred=preferred, **GAME)
    assert "other_sizes" not in finding_codes(tournament)
    assert sizes_of_two_draws(tournament) == [[4, 4], [4, 4]]


def test_a_round_robin_keeps_its_sizes_too():
    tournament = make.tournament(here=8, preferred=[4], format="round_robin", **GAME)
    drafts = sittings.draw(tournament, by=None)
    assert {len(table.players) for draft in drafts for table in draft.tables.all()} == {4}


def test_other_sizes_are_announced_and_drawn_as_announced():
    tournament = make.tournament(here=9, preferred=[4], **GAME)
    finding = next(
        finding for finding in prechecks.precheck(tournament) if finding.code == "other_sizes"
    )
    assert not finding.blocking
    assert "1 table of 5, 1 table of 4" in finding.message
    assert prechecks.expected_tables(tournament) == (5, 4)
    assert sizes_of_two_draws(tournament) == [[4, 5], [4, 5]]


def test_rules_before_the_sizes_may_change_them_and_are_reported():
    tournament = make.tournament(here=8, preferred=[4], **GAME)
    one, other = tournament.entrants.order_by("pk")[:2]
    seating_constraints.set_constraint(
        tournament, one.player_id, other.player_id, WishKind.APART, by=None
    )
    assert "sizes_may_change" in finding_codes(tournament)
    own = make.tournament(make.club(name="B"), here=8, preferred=[4], rules=["repeat_pair"], **GAME)
    assert "sizes_may_change" in finding_codes(own)
    first = ["preferred_size", "repeat_pair"]
    changed = tournaments.change(tournament, rules=[*first, "forbidden_pair"])
    assert "sizes_may_change" not in finding_codes(changed)


def test_a_wish_that_comes_after_the_draw_counts_for_the_draft():
    tournament = make.tournament(here=8, preferred=[4], **GAME)
    draft = sittings.draw(tournament, by=None)[0]
    one, other = tournament.entrants.order_by("pk")[:2]
    seating_constraints.set_constraint(
        tournament, one.player_id, other.player_id, WishKind.TOGETHER, by=None
    )
    assert "together" in seating_requests.current_request(draft).request["rules"]
