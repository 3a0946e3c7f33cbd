"""Who is here, who sits where, who watches."""

from itertools import chain

import pytest

from league.errors import Conflict, Invalid
from league.models import Match, Presence
from league.operations.results import closing
from league.operations.seasons import penalties
from league.operations.sessions import presence, seating_proposals, session_log, undo
from league.operations.sessions.seating_proposals import Choices, Order
from scoring import projection
from scoring.models import SitOut
from seating.sizes import SitOutReason
from tests import make

pytestmark = pytest.mark.django_db
CAST = ["Ada", "Bruno", "Chloé", "Dov", "Eva", "Finn", "Gil", "Hana", "Ivo", "Jo", "Kim", "Lou"]


@pytest.fixture
def session():
    return make.session(make.season(make.club()))


def arrive(session, names=CAST):
    players = make.players(session.season.club, names)
    session_log.check_in(session, [player.pk for player in players], by=None)
    return [player.pk for player in players]


def codes(refused):
    return [(problem["code"], problem["path"]) for problem in refused.value.problems]


def test_repeated_check_in_has_one_effect(session):
    ada, bruno = arrive(session, ["Ada", "Bruno"])
    assert session_log.check_in(session, [ada, ada], by=None) == []
    assert len(undo.log_entries(session)) == 1
    session_log.check_out(session, [ada], by=None)
    session_log.check_out(session, [ada], by=None)
    assert len(undo.log_entries(session)) == 2
    assert [player.pk for player in presence.present_players(session)] == [bruno]


def test_a_returning_player_gets_another_stay(session):
    (ada,) = arrive(session, ["Ada"])
    session_log.check_out(session, [ada], by=None)
    session_log.check_in(session, [ada], by=None)
    first, second = Presence.objects.order_by("pk")
    assert first.until is not None
    assert second.until is None


def test_a_stranger_to_the_club_is_refused(session):
    other = make.players(make.club(make.user("c@example.org"), "Ailleurs"), ["Zoé"])[0]
    (ada,) = arrive(session, ["Ada"])
    with pytest.raises(Invalid) as refused:
        session_log.check_in(session, [ada, other.pk], by=None)
    assert codes(refused) == [("unknown_player", "players.1")]


def test_closing_checks_out_all_players_in_one_action(session):
    arrive(session)
    closing.close(session, by=None)
    closing.close(session, by=None)
    assert presence.present_players(session) == []
    assert [entry.kind for entry in undo.log_entries(session)] == ["close", "check_in"]


def test_the_same_seed_draws_the_same_tables(session):
    players = arrive(session)
    one, again = (
        seating_proposals.propose(session, Choices(("njet",), seed="a")) for _ in range(2)
    )
    assert one == again
    assert sorted(chain(*one.tables)) == sorted(players)
    assert [len(table) for table in one.tables] == [4, 4, 4]
    assert seating_proposals.propose(session, Choices(("njet",), seed="b")).tables != one.tables


@pytest.mark.parametrize(
    ("count", "preferred", "sizes"),
    [(6, 0, [3, 3]), (6, 4, [4, 2]), (5, 0, [3, 2]), (12, 0, [4, 4, 4]), (2, 3, [2])],
)
def test_tables_are_of_the_usual_sizes_or_of_those_that_are_wished(
    session, count, preferred, sizes
):
    arrive(session, CAST[:count])
    plan = seating_proposals.propose(session, Choices(("neurotrio",), preferred=preferred))
    assert [len(table) for table in plan.tables] == sizes


def test_the_best_sit_at_different_tables(session):
    """After one match per table of four: the three winners are dealt to three tables."""
    players = arrive(session)
    for number in range(3):
        seated = players[4 * number : 4 * number + 4]
        match = session_log.set_table(
            session, game="neurotrio", players=seated, options={"target": 1}, by=None
        )
        make.played(match, [22, 10, 8, 5])
    for table in session.season.tables.all():
        projection.refresh(table.pk)
    winners = {players[0], players[4], players[8]}
    last = {players[3], players[7], players[11]}
    for seed in "abcdef":
        plan = seating_proposals.propose(session, Choices(("njet",), order=Order.SPREAD, seed=seed))
        assert [len(winners & set(table)) for table in plan.tables] == [1, 1, 1]
        assert [len(last & set(table)) for table in plan.tables] == [1, 1, 1]


def test_the_player_with_the_fewest_sit_outs_sits_out(session):
    players = arrive(session, CAST[:5])
    for player in players[1:]:
        penalties.sit_out(session, player=player)
    for seed in "abcdef":
        plan = seating_proposals.propose(session, Choices(("njet",), seed=seed))
        assert (plan.sit_out, plan.reason) == ([players[0]], SitOutReason.GAP)


def test_seated_players_are_not_drawn_again(session):
    players = arrive(session)
    session_log.set_table(session, game="njet", players=players[:4], by=None)
    plan = seating_proposals.propose(session, Choices(("njet",)))
    assert sorted(chain(*plan.tables)) == sorted(players[4:])


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"games": ("chess",)}, "unknown_game"),
        ({"order": "alphabet"}, "unknown_choice"),
        ({"balance": "weight"}, "unknown_choice"),
        ({"seed": "x" * 65}, "too_long"),
        ({"preferred": 5}, "bad_number_of_players"),
    ],
)
def test_an_impossible_draw_is_refused(session, wish, code):
    with pytest.raises(Invalid) as refused:
        seating_proposals.propose(session, Choices(**{"games": ("njet",), **wish}))
    assert codes(refused)[0][0] == code


def test_a_seating_is_carried_out_whole_and_says_how_it_was_drawn(session):
    arrive(session, CAST[:9])
    plan = seating_proposals.propose(session, Choices(("njet",), seed="a"))
    session_log.seat_players(
        session,
        games=plan.table_games,
        tables=plan.tables,
        sit_out=plan.sit_out,
        seed="a",
        by=make.user(),
    )
    seats = [
        [seat.player_id for seat in match.seats.all()] for match in Match.objects.order_by("pk")
    ]
    assert seats == plan.tables
    assert undo.log_entries(session)[0].subject["seed"] == "a"
    assert SitOut.objects.live().count() == len(plan.sit_out)


def test_a_seating_with_a_fault_sets_no_table(session):
    players = arrive(session)
    absent, busy = players[0], players[1]
    session_log.check_out(session, [absent], by=None)
    session_log.set_table(session, game="neurotrio", players=[busy, players[2]], by=None)
    tables = [[absent, busy, players[3]], [players[3], players[4], players[5]]]
    with pytest.raises(Invalid) as refused:
        session_log.seat_players(session, games=["njet"] * len(tables), tables=tables, by=None)
    assert codes(refused) == [
        ("not_here", "tables.0.0"),
        ("plays_already", "tables.0.1"),
        ("player_twice", "tables.1.0"),
    ]
    with pytest.raises(Invalid):  # the second table is too small
        session_log.seat_players(
            session, games=["njet"] * 2, tables=[players[3:6], players[6:8]], by=None
        )
    assert Match.objects.count() == 1


def test_the_same_seating_sent_twice_is_carried_out_once(session):
    tables = [arrive(session, CAST[:4])]
    session_log.seat_players(session, games=["njet"] * len(tables), tables=tables, by=None)
    with pytest.raises(Invalid) as refused:
        session_log.seat_players(session, games=["njet"] * len(tables), tables=tables, by=None)
    assert {code for code, _path in codes(refused)} == {"plays_already"}


def test_a_called_off_match_takes_no_round(session):
    match = session_log.set_table(session, game="njet", players=arrive(session)[:4], by=None)
    session_log.call_off(match, by=None)
    with pytest.raises(Conflict, match="already"):
        session_log.call_off(match, by=None)
    assert not session_log.busy_players(session)
