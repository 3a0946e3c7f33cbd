"""The desk of a tournament, used without script."""

import re

import pytest

from league.models import Role, Sitting, Tournament, Wish
from league.operations.tournaments import entrants, tournaments
from league.operations.tournaments.play import sitting_clock, sittings
from seating.rules import Rule
from tests import make
from tests.logged import kinds_of
from tests.web.desk import sign_in
from tests.web.markup import one_line
from tests.web.tournaments.desk import WILD, come, page, path

pytestmark = pytest.mark.django_db

NEW = {
    "name": "Open de Riom",
    "starts_at": "2026-10-03T14:00",
    "place": "Salle Pascal",
    "game": "neurotrio",
    "format": "social",
    "sittings_planned": "3",
    "finalists": "0",
    "go_on": "2",
    "least": "3",
    "most": "4",
    "preferred": ["4"],
    "minutes": "45",
    "step_free_tables": "2, 1",
    "neurotrio-target": "30",
    "neurotrio-minimums": "12",
    "neurotrio-duo_trio": "each",
    "neurotrio-distinct": "hand",
}


@pytest.fixture
def club(alice):
    return make.club()


def step(client, tournament):
    """Return the words of the most urgent next step."""
    match = re.search(r"data-step[^>]*>([^<]+)<", page(client, tournament, "parts/"))
    return match[1].strip() if match else None


def add(client, club, **changes):
    return client.post(f"/en/desk/clubs/{club.slug}/tournaments/", {**NEW, **changes})


def test_a_tournament_is_made_with_its_season_and_first_evening(client, club):
    answer = add(client, club)
    made = Tournament.objects.get()
    assert answer["Location"] == path(made)
    assert (made.season.name, made.format, made.minutes) == ("Open de Riom", "social", 45)
    assert (made.least, made.most, made.preferred, made.step_free_tables) == (3, 4, [4], [1, 2])
    session = made.season.sessions.get()
    assert (session.place, session.starts_at.isoformat()) == (
        "Salle Pascal",
        "2026-10-03T12:00:00+00:00",
    )
    assert made.options["target"] == 30


def test_the_few_fields_alone_are_enough(client, club):
    few = ("name", "starts_at", "game", "format")
    first = client.get(f"/en/desk/clubs/{club.slug}/tournaments/").content.decode()
    usual = dict(re.findall(r'<input type="number" name="([\w-]+)" value="(\d+)"', first))
    chosen = {name: NEW[name] for name in few}
    options = {name: value for name, value in NEW.items() if name.startswith("neurotrio-")}
    form = {**usual, **options, **chosen, "least": "0", "most": "0"}
    assert client.post(f"/en/desk/clubs/{club.slug}/tournaments/", form).status_code == 302
    assert Tournament.objects.get().least == 2


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"name": ""}, "This field is required"),
        (
            {"least": "5", "most": "3"},
            "The largest table cannot be smaller than the smallest table.",
        ),
        ({"preferred": ["7"]}, "Enter a size from 3 to 4."),
        ({"step_free_tables": "one"}, "Enter table numbers"),
        ({"format": "knock_out", "go_on": "0"}, "some players must advance from each table"),
        ({"finalists": "4", "sittings_planned": "0"}, "how many tournament rounds come before it"),
        ({"game": "chess"}, "Select a valid choice"),
        ({"neurotrio-target": "0"}, "greater than or equal to 1"),
    ],
)
def test_an_impossible_value_is_refused_beside_its_field_and_stays_typed(
    client, club, changes, words
):
    answer = add(client, club, **changes)
    assert answer.status_code == 422
    assert words in answer.text
    assert "Salle Pascal" in answer.text
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("least", ["3", "4"])
def test_a_minimum_holds_at_tables_of_every_size(client, club, least):
    add(client, club, least=least, **{"neurotrio-minimums": "14"})
    tournament = Tournament.objects.get()
    assert tournament.options["minimums"] == [14] * 4
    assert tournaments.table_options(tournament, int(least))["minimums"] == [14] * int(least)


def test_the_minimum_of_a_player_is_offered_where_the_game_has_one(client, tournament):
    one = tournament.entrants.first()
    sent = {"minimum": "14", "initial-minimum": ""}
    address = f"entrants/{one.player_id}/"
    assert client.post(path(tournament, address), {"do": "save", **sent}).status_code == 302
    one.refresh_from_db()
    assert one.minimum == 14
    refused = client.post(path(tournament, address), {"do": "save", **sent, "minimum": "101"})
    assert "from 0 to 100" in refused.content.decode()
    assert "Points needed to finish" in page(client, tournament, "seeding/")
    Tournament.objects.update(game="triominos")
    assert "Points needed to finish" not in page(client, tournament, "seeding/")


def test_go_on_is_for_a_knock_out_and_finalists_for_other_formats(client, club):
    add(client, club, format="knock_out", finalists="4")
    add(client, club, name="Second", finalists="4")
    first, second = Tournament.objects.order_by("pk")
    assert (first.go_on, first.finalists) == (2, 0)
    assert (second.go_on, second.finalists) == (0, 4)


def test_the_format_can_change_until_the_first_draw(client, tournament):
    form = {**NEW, "format": "swiss", "least": "3"}
    assert client.post(path(tournament, "plan/"), form).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.format, tournament.season.name) == ("swiss", "Open de Riom")
    sittings.draw(tournament, by=None)
    assert client.post(path(tournament, "plan/"), {**form, "minutes": "50"}).status_code == 302
    assert "so this can no longer be changed" in page(client, tournament, "plan/")
    client.post(path(tournament, "plan/"), {**form, "format": "king", "minutes": "55"})
    tournament.refresh_from_db()
    assert (tournament.format, tournament.minutes) == ("swiss", 55)


def test_draw_rules_are_ordered_by_numbers(client, tournament):
    form = {**NEW, "rule_repeat_pair": "2", "rule_sit_out": "1"}
    assert client.post(path(tournament, "plan/"), form).status_code == 302
    tournament.refresh_from_db()
    assert tournament.rules == ["sit_out", "repeat_pair"]
    [draft] = sittings.draw(tournament, by=None)
    assert list(draft.plan["cost"]) == ["sit_out", "repeat_pair"]
    sittings.discard(draft, by=None)
    every = {f"rule_{rule}": str(number) for number, rule in enumerate(Rule, 1)}
    client.post(path(tournament, "plan/"), {**NEW, **every})
    [draft] = sittings.draw(tournament, by=None)
    assert list(draft.plan["cost"]) == [*Rule], "also what nobody has asked for yet"
    sittings.discard(draft, by=None)
    refused = client.post(path(tournament, "plan/"), {**form, "rule_sit_out": "first"})
    assert refused.status_code == 422
    client.post(path(tournament, "plan/"), NEW)
    tournament.refresh_from_db()
    assert tournament.rules == []


def test_two_who_change_how_it_is_played_see_each_other(client, tournament):
    version = tournament.version
    tournaments.change(tournament, minutes=50, by=None)
    form = {**NEW, "version": str(version)}
    answer = client.post(path(tournament, "plan/"), form)
    assert answer.status_code == 409
    row = '<th scope="row">Minutes per tournament round</th><td>50</td><td><b>45</b></td>'
    assert row in one_line(answer.text)
    tournament.refresh_from_db()
    assert tournament.minutes == 50
    version = re.search(r'name="version" value="(\d+)"', answer.text)[1]
    client.post(path(tournament, "plan/"), {**form, "version": version})
    tournament.refresh_from_db()
    assert tournament.minutes == 45


def test_the_next_step_leads_through_the_tournament(client, club):
    tournament = make.tournament(club, here=0, sittings_planned=1, minutes=30)
    assert step(client, tournament) == "Check in players"
    for name in ("Ada", "Bruno", "Chloé", "Dov"):
        come(client, tournament, name, do="new")
    assert step(client, tournament) == "Draw round 1"
    (draft,) = sittings.draw(tournament, by=None)
    assert step(client, tournament) == "Check the draw of round 1"
    sittings.check(draft, by=None)
    assert step(client, tournament) == "Publish and start clock"
    sittings.publish(draft, by=None)
    assert step(client, tournament) == "Start clock of round 1"
    client.post(f"/en/desk/sittings/{draft.pk}/do/", {"do": "start"})
    assert step(client, tournament) == "1 table of round 1 is still playing"
    make.finished(draft)
    assert step(client, tournament) == "Close tournament"
    client.post(path(tournament, "close/"))
    assert step(client, tournament) == "View final standings"
    client.post(path(tournament, "close/"), {"do": "reopen"})
    assert step(client, tournament) == "Close tournament"


def test_the_final_is_drawn_by_its_name(client, club):
    tournament = make.tournament(club, here=8, sittings_planned=1, finalists=4)
    make.finished(make.published(tournament))
    assert step(client, tournament) == "Draw final"


def needs(tournament, *rows, **changes):
    """Return the form of all entrants as a browser sends it, with its initial values."""
    sent = {}
    for one in rows:
        for name in ("rank", "level", "table"):
            was = getattr(one, name) or ""
            sent[f"p{one.player_id}-{name}"] = was
            sent[f"initial-p{one.player_id}-{name}"] = was
    return {**sent, **changes}


def test_only_what_was_changed_on_the_page_is_written(client, tournament):
    one, other = tournament.entrants.order_by("pk")[:2]
    entrants.change(other, rank=7)  # by somebody else, after the page was opened
    sent = needs(tournament, one, other, **{f"p{one.player_id}-rank": 3})
    sent |= {f"p{one.player_id}-step_free": "on", f"initial-p{one.player_id}-step_free": "False"}
    assert client.post(path(tournament, "seeding/"), sent).status_code == 302
    one.refresh_from_db()
    other.refresh_from_db()
    assert (one.rank, one.step_free, other.rank) == (3, True, 7)


def test_pages_of_the_seeding_of_a_large_tournament_are_saved(client, tournament):
    large = make.tournament(tournament.season.club, here=75, name="Large")
    content = page(client, large, "seeding/") + page(client, large, "seeding/?page=2")
    names = re.findall(r'name="((?:initial-)?p\d+-\w+)"', content)
    sent = {name: "False" if name.endswith("step_free") else "" for name in names}
    first = large.entrants.order_by("pk").first()
    sent = {**sent, f"p{first.player_id}-rank": "1"}
    assert len(sent) > 500
    assert client.post(path(large, "seeding/"), sent).status_code == 302
    first.refresh_from_db()
    assert first.rank == 1
    last = large.entrants.order_by("pk").last()
    second_page = path(large, "seeding/?page=2")
    answer = client.post(second_page, {f"p{last.player_id}-rank": "2"})
    assert answer.url == second_page
    last.refresh_from_db()
    assert last.rank == 2


def test_a_seeding_that_is_none_is_refused_for_all(client, tournament):
    one, other = tournament.entrants.order_by("pk")[:2]
    sent = needs(tournament, one, other, **{f"p{one.player_id}-rank": 3})
    sent[f"p{other.player_id}-level"] = "-1"
    answer = client.post(path(tournament, "seeding/"), sent)
    assert answer.status_code == 422
    one.refresh_from_db()
    assert one.rank is None


def test_wishes_are_noted_and_forgotten(client, tournament):
    one, other = (entrant.player_id for entrant in tournament.entrants.order_by("pk")[:2])
    wish = {"one": one, "other": other, "kind": "apart"}
    for _ in range(2):
        assert client.post(path(tournament, "wishes/"), wish).status_code == 302
    noted = Wish.objects.get()
    assert "never at the same table" in page(client, tournament, "seeding/")
    for _ in range(2):
        address = path(tournament, f"wishes/{noted.pk}/forget/")
        assert client.post(address).status_code == 302
    assert not Wish.objects.exists()
    assert client.post(path(tournament, "wishes/"), {**wish, "other": one}).status_code == 422


def test_the_log_tells_who_did_what(client, tournament):
    come(client, tournament, WILD, do="new")
    text = page(client, tournament)
    log = text.split('id="log"')[1]
    assert "Checked in: &lt;script&gt;" in log
    assert "Alice" in log


def test_a_missing_result_links_to_its_table(client, tournament):
    draft = make.published(tournament)
    make.finished(draft, 1)
    assert f'href="/en/desk/sittings/{draft.pk}/#table-2"' in page(client, tournament)


def test_a_tournament_with_a_table_in_play_is_not_closed(client, tournament):
    make.published(tournament)
    answer = client.post(path(tournament, "close/"), follow=True)
    assert "These rounds are not complete: 1." in answer.text
    tournament.refresh_from_db()
    assert tournament.closed_at is None


def test_a_closed_tournament_refuses_in_words(client, tournament):
    one = tournament.entrants.first()
    tournaments.close(tournament, by=None)
    assert come(client, tournament, "Zoé", do="new").status_code == 422
    answer = client.post(path(tournament, "gone/"), {"player": one.player_id}, follow=True)
    assert "This tournament is closed." in answer.text
    address = path(tournament, f"entrants/{one.player_id}/")
    assert client.post(address, {"do": "drop_out"}).status_code == 409


def test_the_parts_are_sent_again_only_after_something_was_done(client, tournament):
    def ask(tag=""):
        return client.get(path(tournament, "parts/"), headers={"If-None-Match": tag})

    live = re.findall(r'id="(\w+)"[^>]*data-live="([^"]+)"', page(client, tournament))
    assert {address for _part, address in live} == {path(tournament, "parts/")}
    assert [part for part, _address in live if f'<div id="{part}">' not in ask().text] == []
    tag = ask()["ETag"]
    assert ask(tag).status_code == 304
    for act in (
        lambda: come(client, tournament, "Zoé", do="new"),
        lambda: sittings.draw(tournament, by=None),
        lambda: sittings.check(Sitting.objects.get(), by=None),
        lambda: sittings.publish(Sitting.objects.get(), by=None),
        lambda: make.finished(Sitting.objects.get(), 1),
    ):
        act()
        answer = ask(tag)
        assert answer.status_code == 200
        tag = answer["ETag"]


def test_the_other_desks_lead_to_this_one(client, tournament):
    season = tournament.season
    session = season.sessions.get()
    for address in (
        f"/en/desk/clubs/{season.club.slug}/",
        f"/en/desk/seasons/{season.pk}/",
        f"/en/desk/sessions/{session.pk}/",
    ):
        assert f'href="{path(tournament)}"' in client.get(address).text


def test_a_player_reads_the_desk_without_controls(client, tournament):
    sittings.draw(tournament, by=None)
    sign_in(client, make.member(tournament.season.club, Role.PLAYER, "bob@example.org"))
    text = page(client, tournament)
    assert 'id="find"' not in text
    assert "/en/desk/sittings/" not in text
    assert "View round 1" not in text


def test_a_crowd_costs_no_more_questions_than_a_few(
    client, tournament, django_assert_max_num_queries
):
    def count():
        with django_assert_max_num_queries(60) as queries:
            client.get(path(tournament))
        return len(queries)

    come(client, tournament, "First", do="new")
    make.finished(make.published(tournament))
    few = count()
    for number in range(8):
        come(client, tournament, f"P{number}", do="new")
    make.finished(make.published(tournament))
    assert count() == few


def test_a_minute_for_the_whole_round_counts_once(client, tournament):
    sitting = make.published(tournament)
    Sitting.objects.filter(pk=sitting.pk).update(minutes=45)
    sitting.refresh_from_db()
    sitting_clock.start(sitting, by=None)
    desk = f"/en/desk/sittings/{sitting.pk}/"
    assert "+1 minute for all tables" in client.get(desk).text
    for _tap in range(2):
        client.post(f"{desk}do/", {"do": "minutes", "minutes": 46})
    sitting.refresh_from_db()
    assert sitting.minutes == 46
    assert kinds_of(tournament).count("extra_time") == 1
    assert client.post(f"{desk}do/", {"do": "minutes", "minutes": 0}).status_code == 422
