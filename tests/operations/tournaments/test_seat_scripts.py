"""Tournaments whose seats come from a file."""

import json
import subprocess
import sys

import pytest

from league.errors import Conflict, Invalid, Stale
from league.models import AuditEntry, Format, Tournament
from league.operations.exchange.import_files import seat_files
from league.operations.identity import merging
from league.operations.tournaments import entrants, seat_scripts, tournaments
from league.operations.tournaments.draw import prechecks
from league.operations.tournaments.entrants import EntryData
from league.operations.tournaments.play import sittings
from tests import make
from tests.logged import kinds_of

pytestmark = pytest.mark.django_db

TABLES = [[[1, 2, 3], [4, 5, 6]], [[1, 4, 2], [3, 5, 6]], [[6, 5, 4], [3, 2, 1]]]


def as_text(rounds, name="Player {:02}".format):
    return "".join(
        f"{number},{table},{seat},{name(player)}\n"
        for number, tables in enumerate(rounds, 1)
        for table, players in enumerate(tables, 1)
        for seat, player in enumerate(players, 1)
    )


def upload(tournament, text, **fields):
    file = seat_files.read(text)
    return seat_scripts.save(tournament, file.rows, file.faults, **{"by": None, **fields})


def refused(tournament, text):
    """Return the messages by path of an upload that is refused, and stores nothing."""
    before, log = Tournament.objects.get().script, kinds_of(tournament)
    with pytest.raises(Invalid) as refusal:
        upload(tournament, text)
    assert (Tournament.objects.get().script, kinds_of(tournament)) == (before, log)
    return {problem["path"]: problem["message"] for problem in refusal.value.problems}


def scripted(here=6, rounds=TABLES, **fields):
    tournament = make.tournament(here=here, format=Format.SCRIPT, **fields)
    return upload(tournament, as_text(rounds)) if rounds else tournament


def numbers(tournament, tables):
    """Return the tables with players as in their names."""
    ids = list(tournament.entrants.order_by("pk").values_list("player", flat=True))
    return [[ids.index(player) + 1 for player in table] for table in tables]


def seated(tournament, sitting):
    tables = sitting.tables.order_by("number").values_list("players", flat=True)
    return numbers(tournament, tables)


def findings(tournament, *codes):
    return [finding.message for finding in prechecks.precheck(tournament) if finding.code in codes]


def test_rounds_are_drawn_as_the_file_says():
    tournament = scripted()
    assert (tournament.sittings_planned, kinds_of(tournament).count("script")) == (3, 1)
    for tables in TABLES:
        assert prechecks.expected_tables(tournament) == (3, 3)
        sitting = make.published(tournament)
        assert seated(tournament, sitting) == tables
        assert (sitting.request["mode"], sitting.sit_out) == ("script", [])
        make.finished(sitting)
    assert findings(tournament, "played_out") == ["All 3 planned rounds are drawn."]


def test_checker_accepts_the_stored_plan(tmp_path):
    sitting = make.published(scripted(here=7))
    for name in ("request", "plan"):
        (tmp_path / f"{name}.json").write_text(json.dumps(getattr(sitting, name)))
    command = [sys.executable, "-m", "seating", "check", "request.json", "plan.json"]
    env = {"PYTHONPATH": "/".join(__file__.split("/")[:-4])}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, check=False)
    assert (done.returncode, json.loads(done.stdout)["ok"]) == (0, True)


def test_players_by_number_in_the_list_of_entrants():
    tournament = make.tournament(here=6, format=Format.SCRIPT)
    by_name = upload(tournament, as_text(TABLES)).script
    assert upload(tournament, as_text(TABLES, str)).script == by_name
    assert kinds_of(tournament).count("script") == 1


def test_stored_seats_are_offered_as_a_file_again():
    tournament = scripted()
    text = seat_scripts.to_csv(tournament)
    assert text.startswith("round,table,seat,player\n1,1,1,Player 01\n")
    assert upload(tournament, text).version == tournament.version


def test_unknown_player_is_refused_with_similar_names():
    tournament = scripted(rounds=None)
    make.players(tournament.season.club, ["Zoe"])
    text = as_text([[[1, 2, 3], [4, 5, 6]]])
    text = text.replace("Player 02", "Playr 02").replace("Player 06", "Zoe") + "1,2,4,Nobody\n"
    problems = refused(tournament, text)
    assert list(problems) == ["rows.2.player", "rows.6.player", "rows.7.player"]
    assert problems["rows.2.player"].startswith(
        "Line 2: “Playr 02” is not entered in this tournament. Did you mean Player 0"
    )
    assert problems["rows.6.player"] == (
        "Line 6: “Zoe” is in the club but not entered: enter this player first."
    )
    assert problems["rows.7.player"] == (
        "Line 7: “Nobody” is not entered in this tournament: enter this player first."
    )


@pytest.mark.parametrize(
    ("text", "path", "words"),
    [
        ("1,1,4,1", "rows.7.player", "Line 7: Player 01 already has a seat in round 1 (Line 1)."),
        ("1,1,1,2", "rows.7.seat", "is already taken (Line 1)"),
        ("3,1,1,1\n3,1,2,2\n3,1,3,3", "content", "Round 2 is missing"),
        ("1,4,1,7\n1,4,2,8\n1,4,3,9", "rows.1.table", "Table 3 of round 1 is missing"),
        ("2,1,1,1\n2,1,3,2\n2,1,4,3", "rows.7.seat", "Seat 2 at table 1 of round 2 is missing"),
        ("2,1,1,1\n2,1,2,2", "rows.7.table", "has 2 players, but tables have 3 to 4"),
        ("101,1,1,1", "rows.7.round", "“round” can be at most 100"),
        ("999999,1,1,1", "rows.7.round", "“round” can be at most 100"),
        ("2,501,1,1", "rows.7.table", "“table” can be at most 500"),
        ("2,1,13,1", "rows.7.seat", "“seat” can be at most 12"),
        ("2,1,1,99", "rows.7.player", "No entrant has the number 99: the list has 9."),
    ],
)
def test_fault_has_its_line_and_the_remedy(text, path, words):
    tournament = scripted(here=9, rounds=None)
    assert words in refused(tournament, as_text(TABLES[:1], str) + text)[path]


def test_empty_file_has_no_seats():
    assert "no seats" in refused(scripted(), "[]")["content"]


def test_number_distinguishes_two_entrants_of_one_name():
    tournament = make.tournament(here=6, format=Format.SCRIPT)
    first, second = tournament.entrants.order_by("pk")[:2]
    type(first.player).objects.filter(pk=second.player_id).update(
        name=first.player.name, name_key=first.player.name_key
    )
    problems = refused(tournament, as_text(TABLES))
    assert problems["rows.1.player"] == (
        "Line 1: Several entrants are called “Player 01”: write the number from the list."
    )
    tournament = upload(tournament, as_text(TABLES, str))
    assert "\n1,1,2,2\n" in seat_scripts.to_csv(tournament)


def test_faults_of_a_long_file_are_cut():
    problems = refused(scripted(rounds=None), "".join(f"1,1,1,N{n}\n" for n in range(300)))
    assert len(problems) <= 201
    assert "further problems" in problems["content"]


def test_other_formats_take_no_seats():
    with pytest.raises(Conflict, match="Choose the format"):
        upload(make.tournament(here=6), as_text(TABLES))


def test_another_format_drops_the_seats():
    tournament = scripted()
    assert tournaments.change(tournament, sittings_planned=9).sittings_planned == 3
    assert tournaments.change(tournament, format=Format.SOCIAL).script == []


def test_only_rounds_that_are_not_drawn_are_replaced():
    tournament = scripted()
    sitting = sittings.draw(tournament, by=None)[0]
    problems = refused(tournament, as_text([TABLES[1], *TABLES[1:]]))
    assert problems["rows.1.round"].startswith("Round 1 is already drawn: remove its lines")
    later = as_text(TABLES[:2]).splitlines(keepends=True)[6:]
    assert numbers(tournament, upload(tournament, "".join(later)).script[1]) == TABLES[1]
    assert len(Tournament.objects.get().script) == 2
    sittings.discard(sitting, by=None)
    upload(tournament, as_text(TABLES[1:]))
    assert seated(tournament, sittings.draw(tournament, by=None)[0]) == TABLES[1]


def test_concurrent_change_is_seen():
    tournament = scripted()
    with pytest.raises(Stale):
        upload(tournament, as_text(TABLES[:2]), seen_version=tournament.version - 1)
    upload(tournament, as_text(TABLES), seen_version=1)  # the same seats again


def test_missing_round_blocks_the_draw():
    tournament = scripted(rounds=None)
    assert findings(tournament, "no_script") == [
        "The seating plan has no round 1 yet. Upload it first."
    ]
    with pytest.raises(Conflict, match="no round 1 yet"):
        sittings.draw(tournament, by=None)


def test_missing_players_leave_seats_empty_and_small_tables_are_not_played():
    rounds = [[[1, 2, 3, 4], [5, 6, 7]]]
    tournament = scripted(here=8, rounds=rounds)
    ids = list(tournament.entrants.order_by("pk").values_list("player", flat=True))
    entrants.drop_out(tournament, [ids[1], ids[6]], by=None)
    assert findings(tournament, "table_not_played", "empty_seats", "sit_out") == [
        "Table 2 of round 1 is not played: it has 2 players here, and a table needs 3 to 4.",
        "Empty seats in round 1: Player 02, Player 07.",
        "No seat in round 1, so sitting out: Player 05, Player 06, Player 08.",
    ]
    sitting = make.published(tournament)
    assert seated(tournament, sitting) == [[1, 3, 4]]
    assert sitting.sit_out == [ids[4], ids[5], ids[7]]
    assert len(sitting.noted) == 3


def test_round_without_enough_players_is_not_drawn():
    tournament = scripted(here=6)
    ids = list(tournament.entrants.order_by("pk").values_list("player", flat=True))
    entrants.drop_out(tournament, [ids[0], ids[5]], by=None)
    assert findings(tournament, "too_few")[0].startswith("No table of round 1 has enough players")
    with pytest.raises(Conflict, match="No table of round 1"):
        sittings.draw(tournament, by=None)


def test_substitute_has_the_seats_of_the_replaced_player():
    tournament = scripted(here=7)
    ids = list(tournament.entrants.order_by("pk").values_list("player", flat=True))
    newcomer = make.players(tournament.season.club, ["Zoe"])[0]
    entrants.substitute(tournament, ids[0], newcomer.pk, by=None)
    assert seated(tournament, make.published(tournament)) == [[8, 2, 3], [4, 5, 6]]


def test_substitute_with_a_seat_of_their_own_keeps_it():
    tournament = make.tournament(here=7, format=Format.SCRIPT)
    zoe = make.players(tournament.season.club, ["Zoe"])[0]
    entrants.enter(tournament, [EntryData(zoe.pk)], by=None)
    upload(tournament, as_text([[[1, 2, 3, 4], [5, 6, 7, 8]]], str))
    ids = list(tournament.entrants.order_by("pk").values_list("player", flat=True))
    entrants.substitute(tournament, ids[0], zoe.pk, by=None)
    assert seated(tournament, make.published(tournament)) == [[2, 3, 4], [5, 6, 7, 8]]


def test_player_with_seats_cannot_be_removed():
    tournament = scripted()
    with pytest.raises(Conflict, match="upload a plan without Player 01"):
        entrants.remove(tournament.entrants.order_by("pk").first(), by=None)


def test_final_follows_the_rounds_of_the_file():
    tournament = scripted(sittings_planned=2, finalists=3)
    for _tables in TABLES:
        make.finished(make.published(tournament))
    final = make.published(tournament)
    assert (final.kind, final.tables.count(), len(final.sit_out)) == ("final", 1, 0)
    with pytest.raises(Conflict, match="The final is already drawn"):
        upload(tournament, as_text(TABLES))


def test_another_method_can_draw_a_round():
    tournament = scripted()
    assert sittings.draw(tournament, mode="random", by=None)[0].request["mode"] == "random"


def test_log_says_how_many_seats_are_stored():
    tournament = scripted()
    entry = AuditEntry.objects.get(kind="tournament.script")
    assert entry.subject["tournament"] == tournament.pk
    assert entry.after == {"sittings_planned": 3, "seats": 18}


def test_seats_follow_two_merged_players():
    tournament = scripted()
    first = tournament.entrants.order_by("pk").first()
    survivor = make.players(tournament.season.club, ["Zoe"])[0]
    merging.merge(first.player, survivor, by=make.user())
    tournament.refresh_from_db()
    assert tournament.script[0][0][0] == survivor.pk
    assert seated(tournament, make.published(tournament)) == TABLES[0]
