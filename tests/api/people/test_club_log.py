"""The log of a club for programs."""

from league.models import AuditEntry, Role
from league.operations.people import clubs
from tests import make
from tests.api.caller import caller, problem_codes


def rows(alice, world, query=""):
    return alice.get(f"clubs/{world.club.slug}/log/{query}").json()["results"]


def test_the_newest_entry_comes_first_with_what_changed(world, alice):
    player = world.players[0]
    clubs.update_player(player, name="Ada Lovelace", by=world.organiser)
    newest = rows(alice, world)[0]
    assert newest["by"] == "Olga"
    assert (newest["kind"], newest["words"]) == ("player.changed", "player changed")
    assert newest["players"] == [player.pk]
    assert newest["changes"] == [
        {"field": "name", "title": "name", "before": "Ada", "after": "Ada Lovelace"}
    ]
    assert newest["at"].endswith(("+01:00", "+02:00"))


def test_the_hashes_link_each_entry_to_the_one_before(world, alice):
    make.players(world.club, ["Eve", "Finn"])
    listed = rows(alice, world)
    assert [entry["number"] for entry in listed] == list(range(len(listed), 0, -1))
    links = [entry["previous_hash"] for entry in listed]
    assert links == [*(entry["hash"] for entry in listed[1:]), ""]


def test_the_log_does_not_show_account_addresses(world, alice):
    bob = make.member(world.club, Role.SCORER, "nameless@example.org")
    bob.name = ""
    bob.save()
    clubs.add_player(world.club, name="Eve", by=bob)
    newest = rows(caller(world.organiser), world)[0]
    assert newest["by"] is None
    assert "nameless" not in str(newest)


def test_filters_find_people_tables_kinds_and_days(world, alice):
    ada = world.players[0]
    match = make.played(
        make.match(world.session, world.players, options={"target": 10}), [12, 4, 4, 4]
    )
    assert [row["kind"] for row in rows(alice, world, f"?match={match.pk}")] == ["result.entered"]
    of_ada = {row["kind"] for row in rows(alice, world, f"?player={ada.pk}")}
    assert of_ada == {"result.entered", "player.added"}
    assert {row["kind"] for row in rows(alice, world, "?person=ADA")} == of_ada
    assert rows(alice, world, "?kind=season.created")[0]["season"] == world.season.pk
    assert rows(alice, world, "?until=2020-01-01") == []
    assert (
        len(rows(alice, world, "?from=2020-01-01"))
        == AuditEntry.objects.filter(club=world.club).count()
    )


def test_odd_filters_are_refused(world, alice):
    for query in ("kind=nothing", "match=x", "player=-1", "from=today", "person=" + "x" * 101):
        answer = alice.get(f"clubs/{world.club.slug}/log/?{query}")
        assert problem_codes(answer) == [("bad_filter", query.partition("=")[0])]
