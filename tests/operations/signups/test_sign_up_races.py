"""Players sign up and cancel at once, with a connection each."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from random import Random

import pytest
from django.db import transaction
from django.utils import timezone

from league.errors import Conflict
from league.models import SignUp
from league.operations.identity import merging
from league.operations.seasons import seasons
from league.operations.signups import roster, sheets, sign_ups
from tests import make
from tests.apart import MARKS, apart, blocked_reads

pytestmark = MARKS


def new_sheet(players, **settings):
    """Return the sheet of a session that begins in an hour, and new players of its club."""
    season = make.season(make.club())
    session = seasons.open_session(season, starts_at=timezone.now() + timedelta(hours=1))
    sheet = sheets.open_sheet(session, by=None, **settings)
    names = [f"Player {number:02}" for number in range(players)]
    return sheet, [player.pk for player in make.players(season.club, names)]


def coming(sheet):
    return list(SignUp.objects.filter(sheet=sheet, answer="yes").order_by("number"))


def answer(sheet, player, choice):
    return apart(sign_ups.record_answer, sheet, player, choice, by=None)


def test_of_fifty_who_want_the_last_place_one_gets_it_and_the_others_wait_in_order():
    sheet, players = new_sheet(50, capacity=1)
    with ThreadPoolExecutor(50) as pool:
        rows = list(pool.map(lambda player: answer(sheet, player, "yes"), players))
    stored = coming(sheet)
    assert [row.number for row in stored] == list(range(1, 51))
    assert [row.has_place for row in stored] == [True] + [False] * 49
    assert {row.player_id for row in stored} == set(players)
    # what each was told is what is stored
    answers = {row.player_id: (row.number, row.has_place) for row in rows}
    assert answers == {row.player_id: (row.number, row.has_place) for row in stored}


def test_cancelling_while_others_move_up_leaves_no_place_empty():
    sheet, players = new_sheet(12, capacity=3, guests_allowed=1)
    for player in players[:8]:
        sign_ups.record_answer(sheet, player, "yes", by=None)

    def some_acts(seed):
        random = Random(seed)
        for _act in range(6):
            player = random.choice(players)
            try:
                if random.random() < 0.2:
                    sign_ups.bring_guest(sheet, player, name=f"Guest {seed}.{_act}", by=None)
                else:
                    sign_ups.record_answer(sheet, player, random.choice(["yes", "no"]), by=None)
            except Conflict:
                pass  # no guests any more

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda seed: apart(some_acts, seed), range(8)))
    stored = coming(sheet)
    assert [row.has_place for row in stored] == [place < 3 for place in range(len(stored))]


def test_an_answer_that_waits_past_the_deadline_is_late():
    deadline = timezone.now() + timedelta(seconds=3)
    sheet, (ada,) = new_sheet(1, closes_at=deadline)
    assert sheets.why_closed(sheet, timezone.now()) == ""
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            with blocked_reads(SignUp):
                waiting = pool.submit(answer, sheet, ada, "yes")
            while timezone.now() < deadline:
                time.sleep(0.05)
        with pytest.raises(Conflict) as refusal:
            waiting.result(30)
    assert refusal.value.problems[0]["code"] == "sign_up_closed"


def test_an_answer_and_a_merge_of_the_same_player_do_not_wait_in_a_circle():
    sheet, (ada, twin, *_rest) = new_sheet(4)
    sign_ups.record_answer(sheet, twin, "yes", by=None)
    club = sheet.club

    def merge():
        pair = (club.players.get(pk=twin), club.players.get(pk=ada))
        return merging.merge(*pair, by=None)

    with ThreadPoolExecutor(2) as pool:
        merged = pool.submit(apart, merge)
        answered = pool.submit(answer, sheet, ada, "yes")
        outcomes = [future.exception(30) for future in (merged, answered)]
    assert all(outcome is None or isinstance(outcome, Conflict) for outcome in outcomes), outcomes
    assert roster.comes(SignUp.objects.get(sheet=sheet, player=ada))
