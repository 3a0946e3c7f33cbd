"""Ladders: the public page, and the desk where they are created and continued."""

import re
from datetime import date

import pytest

from league.models import Ladder, Period, Season, Visibility
from league.operations.ladders import divisions, ladders
from league.operations.ladders.divisions import PeriodWishes
from scoring import projection
from tests import make

pytestmark = pytest.mark.django_db
NEW = {
    "name": "Échelle",
    "period": "Automne",
    "starts_on": "2026-09-01",
    "games": ["neurotrio"],
    "up": 1,
    "down": 1,
    "play_off": 0,
    "least": 2,
    "most": 4,
    "count": 2,
}


@pytest.fixture
def club():
    return make.club()


@pytest.fixture
def ladder(club):
    """Return a ladder in which Ada beat Bruno and Chloé beat Dov; Eva belongs to no division."""
    people = make.players(club, ["Ada Lovelace", "Bruno", "Chloé", "Dov", "Eva"])
    people[0].visibility = Visibility.INITIAL
    people[0].save(update_fields=["visibility"])
    made = make.ladder(club, people[:2], people[2:4])
    for division, pair in zip(levels(made), (people[:2], people[2:4]), strict=True):
        match = make.match(make.session(division.season), pair, options={"target": 1})
        make.played(match, [22, 5])
        for table in division.season.tables.all():
            projection.refresh(table.pk)
    return made


def levels(ladder):
    return divisions.current_period(ladder).divisions.all()


def desk(ladder, page=""):
    return f"/en/desk/ladders/{ladder.pk}/{page}"


def text(response):
    words = re.sub(r"<(script|style).*?</\1>|<[^>]+>", " ", response.content.decode(), flags=re.S)
    return " ".join(words.split())


def sent(page, **more):
    """Return what the form of the next period sends after its preview."""
    fingerprint = re.search(r'name="seen" value="(\w*)"', page.content.decode())[1]
    return {
        "number": 2,
        "count": 2,
        "period": "Printemps",
        "starts_on": "2027-01-01",
        "seen": fingerprint,
        "do": "open",
        **more,
    }


def player(ladder, name):
    return ladder.club.players.get(name__startswith=name).pk


def test_visitors_see_the_divisions_with_their_zones(client, ladder):
    page = client.get(f"/en/ladders/{ladder.pk}/")
    content = text(page)
    assert "Ada L." in content
    assert "Lovelace" not in content
    assert content.index("Ada L.") < content.index("Bruno") < content.index("Chloé")
    assert re.findall(r'class="zone (up|down)"', page.content.decode())[:2] == ["down", "up"]
    assert not page.cookies


def test_members_read_full_names(client, alice, ladder):
    assert "Ada Lovelace" in text(client.get(f"/en/ladders/{ladder.pk}/"))


def test_an_earlier_period_shows_where_each_player_moved(client, ladder):
    dates = ladders.PeriodDates("Printemps", date(2027, 1, 1))
    wishes = PeriodWishes(leaving=[player(ladder, "Dov")])
    ladders.open_next_period(
        ladder, number=2, dates=dates, wishes=wishes, force="Championnat", by=None
    )
    content = text(client.get(f"/en/ladders/{ladder.pk}/1/"))
    assert "Dov 0 left" in content
    assert "Chloé 60 ▲ Division 1" in content
    now = client.get(f"/en/ladders/{ladder.pk}/").content.decode()
    assert 'aria-label="promoted">▲' in now
    assert client.get(f"/en/ladders/{ladder.pk}/3/").status_code == 404


def test_the_page_is_made_anew_when_a_result_comes(client, ladder):
    path = f"/en/ladders/{ladder.pk}/"
    before = client.get(path)
    assert client.get(path, headers={"If-None-Match": before["ETag"]}).status_code == 304
    division = levels(ladder)[0]
    pair = [row.player for row in division.members.order_by("-pk")]
    session = division.season.sessions.get()
    make.played(make.match(session, pair, options={"target": 1}), [22, 5])
    for table in division.season.tables.all():
        projection.refresh(table.pk)
    assert client.get(path, headers={"If-None-Match": before["ETag"]}).status_code == 200


def test_club_and_season_lead_to_the_ladder(client, ladder):
    assert f"/en/ladders/{ladder.pk}/" in client.get("/en/clubs/les-ardoises/").content.decode()
    season = client.get(f"/en/seasons/{levels(ladder)[0].season_id}/").content.decode()
    assert f"/en/ladders/{ladder.pk}/1/" in season


def test_a_ladder_is_made_with_the_players_spread_over_divisions(client, alice, club):
    people = make.players(club, ["Ada", "Bruno", "Chloé", "Dov"])
    path = f"/en/desk/clubs/{club.slug}/ladders/"
    assert "Division 3" in text(client.get(f"{path}?count=3"))
    form = {
        **NEW,
        "name": "<script>alert(1)</script>",
        "count": 3,
        **{f"player-{person.pk}": n // 2 + 1 for n, person in enumerate(people)},
    }
    refused = client.post(path, {**form, "least": 3})
    assert refused.status_code == 422
    assert "Division 1 needs 3 to 4 players." in text(refused)
    assert not Ladder.objects.exists()
    made = client.post(path, form, follow=True)
    assert [len(level.members.all()) for level in levels(Ladder.objects.get())] == [2, 2]
    assert "<script>alert" not in made.content.decode()


def test_previewing_the_next_period_does_not_open_it(client, alice, ladder):
    page = client.get(desk(ladder, "next/"))
    assert page.status_code == 200
    moves = text(page)
    assert "moves up 1 moves down 1" in moves
    assert "Chloé Current period Division 2 Next period Division 1 Why among the first" in moves
    looked = client.post(desk(ladder, "next/"), {**sent(page), "do": "preview"})
    assert (looked.status_code, Period.objects.count()) == (200, 1)


def test_the_next_period_is_opened_as_it_was_shown(client, alice, ladder):
    form = sent(client.get(desk(ladder, "next/")))
    opened = client.post(desk(ladder, "next/"), form, follow=True)
    assert "Printemps is open" in text(opened)
    assert [row.player.name for row in levels(ladder)[0].members.all()] == ["Ada Lovelace", "Chloé"]
    again = client.post(desk(ladder, "next/"), form)
    assert (again.status_code, Period.objects.count()) == (422, 2)


def test_other_wishes_are_shown_before_they_are_opened(client, alice, ladder):
    ladders.change(ladder, rules={"least": 1})
    wishes = {
        f"member-{player(ladder, 'Chloé')}": "content",
        f"member-{player(ladder, 'Bruno')}": "leaves",
        f"joins-{player(ladder, 'Eva')}": "1",
    }
    page = client.post(desk(ladder, "next/"), sent(client.get(desk(ladder, "next/")), **wishes))
    assert page.status_code == 422
    assert "Check the new preview before you open it" in text(page)
    assert Period.objects.count() == 1
    client.post(desk(ladder, "next/"), sent(page, **wishes))
    assert [[row.player.name for row in level.members.all()] for level in levels(ladder)] == [
        ["Ada Lovelace", "Dov", "Eva"],
        ["Chloé"],
    ]


def test_a_blocking_finding_requires_the_name_of_the_ladder(client, alice, ladder):
    division = levels(ladder)[0]
    make.match(division.season.sessions.get(), [row.player for row in division.members.all()])
    page = client.get(desk(ladder, "next/"))
    assert "Division 1: 1 match is not finished." in text(page)
    refused = client.post(desk(ladder, "next/"), sent(page))
    assert refused.status_code == 422
    assert text(refused).count("Division 1: 1 match is not finished.") == 2
    wrong = client.post(desk(ladder, "next/"), sent(page, force="Coupe"))
    assert "type the ladder’s name: Championnat." in text(wrong)
    assert Period.objects.count() == 1
    client.post(desk(ladder, "next/"), sent(page, force="Championnat"))
    assert "Opened despite these warnings: Division 1: 1 match is not finished." in text(
        client.get(desk(ladder))
    )


def test_nonsense_is_refused_without_a_trace(client, alice, ladder):
    page = client.get(desk(ladder, "next/"))
    for wrong in ({"period": ""}, {"starts_on": "x"}, {"count": "99"}, {"number": "7"}):
        assert client.post(desk(ladder, "next/"), sent(page, **wrong)).status_code == 422
    for body in ({}, {"player": ["x", "9" * 30]}, {"player": ["1"], "game": "chess"}):
        assert client.post(desk(ladder, "play_off/"), body).status_code == 422
    assert client.post(desk(ladder, "take_back/"), {"number": "x"}).status_code == 404
    assert (Period.objects.count(), Season.objects.count()) == (1, 2)


def test_rules_are_changed(client, alice, ladder):
    form = {"name": "Coupe", "games": ["njet"], "up": 2, "down": 2, "play_off": 1}
    assert client.post(desk(ladder), {**form, "least": 5, "most": 4}).status_code == 422
    client.post(desk(ladder), {**form, "least": 2, "most": 4}, follow=True)
    ladder.refresh_from_db()
    assert (ladder.name, ladder.games, ladder.rules["up"]) == ("Coupe", ["njet"], 2)


def test_a_table_is_set_for_a_play_off(client, alice, ladder):
    ladders.change(ladder, rules={"up": 0, "down": 0, "play_off": 1})
    assert "For a place in Division 1" in text(client.get(desk(ladder)))
    chosen = [player(ladder, "Bruno"), player(ladder, "Chloé")]
    set_up = client.post(desk(ladder, "play_off/"), {"player": chosen, "game": "neurotrio"})
    assert set_up.status_code == 302
    assert "Play-off table" in text(client.get(desk(ladder)))
    again = client.post(desk(ladder, "play_off/"), {"player": chosen, "game": "neurotrio"})
    assert "already have a play-off" in text(again)


def test_a_decision_is_recorded_on_the_desk_and_filled_in_for_the_next_period(
    client, alice, ladder
):
    bruno = player(ladder, "Bruno")
    client.post(desk(ladder, "wish/"), {"player": bruno, "wish": "leaves"})
    assert "Bruno leaves" in text(client.get(desk(ladder)))
    form = client.get(desk(ladder, "next/")).content.decode()
    chosen = re.search(rf'name="member-{bruno}".*?</select>', form, re.S)[0]
    assert '<option value="leaves" selected>' in chosen
    refused = client.post(desk(ladder, "wish/"), {"player": 0, "wish": "leaves"})
    assert (refused.status_code, "not in any division" in text(refused)) == (422, True)


def test_a_period_is_taken_back(client, alice, ladder):
    client.post(desk(ladder, "next/"), sent(client.get(desk(ladder, "next/"))))
    refused = client.post(desk(ladder, "take_back/"), {"number": 1})
    assert refused.status_code == 422
    client.post(desk(ladder, "take_back/"), {"number": 2})
    assert Period.objects.count() == 1
    refused = client.post(desk(ladder, "take_back/"), {"number": 1})
    assert "This period has already been used" in text(refused)


def test_guests_are_said_when_a_table_is_set(client, alice, ladder):
    session = levels(ladder)[0].season.sessions.get()
    ada, eva = player(ladder, "Ada"), player(ladder, "Eva")
    rules = {"target": 50, "minimums": 12, "duo_trio": "each", "distinct": "hand"}
    named = {f"neurotrio-{name}": value for name, value in rules.items()}
    form = {"game": "neurotrio", "seat-0": ada, "seat-1": eva, **named}
    page = client.post(f"/en/desk/sessions/{session.pk}/table/", form, follow=True)
    assert "Guests from outside this division: Eva." in text(page)


def test_more_divisions_cost_the_public_page_a_bounded_number_of_questions(
    client, club, django_assert_max_num_queries
):
    people = make.players(club, [f"P{number}" for number in range(20)])
    ladder = make.ladder(club, *[people[n : n + 2] for n in range(0, 20, 2)])
    with django_assert_max_num_queries(60):
        client.get(f"/en/ladders/{ladder.pk}/")
