"""What was taken back at the desk of an evening does not travel, and troubles nobody who does."""

import json

import pytest

from league.errors import Conflict, Invalid
from league.models import Clock, Match, Player
from league.operations.exchange.archive import file_format
from league.operations.matches import submissions
from league.operations.seasons import penalties, seasons
from league.operations.sessions import clocks, nights, session_clock, session_log, undo
from scoring import projection
from tests import make
from tests.archives import exported, imported, packed, summed, unpacked

pytestmark = pytest.mark.django_db


def take_back(session, entry):
    dependent_refs = [
        dependent.ref for dependent in undo.dependents(entry, undo.log_entries(session))
    ]
    undo.undo(session, entry.ref, by=None, expected_dependents=dependent_refs)


def a_club_that_changed_its_mind():
    """Return a season with a round entered anew, a correction undone, a match without its only
    round, one called off, and somebody who was added and watched by mistake."""
    season = make.season(make.club())
    session, people = make.session(season), make.players(season.club)
    zoe = session_log.add_player(session, "Zoé", by=None)
    session_log.sit_out(session, player=zoe.pk, by=None)
    take_back(session, undo.log_entries(session)[-1])
    match = make.played(make.match(session, people[:3]), [16, 3, 3], [13, 2, 2])
    take_back(session, undo.log_entries(session)[0])
    make.played(match, [14, 4, 4])
    submissions.correct(match.pk, 1, make.sheet(14, 5, 5), by=None)
    take_back(session, undo.log_entries(session)[0])
    make.played(make.match(session, people[1:]), [16, 3, 3])
    take_back(session, undo.log_entries(session)[0])
    session_log.call_off(make.match(session, people[:2]), by=None)
    return season


def test_an_archive_tells_what_stands_and_is_read_again():
    season = a_club_that_changed_its_mind()
    for table in season.tables.all():
        projection.refresh(table.pk)
    first = exported(season.club)
    rows = [json.loads(line) for line in unpacked(first)["matches.ndjson"].splitlines()]
    versions = [
        (submission["round"], submission["version"]) for submission in rows[0]["submissions"]
    ]
    assert versions == [(1, 1), (2, 1), (1, 2), (1, 3)]
    assert (len(rows), rows[1]["submissions"]) == (2, [])
    assert b"Zo" not in unpacked(first)["players.ndjson"]
    there = imported(first, make.user("new@example.org")).club
    assert Match.objects.filter(session__season__club=there).count() == 2
    assert Player.every.filter(club=there).count() == 4
    again, before = unpacked(exported(there)), unpacked(first)
    assert again["matches.ndjson"] == before["matches.ndjson"]
    assert again["sit_outs.ndjson"] == before["sit_outs.ndjson"] == b""


def test_a_table_of_a_game_that_was_given_up_meanwhile_does_not_come_back():
    """An archive could not be read in: its season does not know the game."""
    season = make.season(make.club(), games=["neurotrio", "triominos"])
    session, people = make.session(season), make.players(season.club)
    session_log.call_off(make.match(session, people, "triominos"), by=None)
    seasons.update(season, games=["neurotrio"])
    with pytest.raises(Conflict, match="not played in this season"):
        take_back(session, undo.log_entries(session)[0])
    assert not Match.objects.exists()
    imported(exported(season.club), make.user("new@example.org"))


def test_a_game_in_which_lots_were_drawn_stays():
    scheme = {"tiebreaks": ["lots"]}
    season = make.season(make.club(), games=["neurotrio", "triominos"], scheme=scheme)
    session, people = make.session(season), make.players(season.club)[:2]
    match = make.played(make.match(session, people, "triominos", {"target": 1}), [22, 22])
    tied = [player.pk for player in people]
    penalties.draw_for_tie(season, players=tied, game="triominos")
    submissions.withdraw(match.pk, 1, by=None)
    session_log.call_off(match, by=None)
    with pytest.raises(Invalid) as refused:
        seasons.update(season, games=["neurotrio"])
    assert refused.value.problems[0]["code"] == "game_in_use"
    imported(exported(season.club), make.user("new@example.org"))


def a_club_with_clocks():
    season = make.season(make.club())
    session, people = make.session(season), make.players(season.club)
    session_clock.start(session, minutes=40, starts_with_tables=True, by=None)
    session_clock.pause(session, by=None)
    late, own = make.match(session, people[:2]), make.match(session, people[2:])
    session_clock.set_extra_minutes(late, 5, by=None)
    session_clock.start(own, minutes=30, by=None)
    make.session(season, day=2)
    return season.club


def clock_states(club):
    owners = [*club.seasons.get().sessions.order_by("pk")]
    owners += [match for session in owners for match in session.matches.order_by("pk")]
    return [clocks.state(clocks.find(owner)) for owner in owners]


def with_row(data, name, change):
    """Return the archive with the first row of a file changed."""
    files = unpacked(data)
    rows = [json.loads(line) for line in files[name].splitlines()]
    change(rows[0])
    files[name] = b"".join(map(file_format.encode_row, rows))
    return packed(summed(files))


def test_clocks_of_evenings_and_tables_survive_a_round_trip():
    club = a_club_with_clocks()
    data = exported(club)
    again = imported(data, make.user("new@example.org")).club
    assert clock_states(again) == clock_states(club)
    assert Clock.objects.filter(session__season__club=again).count() == 1
    for name in ("sessions.ndjson", "matches.ndjson"):
        assert unpacked(exported(again))[name] == unpacked(data)[name]


def test_an_older_archive_has_no_clocks():
    data = exported(a_club_with_clocks())
    data = with_row(data, "sessions.ndjson", lambda row: row.pop("clock"))
    again = imported(data, make.user("new@example.org")).club
    assert not Clock.objects.filter(session__season__club=again).exists()


def test_a_clock_that_was_stopped_before_its_start_is_refused():
    data = exported(a_club_with_clocks())
    data = with_row(data, "sessions.ndjson", lambda row: row["clock"].update(started_at=None))
    with pytest.raises(Invalid) as refused:
        imported(data, make.user("new@example.org"))
    assert refused.value.problems[0]["path"].endswith("clock.paused_at")


def club_with_a_night():
    club = make.club()
    sessions = [make.session(make.season(club, name)) for name in ("Gold", "Silver", "Friday")]
    nights.join(sessions[0], [sessions[1].pk], by=None)
    return club


def test_league_nights_are_archived_and_read_again():
    first = exported(club_with_a_night())
    rows = [json.loads(line) for line in unpacked(first)["sessions.ndjson"].splitlines()]
    assert [row["night"] for row in rows] == [1, 1, None]
    there = imported(first, make.user("new@example.org")).club
    (night,) = there.nights.all()
    names = [row.season.name for row in nights.sessions_of_night(night.pk)]
    assert names == ["Gold", "Silver"]
    again = unpacked(exported(there))["sessions.ndjson"].splitlines()
    assert [json.loads(line)["night"] for line in again] == [1, 1, None]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda rows: rows[1].update(night=None), "blank"),
        (lambda rows: rows[1].update(place="Elsewhere"), "other_place"),
        (lambda rows: rows[1].update(starts_at="2026-10-09T18:30:00Z"), "other_day"),
    ],
)
def test_archive_of_an_impossible_night_is_refused_at_its_row(change, code):
    files = unpacked(exported(club_with_a_night()))
    rows = [json.loads(line) for line in files["sessions.ndjson"].splitlines()]
    change(rows)
    files["sessions.ndjson"] = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
    with pytest.raises(Invalid) as refused:
        imported(packed(summed(files)), make.user("new@example.org"))
    assert [(problem["code"], problem["path"]) for problem in refused.value.problems] == [
        (code, "sessions.ndjson:1.night")
    ]
