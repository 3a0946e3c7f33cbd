"""Players from pasted names: the plan of each line, and that no name comes in twice."""

import time
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256

import pytest
from django.db import connection, transaction

from league.errors import Conflict, Invalid
from league.models import Event, EventType, Player
from league.operations.identity import merging
from league.operations.people import paste
from league.operations.people.paste import LineOutcome
from tests import make
from tests.apart import apart

pytestmark = pytest.mark.django_db


def names(club):
    return sorted(club.players.values_list("name", flat=True))


def outcomes(plan):
    return [(line.person.number, line.outcome, line.is_added) for line in plan.lines]


def test_a_preview_classifies_each_line_and_adds_no_player():
    club = make.club()
    (chloe,) = make.players(club, ["Chloé Noir"])
    plan = paste.preview(club, "Ada\nCHLOE  NOIR\nada\n\nx@y.org\nBob")
    assert outcomes(plan) == [
        (1, "new", True),
        (2, "exists", False),
        (3, "twice", False),
        (5, "unreadable", False),
        (6, "new", True),
    ]
    assert (plan.lines[1].player, plan.lines[2].first) == (chloe, 1)
    assert plan.counts == {"new": 2, "exists": 1, "twice": 1, "unreadable": 1}
    assert names(club) == ["Chloé Noir"]


def test_new_players_come_in_with_their_emails_and_are_announced():
    club = make.club()
    make.webhook(club, events=[EventType.PLAYER_CREATED])
    club.refresh_from_db()
    paste.add(club, "Ada <ada@example.org>\nBob")
    assert list(club.players.values_list("name", "email")) == [
        ("Ada", "ada@example.org"),
        ("Bob", ""),
    ]
    assert Event.objects.count() == 2


def test_pasting_the_same_list_twice_adds_no_duplicates():
    club = make.club()
    text = "Ada\nÉlise\nL’Hermite"
    assert len(paste.add(club, text).added) == 3
    again = paste.add(club, "ada\nELISE\nl'hermite")
    assert (again.added, again.counts["exists"]) == ([], 3)
    assert names(club) == ["Ada", "L’Hermite", "Élise"]


def test_another_person_of_the_same_name_is_added_by_number():
    club = make.club()
    make.players(club, ["Ada"])
    plan = paste.add(club, "Ada\nBob\nBob", [1, 3])
    assert len(plan.added) == 3
    assert names(club) == ["Ada", "Ada", "Bob", "Bob"]


def test_people_of_existing_names_are_not_added_to_another_list_than_was_seen():
    club = make.club()
    make.players(club, ["Ada"])
    newest = paste.preview(club, "Ada", [1]).newest
    paste.add(club, "Ada", [1], newest=newest)
    with pytest.raises(Conflict):
        paste.add(club, "Ada", [1], newest=newest)
    assert names(club) == ["Ada", "Ada"]


def test_a_struck_player_does_not_count():
    club = make.club()
    make.players(club, ["Ada"])
    Player.objects.update(struck_at="2026-10-01T00:00Z")
    assert paste.preview(club, "Ada").counts["new"] == 1


@pytest.mark.parametrize(
    ("text", "add_existing", "path", "code"),
    [
        (" \n\n", [], "text", "blank"),
        ("x\n" * 2001, [], "text", "too_long"),
        ("Ada", [2], "add_existing.0", "unknown_line"),
        ("Ada\nx@y.org", [1, 2], "add_existing.1", "unknown_line"),
    ],
)
def test_odd_pastes_are_refused_whole(text, add_existing, path, code):
    club = make.club()
    with pytest.raises(Invalid) as refusal:
        paste.add(club, text, add_existing)
    assert [(problem["path"], problem["code"]) for problem in refusal.value.problems] == [
        (path, code)
    ]
    assert not club.players.exists()


def test_similar_names_are_pointed_out():
    club = make.club()
    (ada,) = make.players(club, ["Ada Lovelace"])
    plan = paste.preview(club, "Ada Lovelase\nZoé")
    assert [(line.person.name, line.alike) for line in plan.alike] == [("Ada Lovelase", ada)]


def test_a_merged_player_is_not_pasted_again():
    club = make.club()
    bob, rob = make.players(club, ["Bob", "Rob"])
    merging.merge(bob, rob, by=None)
    (line,) = paste.add(club, "BOB").lines
    assert (line.outcome, line.player) == (LineOutcome.EXISTS, rob)


def test_two_thousand_names_take_few_statements(django_assert_max_num_queries):
    club = make.club()
    # names that nobody takes for each other
    names = (sha256(str(number).encode()).hexdigest() for number in range(2000))
    letters = str.maketrans("0123456789", "ghijklmnop")
    text = "\n".join(f"{at}. {name[:12].translate(letters)}" for at, name in enumerate(names, 1))
    with django_assert_max_num_queries(75):
        plan = paste.add(club, text)
    assert len(plan.added) == club.players.count() == 2000


@pytest.mark.django_db(transaction=True)
@pytest.mark.services
@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer at a time")
def test_concurrent_pastes_of_one_list_add_no_duplicates():
    club = make.club()
    text = "\n".join(f"Player {number}" for number in range(50))
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            first = paste.add(club, text)
            second = pool.submit(apart, paste.add, club, text)
            for _attempt in range(500):
                if second.done() or somebody_waits():
                    break
                time.sleep(0.01)
        assert [len(first.added), len(second.result().added)] == [50, 0]
    assert club.players.count() == 50


def somebody_waits():
    """Tell whether another connection to this database waits for a lock."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 1 FROM pg_locks AS awaited JOIN pg_locks AS granted USING (pid)"
            " JOIN pg_database ON pg_database.oid = granted.database"
            " WHERE NOT awaited.granted AND datname = current_database()"
        )
        return bool(cursor.fetchone())


def test_new_lines_are_compared_with_the_club_and_with_each_other():
    club = make.club()
    (ada,) = make.players(club, ["Ada Lovelace"])
    text = "Ada Lovelase\nJean Luc\nZoé\nJean-Luc"
    plan = paste.preview(club, text)
    alike = {line.person.number: line.alike for line in plan.alike}
    assert alike == {1: ada, 4: plan.lines[1].person}
    added = paste.add(club, text, leave_out=[1, 4])
    assert [line.person.name for line in added.added] == ["Jean Luc", "Zoé"]
    assert names(club) == ["Ada Lovelace", "Jean Luc", "Zoé"]
    with pytest.raises(Invalid) as refused:
        paste.preview(club, text, leave_out=[9])
    assert refused.value.problems[0]["path"] == "leave_out.0"
