"""Substitutes at the tables of a tournament: the plan stays, the facts follow."""

import pytest

from league.errors import Conflict, Invalid
from league.models import IncidentKind, SubstitutionEffect
from league.operations.results import seat_corrections, substitutions
from league.operations.tournaments import audit_log
from league.operations.tournaments.draw import seating_requests
from league.operations.tournaments.play import sittings
from scoring.models import Result
from tests import make
from tests.archives import exported, imported, unpacked

pytestmark = pytest.mark.django_db
STARTER, SUBSTITUTE, BOTH, NEITHER = SubstitutionEffect
ROUND = [22, 10, 5, 2]


@pytest.fixture
def sitting():
    """Return a published sitting of nine players at two tables of four, to 50 points, with a round
    at the first table; one player sits out."""
    sitting = make.published(make.tournament(here=9, least=4, most=4, options={"target": 50}))
    make.played(table_of(sitting).match, ROUND)
    return sitting


def table_of(sitting, number=1):
    return sitting.tables.select_related("match__session__season__club").get(number=number)


def come_in(sitting, entering=None, effect=BOTH):
    table = table_of(sitting)
    return substitutions.substitute(
        table.match,
        leaving=table.players[0],
        entering=sitting.sit_out[0] if entering is None else entering,
        effect=effect,
        by=None,
    )


def finish(sitting):
    """Play the first table from its second round on, and the other one."""
    make.played(table_of(sitting).match, ROUND, ROUND)
    make.played(table_of(sitting, 2).match, ROUND, ROUND, ROUND)


def test_player_who_sits_out_comes_in(sitting):
    table, (waiting,) = table_of(sitting), sitting.sit_out
    come_in(sitting)
    finish(sitting)
    rows = Result.objects.live().filter(match=table.match, seat=0).order_by("share_from")
    assert list(rows.values_list("player", flat=True)) == [table.players[0], waiting]
    assert table_of(sitting).players == table.players, "the plan stays"


def test_next_draw_knows_both(sitting):
    table, (waiting,) = table_of(sitting), sitting.sit_out
    come_in(sitting)
    finish(sitting)
    (draft,) = sittings.draw(sitting.tournament, by=None)
    (entry,) = seating_requests.current_request(draft).request["history"]
    assert entry["tables"][0] == [*map(str, table.players), str(waiting)]
    assert entry["sit_out"] == []


def test_player_of_another_table_of_the_round_is_refused(sitting):
    other = table_of(sitting, 2).players[0]
    with pytest.raises(Invalid, match="already plays at table 2"):
        come_in(sitting, other)


def test_player_from_outside_only_helps_out(sitting):
    (guest,) = make.players(sitting.tournament.season.club, ["Guest"])
    with pytest.raises(Invalid, match="Guest is not entered in this tournament"):
        come_in(sitting, guest.pk)
    come_in(sitting, guest.pk, STARTER)
    finish(sitting)
    table = table_of(sitting)
    assert Result.objects.live().get(match=table.match, seat=0).player_id == table.players[0]


def test_log_of_the_tournament_names_both(sitting):
    row = come_in(sitting)
    substitutions.take_back(row, by=None)
    changes = [
        (line.entry.kind, line.player.pk, line.other.pk)
        for line in audit_log.lines(sitting.tournament)
        if line.entry.kind in {IncidentKind.STAND_IN, IncidentKind.STAND_IN_UNDONE}
    ]
    people = row.leaving_id, row.entering_id
    assert changes == [
        (IncidentKind.STAND_IN, *people),
        (IncidentKind.STAND_IN_UNDONE, *reversed(people)),
    ]


def test_locked_round_is_refused(sitting):
    finish(sitting)
    sittings.lock(sitting, by=None)
    with pytest.raises(Conflict):
        come_in(sitting)


def test_seats_are_not_corrected_beside_a_substitution(sitting):
    come_in(sitting)
    table = table_of(sitting)
    with pytest.raises(Conflict, match="undo the substitution"):
        seat_corrections.correct_seats({table.match_id: table.players}, by=None)


def test_substitution_survives_a_round_trip(sitting):
    club = sitting.tournament.season.club
    come_in(sitting)
    finish(sitting)
    data = exported(club)
    again = imported(data, make.user("other@example.org")).club
    for name in ("matches.ndjson", "seasons.ndjson", "standings.ndjson"):
        assert unpacked(exported(again))[name] == unpacked(data)[name]
