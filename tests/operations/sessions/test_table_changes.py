"""Tables merged and split before their first round, and taken apart again by one undo."""

from typing import Any

import pytest

from league.errors import Conflict, Invalid
from league.models import Match
from league.operations.matches import submissions
from league.operations.sessions import session_log, table_changes, undo
from league.operations.sessions.session_log_words import entry_texts
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def session():
    return make.session(make.season(make.club(), games=["neurotrio", "triominos", "njet"]))


@pytest.fixture
def players(session):
    return make.players(session.season.club, ["Ada", "Bruno", "Chloé", "Dov"])


@pytest.fixture
def pair(session, players):
    """Return two tables of two, with a minimum of their own for each player."""
    options: list[dict[str, Any]] = [
        {"minimums": [13, 11], "target": 30},
        {"minimums": [10, 12]},
    ]
    return [
        make.match(session, players[start : start + 2], options=rules, table=table)
        for start, rules, table in ((0, options[0], 5), (2, options[1], 3))
    ]


@pytest.fixture
def four(session, players):
    return make.match(session, players, options={"minimums": [13, 11, 12, 10]}, table=4)


def seats(match):
    return list(match.seats.values_list("player__name", flat=True))


def fresh(match):
    return Match.every.get(pk=match.pk)


def last(session):
    return undo.log_entries(session)[0]


def codes(refused):
    return [(problem["code"], problem["path"]) for problem in refused.value.problems]


def test_merged_table_keeps_number_and_rules_and_each_player_the_own_minimum(pair):
    into, source = pair
    merged = table_changes.merge(source, into, by=None)
    assert seats(merged) == ["Ada", "Bruno", "Chloé", "Dov"]
    assert (merged.table, merged.totals, merged.version) == (5, [0, 0, 0, 0], 2)
    assert (merged.options["target"], merged.options["minimums"]) == (30, [13, 11, 10, 12])
    assert fresh(source).called_off_at is not None
    assert make.played(merged, [22, 9, 5, 2]).rounds_played == 1


def test_undo_of_a_merge_restores_both_tables(session, pair):
    into, source = pair
    rules = into.options
    table_changes.merge(source, into, by=make.user())
    entry = last(session)
    assert entry_texts([entry])[0][1] == ("Table 3 merged into table 5: Ada, Bruno, Chloé, Dov")
    undo.undo(session, entry.ref, by=make.user())
    assert (seats(into), seats(source)) == (["Ada", "Bruno"], ["Chloé", "Dov"])
    assert (fresh(into).options, fresh(source).called_off_at) == (rules, None)
    undo.redo(session, entry.ref, by=make.user())
    assert seats(into) == ["Ada", "Bruno", "Chloé", "Dov"]
    assert fresh(into).options["minimums"] == [13, 11, 10, 12]
    undo.undo(session, last(session).ref, by=make.user())
    assert (seats(into), seats(source)) == (["Ada", "Bruno"], ["Chloé", "Dov"])


def test_split_seats_those_who_go_at_a_new_table_in_their_order(players, four):
    match, new = table_changes.split(four, [players[3].pk, players[1].pk], by=None)
    assert (seats(match), match.table) == (["Ada", "Chloé"], 4)
    assert (seats(new), new.table) == (["Bruno", "Dov"], 1)
    assert [each.options["minimums"] for each in (match, new)] == [[13, 12], [11, 10]]


def test_undo_of_a_split_restores_the_order_of_seats(session, players, four):
    rules = four.options
    _match, new = table_changes.split(four, [players[0].pk, players[2].pk], table=9, by=make.user())
    entry = last(session)
    assert entry_texts([entry])[0][1] == (
        "Table 4 split into tables 4 and 9: Bruno, Dov, Ada, Chloé"
    )
    undo.undo(session, entry.ref, by=make.user())
    assert seats(four) == ["Ada", "Bruno", "Chloé", "Dov"]
    assert (fresh(four).options, Match.objects.count()) == (rules, 1)
    undo.redo(session, entry.ref, by=make.user())
    assert (seats(four), seats(new)) == (["Bruno", "Dov"], ["Ada", "Chloé"])
    undo.undo(session, last(session).ref, by=make.user())
    assert seats(four) == ["Ada", "Bruno", "Chloé", "Dov"]


def test_rounds_are_undone_with_the_merge(session, pair):
    into, source = pair
    table_changes.merge(source, into, by=None)
    entry = last(session)
    make.played(fresh(into), [14, 9, 5, 2])
    with pytest.raises(Conflict, match="later action"):
        undo.undo(session, entry.ref, by=None)
    listed = undo.log_entries(session)
    refs = [dependent.ref for dependent in undo.dependents(entry, listed)]
    undo.undo(session, entry.ref, by=None, expected_dependents=refs)
    assert seats(source) == ["Chloé", "Dov"]


def test_size_that_the_game_does_not_allow_is_refused(session, players, four):
    more = make.players(session.season.club, ["Eva", "Finn"])
    other = make.match(session, more, table=7)
    with pytest.raises(Invalid) as refused:
        table_changes.merge(other, four, by=None)
    assert refused.value.detail == (
        "Table 4 would have 6 players. This game is for 2 to 4 players."
    )
    assert codes(refused) == [("bad_number_of_players", "into")]
    with pytest.raises(Invalid, match=r"The new table would have 1 player\. This game"):
        table_changes.split(four, [players[0].pk], by=None)
    with pytest.raises(Invalid, match=r"Table 4 would have 1 player\. This game"):
        table_changes.split(four, [player.pk for player in players[1:]], by=None)
    assert (Match.objects.count(), len(seats(four))) == (2, 4)


def test_table_that_has_begun_or_is_gone_is_refused(pair):
    into, source = pair
    make.played(source, [14, 9])
    with pytest.raises(Conflict, match=r"Table 3 has started.*undo its rounds first") as refused:
        table_changes.merge(source, into, by=None)
    assert codes(refused) == [("match_begun", "")]
    submissions.withdraw(source.pk, 1, by=None)
    session_log.call_off(source, by=None)
    with pytest.raises(Conflict, match="has just been cancelled"):
        table_changes.merge(source, into, by=None)


def test_second_merge_of_the_same_tables_has_no_effect(pair):
    into, source = pair
    table_changes.merge(source, into, by=None)
    with pytest.raises(Conflict, match="has just been cancelled"):
        table_changes.merge(source, into, by=None)
    assert len(seats(into)) == 4


def test_strangers_and_tables_elsewhere_are_refused(session, players, pair, four):
    elsewhere = make.match(make.session(session.season, 8), players[:2])
    for other in (elsewhere, pair[0]):
        with pytest.raises(Invalid, match="another table of this evening"):
            table_changes.merge(other, pair[0], by=None)
    (eva,) = make.players(session.season.club, ["Eva"])
    with pytest.raises(Invalid) as refused:
        table_changes.split(four, [players[0].pk, eva.pk], by=None)
    assert codes(refused) == [("not_seated", "players.1")]
    with pytest.raises(Invalid, match="Choose the players"):
        table_changes.split(four, [], by=None)


def test_tournament_tables_are_refused():
    tables = list(make.published(make.tournament(here=6)).tables.all())
    with pytest.raises(Conflict, match="tournament round 1"):
        table_changes.merge(tables[0].match, tables[1].match, by=None)
