"""Knock-outs, finals, and the way that leads there."""

import pytest

from league.errors import Conflict
from league.models import Format
from league.operations.matches import submissions
from league.operations.tournaments import entrants, tournaments
from league.operations.tournaments.draw import prechecks, seating_requests
from league.operations.tournaments.play import brackets, sittings
from tests import make

pytestmark = pytest.mark.django_db


def tables(sitting):
    return [list(table.players) for table in sitting.tables.order_by("number")]


def seated(sitting):
    return {player for table in tables(sitting) for player in table} | set(sitting.sit_out)


def knock_out(here=16, **fields):
    return make.tournament(here=here, format=Format.KNOCK_OUT, go_on=2, **fields)


def test_a_knock_out_goes_down_to_one_table():
    tournament = knock_out()
    kinds, sizes = [], []
    for _number in range(3):
        sitting = make.finished(make.published(tournament))
        kinds.append(sitting.kind)
        sizes.append([len(table) for table in tables(sitting)])
    assert kinds == ["knock_out", "knock_out", "final"]
    assert sizes == [[4, 4, 4, 4], [4, 4], [4]]
    with pytest.raises(Conflict, match="final is already drawn"):
        sittings.draw(tournament, by=None)
    levels = brackets.bracket(tournament)
    assert [line.went_on for line in levels[0].tables[0].lines] == [True, True, False, False]
    assert [line.place for line in levels[2].tables[0].lines] == [1, 2, 3, 4]
    assert [line.went_on for line in levels[2].tables[0].lines] == [None] * 4
    assert brackets.is_played_out(levels)


def test_each_player_of_a_later_level_has_the_table_they_come_from():
    tournament = knock_out()
    for _number in range(2):
        make.finished(make.published(tournament))
    first, second = brackets.bracket(tournament)
    before = {line.player: t.stand.number for t in first.tables for line in t.lines}
    assert {line.from_table for t in first.tables for line in t.lines} == {None}
    for table in second.tables:
        for line in table.lines:
            assert line.from_table == before[line.player]


def test_the_two_best_of_each_table_go_on():
    tournament = knock_out()
    first = make.finished(make.published(tournament))
    second = sittings.draw(tournament, by=None)[0]
    assert seated(second) == {player for table in tables(first) for player in table[:2]}
    assert second.plan["cost"]["consecutive_repeat"] == 0


def test_the_seeded_start_at_different_tables():
    tournament = knock_out()
    everybody = list(tournament.entrants.order_by("pk"))
    for rank, entrant in enumerate(everybody[:4], 1):
        entrants.change(entrant, rank=rank)
    sitting = sittings.draw(tournament, by=None)[0]
    best = {entrant.player_id for entrant in everybody[:4]}
    assert [len(best & set(table)) for table in tables(sitting)] == [1, 1, 1, 1]


def test_a_tie_at_the_cut_is_reported_with_the_next_draw():
    tournament = knock_out(here=8)
    sitting = make.published(tournament)
    make.finished(sitting, 2)
    table = sitting.tables.get(number=1)
    submissions.submit(table.match_id, make.sheet(22, 5, 5, 2), by=None)
    final = sittings.draw(tournament, by=None)[0]
    (reason,) = [reason for reason in final.reasons if reason["code"] == "tie_at_cut"]
    assert set(reason["players"]) == {str(player) for player in table.players[1:3]}
    assert len(reason["go_on"]) == 1
    assert set(map(int, reason["go_on"])) <= seated(final)
    assert (final.kind, len(seated(final))) == ("final", 4)
    assert reason["by"] in {"standings", "lots"}


@pytest.mark.parametrize(("ranks", "by"), [([], "lots"), ([3, 4, 1, 2], "seeding")])
def test_a_tie_for_the_final_names_the_players_and_what_decided(ranks, by):
    tournament = make.tournament(here=8, sittings_planned=1, finalists=3)
    first = make.finished(make.published(tournament))
    seconds = [table[1] for table in tables(first)]
    for rank, player in zip(
        ranks, [*(table[0] for table in tables(first)), *seconds], strict=False
    ):
        entrants.change(tournament.entrants.get(player=player), rank=rank)
    final = sittings.draw(tournament, by=None)[0]
    (reason,) = [reason for reason in final.reasons if reason["code"] == "tie_for_final"]
    assert set(map(int, reason["players"])) == set(seconds)
    assert (set(map(int, reason["go_on"])) <= seated(final), reason["by"]) == (True, by)
    if ranks:
        assert reason["go_on"] == [str(seconds[0])]


def test_a_player_who_sits_out_for_lack_of_a_table_qualifies():
    tournament = knock_out(here=13, least=3, most=3, preferred=[3])
    first = make.finished(make.published(tournament))
    second = sittings.draw(tournament, by=None)[0]
    assert len(first.sit_out) == 1
    assert set(first.sit_out) <= seated(second)
    assert len(seated(second)) == 9


def test_a_substitute_goes_on_for_whom_he_replaces():
    tournament = knock_out()
    first = make.finished(make.published(tournament))
    winner = tables(first)[0][0]
    (zoe,) = make.players(tournament.season.club, ["Zoé"])
    entrants.substitute(tournament, winner, zoe.pk, by=None)
    on = seated(sittings.draw(tournament, by=None)[0])
    assert (zoe.pk in on, winner in on) == (True, False)


def test_a_knock_out_that_cannot_go_on_can_be_helped():
    tournament = make.tournament(here=8, format=Format.KNOCK_OUT, go_on=1)
    make.finished(make.published(tournament))
    with pytest.raises(Conflict, match="at least 3"):
        sittings.draw(tournament, by=None)
    tournaments.change(tournament, go_on=2)
    assert sittings.draw(tournament, by=None)[0].kind == "final"


def test_the_final_seats_the_best_by_rank():
    tournament = make.tournament(here=16, sittings_planned=2, finalists=7)
    for _number in range(2):
        make.finished(make.published(tournament))
    final = make.published(tournament)
    best = seating_requests.ranking(tournament, final.seed)
    assert final.kind == "final"
    assert [set(table) for table in tables(final)] == [set(best[:4]), set(best[4:7])]
    levels = brackets.bracket(tournament)
    on = [line.player.pk for table in levels[1].tables for line in table.lines if line.went_on]
    assert set(on) == set(best[:7])
    make.finished(final)
    assert brackets.is_played_out(brackets.bracket(tournament))
    with pytest.raises(Conflict, match="final is already drawn"):
        sittings.draw(tournament, by=None)


def test_a_finalist_who_leaves_is_followed_by_the_next_one():
    tournament = make.tournament(here=8, sittings_planned=1, finalists=4)
    make.finished(make.published(tournament))
    best = seating_requests.ranking(tournament, f"{tournament.seed}.2")
    entrants.drop_out(tournament, [best[0]], by=None)
    assert seated(sittings.draw(tournament, by=None)[0]) == set(best[1:5])


def test_drafts_are_in_the_bracket_of_organisers_only():
    tournament = knock_out()
    make.finished(make.published(tournament))
    sittings.draw(tournament, by=None)
    assert len(brackets.bracket(tournament)) == 1
    assert len(brackets.bracket(tournament, hidden=True)) == 2
    assert brackets.bracket(tournament)[0].tables[0].lines[0].went_on is None


def test_a_played_out_final_reports_no_missing_result():
    tournament = make.tournament(here=8, format=Format.KNOCK_OUT, go_on=2, least=4)
    make.finished(make.published(tournament))
    final = make.published(tournament)
    assert {finding.code for finding in prechecks.precheck(tournament)} == {
        "result_missing",
        "played_out",
    }
    make.finished(final)
    assert [finding.code for finding in prechecks.precheck(tournament)] == ["played_out"]
