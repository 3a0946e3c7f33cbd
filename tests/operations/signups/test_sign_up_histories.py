"""Random histories of sign-ups: the stored lists are those of a model in a few lines of Python."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random

import pytest
from django.db import connection

from league.errors import Conflict
from league.models import Player, SignUp
from league.operations.audit import club_log
from league.operations.signups import sheets, sign_ups
from tests import make

pytestmark = pytest.mark.django_db
BEFORE = datetime(2026, 9, 20, tzinfo=UTC)  # the sessions of tests begin in October 2026
ACTS = 10
# one person at a time, which databases do not answer differently: PostgreSQL gets a sample
CHUNKS, QUICK = (10, 1) if connection.vendor == "sqlite" else (2, 1)
LONG_CHUNKS = [pytest.param(chunk, marks=pytest.mark.long) for chunk in range(QUICK, CHUNKS)]
HISTORIES = 50  # in each chunk


@dataclass
class ListModel:
    """Who comes, in order; the first ones have the places. Nothing else decides."""

    capacity: int | None
    guests_allowed: int
    is_closed: bool = False
    coming: list[int] = field(default_factory=list)
    other: dict[int, str] = field(default_factory=dict)
    hosts: dict[int, int] = field(default_factory=dict)

    def places(self):
        return self.coming[: self.capacity]

    def guests_of(self, player):
        return [guest for guest, host in self.hosts.items() if host == player]

    def answer(self, player, answer, as_organiser):
        """Return whether the answer is taken."""
        now = "yes" if player in self.coming else self.other.get(player)
        is_cancelling = now == "yes" and answer == "no"
        if now == answer:
            return True
        if self.is_closed and not as_organiser and not is_cancelling:
            return False
        if answer == "yes":
            self.other.pop(player, None)
            self.coming.append(player)
        else:
            self.leave(player)
            for guest in self.guests_of(player):
                self.take_out(guest)
            self.other[player] = answer
        return True

    def bring(self, host, guest, as_organiser):
        if self.hosts.get(guest) == host and guest in self.coming:
            return True
        refused = self.is_closed or len(self.guests_of(host)) >= self.guests_allowed
        if host not in self.coming or host in self.hosts:
            return False
        if guest in {*self.coming, *self.other}:
            return False
        if refused and not as_organiser:
            return False
        self.coming.append(guest)
        self.hosts[guest] = host
        return True

    def take_out(self, player):
        self.leave(player)
        for guest in self.guests_of(player):
            self.take_out(guest)
        self.other.pop(player, None)
        self.hosts.pop(player, None)

    def leave(self, player):
        if player in self.coming:
            self.coming.remove(player)

    def resize(self, capacity):
        if capacity is not None and capacity < len(self.places()):
            return False
        self.capacity = capacity
        return True


class RandomSheet:
    """A sheet with which anything may happen next, and its model."""

    def __init__(self, seed, session, players):
        self.random = Random(seed)
        self.players = players
        capacity = self.random.choice([None, 1, 2, 3, 4])
        guests = self.random.choice([0, 1, 2])
        self.sheet = sheets.open_sheet(session, capacity=capacity, guests_allowed=guests, by=None)
        self.model = ListModel(capacity, guests)

    def act(self):
        """Do something, and check that it is taken or refused as the model says."""
        acts = [self.answer] * 8 + [self.bring] * 3 + [self.take_out, self.resize, self.close]
        self.random.choice(acts)()

    def answer(self):
        player, answer = self.someone(), self.random.choice(["yes", "yes", "yes", "maybe", "no"])
        mode = self.mode()
        self.attempt(
            self.model.answer(player, answer, mode["as_organiser"]),
            lambda: sign_ups.record_answer(self.sheet, player, answer, **mode),
        )

    def bring(self):
        host, guest, mode = *self.random.sample(self.players, 2), self.mode()
        self.attempt(
            self.model.bring(host, guest, mode["as_organiser"]),
            lambda: sign_ups.bring_guest(self.sheet, host, player=guest, **mode),
        )

    def take_out(self):
        player = self.someone()
        row = SignUp.objects.filter(sheet=self.sheet, player=player).first()
        if row is not None:
            sign_ups.remove(row, **self.mode())
            self.model.take_out(player)

    def resize(self):
        capacity = self.random.choice([None, 1, 2, 3, 5])
        self.attempt(
            self.model.resize(capacity),
            lambda: sheets.change(self.sheet, capacity=capacity, by=None),
        )

    def close(self):
        self.model.is_closed = not self.model.is_closed
        sheets.change(self.sheet, is_closed=self.model.is_closed, by=None)

    def attempt(self, is_taken, act):
        if is_taken:
            act()
        else:
            with pytest.raises(Conflict):
                act()

    def someone(self):
        return self.random.choice(self.players)

    def mode(self):
        return {"by": None, "now": BEFORE, "as_organiser": self.random.random() < 0.4}

    def check(self, places_before):
        """Check the stored list against the model. Who had a place and still comes has it."""
        rows = list(SignUp.objects.filter(sheet=self.sheet).order_by("number", "pk"))
        coming = [row for row in rows if row.number is not None]
        coming.sort(key=lambda row: row.number)
        assert [row.player_id for row in coming] == self.model.coming
        assert [row.player_id for row in coming if row.has_place] == self.model.places()
        assert {row.player_id: row.answer for row in rows} == {
            **dict.fromkeys(self.model.coming, "yes"),
            **self.model.other,
        }
        hosts = {row.player_id: row.guest_of_id for row in rows if row.guest_of_id}
        assert hosts == self.model.hosts
        assert set(places_before) & set(self.model.coming) <= set(self.model.places())


@pytest.fixture
def sessions():
    season = make.season(make.club())
    return [make.session(season) for _each in range(HISTORIES)]


@pytest.mark.parametrize("chunk", [*range(QUICK), *LONG_CHUNKS])
def test_the_waiting_list_keeps_all_players_in_order_and_fills_every_place(chunk, sessions):
    club = sessions[0].season.club
    players = [
        player.pk for player in make.players(club, [f"Player {number}" for number in range(7)])
    ]
    with club_log.as_one_act():
        for number, session in enumerate(sessions):
            history = RandomSheet(chunk * HISTORIES + number, session, players)
            for _act in range(ACTS):
                before = list(history.model.places())
                history.act()
                history.check(before)
    assert Player.objects.filter(club=club).count() == len(players)
