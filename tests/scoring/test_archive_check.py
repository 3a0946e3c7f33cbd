"""python -m scoring check: archives that the exporter wrote, as they are and after changes."""

import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from league.demo import demo_club
from league.models import SubstitutionEffect
from league.operations.results import stopped_matches, substitutions
from league.operations.seasons import penalties, seasons, teams
from league.operations.seasons.team_checks import MemberData
from scoring import projection, standings_queries
from scoring.__main__ import main
from scoring.models import Result
from tests import make
from tests.archives import changed, exported, packed, summed, unpacked
from tests.made_once import made_once

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[2]
ALONE = f"""
import runpy, sys
sys.path.insert(0, {str(ROOT)!r})
runpy.run_module("scoring", run_name="__main__", alter_sys=True)
"""
TIEBREAKS = ["mini_table", "head_to_head", "best_evening", "last_result", "sit_outs", "strength"]


@pytest.fixture
@made_once
def archive():
    """Return the archive of a club with penalties, sit-outs, draws and a stopped match."""
    club = make.club()
    season = make.season(club, scheme={"tiebreaks": [*TIEBREAKS, "lots"], "sit_out": "own_mean"})
    players = make.players(club)
    evening, earlier = make.session(season, 20), make.session(season, 10)
    for session, scores in ((evening, [22, 5, 6]), (earlier, [5, 22, 6]), (evening, [5, 5, 22])):
        match = make.match(session, players[:3], options={"target": 20})
        make.played(match, scores)
    running = make.match(earlier, players[:3])
    make.played(running, [22, 5, 6])
    stopped_matches.stop(running, forfeited=[players[0].pk], by=None)
    make.match(evening, players[:2])  # without a round
    for player in players[:2]:
        penalty = penalties.penalise(
            season, session=evening.pk, player=player.pk, points=7, reason="Late", by=None
        )
    penalties.lift_penalty(penalty, reason="The tram", by=None)
    penalties.sit_out(evening, player=players[2].pk)
    penalties.strike_sit_out(penalties.sit_out(earlier, player=players[0].pk))
    seasons.update_session(evening, starts_at=evening.starts_at.replace(day=1))
    for group in penalties.tied_groups(penalties.find_table(season, "")):
        penalties.draw_for_tie(season, players=[row.player_id for row in group], by=None)
    return exported(club)


@pytest.fixture
def check(tmp_path):
    def run(content, *options):
        path = tmp_path / "club.zip"
        path.write_bytes(content)
        return main(["check", str(path), *options])

    return run


def test_an_archive_with_leagues_equals_its_results(db, check):
    season = make.season(make.club())
    players = make.players(season.club)
    for day, scores in ((1, [22, 5, 6]), (8, [5, 22, 6])):
        match = make.match(make.session(season, day), players[:3], options={"target": 20})
        make.played(match, scores)
    members = [player.pk for player in players[:2]]
    listed = {"member_rule": "listed", "players": members, "games": ["neurotrio"]}
    make.league(season, "Everyone")
    make.league(season, "Two", **listed, place_rule="members", starts_on=date(2026, 10, 2))
    assert check(exported(season.club)) == 0
    without = {**unpacked(exported(season.club)), "leagues.ndjson": b""}
    assert check(packed(summed(without))) == 1


def test_newcomers_to_the_table_of_a_game_have_no_result_in_it(db):
    season = make.season(make.club())
    players = make.players(season.club)
    make.played(make.match(make.session(season), players[:3], options={"target": 20}), [22, 5, 6])
    counted = {
        game: standings_queries.count_newcomers(standings_queries.find_table(season.pk, game))
        for game in ("neurotrio", "njet")
    }
    assert counted == {"neurotrio": 1, "njet": 4}


@pytest.mark.parametrize("scheme", [{}, {"aggregate": "mean", "minimum_matches": 2}])
def test_an_archive_with_a_substitute_equals_its_results(db, check, scheme):
    season = make.season(make.club(), scheme=scheme)
    *seated, substitute = make.players(season.club)
    match = make.match(make.session(season), seated, options={"target": 20})
    make.played(match, [12, 5, 6])
    substitutions.substitute(
        match,
        leaving=seated[0].pk,
        entering=substitute.pk,
        effect=SubstitutionEffect.BOTH,
        by=None,
    )
    make.played(match, [12, 5, 6])
    assert Result.objects.live().filter(match=match).count() == 4
    assert check(exported(season.club), "--records") == 0


def test_exported_archive_equals_its_results_and_records(archive, check, capsys):
    assert check(archive, "--records") == 0
    assert "tables are those that the results give" in capsys.readouterr().out


def test_archive_of_the_demo_equals_its_results_and_records(check, capsys, monkeypatch):
    monkeypatch.setattr(demo_club, "SESSIONS", 2)
    demo = demo_club.load(password="x", seed=5, sessions=2)
    assert check(exported(demo.club), "--records") == 0, capsys.readouterr().out


def test_check_runs_on_the_standard_library_alone(archive, tmp_path):
    path = tmp_path / "club.zip"
    path.write_bytes(archive)
    command = [sys.executable, "-S", "-I", "-c", ALONE, "check", str(path), "--records"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "tables are those" in done.stdout


def test_changed_points_are_found(archive, check, capsys):
    tampered = changed(archive, "standings.ndjson", 1, lambda row: row.update(units=1))
    assert check(tampered) == 1
    assert "units 1 stated, " in capsys.readouterr().out


def test_removed_row_is_found(archive, check, capsys):
    files = unpacked(archive)
    lines = files["standings.ndjson"].splitlines(keepends=True)
    assert check(packed(summed({**files, "standings.ndjson": b"".join(lines[1:])}))) == 1
    assert "place None stated, 1 computed" in capsys.readouterr().out


def test_changed_result_is_found_in_the_standings_and_in_its_record(archive, check, capsys):
    def swap(row):
        row["totals"], row["places"] = row["totals"][::-1], row["places"][::-1]

    tampered = changed(archive, "matches.ndjson", 1, swap)
    assert check(tampered) == 1
    assert "matches.ndjson" not in capsys.readouterr().out
    assert check(tampered, "--records") == 1
    assert (
        "matches.ndjson:1: places [2, 3, 1] stated, [1, 3, 2] computed" in capsys.readouterr().out
    )


def test_forfeit_taken_back_is_found_in_the_record(archive, check, capsys):
    tampered = changed(archive, "matches.ndjson", 4, lambda row: row["stopped"].update(forfeits=[]))
    assert check(tampered) == 0, "the result itself is as stated"
    assert check(tampered, "--records") == 1
    assert "matches.ndjson:4: places" in capsys.readouterr().out


def test_illegal_round_is_found(archive, check, capsys):
    def break_rules(row):
        row["record"]["rounds"][0]["scores"] = [22, 5]

    assert check(changed(archive, "matches.ndjson", 1, break_rules), "--records") == 1
    assert "matches.ndjson:1: rounds.0.scores: " in capsys.readouterr().out


def test_result_without_a_round_is_found(archive, check, capsys):
    tampered = changed(archive, "matches.ndjson", 1, lambda row: row["record"].update(rounds=[]))
    assert check(tampered, "--records") == 1
    assert "matches.ndjson:1: it has a result and no round" in capsys.readouterr().out


def test_file_that_differs_from_the_manifest_is_found(archive, check, capsys):
    files = unpacked(archive)
    files["people.ndjson"] += b"\n"
    assert check(packed(files)) == 1
    assert capsys.readouterr().out.startswith("people.ndjson: ")


def test_archive_in_a_folder_is_read(archive, check):
    assert (
        check(packed({f"club/{name}": content for name, content in unpacked(archive).items()})) == 0
    )


@pytest.mark.parametrize(
    "spoil",
    [
        lambda archive: b"no zip",
        lambda archive: archive[: len(archive) // 2],
        lambda archive: packed({"a.txt": b""}),
        lambda archive: packed({"manifest.json": b"[]"}),
        lambda archive: packed({"manifest.json": b'{"format": "other", "version": 1}'}),
        lambda archive: changed(archive, "matches.ndjson", 1, lambda row: row.pop("places")),
        lambda archive: changed(archive, "seasons.ndjson", 1, lambda row: row.update(schemes=[])),
        lambda archive: packed(summed({**unpacked(archive), "sessions.ndjson": b"{"})),
    ],
)
def test_other_files_are_refused(archive, check, spoil, capsys):
    assert check(spoil(archive)) == 2
    assert "cannot read this archive" in capsys.readouterr().err


def test_missing_file_is_refused(tmp_path):
    assert main(["check", str(tmp_path / "none.zip")]) == 2


def test_lots_that_were_drawn_are_followed(check, capsys):
    season = make.season(make.club(), scheme={"tiebreaks": ["lots"]})
    match = make.match(make.session(season), options={"target": 20})
    make.played(match, [22, 5, 5])
    projection.refresh(season.tables.get(game="").pk)
    (group,) = penalties.tied_groups(penalties.find_table(season, ""))
    penalties.draw_for_tie(season, players=[row.player_id for row in group], by=None)
    assert check(exported(season.club)) == 0, capsys.readouterr().out


def test_an_archive_with_teams_equals_its_results(db, check):
    season = make.season(make.club())
    players = make.players(season.club)
    for day, scores in ((1, [22, 5, 6, 7]), (8, [5, 22, 6, 7])):
        match = make.match(make.session(season, day), players, options={"target": 20})
        make.played(match, scores)
    league = make.league(season, starts_on=date(2026, 10, 2))
    for table in (
        teams.create_table(season),
        teams.create_table(season, league=league, rule="places"),
        teams.create_table(season, session=season.sessions.first(), rule="best_k", best=1),
    ):
        for number in range(2):
            ids = [player.pk for player in players[number::2]]
            members = [MemberData(player) for player in ids]
            teams.create_team(table, name=f"Team {number}", members=members)
    archive = exported(season.club)
    assert check(archive) == 0
    for number in (1, 2, 3):
        moved = changed(archive, "teams.ndjson", number, empty_a_team)
        assert check(moved) == 1


def empty_a_team(row):
    row["teams"][0]["members"].clear()
