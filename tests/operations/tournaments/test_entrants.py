"""Who takes part: entering, checking in, dropping out, coming back, and who comes instead."""

import pytest
from django.db import IntegrityError, transaction

from league.errors import Conflict, Invalid, NotFound
from league.models import Entrant, Match, Player, Wish
from league.operations.identity import merging
from league.operations.sessions import session_log, undo
from league.operations.tournaments import audit_log, entrants, seating_constraints
from league.operations.tournaments.entrants import EntryData
from league.operations.tournaments.play import sitting_tables, sitting_views, sittings
from tests import make
from tests.logged import kinds_of
from tests.made_once import made_once

pytestmark = pytest.mark.django_db


@pytest.fixture
@made_once
def tournament():
    return make.tournament(here=8)


def ids(tournament, *states):
    rows = tournament.entrants.order_by("pk")
    rows = rows.filter(state__in=states) if states else rows
    return list(rows.values_list("player", flat=True))


def states(tournament):
    return [entrant.state for entrant in tournament.entrants.order_by("pk")]


def newcomer(tournament, name="Zoé"):
    (player,) = make.players(tournament.season.club, [name])
    return player.pk


def test_entering_an_entrant_again_keeps_the_entry(tournament):
    zoe = newcomer(tournament)
    entered = ids(tournament)[0]
    new = entrants.enter(
        tournament, [EntryData(entered, rank=1), EntryData(zoe, rank=2, level=3)], by=None
    )
    assert [(entrant.player_id, entrant.rank, entrant.state) for entrant in new] == [
        (zoe, 2, "entered")
    ]
    assert entrants.find(tournament, entered).rank is None
    with pytest.raises(IntegrityError), transaction.atomic():
        Entrant.objects.create(tournament=tournament, player_id=zoe)


def test_all_errors_of_entries_are_reported_together(tournament):
    zoe, stranger = newcomer(tournament), make.players(make.club(name="Autre"), ["X"])[0].pk
    entries = [EntryData(stranger), EntryData(zoe, rank=0), EntryData(zoe, level=1001, table=0)]
    with pytest.raises(Invalid) as refused:
        entrants.enter(tournament, entries, by=None)
    assert [(problem["code"], problem["path"]) for problem in refused.value.problems] == [
        ("unknown_player", "players.0"),
        ("out_of_range", "players.1.rank"),
        ("player_twice", "players.2"),
        ("out_of_range", "players.2.level"),
        ("out_of_range", "players.2.table"),
    ]
    assert tournament.entrants.count() == 8


def test_a_late_entrant_plays_from_the_next_sitting_on(tournament):
    make.finished(make.published(tournament))
    zoe = newcomer(tournament)
    entrants.enter(tournament, [EntryData(zoe)], by=None)
    entrants.check_in(tournament, [zoe], by=None)
    entrants.check_in(tournament, [zoe], by=None)
    assert entrants.find(tournament, zoe).from_sitting == 2
    assert kinds_of(tournament).count("late") == 1
    sitting = sittings.draw(tournament, by=None)[0]
    assert str(zoe) in sitting.request["players"]
    assert sitting.request["history"][0]["sit_out"] == []


def test_a_player_without_an_entry_is_not_checked_in(tournament):
    with pytest.raises(Invalid, match="not entered") as refused:
        entrants.check_in(tournament, [ids(tournament)[0], newcomer(tournament)], by=None)
    assert refused.value.problems[0]["path"] == "players.1"


def test_a_player_who_drops_out_is_not_drawn_and_may_come_back(tournament):
    make.finished(make.published(tournament))
    player = ids(tournament)[0]
    entrants.drop_out(tournament, [player], by=None)
    entrants.drop_out(tournament, [player], by=None)
    assert kinds_of(tournament).count("drop_out") == 1
    with pytest.raises(Conflict, match="Let an entrant who dropped out return first"):
        entrants.skip_round(tournament, player, 1, by=None)
    assert entrants.find(tournament, player).until_sitting == 1
    sitting = sittings.draw(tournament, by=None)[0]
    assert str(player) not in sitting.request["players"]
    entrants.come_back(tournament, player, by=None)
    with pytest.raises(Conflict, match="arrived or left"):
        sittings.check(sitting, by=None)
    sittings.discard(sitting, by=None)
    assert str(player) in sittings.draw(tournament, by=None)[0].request["players"]
    with pytest.raises(Conflict, match="not dropped out"):
        entrants.come_back(tournament, player, by=None)


def test_a_player_cannot_drop_out_of_a_waiting_table(tournament):
    sitting = make.published(tournament)
    table = sitting.tables.get(number=2)
    with pytest.raises(Conflict, match="table 2 of round 1"):
        entrants.drop_out(tournament, [table.players[0]], by=None)
    make.finished(sitting, 2)
    entrants.drop_out(tournament, [table.players[0]], by=None)


def test_a_substitute_takes_the_seat_and_the_seeding(tournament):
    old = ids(tournament)[0]
    entrants.change(entrants.find(tournament, old), rank=3, step_free=True)
    sitting = make.published(tournament)
    (before,) = [table for table in sitting.tables.all() if old in table.players]
    zoe = newcomer(tournament)
    new = entrants.substitute(tournament, old, zoe, by=None)
    table = sitting.tables.get(number=before.number)
    expected = [zoe if player == old else player for player in before.players]
    assert table.players == expected
    assert [seat.player_id for seat in table.match.seats.all()] == expected
    assert Match.every.get(pk=before.match_id).called_off_at is not None
    assert (new.rank, new.step_free, new.state) == (3, True, "here")
    left = entrants.find(tournament, old)
    assert (left.state, left.substitute) == ("replaced", new)


def test_a_substitute_sits_in_the_drafts_too(tournament):
    sitting = sittings.draw(tournament, by=None)[0]
    old, zoe = ids(tournament)[0], newcomer(tournament)
    entrants.substitute(tournament, old, zoe, by=None)
    status = sitting_views.load_sitting(sitting)
    seated = {player.pk for table in status.tables for player in table.players}
    assert (zoe in seated, old in seated) == (True, False)
    sittings.publish(sittings.check(sitting, by=None), by=None)


def test_a_result_stays_with_whom_it_belongs_to(tournament):
    sitting = make.published(tournament)
    make.finished(sitting, 1)
    old, zoe = sitting.tables.get(number=1).players[0], newcomer(tournament)
    entrants.substitute(tournament, old, zoe, by=None)
    assert old in sitting.tables.get(number=1).players
    with pytest.raises(Conflict, match="already takes part"):
        entrants.substitute(tournament, zoe, ids(tournament)[1], by=None)
    entrants.come_back(tournament, old, by=None)
    assert entrants.find(tournament, old).substitute is None


def test_only_who_was_never_seated_is_taken_out(tournament):
    zoe = newcomer(tournament)
    entrants.enter(tournament, [EntryData(zoe)], by=None)
    entrants.remove(entrants.find(tournament, zoe), by=None)
    make.published(tournament)
    with pytest.raises(Conflict, match="already been seated"):
        entrants.remove(entrants.find(tournament, ids(tournament)[0]), by=None)
    with pytest.raises(NotFound):
        entrants.find(tournament, zoe)


def test_a_table_is_set_without_whom_who_did_not_come(tournament):
    sitting = make.published(tournament)
    table = sitting.tables.get(number=1)
    absent, left = table.players[0], table.players[1:]
    sitting_tables.no_show(sitting, absent, by=None)
    table.refresh_from_db()
    assert table.players == left
    assert entrants.find(tournament, absent).state == "gone"
    make.finished(sitting)
    assert not tournament.season.results.filter(player=absent).exists()


def test_whoever_has_played_has_come(tournament):
    sitting = make.finished(make.published(tournament))
    with pytest.raises(Conflict, match="Rounds have already been entered"):
        sitting_tables.no_show(sitting, sitting.tables.get(number=1).players[0], by=None)


def test_a_table_too_small_needs_a_player_who_sits_out():
    tournament = make.tournament(here=7, least=3, most=3)
    sitting = make.published(tournament)
    (waiting,) = sitting.sit_out
    absent = sitting.tables.get(number=1).players[2]
    with pytest.raises(Conflict, match="too small"):
        sitting_tables.no_show(sitting, absent, by=None)
    other = sitting.tables.get(number=2).players[0]
    with pytest.raises(Invalid, match="is not sitting out"):
        sitting_tables.no_show(sitting, absent, instead=other, by=None)
    sitting_tables.no_show(sitting, absent, instead=waiting, by=None)
    sitting.refresh_from_db()
    assert sitting.tables.get(number=1).players[2] == waiting
    assert (sitting.sit_out, sitting.noted) == ([], [])
    assert not tournament.season.sit_outs.live().exists()


def test_wishes_are_met_and_the_last_word_about_a_pair_counts(tournament):
    one, other, third = ids(tournament)[:3]
    seating_constraints.set_constraint(tournament, other, one, "together", by=None)
    constraint = seating_constraints.set_constraint(tournament, one, other, "apart", by=None)
    seating_constraints.set_constraint(tournament, one, third, "together", by=None)
    assert [
        (wish.one.player_id, wish.kind) for wish in seating_constraints.constraints_of(tournament)
    ] == [
        (one, "apart"),
        (one, "together"),
    ]
    sitting = sittings.draw(tournament, by=None)[0]
    (table,) = [set(table.players) for table in sitting.tables.all() if one in table.players]
    assert (other in table, third in table) == (False, True)
    seating_constraints.remove_constraint(tournament, constraint.pk, by=None)
    with pytest.raises(NotFound):
        seating_constraints.remove_constraint(tournament, constraint.pk, by=None)
    with pytest.raises(Invalid):
        seating_constraints.set_constraint(tournament, one, one, "apart", by=None)
    with pytest.raises(Invalid):
        seating_constraints.set_constraint(tournament, one, other, "near", by=None)
    assert Wish.objects.count() == 1


def test_an_entered_player_cannot_be_removed_from_the_club(tournament):
    session = tournament.season.sessions.get()
    zoe = session_log.add_player(session, "Zoé", by=None)
    entrants.enter(tournament, [EntryData(zoe.pk)], by=None)
    entry = undo.log_entries(session)[-1]
    with pytest.raises(Conflict, match="cannot be removed"):
        undo.undo(session, entry.ref, by=None)
    entrants.remove(entrants.find(tournament, zoe.pk), by=None)
    undo.undo(session, entry.ref, by=None)
    assert not tournament.season.club.players.filter(name="Zoé").exists()


def test_a_player_takes_his_minimum_to_every_seat_and_who_comes_instead_has_his_own(tournament):
    minimums = dict(zip(ids(tournament), [11, 12, None, 14, None, 13, None, None], strict=True))
    for player, minimum in minimums.items():
        entrants.change(entrants.find(tournament, player), minimum=minimum)
    zoe = newcomer(tournament)
    (stand_in,) = entrants.enter(tournament, [EntryData(zoe, minimum=0)], by=None)
    assert stand_in.minimum == 0
    tables = make.published(tournament).tables.order_by("number")
    for table in tables:
        expected = [
            12 if minimums[player] is None else minimums[player] for player in table.players
        ]
        assert table.match.options["minimums"] == expected
    entrants.substitute(tournament, tables[0].players[1], zoe, by=None)
    assert tables.all()[0].match.options["minimums"][1] == 0


def test_a_minimum_is_a_number_and_a_rule_of_the_game(tournament):
    def refusal(minimum):
        with pytest.raises(Invalid) as refused:
            entrants.change(entrants.find(tournament, ids(tournament)[0]), minimum=minimum)
        (problem,) = refused.value.problems
        return problem["code"], problem["path"]

    assert refusal(101) == ("out_of_range", "minimum")
    tournament.game = "triominos"
    tournament.save()
    assert refusal(11) == ("not_a_rule_of_the_game", "minimum")


def test_log_names_the_survivor_of_a_merge(tournament):
    zoe, double = newcomer(tournament), newcomer(tournament, "Zoe L.")
    entrants.enter(tournament, [EntryData(double)], by=None)
    assert audit_log.lines(tournament)[-1].player.pk == double
    merging.merge(Player.objects.get(pk=double), Player.objects.get(pk=zoe), by=None)
    assert audit_log.lines(tournament)[-1].player.pk == zoe
