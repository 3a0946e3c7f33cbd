"""Several organisers of one tournament at the same moment: one is first, the others hear of it."""

import pytest

from league.models import Match, Sitting
from league.operations.tournaments import audit_log
from league.operations.tournaments.play import sittings
from scoring import projection
from tests import make
from tests.api.caller import caller
from tests.api.conftest import build
from tests.api.http.test_races import at_once, caller_with

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def world(transactional_db):
    return build()


@pytest.fixture
def cup(world):
    return make.tournament(world.club, here=9, name="Coupe")


def statuses(answers):
    return sorted(answer.status_code for answer in answers)


def test_of_eight_draws_one_is_kept(world, cup):
    secret = caller(world.owner).headers
    path = f"tournaments/{cup.pk}/sittings/"
    answers = at_once(8, lambda _number: caller_with(secret).post(path, {}))
    assert statuses(answers) == [201, *[409] * 7]
    assert Sitting.objects.count() == 1


def test_of_eight_who_publish_one_does(world, cup):
    secret = caller(world.owner).headers
    alice = caller_with(secret)
    draft = alice.post(f"tournaments/{cup.pk}/sittings/", {}).json()["sittings"][0]
    path = f"sittings/{draft['id']}/state/"
    alice.post(path, {"state": "checked"})
    answers = at_once(8, lambda _number: caller_with(secret).post(path, {"state": "published"}))
    assert statuses(answers) == [200, *[409] * 7]
    assert Match.every.filter(session__season=cup.season).count() == 3


def test_eight_who_show_and_hide_it_leave_one_of_both(world, cup):
    """Each act is noted once, and the last one noted is what stands."""
    secret = caller(world.owner).headers
    draft = sittings.check(sittings.draw(cup, by=None)[0], by=None)
    path = f"sittings/{draft.pk}"

    def act(number):
        if number % 4 == 3:
            return caller_with(secret).post(f"{path}/withdraw/", {"hide_from": ["public"]})
        return caller_with(secret).post(f"{path}/publish/", {})

    answers = at_once(8, act)
    assert set(statuses(answers)) <= {200, 409}
    assert [a.status_code for n, a in enumerate(answers) if n % 4 != 3] == [200] * 6
    sitting = Sitting.objects.get()
    kinds = [line.entry.kind for line in audit_log.lines(cup) if line.entry.sitting == 1]
    assert kinds[:3] == ["draw", "check", "publish"]
    assert kinds[3:] == [["hide_public", "show_public"][n % 2] for n in range(len(kinds) - 3)]
    assert (sitting.public_at is None) == (kinds[-1] == "hide_public")
    assert Match.every.filter(session__season=cup.season).count() == 3


def test_concurrent_lock_and_correction_keep_tables_right(world, cup):
    """A correction comes before the lock or is refused; whatever wins, the tables are right."""
    secret = caller(world.owner).headers
    sitting = make.finished(make.published(cup))
    matches = [table.match_id for table in sitting.tables.order_by("number")]

    def act(number):
        if number == 0:
            path = f"sittings/{sitting.pk}/state/"
            return caller_with(secret).post(path, {"state": "locked"})
        path = f"matches/{matches[number % 3]}/rounds/1/"
        return caller_with(secret).put(path, make.sheet(number, 22, 10))

    answers = at_once(9, act)
    assert {answer.status_code for answer in answers} <= {200, 409}
    later = caller_with(secret).put(f"matches/{matches[0]}/rounds/1/", make.sheet(22, 0, 0))
    assert (later.status_code == 409) == (answers[0].status_code == 200)
    for table in cup.season.tables.all():
        projection.refresh(table.pk)
        assert projection.check(table.pk) == []


def test_a_round_and_a_withdrawal_at_once_are_one_of_both(world, cup):
    secret = caller(world.owner).headers
    sitting = make.published(cup)
    match = sitting.tables.get(number=1).match_id

    def act(number):
        if number % 2:
            path = f"sittings/{sitting.pk}/state/"
            return caller_with(secret).post(path, {"state": "checked"})
        path = f"matches/{match}/rounds/"
        return caller_with(secret).post(path, {**make.sheet(22, 10, 5), "number": 1})

    answers = at_once(6, act)
    entered = any(answer.status_code == 201 for answer in answers[::2])
    withdrawn = any(answer.status_code == 200 for answer in answers[1::2])
    assert entered != withdrawn
    sitting.refresh_from_db()
    assert sitting.state == ("published" if entered else "checked")


def test_two_who_swap_what_the_other_replaces_both_hear(world, cup):
    """Substitute and new seats change the same tables: both or one of them, never half of each."""
    secret = caller(world.owner).headers
    sitting = make.published(cup)
    (zoe,) = make.players(world.club, ["Zoé"])
    tables = [list(table.players) for table in sitting.tables.order_by("number")]
    old = tables[0][0]
    swapped = [[tables[1][0], *tables[0][1:]], [old, *tables[1][1:]], tables[2]]

    def act(number):
        if number % 2:
            body = {"player": old, "substitute": zoe.pk}
            return caller_with(secret).post(f"tournaments/{cup.pk}/substitute/", body)
        return caller_with(secret).put(f"sittings/{sitting.pk}/", {"tables": swapped})

    answers = at_once(6, act)
    assert 200 in {answer.status_code for answer in answers[1::2]}
    now = [list(table.players) for table in sitting.tables.order_by("number")]
    seated = sorted(player for table in now for player in table)
    assert seated == sorted([zoe.pk, *(p for table in tables for p in table if p != old)])
    for table in sitting.tables.select_related("match"):
        assert [seat.player_id for seat in table.match.seats.all()] == table.players
