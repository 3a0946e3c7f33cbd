"""Partners in tournaments of Njet!: proposed evenly, never binding, and learnt from the rounds."""

import json
from collections import Counter
from itertools import combinations

import pytest

from league.errors import Invalid
from league.models import Sitting
from league.operations.matches import submissions
from league.operations.seating import partners
from league.operations.seating.requests import parse_plan, parse_request
from league.operations.tournaments import entrants
from league.operations.tournaments.draw import prechecks, seating_requests
from league.operations.tournaments.play import sitting_tables, sitting_views, sittings
from seating import check as referee
from tests import make
from tests.archives import changed, exported, imported

pytestmark = pytest.mark.django_db
ROUNDS = 6


@pytest.fixture
def tournament():
    return make.tournament(here=8, least=4, game="njet", options={"rounds": ROUNDS})


def teams_by_table(sitting):
    """Return the teams of each round by table, as lists of players."""
    return [
        [[[player.pk for player in team] for team in teams] for teams in table.partners]
        for table in sitting_views.load_sitting(sitting).tables
    ]


def pairs(rounds):
    return Counter(frozenset(team) for teams in rounds for team in teams)


def play(sitting, teams, number=1):
    """Play one round at a table of four, in which the first two seats of `teams` play against the
    others."""
    body = make.sheet(7, 7, 7, 7, teams=teams)
    for team in teams[:1]:
        for seat in range(4):
            body["scores"][seat] = 7 if seat in team else 11
    submissions.submit(sitting.tables.get(number=number).match_id, body, by=None)


def test_over_a_match_all_pairs_are_partners_equally_often(tournament):
    sitting = make.published(tournament)
    assert sitting.request["partners"] == {"rounds": ROUNDS, "history": []}
    for table, rounds in zip(sitting.tables.all(), teams_by_table(sitting), strict=True):
        assert len(rounds) == ROUNDS
        counts = pairs(rounds)
        assert {counts[frozenset(two)] for two in combinations(table.players, 2)} == {2}


def test_eight_rounds_at_four_differ_by_one_at_most():
    tournament = make.tournament(here=4, least=4, game="njet", options={})
    (rounds,) = teams_by_table(make.published(tournament))
    counts = pairs(rounds)
    assert (len(rounds), max(counts.values()) - min(counts.values()), len(counts)) == (8, 1, 6)


def test_games_without_partners_ask_for_none():
    sitting = make.published(make.tournament(here=8))
    assert "partners" not in sitting.request
    assert teams_by_table(sitting) == [[], []]


def test_the_partners_of_entered_rounds_are_the_past_of_the_next_request(tournament):
    first = make.published(tournament)
    seats = first.tables.get(number=1).players
    play(first, [[0, 2], [1, 3]])
    play(first, [[0, 2], [1, 3]])
    partners_request = seating_requests.build_request(tournament, 2, seed="x").request["partners"]
    one, other = [str(seats[0]), str(seats[2])], [str(seats[1]), str(seats[3])]
    assert partners_request["history"] == [one, other, one, other]
    submissions.withdraw(first.tables.get(number=1).match_id, 2, by=None)
    assert seating_requests.build_request(tournament, 2, seed="x").request["partners"][
        "history"
    ] == [
        one,
        other,
    ]


def test_a_round_with_unknown_teams_adds_only_certain_pairs_to_the_history(tournament):
    first = make.published(tournament)
    match = first.tables.get(number=1).match_id
    submissions.submit(match, make.sheet(18, 0, 0, 18), by=None)
    history = seating_requests.build_request(tournament, 2, seed="x").request["partners"]["history"]
    pairs_in_history = {frozenset(map(int, pair)) for pair in history}
    seats = first.tables.get(number=1).players
    assert pairs_in_history <= {frozenset((seats[0], seats[3])), frozenset((seats[1], seats[2]))}


def test_a_player_who_left_is_not_in_the_partner_history(tournament):
    first = make.published(tournament)
    play(first, [[0, 1], [2, 3]])
    player = first.tables.get(number=1).players[0]
    entrants.drop_out(tournament, [player], by=None)
    history = seating_requests.build_request(tournament, 2, seed="x").request["partners"]["history"]
    assert len(history) == 1
    assert str(player) not in history[0]


def test_the_next_plan_pairs_those_who_were_partners_least():
    tournament = make.tournament(here=4, least=4, game="njet", options={"rounds": 1})
    first = make.published(tournament)
    play(first, [[0, 1], [2, 3]])
    seats = first.tables.get().players
    ((teams,),) = teams_by_table(sittings.draw(tournament, by=None)[0])
    assert {*seats[:2]} not in map(set, teams)


def test_other_partners_than_proposed_do_not_stop_a_draft(tournament):
    first = make.published(tournament)
    play(first, [[0, 1], [2, 3]])
    draft = sittings.draw(tournament, provisional=True, by=None)[0]
    Sitting.objects.filter(pk=draft.pk).update(provisional=False)
    play(first, [[0, 2], [1, 3]])
    draft = Sitting.objects.get(pk=draft.pk)
    assert seating_requests.current_request(draft).hash != draft.request_hash
    assert prechecks.draft_findings(draft) == []
    sittings.check(draft, by=None)


def test_seats_by_hand_get_a_proposal_of_their_own(tournament):
    draft = sittings.draw(tournament, by=None)[0]
    one, other = (list(table.players) for table in draft.tables.order_by("number"))
    one[0], other[0] = other[0], one[0]
    draft = sittings.arrange(draft, [one, other], by=None)
    for seats, rounds in zip((one, other), teams_by_table(draft), strict=True):
        assert len(rounds) == ROUNDS
        assert all({*teams[0], *teams[1]} == set(seats) for teams in rounds)
    assert referee.check(parse_request(draft.request), parse_plan(draft.plan)).ok


def test_a_changed_table_gets_no_proposed_partners():
    sitting = make.published(make.tournament(here=8, least=3, most=4, game="njet", options={}))
    table = sitting.tables.get(number=1)
    sitting_tables.no_show(sitting, table.players[0], by=None)
    first, second = teams_by_table(Sitting.objects.get(pk=sitting.pk))
    assert (first, len(second)) == ([], 8)


def test_three_play_one_against_two_in_turn():
    tournament = make.tournament(here=3, game="njet", options={"rounds": 3})
    (rounds,) = teams_by_table(make.published(tournament))
    assert sorted(len(team) for teams in rounds for team in teams) == [1, 1, 1, 2, 2, 2]
    assert set(pairs(rounds).values()) == {1}


def test_a_proposal_travels_with_its_club(tournament):
    make.tournament(make.club(name="Autre"), here=2, least=2)  # so that numbers and ids differ
    sitting = make.published(tournament)
    back = imported(exported(tournament.season.club), make.user()).club
    copy = Sitting.objects.get(tournament__season__club=back)
    assert len(teams_by_table(copy)[0]) == ROUNDS
    assert [
        len(partners.planned_partners(copy.plan_of_round, 1, sitting.tables.get(number=1).players))
    ] == [0]


def test_an_archive_with_partners_of_another_table_is_refused(tournament):
    make.published(tournament)
    archive = exported(tournament.season.club)

    def spoil(row):
        proposal = row["tournament"]["sittings"][0]["plan"]["rounds"][0]["partners"]
        proposal[0], proposal[1] = proposal[1], proposal[0]

    with pytest.raises(Invalid) as refused:
        imported(changed(archive, "seasons.ndjson", 1, spoil), make.user())
    assert json.dumps(refused.value.problems).count("tournament.sittings.0.plan") == 1
