"""Proposals of seats for evenings: history, wishes, several games, and the plan that is kept."""

import json
import subprocess
import sys
from datetime import timedelta
from itertools import combinations

import pytest
from django.utils import timezone

from league.errors import Invalid
from league.models import (
    Match,
    Player,
    Season,
    SeatingPlan,
    Session,
    SignUp,
    SignUpAnswer,
    SignUpSheet,
    WishKind,
)
from league.operations.people import seating_needs
from league.operations.seasons import seasons
from league.operations.seating import past_evenings
from league.operations.seating.requests import parse_plan, parse_request
from league.operations.sessions import seating_proposals, session_log
from league.operations.sessions.seating_proposals import Choices, Order, SeatBalance
from scoring import projection
from scoring.seat_advantages import measured_advantages
from seating import check as referee
from tests import make
from tests.archives import exported, imported

pytestmark = pytest.mark.django_db
NEUROTRIO = Choices(("neurotrio",), seed="a")


@pytest.fixture
def club(db):
    return make.club()


@pytest.fixture
def season(club) -> Season:
    return make.season(club)


def evening(season, players, day=1) -> Session:
    session = make.session(season, day=day)
    session_log.check_in(session, [player.pk for player in players], by=None)
    return session


def seat_all(session, choices=NEUROTRIO):
    proposal = seating_proposals.propose(session, choices)
    seating = seating_proposals.seat(
        session,
        proposal.choices,
        tables=proposal.tables,
        table_games=proposal.table_games,
        sit_out=proposal.sit_out,
        by=None,
    )
    for match in Match.objects.filter(pk__in=seating.matches):
        make.played(match, [22, *range(9, 9 - match.seats.count() + 1, -1)])
    return proposal


def pairs(tables):
    return {frozenset(pair) for table in tables for pair in combinations(table, 2)}


def names(count):
    return [f"Player {number + 1}" for number in range(count)]


def test_a_second_evening_seats_new_opponents(season):
    players = make.players(season.club, names(16))
    choices = Choices(("neurotrio",), preferred=4)
    options = {"target": 1}
    seasons.update(season, house_rules={"neurotrio": options}, by=None)
    season.refresh_from_db()
    met = set()
    for day in (1, 8, 15):
        proposal = seat_all(evening(season, players, day), choices)
        assert not met & pairs(proposal.tables)
        met |= pairs(proposal.tables)


def test_evenings_of_earlier_seasons_count_less_than_those_of_this_one(club, season):
    players = make.players(club, names(4))
    earlier = make.season(club, name="Saison 2025")
    for of_season, day in ((earlier, 1), (season, 2), (season, 9)):
        make.match(make.session(of_season, day=day), players)
    tonight = make.session(season, day=16)
    ids = [player.pk for player in players]
    history = past_evenings.history_of(tonight, ids)
    assert [past.weight for past in history.rounds] == [
        past_evenings.LAST_YEAR,
        past_evenings.THIS_SEASON,
        past_evenings.LAST_EVENING,
    ]
    tonight.starts_at += timedelta(days=500)
    tonight.save()
    weights = [past.weight for past in past_evenings.history_of(tonight, ids).rounds]
    assert weights[0] == past_evenings.LONG_AGO


def test_a_second_match_of_an_evening_is_another_round(season):
    players = make.players(season.club, names(6))
    session = make.session(season)
    for group in (players[:3], players[3:], [players[0], players[3], players[4]]):
        make.match(session, group)
    history = past_evenings.history_of(session, [player.pk for player in players])
    assert [len(past.tables) for past in history.rounds] == [2, 1]


def test_wishes_and_needs_of_the_club_are_met(season):
    players = make.players(season.club, names(12))
    apart, together, bound, step_free = players[:2], players[2:4], players[4], players[5]
    one, other = (player.pk for player in apart)
    seating_needs.set_wish(season.club, one, other, WishKind.APART, by=None)
    one, other = (player.pk for player in together)
    seating_needs.set_wish(season.club, one, other, WishKind.TOGETHER, by=None)
    seating_needs.set_need(bound, fixed_table=3, by=None)
    seating_needs.set_need(step_free, step_free=True, by=None)
    seating_needs.set_step_free_tables(season.club, [2], by=None)
    season.club.refresh_from_db()
    session = evening(season, players)
    for order in Order:
        for seed in "abc":
            choices = Choices(("neurotrio",), order=order, preferred=4, seed=seed)
            tables = seating_proposals.propose(session, choices).tables
            (table,) = [table for table in tables if apart[0].pk in table]
            assert apart[1].pk not in table
            assert any({player.pk for player in together} <= set(table) for table in tables)
            assert bound.pk in tables[2]
            assert step_free.pk in tables[1]


def test_players_of_similar_strength_sit_together_and_mixed_ones_apart(season):
    players = make.players(season.club, names(8))
    session = make.session(season)
    for group in (players[:4], players[4:]):
        make.played(make.match(session, group, options={"target": 1}), [22, 9, 5, 2])
    for table in season.tables.all():
        projection.refresh(table.pk)
    ids = [player.pk for player in players]
    by_place = [ids[0], ids[4], ids[1], ids[5], ids[2], ids[6], ids[3], ids[7]]
    tonight = evening(season, players, day=8)
    near, spread = (
        seating_proposals.propose(tonight, Choices(("neurotrio",), order=order, preferred=4))
        for order in (Order.NEAR, Order.SPREAD)
    )
    assert {frozenset(table) for table in near.tables} == {
        frozenset(by_place[:4]),
        frozenset(by_place[4:]),
    }
    assert all(
        len({by_place.index(player) // 2 for player in table}) == 4 for table in spread.tables
    )


def test_games_are_shared_out_by_what_players_wish(season):
    players = make.players(season.club, names(12))
    session = evening(season, players)
    sheet = SignUpSheet.objects.create(session=session)
    wishes = [["triominos"]] * 4 + [["njet"]] * 6 + [[]] * 2
    for number, (player, games) in enumerate(zip(players, wishes, strict=True), 1):
        SignUp.objects.create(
            sheet=sheet, player=player, answer=SignUpAnswer.YES, games=games, number=number
        )
    proposal = seat_all_unplayed(session, Choices(("triominos", "njet"), preferred=4, seed="x"))
    game_of = dict(zip(map(frozenset, proposal.tables), proposal.table_games, strict=True))
    assert sorted(game_of.values()) == ["njet", "njet", "triominos"]
    for player, wish in zip(players, wishes, strict=True):
        (game,) = [game for table, game in game_of.items() if player.pk in table]
        assert not wish or game in wish
    assert sorted(Match.objects.values_list("game", flat=True)) == sorted(game_of.values())


def test_the_kept_plan_passes_the_independent_check(season):
    players = make.players(season.club, names(9))
    session = evening(season, players)
    choices = Choices(("njet",), seed="b")
    proposal = seat_all_unplayed(session, choices)
    (stored,) = session.seating_plans.all()
    (part,) = stored.parts
    report = referee.check(parse_request(part["request"]), parse_plan(part["plan"]))
    assert report.ok
    seats = [
        [seat.player_id for seat in Match.objects.get(pk=pk).seats.all()] for pk in part["matches"]
    ]
    assert seats == proposal.tables


def seat_all_unplayed(session, choices):
    proposal = seating_proposals.propose(session, choices)
    seating_proposals.seat(
        session,
        proposal.choices,
        tables=proposal.tables,
        table_games=proposal.table_games,
        sit_out=proposal.sit_out,
        by=None,
    )
    return proposal


def test_the_measured_advantage_of_seats_is_shown_with_its_margin(season):
    players = make.players(season.club, names(4))
    for day in range(1, 25):
        order = players[day % 4 :] + players[: day % 4]
        match = make.match(make.session(season, day=day), order, options={"target": 1})
        make.played(match, [22, 9, 5, 2])
    session = evening(season, players, day=28)
    (first, *_others, last) = measured_advantages(season.club_id, "neurotrio")[4]
    assert (first.advantage, first.error, first.value) == (0.5, 0.0, 500)
    assert (last.advantage, last.value, last.matches) == (-0.5, -500, 24)
    choices = Choices(("neurotrio",), balance=SeatBalance.ADVANTAGE)
    proposal = seating_proposals.propose(session, choices)
    assert proposal.parts[0].request["seat_values"] == {"4": [500, 167, -167, -500]}
    assert proposal.parts[0].costs["seat_advantage"] >= 0


def test_a_preview_counts_the_same_however_long_the_history_is(
    season, django_assert_max_num_queries
):
    players = make.players(season.club, names(12))
    for day in (1, 2, 3):
        make.match(make.session(season, day=day), players[:4])
    session = evening(season, players, day=8)
    with django_assert_max_num_queries(14):
        seating_proposals.propose(session, NEUROTRIO)
    assert session.starts_at < timezone.now() + timedelta(days=3650)


def test_the_export_of_an_evening_is_drawn_and_checked_without_django(season, client, tmp_path):
    players = make.players(season.club, names(8))
    session = evening(season, players)
    proposal = seat_all_unplayed(session, NEUROTRIO)
    client.force_login(make.user())
    file = tmp_path / "evening.json"
    file.write_bytes(client.get(f"/en/desk/sessions/{session.pk}/plans/seating.json").content)
    drawn, checked = (
        subprocess.run(
            [sys.executable, "-m", "seating", command, file], capture_output=True, check=True
        ).stdout
        for command in ("draw", "check")
    )
    (plan,) = json.loads(drawn)["plans"]
    assert plan["rounds"][0]["tables"] == [[*map(str, table)] for table in proposal.tables]
    assert [report["ok"] for report in json.loads(checked)["reports"]] == [True]


def test_an_archive_brings_the_plans_back(season):
    players = make.players(season.club, names(9))
    session = evening(season, players)
    seat_all_unplayed(session, Choices(("njet",), balance=SeatBalance.ADVANTAGE, seed="c"))
    back = imported(exported(season.club), make.user()).club
    copy = SeatingPlan.objects.get(session__season__club=back)
    (part,), (before,) = copy.parts, session.seating_plans.get().parts
    assert part["plan"]["cost"] == before["plan"]["cost"]
    people = {str(player.pk) for player in Player.objects.filter(club=back)}
    assert set(part["request"]["players"]) <= people


def test_a_plan_that_does_not_fit_its_request_is_refused(season):
    players = make.players(season.club, names(8))
    session = evening(season, players)
    seat_all_unplayed(session, NEUROTRIO)
    plan = session.seating_plans.get()
    plan.parts[0]["plan"]["rounds"][0]["tables"][0].pop()
    plan.save()
    with pytest.raises(Invalid) as refused:
        imported(exported(season.club), make.user())
    assert refused.value.problems[0]["path"] == "seating_plans.ndjson:1.parts.0.plan"


def test_a_table_without_players_is_refused():
    session = make.session(make.season(make.club()))
    with pytest.raises(Invalid) as refused:
        seating_proposals.seat(
            session,
            Choices(("neurotrio",)),
            tables=[[]],
            table_games=["neurotrio"],
            by=None,
        )
    assert [problem["path"] for problem in refused.value.problems] == ["tables.0"]
