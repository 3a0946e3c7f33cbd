"""A new match takes the house rules of its season, else the defaults of the product, through every
door."""

import re

import pytest
from django.http import QueryDict
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from games import GAMES as ALL_GAMES
from games.house_rules import NumberPerSeat
from league.errors import Invalid
from league.models import Match, Tournament
from league.operations.seasons import house_rules, seasons
from league.operations.sessions import seating_proposals, session_log
from league.operations.sessions.seating_proposals import Choices
from league.operations.tournaments import tournaments
from league.web.games import house_rules as rules_pages
from league.web.games.calculating import has_usual_rules, house_rules_form
from league.web.games.options_form import shown_values
from tests import make
from tests.api.caller import caller
from tests.games.random_options import possible_options

pytestmark = pytest.mark.django_db
RULES = {"neurotrio": {"target": 80, "minimums": [13, 13, 13, 13]}, "nain_jaune": {"chips": 30}}
GAMES = ["neurotrio", "triominos", "njet", "nain_jaune"]


@pytest.fixture
def session(alice):
    return make.session(make.season(make.club(alice)))


@pytest.fixture
def players(session):
    people = make.players(session.season.club)
    session_log.check_in(session, [player.pk for player in people], by=None)
    return people


def as_shown(*forms):
    """Return what a browser sends of these forms if nothing is changed."""
    fields = [(form, field) for form in forms for field in form]
    values = {form.add_prefix(field.name): field.value() for form, field in fields}
    return {name: value for name, value in values.items() if value is not None}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("rules", [{}, RULES], ids=["of the product", "of the season"])
def test_every_door_starts_a_match_with_the_same_rules(
    client, alice, session, players, game, rules
):
    seasons.update(session.season, house_rules=rules, by=alice)
    ids = [player.pk for player in players[:3]]
    path = f"/en/desk/sessions/{session.pk}/table/"
    shown = client.get(path, {"game": game}).context
    seats = {f"seat-{number}": player for number, player in enumerate(ids)}
    sent = {"game": game, **as_shown(shown["form"], shown["rules"]), **seats}
    assert client.post(path, sent).status_code == 302
    Match.objects.update(over=True)
    session_log.set_table(session, game=game, players=ids, by=None)
    Match.objects.update(over=True)
    session_log.seat_players(session, games=[game], tables=[ids], by=None)
    by_page, *others = [match.options for match in Match.objects.order_by("pk")]
    assert others == [by_page, by_page]
    if game == "nain_jaune":
        assert by_page["short_ante"] == "pay_what_is_left"
        assert by_page["chips"] == (30 if rules else 50)
    if game == "neurotrio":
        assert by_page["minimums"] == [13 if rules else 12] * 3


@pytest.mark.parametrize("game", GAMES)
def test_forms_have_no_usual_values_of_their_own(game):
    usual = house_rules.for_new_tournament(game, {})
    shown = rules_pages.options_form(game, usual)
    assert [name for name, field in shown.fields.items() if field.initial is not None] == []
    sent = rules_pages.options_form(game, usual, as_shown(shown))
    assert sent.is_valid(), sent.errors
    players = ALL_GAMES[game].seats[0]
    options = sent.read(range(players))
    assert options == house_rules.spelled_out(game, usual, players)
    calculator = house_rules_form(game, list(shown.fields), QueryDict())
    assert calculator.is_valid()
    assert has_usual_rules(calculator)
    assert calculator.read(range(players)) == options


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
def test_possible_house_rules_survive_their_form(game, data):
    players = data.draw(st.sampled_from(ALL_GAMES[game].seats))
    chosen = data.draw(possible_options(game, players, in_forms=True))
    options = house_rules.spelled_out(game, chosen, players)
    shown = rules_pages.options_form(game, {}, at_table=True)
    values = {f"{game}-{name}": value for name, value in as_sent(game, options).items()}
    sent = rules_pages.options_form(game, {}, values, at_table=True)
    assert {*as_sent(game, options)} <= {*shown.fields}
    assert sent.is_valid(), sent.errors
    assert sent.read(range(players)) == options
    assert house_rules.spelled_out(game, sent.read(range(players)), players) == options


def as_sent(game, options):
    """Return the fields of the form of a table, with a number for each seat."""
    sent = shown_values(game, options)
    for rule in ALL_GAMES[game].house_rules:
        if isinstance(rule, NumberPerSeat):
            values = enumerate(options[rule.name])
            sent |= {f"{rule.name}_{seat}": value for seat, value in values}
    return sent


def test_a_number_without_a_name_can_be_kept():
    minimums = {"minimums": [15, 15]}
    shown = rules_pages.options_form("neurotrio", minimums)
    sent = rules_pages.options_form("neurotrio", minimums, as_shown(shown))
    assert sent.is_valid(), sent.errors
    assert sent.read(range(2))["minimums"] == [15, 15]


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_clauses_of_house_rules_are_links(game, language):
    with translation.override(language):
        form = rules_pages.options_form(game, {})
        for field in form:
            shown = str(field.help_text)
            numbers = re.findall(r"\b[JNTZ][0-9]+\b", re.sub("<[^>]*>", "", shown))
            assert numbers, field.name
            for number in numbers:
                assert f'href="/{language}/rules/{game}/#{number}" title="' in shown


@pytest.mark.parametrize(
    "text", ["", " ", "x", "0, 0", "-1", "10", "1.5", "0 1 zwei", "9" * 60, "0," * 31]
)
def test_wrong_lists_of_numbers_are_refused(text):
    sent = as_shown(rules_pages.options_form("njet", {}))
    form = rules_pages.options_form("njet", {}, {**sent, "njet-discards": text})
    assert not form.is_valid()
    assert [*form.errors] == ["discards"]


def test_two_play_nain_jaune_where_the_season_allows_it(session, players):
    ids = [player.pk for player in players[:2]]
    with pytest.raises(Invalid, match="the house rule that allows two"):
        session_log.set_table(session, game="nain_jaune", players=ids, by=None)
    seasons.update(session.season, house_rules={"nain_jaune": {"two_players": True}})
    match = session_log.set_table(session, game="nain_jaune", players=ids, by=None)
    assert (match.options["two_players"], match.options["short_ante"]) == (True, "pay_what_is_left")
    Match.objects.update(over=True)
    session_log.check_out(session, [player.pk for player in players[2:]], by=None)
    drawn = seating_proposals.propose(session, Choices(("nain_jaune",)))
    assert [sorted(table) for table in drawn.tables] == [sorted(ids)]


def test_a_chosen_rule_leaves_the_others_to_the_season(session, players):
    seasons.update(session.season, house_rules={"nain_jaune": {"chips": 30, "rounds": 4}})
    ids = [player.pk for player in players[:3]]
    match = session_log.set_table(
        session, game="nain_jaune", players=ids, options={"rounds": 2}, by=None
    )
    assert (match.options["chips"], match.options["rounds"]) == (30, 2)


def test_the_starter_sits_first_and_the_table_has_the_chosen_number(
    client, alice, session, players
):
    ids = [player.pk for player in players[:3]]
    path = f"/en/desk/sessions/{session.pk}/table/"
    shown = client.get(path, {"game": "njet"}).context
    seats = {f"seat-{number}": player for number, player in enumerate(ids)}
    sent = {"game": "njet", **as_shown(shown["form"], shown["rules"]), **seats}
    assert client.post(path, {**sent, "table": "7", "starter": "1"}).status_code == 302
    match = Match.objects.get()
    assert match.table == 7
    assert [seat.player_id for seat in match.seats.all()] == [ids[1], ids[2], ids[0]]
    refused = client.post(path, {**sent, "table": "7"})
    assert refused.status_code == 422
    assert "Table 7 is taken: Bruno, Chloé, Ada are playing there." in refused.text


def test_a_tournament_without_rules_takes_those_of_the_product(alice):
    make.tournament(make.club(alice), game="nain_jaune", options={}, here=4)
    assert Tournament.objects.get().options == {"short_ante": "pay_what_is_left"}


def test_a_changed_tournament_keeps_the_rules_of_the_product(alice):
    tournament = make.tournament(make.club(alice), game="nain_jaune", options={}, here=4)
    changed = tournaments.change(tournament, options={"rounds": 4}, by=None)
    assert changed.options == {"short_ante": "pay_what_is_left", "rounds": 4}
    changed = tournaments.change(tournament, options={"short_ante": "end"}, by=None)
    assert changed.options == {"short_ante": "end"}
    changed = tournaments.change(tournament, game="njet", by=None)
    assert changed.options == {}
    changed = tournaments.change(tournament, game="nain_jaune", by=None)
    assert changed.options == {"short_ante": "pay_what_is_left"}


@pytest.mark.parametrize(
    ("rules", "path"),
    [
        ({"chess": {}}, "house_rules.chess"),
        ({"njet": {"rounds": 0}}, "house_rules.njet.rounds"),
        ({"njet": {"jokers": 1}}, "house_rules.njet.jokers"),
        ({"njet": []}, "house_rules.njet"),
        ({"triominos": {"target": house_rules.MOST_SCORE + 1}}, "house_rules.triominos.target"),
    ],
)
def test_impossible_house_rules_are_refused_with_their_path(session, rules, path):
    with pytest.raises(Invalid) as refused:
        seasons.update(session.season, house_rules=rules)
    assert refused.value.problems[0]["path"] == path


def test_the_page_of_a_season_stores_what_differs(client, alice, session):
    path = f"/en/desk/seasons/{session.season_id}/rules/"
    sent = as_shown(*client.get(path).context["forms"])
    assert client.post(path, sent).status_code == 302
    session.season.refresh_from_db()
    assert session.season.house_rules == {}
    assert client.post(path, {**sent, "neurotrio-minimums": "13"}).status_code == 302
    session.season.refresh_from_db()
    assert session.season.house_rules == {"neurotrio": {"minimums": [13, 13, 13, 13]}}
    seat = client.get(f"/en/desk/sessions/{session.pk}/seat/", {"game": "neurotrio"})
    assert "Points needed to finish: 13, intermediate" in " ".join(seat.text.split())
    assert client.post(path, {**sent, "njet-rounds": "0"}).status_code == 422


def test_a_minimum_that_no_hand_reaches_brings_a_notice(client, alice, session, players):
    ids = [player.pk for player in players[:2]]
    for minimums, seats in (([17, 12], []), ([12, 18], ["1"])):
        body = {"game": "neurotrio", "options": {"minimums": minimums}, "players": ids}
        made = caller(alice).post(f"sessions/{session.pk}/matches/", body)
        assert made.status_code == 201, made.text
        notices = made.json()["notices"]
        assert [notice["path"] for notice in notices] == [
            f"options.minimums.{seat}" for seat in seats
        ]
        Match.objects.update(over=True)
    assert notices[0]["message"].startswith("Bruno can never finish: 18 points are needed")
    tournament = make.tournament(session.season.club, here=players[:3])
    entrant = tournament.entrants.get(player=players[1])
    path = f"/en/desk/tournaments/{tournament.pk}/entrants/{entrant.player_id}/"
    saved = client.post(path, {"do": "save", "minimum": "99"}, follow=True)
    assert "Bruno can never finish: 99 points are needed" in saved.text
