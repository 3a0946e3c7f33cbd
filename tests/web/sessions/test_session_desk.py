"""The desk of a session, used without script."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from league.models import Match, Player, Presence, Role, Session
from league.operations.matches import submissions
from league.operations.results import closing, season_closing
from league.operations.sessions import session_log, undo
from scoring.models import SitOut
from tests import make
from tests.made_once import made_once
from tests.web.desk import before_alice, sign_in
from tests.web.markup import one_line

pytestmark = pytest.mark.django_db


@pytest.fixture
@before_alice
@made_once
def session():
    season = make.season(make.club())
    make.players(season.club, ["Ada", "Adrien", "Bruno", "Chloé", "Dov"])
    return make.session(season)


def path(session, rest=""):
    return f"/en/desk/sessions/{session.pk}/{rest}"


def page(client, session):
    return client.get(path(session)).content.decode()


def step(client, session):
    """Return the words of the most urgent next step."""
    text = client.get(path(session, "parts/")).content.decode()
    match = re.search(r"data-step[^>]*>([^<]+)<", text)
    return match[1].strip() if match else None


def come(client, session, name, do="here"):
    return client.post(path(session, "here/"), {"name": name, "do": do})


def everybody(session):
    session_log.check_in(session, [player.pk for player in Player.objects.all()], by=make.user())


def test_an_evening_begins_now(client, session):
    answer = client.post(f"/en/desk/seasons/{session.season_id}/start/")
    begun = Session.objects.latest("pk")
    assert answer["Location"] == path(begun)
    assert abs(timezone.now() - begun.starts_at) < timedelta(minutes=2)
    assert "Start an evening now" in client.get(f"/en/desk/clubs/{session.season.club.slug}/").text


def test_an_evening_of_a_season_that_was_closed_meanwhile_is_refused_in_words(client, session):
    season_closing.close(session.season, force=session.season.name, by=None)
    address = f"/en/desk/seasons/{session.season_id}/start/"
    answer = client.post(address, follow=True)
    assert answer.redirect_chain == [(f"/en/desk/seasons/{session.season_id}/", 302)]
    assert "is closed. Reopen it first." in answer.text
    assert Session.objects.count() == 1


@pytest.mark.parametrize(
    ("typed", "name"), [("ada", "Ada"), ("CHLOE", "Chloé"), (" br", "Bruno"), ("adr", "Adrien")]
)
def test_a_name_is_found_as_people_type_it(client, session, typed, name):
    assert come(client, session, typed).status_code == 302
    assert Presence.objects.current().get().player.name == name


@pytest.mark.parametrize(
    ("typed", "words", "status"),
    [
        ("ad", "Several players", 200),
        ("Zoé", "The club has no player called “Zoé”", 200),
        ("", "Enter a name.", 422),
    ],
)
def test_an_unknown_name_checks_in_no_player_and_stays_typed(client, session, typed, words, status):
    answer = come(client, session, typed)
    assert answer.status_code == status
    assert words in answer.text
    assert f'name="name" value="{typed}"' in one_line(answer.text)
    assert not Presence.objects.exists()


def test_a_form_with_what_no_database_keeps_is_refused_whatever_its_field(client, session):
    answer = come(client, session, "Ar\0thur", do="new")
    assert answer.status_code == 400
    assert "This request could not be read." in answer.text
    assert not Presence.objects.exists()


def test_a_new_player_is_added_on_the_spot(client, session):
    assert come(client, session, "Zoé", do="new").status_code == 302
    assert Presence.objects.get().player.name == "Zoé"
    assert "Zoé is already" in come(client, session, "zoé", do="new").text
    assert Player.objects.filter(name__iexact="Zoé").count() == 1


def test_a_player_who_left_can_be_checked_in_from_the_list(client, session):
    come(client, session, "Dov")
    dov = Player.objects.get(name="Dov").pk
    client.post(path(session, "gone/"), {"player": dov})
    assert "<small>left</small>" in page(client, session)
    client.post(path(session, "here/"), {"player": dov})
    assert Presence.objects.current().count() == 1


def test_the_next_step_leads_through_the_evening(client, session):
    assert step(client, session) == "Check in players"
    come(client, session, "Ada")
    assert step(client, session) == "Check in players"
    everybody(session)
    assert step(client, session) == "Seat 5 players"
    client.get(path(session, "seat/"))
    players = [player.pk for player in Player.objects.order_by("pk")]
    one = session_log.set_table(
        session, game="neurotrio", players=players[:2], options={"target": 1}, by=None
    )
    two = session_log.set_table(
        session, game="neurotrio", players=players[2:], options={"target": 1}, by=None
    )
    assert step(client, session) == "Enter round 1 of table 1"
    submissions.submit(one.pk, make.sheet(22, 5), by=None)
    assert step(client, session) == "Enter round 1 of table 2"
    submissions.submit(two.pk, make.sheet(22, 5, 5), by=None)
    assert step(client, session) == "All tables are finished: seat 5 players again"
    client.post(path(session, "close/"))
    assert step(client, session) == "The evening is over: view its results"


def test_four_who_are_free_are_seated_while_others_play(client, session):
    everybody(session)
    come(client, session, "Eva", do="new")
    players = [player.pk for player in Player.objects.order_by("pk")]
    session_log.set_table(session, game="neurotrio", players=players[:2], by=None)
    assert step(client, session) == "Seat the 4 free players"


def test_a_table_that_waits_long_is_marked(client, session):
    match = make.match(session)
    assert "long wait" not in page(client, session)
    before = client.get(path(session, "parts/"))["ETag"]
    Match.objects.filter(pk=match.pk).update(updated_at=timezone.now() - timedelta(minutes=31))
    assert "long wait" in page(client, session)
    assert client.get(path(session, "parts/"))["ETag"] != before


def proposal_form(client, session, **wish):
    """Return the hidden fields of the proposal, as a browser would send them."""
    text = client.get(path(session, "seat/"), wish).content.decode()
    fields = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', text)
    lists = ("table", "table_game", "game_drawn")
    form = {name: value for name, value in fields if name not in {*lists, "csrfmiddlewaretoken"}}
    return {
        **form,
        **{key: [value for name, value in fields if name == key] for key in lists},
    }


def test_the_proposal_seats_all_present_players(client, session):
    everybody(session)
    form = proposal_form(client, session, game="njet")
    assert client.post(path(session, "seat/"), {**form, "do": "confirm"}).status_code == 302
    seats = [seat.player_id for seat in Match.objects.get().seats.all()]
    assert [",".join(map(str, seats))] == form["table"]
    assert str(SitOut.objects.live().get().player_id) == form["sit_out"]
    assert f"draw word: {form['seed']}" in page(client, session)


def test_two_people_change_places_before_it_is_confirmed(client, session):
    everybody(session)
    form = proposal_form(client, session, game="njet")
    seated, watching = form["table"][0].split(","), form["sit_out"]
    first = client.post(path(session, "seat/"), {**form, "do": f"pick-{seated[1]}"})
    assert "Who swaps seats with" in first.text
    form["picked"] = re.search(r'name="picked" value="(\d+)"', first.text)[1]
    second = client.post(path(session, "seat/"), {**form, "do": f"pick-{watching}"})
    table = re.search(r'name="table" value="([^"]*)"', one_line(second.text))[1].split(",")
    assert table == [seated[0], watching, *seated[2:]]
    assert f'name="sit_out" value="{seated[1]}"' in one_line(second.text)


def test_a_swap_says_what_gets_worse_and_the_reasons_can_be_read(client, session):
    players = make.players(session.season.club, [f"Player {number}" for number in range(8)])
    for group in (players[:4], players[4:]):
        make.match(make.session(session.season, day=1), group)
    session_log.check_in(session, [player.pk for player in players], by=None)
    form = proposal_form(client, session, game="njet", preferred="4")
    tables = [table.split(",") for table in form["table"]]
    text = page_of_proposal(client, session)
    assert "8 of 12 pairs meet for the first time." in text
    assert "have met once before." in text
    old = {str(player.pk) for player in players[:4]}
    one = next(pk for pk in tables[0] if pk not in old)
    other = next(pk for pk in tables[1] if pk in old)
    form["picked"] = one
    swapped = client.post(path(session, "seat/"), {**form, "do": f"pick-{other}"})
    assert "Worse. Pairs who meet twice in a row" in one_line(swapped.text)
    assert "Seated by hand" in swapped.text


def page_of_proposal(client, session):
    wish = {"game": "njet", "preferred": "4"}
    return one_line(client.get(path(session, "seat/"), wish).content.decode())


def test_the_plans_of_an_evening_keep_their_reasons(client, session):
    everybody(session)
    assert (
        "No table of this evening has been seated by a plan yet."
        in client.get(path(session, "plans/")).text
    )
    form = proposal_form(client, session, game="njet")
    client.post(path(session, "seat/"), {**form, "do": "confirm"})
    text = one_line(client.get(path(session, "plans/")).text)
    assert "Optimal: by these rules, no draw is better." in text
    assert "sits out for the first time" in text
    exported = client.get(path(session, "plans/seating.json")).json()
    assert [seating["game"] for seating in exported["seatings"]] == ["njet"]


def test_two_games_are_seated_by_one_click(client, session):
    players = make.players(session.season.club, [f"Player {number}" for number in range(12)])
    session_log.check_in(session, [player.pk for player in players], by=None)
    form = proposal_form(client, session, game=["njet", "triominos"], preferred="4")
    assert client.post(path(session, "seat/"), {**form, "do": "confirm"}).status_code == 302
    assert set(Match.objects.values_list("game", flat=True)) == {"njet", "triominos"}
    assert "Triominos + Njet!" in page(client, session)


def test_a_proposal_that_no_longer_holds_is_refused_and_shown(client, session):
    everybody(session)
    form = proposal_form(client, session, game="njet")
    closing.close(session, by=None)
    answer = client.post(path(session, "seat/"), {**form, "do": "confirm"})
    assert answer.status_code == 422
    assert answer.text.count("This player is not checked in.") == 5
    assert not Match.objects.exists()


def test_an_invalid_proposal_form_is_refused(client, session):
    everybody(session)
    for form in ({"game": "chess", "preferred": "99", "order": "x"}, {"do": "pick-x"}, {}):
        assert client.post(path(session, "seat/"), form).status_code == 200
    nonsense = {"do": "confirm", "table": ["1,x", "9" * 30], "game_drawn": "njet"}
    assert client.post(path(session, "seat/"), nonsense).status_code == 422


def test_undo_takes_one_click_if_no_action_depends_on_it(client, session):
    come(client, session, "Ada")
    ref = undo.log_entries(session)[0].ref
    assert f'id="{ref}"' in page(client, session)
    assert client.post(path(session, f"log/{ref}/undo/")).status_code == 302
    assert not Presence.objects.current().exists()
    text = page(client, session)
    assert "<s>Ada is here</s>" in text
    client.post(path(session, f"log/{ref}/redo/"))
    assert Presence.objects.current().exists()
    again = client.post(path(session, f"log/{ref}/undo/"), follow=True)
    assert "This action is already undone." in again.text


def test_undo_lists_dependents_before_undoing_them(client, session):
    everybody(session)
    form = proposal_form(client, session, game="njet")
    client.post(path(session, "seat/"), {**form, "do": "confirm"})
    ref = undo.log_entries(session)[1].ref
    answer = client.post(path(session, f"log/{ref}/undo/"))
    assert answer.status_code == 200
    assert "These later actions depend on it" in answer.text
    refs = re.findall(r'name="known" value="([^"]+)"', answer.text)
    assert len(refs) == 1
    stale = client.post(path(session, f"log/{ref}/undo/"), {"known": ["action-0"]})
    assert stale.status_code == 409
    assert client.post(path(session, f"log/{ref}/undo/"), {"known": refs}).status_code == 302
    assert (Match.objects.count(), Presence.objects.current().count()) == (0, 0)


def test_a_table_is_called_off_by_its_card(client, session):
    match = make.match(session)
    assert f'id="off-{match.pk}"' in page(client, session)
    client.post(f"/en/desk/matches/{match.pk}/call_off/")
    assert not Match.objects.exists()
    assert client.get(f"/en/matches/{match.pk}/").status_code == 404


def test_a_scorer_undoes_a_round_but_cannot_check_players_in(client, session):
    match = make.played(make.match(session), [16, 3, 3])
    come(client, session, "Adrien")
    came, entered = (entry.ref for entry in undo.log_entries(session))
    sign_in(client, make.member(session.season.club, Role.SCORER, "bob@example.org"))
    text = page(client, session)
    assert f'id="{entered}"' in text
    assert f'id="{came}"' not in text
    assert 'id="find"' not in text
    assert client.post(path(session, f"log/{came}/undo/")).status_code == 403
    assert client.post(path(session, f"log/{entered}/undo/")).status_code == 302
    match.refresh_from_db()
    assert match.rounds_played == 0


def test_the_parts_are_sent_again_only_after_something_was_done(client, session):
    def ask(tag=""):
        return client.get(path(session, "parts/"), headers={"If-None-Match": tag})

    live = re.findall(r'id="(\w+)"[^>]*data-live="([^"]+)"', page(client, session))
    assert {address for _part, address in live} == {path(session, "parts/")}
    assert [part for part, _address in live if f'<div id="{part}">' not in ask().text] == []
    tag = ask()["ETag"]
    assert ask(tag).status_code == 304
    for act in (
        lambda: come(client, session, "Ada"),
        lambda: make.match(session),
        lambda: make.played(Match.objects.get(), [16, 3, 3]),
        lambda: client.post(path(session, f"log/{undo.log_entries(session)[0].ref}/undo/")),
    ):
        act()
        answer = ask(tag)
        assert answer.status_code == 200
        tag = answer["ETag"]


def test_a_crowd_costs_no_more_questions_than_a_few(client, session, django_assert_max_num_queries):
    def count():
        with django_assert_max_num_queries(60) as queries:
            client.get(path(session))
        return len(queries)

    everybody(session)
    make.played(make.match(session), [16, 3, 3])
    few = count()
    crowd = make.players(session.season.club, [f"P{number}" for number in range(12)])
    session_log.check_in(session, [player.pk for player in crowd], by=None)
    for seated in (crowd[:4], crowd[4:8], crowd[8:]):
        make.played(make.match(session, seated), [16, 3, 3, 3])
    assert count() == few
