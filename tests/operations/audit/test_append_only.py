"""What PostgreSQL refuses, and several people at once, with a connection each."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import DatabaseError, transaction

from league.models import AuditEntry, Club
from league.operations.audit import club_log, verification
from league.operations.people import clubs
from tests import make
from tests.apart import MARKS, apart

pytestmark = MARKS
PEOPLE, ACTS = 4, 10


def test_an_entry_can_be_neither_changed_nor_deleted():
    club = make.club()
    entry = AuditEntry.objects.get(club=club)
    for change in (
        lambda: AuditEntry.objects.filter(pk=entry.pk).update(kind="player.added"),
        lambda: AuditEntry.objects.filter(pk=entry.pk).delete(),
        club.delete,
    ):
        with pytest.raises(DatabaseError, match="append-only: entry 1 of club"):
            change()
    assert verification.find_faults(club) == []


def test_a_club_is_removed_with_its_log_and_others_stay_protected():
    club, other = make.club(), make.club(name="Ailleurs")
    with transaction.atomic():
        club_log.allow_removal()
        Club.objects.get(pk=club.pk).delete()
    assert not AuditEntry.objects.filter(club=club.pk).exists()
    with pytest.raises(DatabaseError, match="append-only"):
        AuditEntry.objects.filter(club=other).delete()


def add_players(club):
    """Let several people add players at the same time."""
    with ThreadPoolExecutor(PEOPLE) as pool:
        acts = [
            pool.submit(apart, clubs.add_player, club, name=f"Player {act}", by=None)
            for act in range(PEOPLE * ACTS)
        ]
    for act in acts:
        act.result()


def test_several_people_at_once_give_one_unbroken_chain():
    club = make.club()
    add_players(club)
    assert verification.find_faults(club) == []
    assert verification.last_of(club)[0] == 1 + PEOPLE * ACTS


def test_the_first_entries_of_a_club_without_log_may_come_at_once():
    club = Club.objects.create(slug="old", name="Old")  # from before there were logs
    add_players(club)
    assert verification.find_faults(club) == []
    assert verification.last_of(club)[0] == PEOPLE * ACTS
