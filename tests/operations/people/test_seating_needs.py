"""Wishes and needs for the seating of evenings."""

import hashlib
import json

import pytest
from django.utils.translation import override

from league.errors import Invalid, NotFound
from league.models import AuditEntry, AuditText, Player, PlayerMerge, SeatingWish
from league.operations.audit import entry_words
from league.operations.exchange.archive import file_format
from league.operations.identity import merging
from league.operations.people import clubs, newcomers, seating_needs
from league.operations.people.seating_needs import SeatingNeeds
from league.operations.privacy import erasing, player_data
from tests import make
from tests.archives import changed, exported, imported, packed, unpacked

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    return make.players(make.club(), ["Ada", "Bruno", "Chloé", "Dov"])


@pytest.fixture
def club(people):
    return people[0].club


def wish(one, other, kind="apart", note=""):
    return seating_needs.set_wish(one.club, one.pk, other.pk, kind, note=note, by=None)


def wishes():
    """Return each wish with names in the order of their ids."""
    rows = SeatingWish.objects.select_related("one", "other")
    return {(*sorted([row.one.name, row.other.name]), row.kind, row.note) for row in rows}


def faults(refusal):
    return [(problem["code"], problem["path"]) for problem in refusal.value.problems]


def log_words(kind):
    with override("en"):
        entries = list(AuditEntry.objects.filter(kind=kind).order_by("pk"))
        return [
            (words.title, [player.name for player in words.players], words.changes)
            for words in entry_words.in_words(entries)
        ]


def test_needs_of_players_are_read_in_two_queries(people, club, django_assert_num_queries):
    ada, bruno, chloe, dov = people
    wish(dov, ada, "apart")
    wish(bruno, chloe, "together")
    wish(bruno, dov, "apart")
    seating_needs.set_need(ada, level=0, step_free=True, by=None)
    seating_needs.set_need(chloe, level=3, fixed_table=2, by=None)
    seating_needs.set_step_free_tables(club, [4, 1, 4], by=None)
    with django_assert_num_queries(2):
        needs = seating_needs.needs_of(club, [ada.pk, bruno.pk, chloe.pk, dov.pk])
    assert needs == SeatingNeeds(
        apart=((ada.pk, dov.pk), (bruno.pk, dov.pk)),
        together=((bruno.pk, chloe.pk),),
        levels={ada.pk: 0, chloe.pk: 3},
        fixed_tables={chloe.pk: 2},
        step_free=frozenset([ada.pk]),
        step_free_tables=(1, 4),
    )


def test_players_who_are_not_asked_for_have_no_needs(people, club):
    ada, bruno, *_others = people
    wish(ada, bruno)
    seating_needs.set_need(ada, level=2, by=None)
    needs = seating_needs.needs_of(club, [bruno.pk])
    assert needs == SeatingNeeds((), (), {}, {}, frozenset(), ())


def test_later_wish_of_a_pair_replaces_the_earlier_one(people):
    ada, bruno, *_others = people
    first = wish(ada, bruno, "apart", " family ")
    assert wish(bruno, ada, "together", "teacher").pk == first.pk
    assert wishes() == {("Ada", "Bruno", "together", "teacher")}


def test_same_wish_twice_is_logged_once(people):
    ada, bruno, *_others = people
    wish(ada, bruno, "apart", "family")
    wish(bruno, ada, "apart", "family")
    assert AuditEntry.objects.filter(kind="player.seating_wish_set").count() == 1


@pytest.mark.parametrize(
    ("one", "other", "kind", "note", "expected"),
    [
        ("Ada", "Ada", "apart", "", [("player_twice", "other")]),
        ("Ada", "Zoé", "apart", "", [("unknown_player", "other")]),
        ("Ada", "Bruno", "never", "", [("unknown_choice", "kind")]),
        ("Ada", "Bruno", "apart", "x" * 81, [("too_long", "note")]),
    ],
)
def test_impossible_wish_is_refused(people, one, other, kind, note, expected):
    stranger = clubs.add_player(make.club(name="Other club"), name="Zoé")
    by_name = {player.name: player for player in [*people, stranger]}
    with pytest.raises(Invalid) as refusal:
        wish(by_name[one], by_name[other], kind, note)
    assert faults(refusal) == expected
    assert not SeatingWish.objects.exists()


def test_refusal_names_the_player_and_the_remedy(people):
    with pytest.raises(Invalid) as refusal:
        wish(people[0], people[0])
    assert refusal.value.detail == "Ada is chosen twice: choose another player for the pair."


def test_removed_wish_is_gone_and_cannot_be_removed_again(people, club):
    row = wish(people[0], people[1], note="family")
    other_club = make.club(name="Other club")
    with pytest.raises(NotFound):
        seating_needs.remove_wish(other_club, row.pk, by=None)
    seating_needs.remove_wish(club, row.pk, by=None)
    with pytest.raises(NotFound):
        seating_needs.remove_wish(club, row.pk, by=None)
    assert wishes() == set()


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"fixed_table": 0}, [("out_of_range", "fixed_table")]),
        ({"fixed_table": 501}, [("out_of_range", "fixed_table")]),
        ({"level": -1}, [("out_of_range", "level")]),
        (
            {"level": 1001, "fixed_table": -3},
            [("out_of_range", "level"), ("out_of_range", "fixed_table")],
        ),
    ],
)
def test_number_out_of_range_is_refused(people, changes, expected):
    with pytest.raises(Invalid) as refusal:
        seating_needs.set_need(people[0], by=None, **changes)
    assert faults(refusal) == expected
    assert not seating_needs.players_with_needs(people[0].club).exists()


def test_only_named_needs_change(people):
    ada = people[0]
    seating_needs.set_need(ada, level=2, fixed_table=3, by=None)
    seating_needs.set_need(ada, level=None, step_free=True, by=None)
    ada.refresh_from_db()
    assert (ada.level, ada.step_free, ada.fixed_table) == (None, True, 3)


def test_step_free_tables_are_sorted_and_count_from_one(club):
    seating_needs.set_step_free_tables(club, [3, 1, 3], by=None)
    club.refresh_from_db()
    assert club.step_free_tables == [1, 3]
    with pytest.raises(Invalid) as refusal:
        seating_needs.set_step_free_tables(club, [1, 0], by=None)
    assert faults(refusal) == [("out_of_range", "step_free_tables.1")]


def test_log_has_wishes_and_needs_in_words(people, club):
    ada, bruno, *_others = people
    row = wish(ada, bruno, "apart", "family")
    seating_needs.remove_wish(club, row.pk, by=None)
    seating_needs.set_need(ada, level=2, step_free=True, fixed_table=4, by=None)
    seating_needs.set_step_free_tables(club, [1, 2], by=None)
    ((title, players, changes),) = log_words("player.seating_wish_set")
    assert (title, players) == ("Seating wish added (evenings)", ["Ada", "Bruno"])
    assert [change.after for change in changes] == ["never at the same table", "family"]
    ((title, _players, changes),) = log_words("player.seating_wish_removed")
    assert title == "Seating wish removed (evenings)"
    assert [change.before for change in changes] == ["never at the same table", "family"]
    ((_title, players, changes),) = log_words("player.changed")
    assert players == ["Ada"]
    assert {(change.title, change.after) for change in changes} == {
        ("level", "2"),
        ("step-free", "yes"),
        ("fixed table", "4"),
    }
    ((_title, _players, changes),) = log_words("club.changed")
    assert [(change.title, change.after) for change in changes] == [("step-free tables", "1, 2")]


def test_rename_by_stale_row_keeps_needs_and_logs_the_name_only(people):
    ada = people[0]
    seating_needs.set_need(Player.objects.get(pk=ada.pk), level=2, step_free=True, by=None)
    clubs.update_player(ada, name="Ada B.")
    ada.refresh_from_db()
    assert (ada.level, ada.step_free) == (2, True)
    *_earlier, (_title, _players, changes) = log_words("player.changed")
    assert [change.field for change in changes] == ["name"]


def test_wish_of_a_removed_player_rests_until_the_player_is_back(people, club):
    ada, bruno, *_others = people
    wish(ada, bruno)
    newcomers.strike([bruno.pk])
    assert seating_needs.needs_of(club, [ada.pk, bruno.pk]).apart == ()
    newcomers.restore([bruno.pk])
    assert seating_needs.needs_of(club, [ada.pk, bruno.pk]).apart == ((ada.pk, bruno.pk),)


# merges


def test_wishes_and_needs_follow_a_merge_and_come_back(people):
    ada, bruno, chloe, dov = people
    wish(dov, ada, "apart", "family")
    wish(dov, bruno, "together")
    seating_needs.set_need(dov, level=0, step_free=True, fixed_table=2, by=None)
    seating_needs.set_need(chloe, level=3, by=None)
    before = wishes()
    stored = merging.merge(dov, chloe, by=None)
    assert wishes() == {
        ("Ada", "Chloé", "apart", "family"),
        ("Bruno", "Chloé", "together", ""),
    }
    needs = seating_needs.needs_of(chloe.club, [player.pk for player in people])
    assert needs.apart == ((ada.pk, chloe.pk),)
    assert needs.levels == {chloe.pk: 3}
    assert (needs.step_free, needs.fixed_tables) == (frozenset([chloe.pk]), {chloe.pk: 2})
    merging.undo(stored, by=None)
    assert wishes() == before
    needs = seating_needs.needs_of(chloe.club, [player.pk for player in people])
    assert needs.levels == {chloe.pk: 3, dov.pk: 0}
    assert (needs.step_free, needs.fixed_tables) == (frozenset([dov.pk]), {dov.pk: 2})


@pytest.mark.parametrize(
    ("of_merged", "of_survivor", "level"), [(0, None, 0), (3, None, 3), (3, 0, 0), (None, 2, 2)]
)
def test_merge_keeps_the_level_of_the_survivor_if_there_is_one(
    people, of_merged, of_survivor, level
):
    ada, bruno, *_others = people
    seating_needs.set_need(ada, level=of_merged, by=None)
    seating_needs.set_need(bruno, level=of_survivor, by=None)
    merging.merge(ada, bruno, by=None)
    assert seating_needs.needs_of(bruno.club, [bruno.pk]).levels == {bruno.pk: level}


def test_wish_of_a_pair_that_is_one_person_disappears_until_the_undo(people):
    ada, bruno, *_others = people
    wish(ada, bruno, "together", "family")
    stored = merging.merge(ada, bruno, by=None)
    assert wishes() == set()
    merging.undo(stored, by=None)
    assert wishes() == {("Ada", "Bruno", "together", "family")}


@pytest.mark.parametrize(
    ("of_merged", "of_survivor", "remaining"),
    [
        (("apart", "a"), ("apart", "b"), ("apart", "b")),
        (("apart", "a"), ("together", "b"), ("apart", "a")),
        (("together", "a"), ("apart", "b"), ("apart", "b")),
    ],
)
def test_two_wishes_about_the_same_player_become_one(people, of_merged, of_survivor, remaining):
    ada, bruno, chloe, _dov = people
    wish(ada, chloe, *of_merged)
    wish(bruno, chloe, *of_survivor)
    before = wishes()
    stored = merging.merge(ada, bruno, by=None)
    assert wishes() == {("Bruno", "Chloé", *remaining)}
    merging.undo(stored, by=None)
    assert wishes() == before


def test_undo_of_a_merge_keeps_a_wish_that_is_newer(people):
    ada, bruno, chloe, _dov = people
    wish(ada, bruno, "together")
    stored = merging.merge(ada, bruno, by=None)
    wish(bruno, chloe, "apart")
    merging.undo(stored, by=None)
    assert wishes() == {("Ada", "Bruno", "together", ""), ("Bruno", "Chloé", "apart", "")}


def test_merge_from_before_there_were_wishes_can_be_undone(people):
    ada, bruno, chloe, _dov = people
    stored = merging.merge(ada, bruno, by=None)
    for key in ("league.seatingwish.one", "league.seatingwish.other"):
        del stored.rows[key], stored.last_ids[key]
    del stored.players_before[merging.LOST_WISHES]
    stored.save()
    wish(bruno, chloe)
    merging.undo(stored, by=None)
    assert wishes() == {("Bruno", "Chloé", "apart", "")}


# erasing and my data


def test_erasing_a_player_removes_wishes_needs_and_notes(people):
    ada, bruno, chloe, _dov = people
    wish(ada, bruno, "apart", "quarrel about Easter")
    wish(bruno, chloe, "together", "also with Ada of the choir")
    erasing.erase(ada, name="Ada", by=make.user())
    assert wishes() == {("Bruno", "Chloé", "together", "also with Ada of the choir")}
    assert not AuditText.objects.filter(text="quarrel about Easter").exists()


def test_full_name_of_an_erased_player_is_removed_from_notes_about_others(people):
    _ada, bruno, chloe, dov = people
    clubs.update_player(dov, name="Dov Bernard")
    wish(bruno, chloe, "together", "with Dov Bernard")
    erasing.erase(dov, name="Dov Bernard", by=make.user())
    assert SeatingWish.objects.get().note == "with …"


def test_erased_player_is_in_no_wish_that_an_undone_merge_would_restore(people):
    ada, bruno, chloe, dov = people
    wish(ada, chloe, "apart", "quarrel about Easter")
    wish(bruno, chloe, "apart")
    wish(ada, dov, "together")
    wish(bruno, dov, "together", "choir")
    stored = merging.merge(ada, bruno, by=None)
    erasing.erase(chloe, name="Chloé", by=make.user())
    assert "Easter" not in json.dumps(PlayerMerge.objects.get().players_before)
    merging.undo(PlayerMerge.objects.get(pk=stored.pk), by=None)
    assert wishes() == {("Ada", "Dov", "together", ""), ("Bruno", "Dov", "together", "choir")}


def test_my_data_has_the_needs_and_not_the_wishes_about_others(people):
    ada, bruno, *_others = people
    wish(ada, bruno, "apart", "quarrel about Easter")
    seating_needs.set_need(ada, level=2, step_free=True, fixed_table=4, by=None)
    person = player_data.Person(Player.objects.filter(pk=ada.pk))
    (row,) = player_data.players(person)
    assert (row["level"], row["step_free"], row["fixed_table"]) == (2, True, 4)
    assert "Easter" not in str(row)


# archives


def club_with_wishes(people):
    ada, bruno, chloe, dov = people
    wish(ada, bruno, "apart", "family")
    wish(dov, bruno, "together")
    merging.merge(ada, chloe, by=None)  # the wish now has the higher id first
    seating_needs.set_need(bruno, level=0, step_free=True, fixed_table=3, by=None)
    return seating_needs.set_step_free_tables(bruno.club, [1, 3], by=None)


def test_archive_restores_wishes_needs_and_tables(people):
    original = club_with_wishes(people)
    archive = exported(original)
    copy = imported(archive, make.user()).club
    bruno, chloe, dov = copy.players.order_by("pk")
    assert seating_needs.needs_of(copy, [bruno.pk, chloe.pk, dov.pk]) == SeatingNeeds(
        apart=((bruno.pk, chloe.pk),),
        together=((bruno.pk, dov.pk),),
        levels={bruno.pk: 0},
        fixed_tables={bruno.pk: 3},
        step_free=frozenset([bruno.pk]),
        step_free_tables=(1, 3),
    )
    assert SeatingWish.objects.get(club=copy, kind="apart").note == "family"
    again, first = unpacked(exported(copy)), unpacked(archive)
    for name in ("players.ndjson", "seating_wishes.ndjson"):
        assert again[name] == first[name]


def test_archive_leaves_out_wishes_of_removed_players(people, club):
    wish(*people[:2])
    newcomers.strike([people[1].pk])
    assert unpacked(exported(club))["seating_wishes.ndjson"] == b""


@pytest.mark.parametrize(
    ("file", "change", "expected"),
    [
        ("players", {"fixed_table": 0}, ("out_of_range", "players.ndjson:2.fixed_table")),
        ("players", {"level": 1001}, ("out_of_range", "players.ndjson:2.level")),
        ("players", {"step_free": 1}, ("not_a_flag", "players.ndjson:2.step_free")),
        ("seating_wishes", {"one": 2}, ("player_twice", "seating_wishes.ndjson:2.other")),
        ("seating_wishes", {"other": 9}, ("unknown_row", "seating_wishes.ndjson:2.other")),
        ("seating_wishes", {"kind": "never"}, ("not_a_choice", "seating_wishes.ndjson:2.kind")),
        ("seating_wishes", {"one": 3}, ("wish_twice", "seating_wishes.ndjson:2.other")),
    ],
)
def test_impossible_row_of_an_archive_is_refused(people, file, change, expected):
    ada, bruno, chloe, _dov = people
    wish(bruno, chloe)
    wish(ada, bruno)
    archive = changed(exported(ada.club), f"{file}.ndjson", 2, lambda row: row.update(change))
    with pytest.raises(Invalid) as refusal:
        imported(archive, make.user())
    assert faults(refusal) == [expected]


def test_archive_from_before_there_were_wishes_is_imported(people, club):
    files = unpacked(exported(club))
    del files["seating_wishes.ndjson"]
    players = [json.loads(line) for line in files["players.ndjson"].splitlines()]
    older = [
        {name: row[name] for name in row if name not in ("level", "step_free", "fixed_table")}
        for row in players
    ]
    files["players.ndjson"] = b"".join(map(file_format.encode_row, older))
    row = json.loads(files["club.json"])
    del row["step_free_tables"]
    files["club.json"] = file_format.encode_row(row)
    manifest = json.loads(files["manifest.json"])
    for part in ("counts", "sha256"):
        del manifest[part]["seating_wishes.ndjson"]
    for name in ("players.ndjson", "club.json"):
        manifest["sha256"][name] = hashlib.sha256(files[name]).hexdigest()
    files["manifest.json"] = file_format.encode_row(manifest)
    copy = imported(packed(files), make.user()).club
    ids = list(copy.players.values_list("pk", flat=True))
    assert seating_needs.needs_of(copy, ids) == SeatingNeeds((), (), {}, {}, frozenset(), ())
