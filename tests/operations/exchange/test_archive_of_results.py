"""What was said about results travels with a club: confirmations, disputes, another day."""

import json
from datetime import UTC, datetime

import pytest

from league.errors import Invalid
from league.models import ConfirmationWay, Dispute, Match, Season
from league.operations.exchange.archive import file_format
from league.operations.matches import match_results, submissions
from league.operations.results import (
    confirmations,
    disputes,
    postponements,
    replays,
    season_closing,
    stopped_matches,
)
from league.operations.results.confirmations import Speaker
from league.operations.seasons import seasons
from league.operations.sessions import rematches
from tests import make
from tests.archives import changed, exported, imported, packed, summed, unpacked
from tests.made_once import made_once

pytestmark = pytest.mark.django_db
TO = datetime(2026, 12, 1, 20, tzinfo=UTC)


@pytest.fixture
@made_once
def club():
    """Return a club with a confirmed, a corrected, a void and a disputed result, and a match that
    was put off."""
    make.match()  # so that numbers and ids differ
    club = make.club(name="Autre")
    season = make.season(club, confirmation="majority", confirm_after_hours=100)
    players, session = make.players(club, ["Ada", "Bruno", "Chloé"]), make.session(season)
    alice = make.user()
    for kind in ("confirmed", "corrected", "void", "struck", "disputed", "later"):
        match = make.match(session, players, options={"target": 20})
        if kind == "later":
            postponements.postpone(match, to=TO, reason="Snow", by=None)
            continue
        if kind == "void":
            make.played(match, (12, 4, 2))
            stopped_matches.stop(match, forfeited=[players[1].pk], by=None)
        else:
            make.played(match, (22, 4, 2))
        one, two, three = (Speaker(player.pk, ConfirmationWay.TABLE) for player in players)
        first = confirmations.confirm(match, one, by=alice)
        confirmations.take_back(first, by=alice)
        confirmations.confirm(match, one, by=alice)
        confirmations.confirm(match, two, by=alice)
        if kind == "corrected":
            submissions.correct(match.pk, 1, make.sheet(22, 3, 2), by=None)
            confirmations.confirm(match, Speaker(None, ConfirmationWay.REFEREE), by=alice)
        if kind in {"void", "struck"}:
            dispute = disputes.open_dispute(match, three, reason="Not so", by=alice)
            disputes.decide(dispute, outcome="void", words="Redo", by=alice)
        if kind == "disputed":
            disputes.open_dispute(match, three, reason="Not so", by=alice)
            disputes.withdraw(disputes.open_dispute(match, two, reason="Hm", by=alice), by=alice)
    seasons.update(season, correction_policy="reason", corrections_close_after=3650)
    return club


def description(club):
    matches = Match.objects.filter(session__season__club=club).order_by("pk")
    return [
        (
            match_results.result_status(match),
            match.result,
            match.confirmed,
            match.result_at,
            match.is_postponed and (match.postponed_to, match.postpone_reason),
            match.stopped_at,
        )
        for match in match_results.with_relations(matches)
    ]


def test_confirmations_and_disputes_survive_a_round_trip(club):
    data = exported(club)
    again = imported(data, make.user()).club
    assert description(again) == description(club)
    states = [described[0].state for described in description(again)]
    assert states == ["final", "final", "none", "none", "confirmed", "none"]
    season = Season.objects.get(club=again)
    assert season.confirm_after_hours == 100
    assert (season.correction_policy, season.corrections_close_after) == ("reason", 3650)
    assert unpacked(exported(again))["matches.ndjson"] == unpacked(data)["matches.ndjson"]


def test_a_decision_that_came_with_an_archive_can_be_reopened(club):
    again = imported(exported(club), make.user()).club
    for home in (club, again):
        for dispute in Dispute.objects.filter(outcome="void", match__session__season__club=home):
            disputes.reopen(dispute, by=None)
    assert description(again) == description(club)
    assert [described[0].state for described in description(again)][2:4] == [
        "confirmed",
        "confirmed",
    ]


def test_archives_from_before_know_of_no_rule(club):
    season_keys = (
        "confirmation",
        "confirm_after_hours",
        "correction_policy",
        "corrections_close_after",
    )
    result_keys = ("result_at", "confirmations", "disputes", "postponed")
    files = unpacked(exported(club))
    for name, keys in (
        ("seasons.ndjson", season_keys),
        ("matches.ndjson", result_keys),
    ):
        rows = [json.loads(line) for line in files[name].splitlines()]
        old_rows = [{key: row[key] for key in row if key not in keys} for row in rows]
        files[name] = b"".join(map(file_format.encode_row, old_rows))
    again = imported(packed(summed(files)), make.user()).club
    states = [described[0].state for described in description(again)]
    assert states == ["final", "final", "none", "none", "final", "none"]


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda row: row["confirmations"][1].update(how="referee"), "confirmations.1"),
        (lambda row: row["confirmations"].append(row["confirmations"][1]), "confirmations.3"),
        (lambda row: row["disputes"][0]["decided"].update(before=None), "disputes.0.decided"),
        (lambda row: row["disputes"][0].update(reason=""), "disputes.0"),
    ],
)
def test_impossible_confirmations_are_refused(club, change, path):
    with pytest.raises(Invalid) as refused:
        imported(changed(exported(club), "matches.ndjson", 3, change), make.user())
    assert [(problem["code"], problem["path"]) for problem in refused.value.problems] == [
        ("bad_saying", f"matches.ndjson:3.{path}")
    ]


def test_rematches_travel_with_the_club():
    session = make.session(make.season(make.club()))
    match = make.played(make.match(session, options={"target": 20}), [22, 4, 2])
    make.match(session)
    rematches.start(match, by=None)
    archive = exported(session.season.club)
    there = imported(archive, make.user("new@example.org")).club
    again = Match.objects.get(session__season__club=there, rematch_of__isnull=False)
    assert again.rematch_of.totals == [22, 4, 2]
    assert unpacked(exported(there))["matches.ndjson"] == unpacked(archive)["matches.ndjson"]


def test_archive_with_two_rematches_of_one_match_is_refused():
    session = make.session(make.season(make.club()))
    match = make.played(make.match(session, options={"target": 20}), [22, 4, 2])
    make.match(session)
    rematches.start(match, by=None)
    archive = changed(
        exported(session.season.club), "matches.ndjson", 2, lambda row: row.update(rematch_of=1)
    )
    with pytest.raises(Invalid) as refused:
        imported(archive, make.user("new@example.org"))
    problems = [(problem["code"], problem["path"]) for problem in refused.value.problems]
    assert ("bad_rematch", "matches.ndjson:3.rematch_of") in problems


def test_replays_travel_with_the_club():
    session = make.session(make.season(make.club()))
    match = make.played(make.match(session, options={"target": 20}), [22, 4, 2])
    make.played(replays.replay(match, reason="Cards missing", by=None), [4, 22, 2])
    archive = exported(session.season.club)
    there = imported(archive, make.user("new@example.org")).club
    new = Match.objects.get(session__season__club=there, replay_of__isnull=False)
    assert (new.over, new.replay_of.over) == (True, False)
    assert new.replay_of.stop_reason == "Cards missing"
    assert unpacked(exported(there))["matches.ndjson"] == unpacked(archive)["matches.ndjson"]


def test_archive_in_which_a_replayed_match_counts_is_refused():
    session = make.session(make.season(make.club()))
    make.played(make.match(session, options={"target": 20}), [22, 4, 2])
    make.match(session)
    archive = changed(
        exported(session.season.club), "matches.ndjson", 2, lambda row: row.update(replay_of=1)
    )
    with pytest.raises(Invalid) as refused:
        imported(archive, make.user("new@example.org"))
    problems = [(problem["code"], problem["path"]) for problem in refused.value.problems]
    assert ("bad_replay", "matches.ndjson:2.replay_of") in problems


def test_closed_seasons_travel_with_the_club(club):
    season = club.seasons.get()
    season_closing.close(season, force=season.name, by=None)
    season.refresh_from_db()
    archive = exported(club)
    there = imported(archive, make.user("new@example.org")).club
    assert there.seasons.get().closed_at == season.closed_at
    assert unpacked(exported(there))["seasons.ndjson"] == unpacked(archive)["seasons.ndjson"]
