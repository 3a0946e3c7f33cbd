"""Two organisers join evenings or create tables at the same time, with a connection each."""

import contextlib
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as StillWaiting

import pytest
from django.db import transaction

from league.errors import Conflict
from league.models import Match, Night
from league.operations.sessions import nights, session_log
from tests import make
from tests.apart import MARKS, apart

pytestmark = MARKS


def sessions_of_a_club():
    club = make.club()
    sessions = [make.session(make.season(club, name)) for name in ("Gold", "Silver", "Bronze")]
    return sessions, [player.pk for player in make.players(club)]


def wait_for(act, first, second):
    """Carry out `second` with another connection while the transaction of `first` is open; return
    its future."""
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            act(*first, by=None)
            later = pool.submit(apart, second[0], *second[1], by=None, **second[2])
            with pytest.raises(StillWaiting):
                later.result(1)
        with contextlib.suppress(Conflict):
            later.result(30)
    return later


def test_two_organisers_who_join_the_same_evenings_make_one_night():
    (gold, silver, bronze), _players = sessions_of_a_club()
    wait_for(nights.join, (gold, [silver.pk]), (nights.join, (bronze, [silver.pk]), {}))
    assert Night.objects.count() == 1
    assert [row.pk for row in nights.sessions_of_night(Night.objects.get().pk)] == [
        bronze.pk, gold.pk, silver.pk
    ]  # fmt: skip


def test_tables_created_at_the_same_time_in_a_night_have_different_numbers():
    (gold, silver, _bronze), players = sessions_of_a_club()
    nights.join(gold, [silver.pk], by=None)

    def first(session, *, by):
        session_log.set_table(session, game="neurotrio", players=players[:2], by=by)

    second = (session_log.set_table, (silver,), {"game": "neurotrio", "players": players[2:]})
    wait_for(first, (gold,), second)
    assert sorted(Match.objects.values_list("table_number", flat=True)) == [1, 2]


def test_join_sees_a_table_that_is_being_created():
    (gold, silver, _bronze), players = sessions_of_a_club()
    session_log.set_table(silver, game="neurotrio", players=players[2:], by=None)

    def first(session, *, by):
        session_log.set_table(session, game="neurotrio", players=players[:2], by=by)

    later = wait_for(first, (gold,), (nights.join, (gold, [silver.pk]), {}))
    with pytest.raises(Conflict):
        later.result()
    assert not Night.objects.exists()
