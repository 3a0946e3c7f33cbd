"""Seats of team mates at an evening: apart with proof, together, or as if there were no teams."""

from itertools import combinations

import pytest

from league.operations.seasons import teams
from league.operations.seasons.team_checks import MemberData
from league.operations.sessions import seating_proposals, session_log
from league.operations.sessions.seating_proposals import Choices, TeamMates
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(db):
    """Return an evening with twelve players in three teams of four."""
    season = make.season(make.club())
    players = make.players(season.club, [f"Player {number:02}" for number in range(12)])
    session = make.session(season)
    session_log.check_in(session, [player.pk for player in players], by=None)
    table = teams.create_table(season)
    for number in range(3):
        members = [MemberData(player.pk) for player in players[4 * number : 4 * number + 4]]
        teams.create_team(table, name=f"Team {number}", members=members)
    return session


def mates_at_tables(session, proposal):
    """Return how many pairs of team mates share a table."""
    table = session.season.team_tables.get()
    together = {
        frozenset(pair)
        for team in table.teams.all()
        for pair in combinations(team.members.values_list("player", flat=True), 2)
    }
    pairs = [frozenset(pair) for seats in proposal.tables for pair in combinations(seats, 2)]
    return sum(pair in together for pair in pairs)


def test_team_mates_sit_apart_with_proof(evening):
    proposal = seating_proposals.propose(evening, Choices(("neurotrio",), preferred=3, seed="a"))
    assert mates_at_tables(evening, proposal) == 0
    (part,) = proposal.parts
    assert part.costs["same_team"] == 0
    assert part.plan.bound["same_team"] == 0


def test_more_mates_than_tables_meet_as_little_as_possible(evening):
    proposal = seating_proposals.propose(evening, Choices(("neurotrio",), preferred=4, seed="a"))
    # three tables for teams of four: one pair of each team cannot be avoided
    assert mates_at_tables(evening, proposal) == 3
    (part,) = proposal.parts
    assert (part.costs["same_team"], part.plan.bound["same_team"]) == (3, 3)


def test_team_mates_sit_together_if_the_organiser_wants_that(evening):
    choices = Choices(("neurotrio",), preferred=4, seed="a", teams=TeamMates.TOGETHER)
    proposal = seating_proposals.propose(evening, choices)
    assert mates_at_tables(evening, proposal) == 18
    assert "same_team" not in proposal.parts[0].costs


def test_teams_can_be_ignored(evening):
    choices = Choices(("neurotrio",), preferred=4, seed="a", teams=TeamMates.IGNORE)
    proposal = seating_proposals.propose(evening, choices)
    assert "teams" not in proposal.parts[0].request
    assert "same_team" not in proposal.parts[0].costs


def test_former_members_are_no_mates(evening):
    day = evening.starts_at.date()
    red = evening.season.team_tables.get().teams.order_by("pk").first()
    teams.set_players(red, players=[], from_day=day, by=None)
    proposal = seating_proposals.propose(evening, Choices(("neurotrio",), preferred=3, seed="a"))
    assert len(proposal.parts[0].request["teams"]) == 2


def test_the_carried_out_plan_keeps_its_proof(evening):
    choices = Choices(("neurotrio",), preferred=3, seed="a")
    proposal = seating_proposals.propose(evening, choices)
    seating_proposals.seat(
        evening, choices, tables=proposal.tables, table_games=proposal.table_games, by=None
    )
    (part,) = evening.seating_plans.get().parts
    assert part["plan"]["bound"]["same_team"] == part["plan"]["cost"]["same_team"] == 0
