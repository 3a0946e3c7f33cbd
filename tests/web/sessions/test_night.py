"""The pages of a league night: evenings joined, taken apart, created for all divisions."""

import re
from html import unescape

import pytest

from league.errors import Invalid
from league.models import AuditEntry, Match, Night, Seat, Session
from league.operations.paper import session_paper
from league.operations.paper.session_paper import PaperKind
from league.operations.sessions import nights, session_log
from league.operations.signups import sheets, sign_ups
from league.web.sessions import session_state
from tests import make
from tests.web.desk import sign_in
from tests.web.markup import one_line

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(client):
    return make.club(sign_in(client, make.user()))


@pytest.fixture
def gold(club):
    return make.session(make.season(club, "Gold"))


@pytest.fixture
def silver(club):
    return make.session(make.season(club, "Silver"))


def address(session, rest="night/"):
    return f"/en/desk/sessions/{session.pk}/{rest}"


def test_evenings_of_the_day_are_offered_and_joined(client, gold, silver):
    elsewhere = make.session(make.season(gold.season.club, "Bronze"), place="Elsewhere")
    page = client.get(address(gold)).text
    assert f'value="{silver.pk}"' in page
    assert f'value="{elsewhere.pk}"' not in page
    answer = client.post(address(gold), {"do": "join", "sessions": [silver.pk]}, follow=True)
    assert "The evenings are one league night now." in answer.text
    assert address(silver, "") in client.get(address(gold, "")).text


def test_refusal_is_shown_with_the_choice(client, gold, silver):
    players = make.players(gold.season.club)
    make.match(gold, players[:2])
    make.match(silver, players[2:])
    answer = client.post(address(gold), {"do": "join", "sessions": [silver.pk]})
    assert answer.status_code == 409
    assert "Table 1 is taken twice: in Gold and in Silver." in answer.text
    assert not Night.objects.exists()


def test_evening_is_taken_out(client, gold, silver):
    nights.join(gold, [silver.pk], by=None)
    answer = client.post(address(gold), {"do": "separate", "session": silver.pk}, follow=True)
    assert "Silver is an evening of its own again." in answer.text
    assert not Night.objects.exists()


def test_evening_of_another_night_cannot_be_taken_out(client, gold, silver):
    other = make.session(make.season(gold.season.club, "Bronze"))
    nights.join(silver, [other.pk], by=None)
    answer = client.post(address(gold), {"do": "separate", "session": silver.pk})
    assert answer.status_code == 404
    assert Night.objects.count() == 1


def test_ladder_creates_joined_evenings_of_all_divisions(client, club):
    players = make.players(club)
    ladder = make.ladder(club, players[:2], players[2:])
    form = {"starts_at": "2026-10-08T20:00", "place": "Hall"}
    answer = client.post(f"/en/desk/ladders/{ladder.pk}/evenings/", form, follow=True)
    assert "Each division has its evening" in unescape(answer.text)
    assert Session.objects.values("night", "starts_at", "place").distinct().count() == 1
    assert Session.objects.filter(night__isnull=False).count() == 2


def test_new_table_of_the_other_division_gets_the_next_number(client, gold, silver):
    nights.join(gold, [silver.pk], by=None)
    players = make.players(gold.season.club)
    make.match(gold, players[:2])
    session_log.check_in(silver, [player.pk for player in players[2:]], by=None)
    assert "Table 2" in client.get(address(silver, "seat/")).text


@pytest.fixture
def night_with_players(gold, silver):
    """Return the evenings of a night with four players each."""
    names = [["Ada", "Bruno", "Chloé", "Dov"], ["Eva", "Finn", "Gil", "Hana"]]
    nights.join(gold, [silver.pk], by=None)
    for session, players in zip((gold, silver), names, strict=True):
        people = make.players(gold.season.club, players)
        session_log.check_in(session, [player.pk for player in people], by=None)
        session.refresh_from_db()
    return gold, silver


def fields(page):
    """Return the fields of the seating form as a browser sends them."""
    form = page[page.index('id="seating"') :]
    pairs = re.findall(r'<input\s+type="hidden"\s+name="([^"]+)"\s+value="([^"]*)"', form)
    sent = {}
    for name, value in pairs:
        sent.setdefault(name, []).append(value)
    return sent


def test_all_evenings_are_seated_in_one_step_each_among_itself(client, night_with_players):
    gold, silver = night_with_players
    seat = f"/en/desk/nights/{gold.night_id}/seat/"
    page = client.get(seat).text
    assert re.findall(r"<b>(Table \d)</b>", page) == ["Table 1", "Table 2"]
    answer = client.post(seat, {**fields(page), "do": "confirm"}, follow=True)
    assert "2 tables are created." in answer.text
    tables = [
        (match.session_id, match.table_number, {seat.player.name for seat in match.seats.all()})
        for match in Match.objects.order_by("table_number")
    ]
    assert tables == [
        (gold.pk, 1, {"Ada", "Bruno", "Chloé", "Dov"}),
        (silver.pk, 2, {"Eva", "Finn", "Gil", "Hana"}),
    ]


def test_no_evening_is_seated_if_one_has_changed(client, night_with_players):
    gold, silver = night_with_players
    seat = f"/en/desk/nights/{gold.night_id}/seat/"
    sent = fields(client.get(seat).text)
    session_log.check_out(silver, [silver.presences.first().player_id], by=None)
    answer = client.post(seat, {**sent, "do": "confirm"})
    assert answer.status_code == 422
    assert "Silver: This player is not checked in." in answer.text
    assert not Match.objects.exists()


def test_player_of_two_divisions_gets_one_seat(client, night_with_players):
    gold, silver = night_with_players
    ada = gold.presences.get(player__name="Ada").player
    session_log.check_in(silver, [ada.pk], by=None)
    seat = f"/en/desk/nights/{gold.night_id}/seat/"
    client.post(seat, {**fields(client.get(seat).text), "do": "confirm"})
    assert list(Seat.objects.filter(player=ada).values_list("match__session", flat=True)) == [
        gold.pk
    ]
    with pytest.raises(Invalid, match="sits at another table"):
        session_log.check_seating(silver, [[ada.pk]], [])
    free = session_state.state_of(silver).free
    assert ada not in free


def test_papers_of_an_evening_have_all_tables_of_the_night(client, night_with_players):
    gold, silver = night_with_players
    make.match(gold, [stay.player for stay in gold.presences.all()])
    make.match(silver, [stay.player for stay in silver.presences.all()])
    for session in (gold, silver):
        paper = session_paper._session_paper(session, PaperKind.TABLES, None)
        assert [(table["number"], table["game"]) for table in paper.content["tables"]] == [
            (1, "Gold · Neurotrio"),
            (2, "Silver · Neurotrio"),
        ]


def test_desk_of_an_evening_shows_people_and_tables_of_the_whole_night(client, night_with_players):
    gold, silver = night_with_players
    make.match(silver, [stay.player for stay in silver.presences.all()])
    page = one_line(client.get(address(gold, "")).text)
    assert "<b>8</b> here, <b>4</b> free" in page
    assert re.search(r"<b> *Table 1</b> · Neurotrio · Silver", page)
    assert f"/en/desk/nights/{gold.night_id}/seat/" in page


def test_player_is_checked_in_at_the_evening_of_the_division(client, club):
    ada, bruno, chloe, dov = make.players(club)
    make.ladder(club, [ada, bruno], [chloe, dov])
    top, low = [make.session(season) for season in club.seasons.order_by("division__level")]
    friday = make.session(make.season(club, "Friday"))
    nights.join(top, [low.pk, friday.pk], by=None)
    (guest,) = make.players(club, ["Guest"])
    for player in (ada, chloe, guest):
        client.post(address(top, "here/"), {"player": player.pk})
    assert [names_here(session) for session in (top, low, friday)] == [
        ["Ada"],
        ["Chloé"],
        ["Guest"],
    ]
    client.post(address(friday, "gone/"), {"player": ada.pk})
    assert names_here(top) == []


def test_player_of_two_divisions_is_here_for_both(client, club):
    ada, bruno, chloe, dov = make.players(club)
    make.ladder(club, [ada, bruno], [chloe, dov])
    make.ladder(club, [ada, chloe], [bruno, dov], name="Coupe")
    top, other = [make.session(division.season) for division in ada_divisions(ada)]
    nights.join(top, [other.pk], by=None)
    answer = client.post(address(top, "here/"), {"player": ada.pk}, follow=True)
    assert names_here(top) == names_here(other) == ["Ada"]
    assert "<b>1</b> here" in one_line(answer.text)
    client.post(address(top, "here/"), {"player": ada.pk})
    assert AuditEntry.objects.filter(kind="session.check_in").count() == 2


def ada_divisions(ada):
    return [member.division for member in ada.divisions.order_by("pk")]


def names_here(session):
    stays = session.presences.filter(until=None).select_related("player")
    return [stay.player.name for stay in stays]


def test_expected_players_of_all_evenings_are_checked_in_together(client, gold, silver):
    nights.join(gold, [silver.pk], by=None)
    ada, bruno = make.players(gold.season.club)[:2]
    for session, player in ((gold, ada), (silver, bruno)):
        sheet = sheets.open_sheet(session, by=None)
        sign_ups.record_answer(sheet, player.pk, "yes", by=None, as_organiser=True)
    client.post(address(gold, "here/"), {"do": "expected"})
    assert [names_here(session) for session in (gold, silver)] == [["Ada"], ["Bruno"]]
