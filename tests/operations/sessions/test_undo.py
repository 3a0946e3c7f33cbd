"""Whatever is done at the desk of an evening is taken back, with all that built on it, and the
tables are as if it had never been done."""

import threading
from datetime import UTC, datetime

import pytest
from django.db import connection

from league.errors import Conflict
from league.models import AuditEntry, Match, Player, Presence, Submission
from league.operations.matches import submissions
from league.operations.results import postponements
from league.operations.sessions import presence, seating_proposals, session_log, undo
from league.operations.sessions.seating_proposals import Choices
from league.operations.sessions.session_log_words import entry_texts
from scoring import projection
from scoring.models import Result, SitOut
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def session():
    return make.session(make.season(make.club()))


@pytest.fixture
def players(session):
    result = make.players(session.season.club)
    session_log.check_in(session, [player.pk for player in result], by=make.user())
    return result


def seated(session, players, options=None):
    ids = [player.pk for player in players]
    return session_log.set_table(
        session, game="neurotrio", players=ids, options=options, by=make.user()
    )


def texts(session):
    return entry_texts(undo.log_entries(session))


def latest(session, kind):
    return next(entry for entry in undo.log_entries(session) if entry.kind == kind)


def take_back(session, kind):
    """Undo the latest entry of this kind, with everything that builds on it."""
    entry = latest(session, kind)
    dependent_refs = [
        dependent.ref for dependent in undo.dependents(entry, undo.log_entries(session))
    ]
    undo.undo(session, entry.ref, by=make.user(), expected_dependents=dependent_refs)
    return entry


def names(session):
    return [player.name for player in presence.present_players(session)]


def tables_are_right(season):
    """Check that the tables are as a rebuild from all facts would make them."""
    for table in season.tables.all():
        projection.refresh(table.pk)
        assert projection.check(table.pk) == []


def test_a_check_in_is_undone_and_done_again(session, players):
    entry = take_back(session, "check_in")
    assert names(session) == []
    undo.redo(session, entry.ref, by=make.user())
    assert names(session) == ["Ada", "Bruno", "Chloé", "Dov"]
    with pytest.raises(Conflict, match="already"):
        undo.redo(session, entry.ref, by=make.user())


def test_undoing_a_check_out_brings_the_player_back(session, players):
    session_log.check_out(session, [players[0].pk], by=make.user())
    entry = take_back(session, "leave")
    assert names(session) == ["Ada", "Bruno", "Chloé", "Dov"]
    undo.redo(session, entry.ref, by=make.user())
    assert names(session) == ["Bruno", "Chloé", "Dov"]


def test_a_check_in_goes_with_the_leaving_that_followed(session, players):
    session_log.check_out(session, [players[0].pk], by=make.user())
    entry = latest(session, "check_in")
    with pytest.raises(Conflict) as refused:
        undo.undo(session, entry.ref, by=make.user())
    assert [problem["path"] for problem in refused.value.problems] == [latest(session, "leave").ref]
    assert names(session) == ["Bruno", "Chloé", "Dov"]
    take_back(session, "check_in")
    assert names(session) == []
    assert not Presence.objects.valid().exists()


def test_a_player_added_by_mistake_is_met_nowhere(session):
    club = session.season.club
    session_log.add_player(session, "Zoé", by=make.user())
    entry = take_back(session, "add_player")
    assert (names(session), list(club.players.all())) == ([], [])
    assert Player.every.get().name == "Zoé"
    undo.redo(session, entry.ref, by=make.user())
    assert (names(session), club.players.get().name) == (["Zoé"], "Zoé")


def test_a_new_player_who_has_played_elsewhere_is_not_taken_out(session):
    zoe = session_log.add_player(session, "Zoé", by=make.user())
    other = make.session(session.season, day=8)
    make.match(other, [zoe, *make.players(session.season.club, ["Ada", "Bruno"])])
    entry = latest(session, "add_player")
    with pytest.raises(Conflict, match="cannot be removed"):
        undo.undo(session, entry.ref, by=make.user())
    assert names(session) == ["Zoé"]
    assert latest(session, "add_player").undone_at is None


def test_a_known_name_is_not_added_again(session, players):
    with pytest.raises(Conflict, match="Ada is already a player of the club"):
        session_log.add_player(session, " ada ", by=make.user())


def test_all_tables_of_a_seating_are_called_off_at_once(session, players):
    session_log.add_player(session, "Zoé", by=make.user())
    plan = seating_proposals.propose(session, Choices(("njet",), seed="a"))
    session_log.seat_players(
        session,
        games=plan.table_games,
        tables=plan.tables,
        sit_out=plan.sit_out,
        seed="a",
        by=make.user(),
    )
    assert (Match.objects.count(), SitOut.objects.live().count()) == (1, 1)
    entry = take_back(session, "seat")
    assert (Match.objects.count(), SitOut.objects.live().count()) == (0, 0)
    assert not session_log.busy_players(session)
    undo.redo(session, entry.ref, by=make.user())
    assert (Match.objects.count(), SitOut.objects.live().count()) == (1, 1)


def test_the_last_round_is_taken_back_and_entered_again(session, players):
    match = make.played(seated(session, players[:3]), [16, 3, 3], [13, 2, 2])
    entry = take_back(session, "round")
    match.refresh_from_db()
    assert (match.totals, match.rounds_played, match.version) == ([16, 3, 3], 1, 4)
    again = submissions.submit(match.pk, make.sheet(14, 4, 4), by=None)
    assert (again.submission.number, again.submission.version) == (2, 2)
    assert Submission.every.filter(match=match, number=2).count() == 2
    take_back(session, "round")
    undo.redo(session, entry.ref, by=make.user())
    match.refresh_from_db()
    assert match.totals == [29, 5, 5]


def test_without_its_only_round_a_match_begins_anew(session, players):
    match = make.played(seated(session, players[:3]), [16, 3, 3])
    take_back(session, "round")
    match.refresh_from_db()
    assert (match.totals, match.places, match.rounds_played) == ([0, 0, 0], [1, 1, 1], 0)
    assert match.evidence == ""


def test_a_match_that_was_over_leaves_the_tables(session, players):
    match = make.played(seated(session, players, {"target": 1}), [22, 5, 5, 5])
    tables_are_right(session.season)
    assert session.season.tables.get(game="").standings.count() == 4
    take_back(session, "round")
    match.refresh_from_db()
    assert not match.over
    assert not Result.objects.live().exists()
    tables_are_right(session.season)
    assert session.season.tables.get(game="").standings.count() == 0


def test_an_earlier_round_goes_only_with_the_later_ones(session, players):
    match = make.played(seated(session, players[:3]), [16, 3, 3], [13, 2, 2])
    first = undo.log_entries(session)[1]
    assert (first.kind, first.subject["number"]) == ("round", 1)
    second = undo.log_entries(session)[0]
    with pytest.raises(Conflict) as refused:
        undo.undo(session, first.ref, by=None)
    assert [problem["path"] for problem in refused.value.problems] == [second.ref]
    undo.undo(session, first.ref, by=None, expected_dependents=[second.ref])
    match.refresh_from_db()
    assert match.rounds_played == 0


def test_a_correction_is_taken_back_to_what_stood_before(session, players):
    match = make.played(seated(session, players, {"target": 1}), [22, 5, 5, 5])
    submissions.correct(match.pk, 1, make.sheet(5, 22, 5, 5), by=None)
    take_back(session, "correction")
    assert submissions.find(match, 1).scores == [22, 5, 5, 5]
    assert submissions.find(match, 1).version == 3
    tables_are_right(session.season)
    winner = session.season.tables.get(game="").standings.with_place().get(wins=1)
    assert winner.player == players[0]


def test_a_round_goes_with_its_corrections(session, players):
    match = make.played(seated(session, players[:3]), [16, 3, 3])
    submissions.correct(match.pk, 1, make.sheet(14, 4, 4), by=None)
    take_back(session, "round")
    match.refresh_from_db()
    assert match.rounds_played == 0
    assert Submission.every.count() == 2
    assert not Submission.objects.exists()


def test_rounds_judged_anew_are_no_entries_of_their_own(session, players):
    match = make.match(session, players, game="nain_jaune")
    make.played(match, [30, -10, -10, -10], [-10, 30, -10, -10])
    before = len(undo.log_entries(session))
    submissions.correct(match.pk, 1, make.sheet(-10, 30, -10, -10), by=None)
    assert len(undo.log_entries(session)) == before + 1


def test_the_first_check_in_takes_the_whole_evening_back(session, players):
    make.played(seated(session, players, {"target": 1}), [22, 5, 5, 5])
    session_log.sit_out(session, player=players[0].pk, by=make.user())
    take_back(session, "check_in")
    assert (names(session), Match.objects.count()) == ([], 0)
    assert not SitOut.objects.live().exists()
    tables_are_right(session.season)
    assert session.season.tables.get(game="").standings.count() == 0


def test_undoing_twice_is_refused(session, players):
    session_log.sit_out(session, player=players[0].pk, by=make.user())
    session_log.sit_out(session, player=players[0].pk, by=make.user())
    entry = take_back(session, "sit_out")
    with pytest.raises(Conflict, match="already undone"):
        undo.undo(session, entry.ref, by=make.user())
    assert SitOut.objects.live().count() == 1


def test_a_table_with_rounds_is_not_called_off(session, players):
    match = make.played(seated(session, players[:3]), [16, 3, 3])
    with pytest.raises(Conflict, match="has rounds"):
        session_log.call_off(match, by=make.user())


def test_a_table_that_was_called_off_comes_back(session, players):
    match = seated(session, players[:3])
    session_log.call_off(match, by=make.user())
    assert not Match.objects.exists()
    take_back(session, "call_off")
    assert Match.objects.get() == match


@pytest.mark.parametrize("kind", ["seat", "sit_out", "check_in"])
def test_actions_of_a_new_player_are_redone_only_after_the_player(session, players, kind):
    zoe = session_log.add_player(session, "Zoé", by=None)
    if kind == "seat":
        seated(session, [zoe, players[0]])
    elif kind == "sit_out":
        session_log.sit_out(session, player=zoe.pk)
    else:
        session_log.check_out(session, [zoe.pk], by=None)
        session_log.check_in(session, [zoe.pk], by=None)
    take_back(session, "add_player")
    with pytest.raises(Conflict):
        undo.redo(session, latest(session, kind).ref, by=None)
    assert not Match.objects.exists()
    assert not SitOut.objects.live().exists()
    undo.redo(session, latest(session, "add_player").ref, by=None)
    if kind != "check_in":  # he is here already
        undo.redo(session, latest(session, kind).ref, by=None)
        assert Match.objects.exists() or SitOut.objects.live().exists()


@pytest.mark.django_db(transaction=True)
def test_two_who_undo_at_once_have_one_effect_and_one_answer_each(session, players):
    match = make.played(seated(session, players[:3]), [16, 3, 3], [13, 2, 2])
    ref, answers = latest(session, "round").ref, []

    def click():
        try:
            undo.undo(session, ref, by=None)
            answers.append("done")
        except Conflict as error:
            answers.append(error.detail)
        finally:
            connection.close()

    clicks = [threading.Thread(target=click) for _ in range(2)]
    for future in clicks:
        future.start()
    for future in clicks:
        future.join()
    assert sorted(answers) == ["This action is already undone.", "done"]
    match.refresh_from_db()
    assert match.rounds_played == 1


def test_a_postponement_is_undone_and_redone(session, players):
    match = seated(session, players)
    first, second = (datetime(2026, 12, day, 19, tzinfo=UTC) for day in (1, 8))
    postponements.postpone(match, to=first, reason="Snow", by=None)
    postponements.postpone(match, to=second, by=None)
    assert [words for _entry, words in texts(session)][:2] == [
        "Match postponed to 8 December 2026, 20:00: Neurotrio, Ada, Bruno, Chloé, Dov",
        "Match postponed to 1 December 2026, 20:00: Neurotrio, Ada, Bruno, Chloé, Dov (Snow)",
    ]
    take_back(session, "postpone")
    match.refresh_from_db()
    assert (match.postponed_to, match.postpone_reason) == (first, "Snow")
    undo.redo(session, latest(session, "postpone").ref, by=None)
    match.refresh_from_db()
    assert match.postponed_to == second
    postponements.end_postponement(match, by=None)
    take_back(session, "play_on")
    match.refresh_from_db()
    assert match.is_postponed
    kinds = AuditEntry.objects.values_list("kind", flat=True)
    assert list(kinds.order_by("-pk")[:2]) == ["session.undo", "result.play_on"]
