"""Arenas: tournaments without rounds, whose evenings are in queue play."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.errors import Conflict, Invalid
from league.models import AuditEntry, Format, Match, WishKind
from league.operations.matches import matches, submissions
from league.operations.results import stopped_matches
from league.operations.seasons import seasons
from league.operations.sessions import (
    clocks,
    current_sessions,
    queue_play,
    session_clock,
    session_log,
)
from league.operations.signups import session_arrivals
from league.operations.tournaments import arenas, entrants, seating_constraints, tournaments
from league.operations.tournaments.draw import prechecks
from league.operations.tournaments.entrants import EntryData
from league.operations.tournaments.play import sittings, tournament_end
from scoring import projection, standings_queries
from scoring.pure.units import format_points
from tests import make
from tests.archives import exported, imported

pytestmark = pytest.mark.django_db
NAMES = ["Ada", "Bruno", "Chloé", "Dov", "Eva", "Farid", "Gaëlle", "Hugo"]


@pytest.fixture
def arena():
    return make.tournament(here=0, format=Format.ARENA, minutes=90, least=3, most=4, preferred=[4])


@pytest.fixture
def people(arena):
    return make.players(arena.season.club, NAMES)


@pytest.fixture
def evening(arena):
    return arena.season.sessions.get()


def come(evening, players):
    session_log.check_in(evening, [player.pk for player in players], by=None)


def seat_next(evening):
    """Seat the first of the tables that are proposed next."""
    seating = queue_play.seat(evening, queue_play.queue_of(evening).tables[:1], by=None)
    return Match.objects.get(pk__in=seating.matches)


def names(match):
    return [seat.player.name for seat in match.seats.order_by("number")]


def play(match, *scores):
    submissions.submit(match.pk, make.sheet(*scores), by=None)


def places(arena):
    table = standings_queries.find_table(arena.season_id)
    projection.refresh(table.pk)
    assert projection.check(table.pk) == []
    rows = standings_queries.read(table).rows
    return {row.player.name: (row.place, format_points(row.points)) for row in rows}


def test_its_evening_is_in_queue_play_with_its_rules_and_sizes(arena, people, evening):
    come(evening, people[:3])
    assert queue_play.queue_of(evening).missing == 1
    come(evening, people[3:6])
    match = seat_next(evening)
    assert (match.seats.count(), match.options["target"]) == (4, 20)
    waited = {player.name for player in people[:6]} - {*names(match)}
    play(match, 22, 10, 5, 2)
    assert waited < {*names(seat_next(evening))}  # those who waited come first


def test_the_mean_counts_and_few_matches_are_listed_last(arena, people, evening):
    come(evening, people[:4])
    for scores in ((22, 10, 5, 2), (2, 22, 10, 5), (5, 2, 22, 10)):
        match = matches.create(
            evening, game="neurotrio", players=[player.pk for player in people[:4]]
        )
        play(match, *scores)
    once = matches.create(evening, game="neurotrio", players=[player.pk for player in people[4:7]])
    play(once, 22, 10, 5)
    assert places(arena) == {
        "Ada": (3, "26.67"), "Bruno": (2, "33.33"), "Chloé": (1, "40.00"), "Dov": (4, "20.00"),
        "Eva": (5, "60.00"), "Farid": (6, "30.00"), "Gaëlle": (7, "0.00"),
    }  # fmt: skip


def test_no_table_starts_once_the_time_is_up(arena, people, evening):
    come(evening, people[:4])
    session_clock.start(evening, by=None, now=timezone.now() - timedelta(minutes=89))
    assert clocks.countdown(clocks.find(evening)).minutes == 90
    tables = queue_play.queue_of(evening).tables
    session_clock.reset(evening, by=None)
    session_clock.start(evening, by=None, now=timezone.now() - timedelta(minutes=91))
    queue = queue_play.queue_of(evening)
    assert (queue.time_is_up, queue.tables, queue.missing) == (True, [], 0)
    assert [waiting.player for waiting in queue.waiting] == [player.pk for player in people[:4]]
    with pytest.raises(Conflict, match="Time is up"):
        queue_play.seat(evening, tables, by=None)
    assert not Match.objects.exists()
    session_clock.set_extra_minutes(evening, 5, by=None)
    assert queue_play.queue_of(evening).tables == tables


def test_the_clock_of_another_evening_does_not_end_its_queue(people, arena):
    season = make.season(arena.season.club)
    session = make.session(season)
    queue_play.switch_on(session, game="neurotrio", size=4, by=None)
    come(session, people[:4])
    session_clock.start(session, minutes=10, by=None, now=timezone.now() - timedelta(minutes=11))
    assert queue_play.queue_of(session).tables


def test_entrants_are_expected_at_its_evening_and_checked_in_there(arena, people, evening):
    ada, bruno = people[:2]
    entrants.enter(arena, [EntryData(ada.pk), EntryData(bruno.pk)], by=None)
    assert session_arrivals.expected(evening) == [ada, bruno]
    session_arrivals.check_in_expected(evening, players=[ada.pk], by=None)
    assert session_arrivals.expected(evening) == [bruno]
    acts = (
        lambda: entrants.check_in(arena, [bruno.pk], by=None),
        lambda: entrants.drop_out(arena, [bruno.pk], by=None),
        lambda: entrants.come_back(arena, bruno.pk, by=None),
        lambda: entrants.substitute(arena, bruno.pk, people[2].pk, by=None),
        lambda: entrants.skip_round(arena, bruno.pk, 1, by=None),
    )
    before = AuditEntry.objects.count()
    for act in acts:
        with pytest.raises(Conflict, match="use “Manage evening” to check"):
            act()
    with pytest.raises(Conflict, match="the club’s seating wishes"):
        seating_constraints.set_constraint(arena, ada.pk, bruno.pk, WishKind.APART, by=None)
    assert AuditEntry.objects.count() == before
    assert entrants.rounds_to_skip(arena) == []
    entrants.remove(entrants.find(arena, bruno.pk), by=None)
    assert session_arrivals.expected(evening) == []


def test_it_has_no_rounds_to_draw(arena):
    assert [finding.code for finding in prechecks.precheck(arena)] == ["arena"]
    with pytest.raises(Conflict, match="no rounds to draw"):
        sittings.draw(arena, by=None)
    with pytest.raises(Invalid) as refused:
        tournaments.change(arena, sittings_planned=3, finalists=4, rules=["repeat_pair"], by=None)
    assert [(fault["code"], fault["path"]) for fault in refused.value.problems] == [
        ("arena", "sittings_planned"),
        ("arena", "finalists"),
        ("arena", "rules"),
    ]


def test_it_is_closed_when_no_table_plays(arena, people, evening):
    come(evening, people[:4])
    match = seat_next(evening)
    assert [row.pk for row in arenas.running_matches(arena)] == [match.pk]
    with pytest.raises(Conflict, match="1 table is still playing"):
        tournaments.close(arena, by=None)
    play(match, 22, 10, 5, 2)
    assert not tournament_end.has_ended(arena)
    seasons.update(arena.season, scheme={"aggregate": "mean"}, by=None)  # one match is enough
    places(arena)
    closed = tournaments.close(arena, by=None)
    end = tournament_end.tournament_end(closed, [])
    assert [player.name for player in end.winners] == names(match)[:1]
    evening.refresh_from_db()
    assert queue_play.queue_of(evening) is None


def test_a_stopped_table_does_not_keep_it_open(arena, people, evening):
    come(evening, people[:4])
    stopped_matches.abandon(seat_next(evening), by=None)
    assert tournaments.close(arena, by=None).closed_at is not None


def test_another_format_switches_queue_play_off_until_a_table_is_seated(arena, people, evening):
    tournaments.change(arena, format=Format.SWISS, by=None)
    evening.refresh_from_db()
    assert evening.queue_since is None
    with pytest.raises(Conflict, match="draws its tables itself"):
        queue_play.switch_on(evening, game="neurotrio", by=None)
    tournaments.change(arena, format=Format.ARENA, by=None)
    evening.refresh_from_db()
    come(evening, people[:4])
    seat_next(evening)
    with pytest.raises(Invalid, match="can no longer be changed"):
        tournaments.change(arena, format=Format.SWISS, by=None)


def test_the_current_evening_is_the_last_that_has_begun(arena, evening):
    later = seasons.open_session(arena.season, starts_at=evening.starts_at + timedelta(days=7))
    now = evening.starts_at + timedelta(days=6)
    assert arenas.current_evening(arena, evening.starts_at - timedelta(days=1)) == evening
    assert arenas.current_evening(arena, now) == evening
    assert arenas.current_evening(arena, now + timedelta(days=2)) == later
    begun = evening.starts_at + timedelta(hours=1)
    assert [row.session for row in current_sessions.under_way([arena.season.club], begun)] == [
        evening
    ]


def test_an_archive_brings_it_back(arena, people, evening):
    entrants.enter(arena, [EntryData(people[0].pk)], by=None)
    come(evening, people[:4])
    play(seat_next(evening), 22, 10, 5, 2)
    club = imported(exported(arena.season.club), make.user()).club
    copy = club.seasons.get(tournament__isnull=False).tournament
    assert (copy.format, copy.minutes, copy.season.sessions.get().queue_game) == (
        Format.ARENA, 90, "neurotrio",
    )  # fmt: skip
    assert places(copy) == places(arena)
