"""Queue play: the order of the players, the next tables, and wishes that cannot be met."""

import random

import pytest

from league.errors import Conflict, Invalid
from league.models import ActionKind, Match, SeatingPlan, Session, WishKind
from league.operations.matches import submissions
from league.operations.people import seating_needs
from league.operations.seasons import seasons
from league.operations.sessions import queue_play, session_log, session_log_words, undo
from league.operations.sessions.queue_play import unmet_words
from tests import make
from tests.archives import exported, imported

pytestmark = pytest.mark.django_db
NAMES = ["Ada", "Bruno", "Chloé", "Dov", "Eva", "Farid", "Gaëlle", "Hugo", "Inès", "Jules"]


@pytest.fixture
def season():
    season = make.season(make.club())
    seasons.update(season, house_rules={"neurotrio": {"target": 1}}, by=None)
    season.refresh_from_db()
    return season


@pytest.fixture
def people(season):
    return make.players(season.club, NAMES)


@pytest.fixture
def session(season) -> Session:
    session = make.session(season)
    queue_play.switch_on(session, game="neurotrio", size=4, by=None)
    return session


def ids(players):
    return [player.pk for player in players]


def come(session, players):
    """Check in players one after the other."""
    for player in players:
        session_log.check_in(session, [player.pk], by=None)


def end(match):
    make.played(match, [22, *range(9, 9 - match.seats.count() + 1, -1)])


def seat_next(session):
    tables = queue_play.queue_of(session).tables
    seating = queue_play.seat(session, tables, by=None)
    return list(Match.objects.filter(pk__in=seating.matches))


def test_no_table_is_proposed_before_enough_players_are_free(session, people):
    come(session, people[:3])
    queue = queue_play.queue_of(session)
    assert queue.tables == []
    assert queue.missing == 1
    assert [one.player for one in queue.waiting] == ids(people[:3])
    come(session, people[3:4])
    queue = queue_play.queue_of(session)
    assert [sorted(table) for table in queue.tables] == [sorted(ids(people[:4]))]
    assert not Match.objects.exists()


def test_players_who_have_waited_longest_are_seated_first(session, people):
    come(session, people[:6])
    queue = queue_play.queue_of(session)
    assert [sorted(table) for table in queue.tables] == [sorted(ids(people[:4]))]
    (first,) = seat_next(session)
    come(session, people[6:7])
    queue = queue_play.queue_of(session)
    assert [(one.player, one.place, one.passes) for one in queue.waiting] == [
        (people[4].pk, 1, 1),
        (people[5].pk, 2, 1),
        (people[6].pk, 3, 0),
    ]
    end(first)
    (table,) = queue_play.queue_of(session).tables
    assert {people[4].pk, people[5].pk, people[6].pk} < set(table)


def test_history_decides_among_players_who_have_waited_equally_long(session, season, people):
    earlier = make.session(season, day=1)
    end(make.match(earlier, people[:3]))
    tonight = make.session(season, day=8)
    queue_play.switch_on(tonight, game="neurotrio", size=3, by=None)
    come(tonight, [people[0]])
    session_log.check_in(tonight, ids(people[1:5]), by=None)
    (table,) = queue_play.queue_of(tonight).tables
    assert set(table) == {people[0].pk, people[3].pk, people[4].pk}


@pytest.mark.parametrize("seed", range(3))
def test_no_player_waits_while_a_full_table_could_be_made(session, people, seed):
    rng = random.Random(seed)
    session_log.check_in(session, ids(people), by=None)
    everyone, running, passed_over = ids(people), list[Match](), set[int]()
    for _step in range(12):
        queue = queue_play.queue_of(session)
        assert bool(queue.tables) == (len(queue.waiting) >= 4)
        if queue.tables:
            running += seat_next(session)
        queue = queue_play.queue_of(session)
        assert len(queue.waiting) < 4
        playing = {
            seat for match in running for seat in match.seats.values_list("player", flat=True)
        }
        assert sorted([*playing, *(one.player for one in queue.waiting)]) == sorted(everyone)
        passes = [one.passes for one in queue.waiting]
        assert max(passes, default=0) - min(passes, default=0) <= 1
        waiting = {one.player for one in queue.waiting}
        assert not waiting & passed_over, "no player is passed over twice"
        passed_over = waiting
        end(running.pop(rng.randrange(len(running))))


def test_a_later_correction_does_not_change_the_queue(session, people):
    come(session, people[:4])
    (match,) = seat_next(session)
    end(match)
    before = queue_play.queue_of(session).waiting
    submissions.correct(match.pk, 1, make.sheet(16, 9, 8, 7), by=None, confirmed=True)
    assert queue_play.queue_of(session).waiting == before


def test_usual_sizes_are_proposed_without_a_chosen_one(session, people):
    queue_play.switch_on(session, game="neurotrio", by=None)
    come(session, people[:2])
    assert queue_play.queue_of(session).missing == 1
    come(session, people[2:7])
    assert sorted(map(len, queue_play.queue_of(session).tables)) == [3, 4]


def test_usual_sizes_are_proposed_if_the_chosen_one_is_not_allowed_any_more(session, people):
    Session.objects.filter(pk=session.pk).update(queue_size=40)
    session.refresh_from_db()
    come(session, people[:3])
    assert [len(table) for table in queue_play.queue_of(session).tables] == [3]


def test_queue_without_its_game_proposes_no_table(session, season, people):
    come(session, people[:4])
    Session.objects.filter(pk=session.pk).update(queue_game="chess")
    session.refresh_from_db()
    queue = queue_play.queue_of(session)
    assert (queue.tables, len(queue.waiting)) == ([], 4)
    with pytest.raises(Invalid, match="not played in this season"):
        queue_play.seat(session, [ids(people[:4])], by=None)


def test_queue_play_is_in_the_archive(session):
    others = make.session(session.season, day=8)
    copy = imported(exported(session.season.club), make.user()).club
    rows = Session.objects.filter(season__club=copy).order_by("pk")
    assert [session_log.queue_settings(row) for row in rows] == [
        session_log.queue_settings(session),
        session_log.queue_settings(others),
    ]


def test_pair_that_must_be_apart_prevents_the_table_and_names_the_remedy(session, people):
    ada, bruno = people[:2]
    seating_needs.set_wish(session.season.club, ada.pk, bruno.pk, WishKind.APART, by=None)
    come(session, people[:4])
    queue = queue_play.queue_of(session)
    assert queue.tables == []
    assert unmet_words(queue) == [
        "Ada and Bruno must not share a table: wait for another player, or change the wish."
    ]
    assert not Match.objects.exists()
    assert not SeatingPlan.objects.exists()
    come(session, people[4:5])
    (table,) = queue_play.queue_of(session).tables
    assert set(table) == {ada.pk, *ids(people[2:5])}


def test_smaller_usual_table_is_proposed_if_a_pair_must_be_apart(session, people):
    queue_play.switch_on(session, game="neurotrio", by=None)
    ada, bruno = people[:2]
    seating_needs.set_wish(session.season.club, ada.pk, bruno.pk, WishKind.APART, by=None)
    come(session, people[:4])
    (table,) = queue_play.queue_of(session).tables
    assert sorted(table) == sorted(ids([ada, *people[2:4]]))


def test_pair_that_belongs_together_is_left_out_together(session, people):
    ada, bruno, chloe = people[:3]
    club = session.season.club
    seating_needs.set_wish(club, ada.pk, bruno.pk, WishKind.TOGETHER, by=None)
    seating_needs.set_wish(club, bruno.pk, chloe.pk, WishKind.APART, by=None)
    seating_needs.set_wish(club, bruno.pk, people[3].pk, WishKind.APART, by=None)
    seating_needs.set_wish(club, bruno.pk, people[4].pk, WishKind.APART, by=None)
    come(session, people[:5])
    assert queue_play.queue_of(session).tables == []
    come(session, people[5:6])
    (table,) = queue_play.queue_of(session).tables
    assert set(table) == set(ids(people[2:6]))


def test_player_who_has_sat_down_meanwhile_is_refused_by_name(session, people):
    come(session, people[:4])
    tables = queue_play.queue_of(session).tables
    session_log.set_table(session, game="neurotrio", players=ids(people[1:4]), by=None)
    with pytest.raises(Conflict, match="Bruno, Chloé and Dov: no longer free"):
        queue_play.seat(session, tables, by=None)
    assert Match.objects.count() == 1
    assert not SeatingPlan.objects.exists()


def test_seating_twice_creates_one_table(session, people):
    come(session, people[:4])
    tables = queue_play.queue_of(session).tables
    queue_play.seat(session, tables, by=None)
    with pytest.raises(Conflict):
        queue_play.seat(session, tables, by=None)
    assert Match.objects.count() == 1
    assert SeatingPlan.objects.count() == 1


def test_queue_play_is_logged_undone_and_redone(session):
    queue_play.switch_on(session, game="neurotrio", size=4, by=None)  # no second entry
    (entry,) = undo.log_entries(session)
    ((_entry, words),) = session_log_words.entry_texts([entry])
    assert (entry.kind, words) == (ActionKind.QUEUE, "Queue play: Neurotrio, tables of 4")
    undo.undo(session, entry.ref, by=None)
    session.refresh_from_db()
    assert queue_play.queue_of(session) is None
    undo.redo(session, entry.ref, by=None)
    session.refresh_from_db()
    assert (session.queue_game, session.queue_size) == ("neurotrio", 4)


def test_undo_lists_later_changes_of_queue_play(session):
    queue_play.switch_off(session, by=None)
    off, on = undo.log_entries(session)
    with pytest.raises(Conflict):
        undo.undo(session, on.ref, by=None)
    undo.undo(session, on.ref, by=None, expected_dependents=[off.ref])
    session.refresh_from_db()
    assert session.queue_since is None


def test_impossible_choices_are_refused(session, season):
    with pytest.raises(Invalid):
        queue_play.switch_on(session, game="chess", by=None)
    with pytest.raises(Invalid):
        queue_play.switch_on(session, game="neurotrio", size=40, by=None)
    session.refresh_from_db()
    assert (session.queue_game, session.queue_size) == ("neurotrio", 4)


def test_cancelled_and_tournament_evenings_have_no_queue(season):
    cancelled = make.session(season, day=8)
    seasons.cancel_session(cancelled, by=None)
    with pytest.raises(Conflict, match="cancelled"):
        queue_play.switch_on(cancelled, game="neurotrio", by=None)
    of_tournament = make.published(make.tournament(season.club)).session
    with pytest.raises(Conflict, match="tournament"):
        queue_play.switch_on(of_tournament, game="neurotrio", by=None)


def test_queue_is_empty_off_and_after_the_evening(session, people):
    come(session, people[:4])
    queue_play.switch_off(session, by=None)
    assert queue_play.queue_of(session) is None
    with pytest.raises(Conflict, match="Queue play is off"):
        queue_play.seat(session, [ids(people[:4])], by=None)
