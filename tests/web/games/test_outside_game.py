"""A game from outside on pages and in the API: nothing of the product knows its name."""

import pytest
from django.test import Client

from games import GAMES
from league.errors import Invalid
from league.models import Match
from league.operations.matches import table_codes
from tests import make
from tests.archives import exported, imported
from tests.outside_games import EXAMPLES, installed
from tests.web.desk import sign_in
from tests.web.table.phones import at, send

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(300)]


@pytest.fixture
def season(alice):
    with installed(EXAMPLES):
        assert "ascenseur" in GAMES
        yield make.season(make.club(), games=["ascenseur"])


def seated(season):
    return make.match(make.session(season), game="ascenseur")


def test_a_round_is_entered_and_refused_by_its_rules(client, season):
    match = seated(season)
    sign_in(client, make.user())
    address = f"/en/desk/matches/{match.pk}/rounds/1/"
    assert "Ascenseur" in client.get(address).text
    impossible = {"score-0": "40", "score-1": "-1", "score-2": "-1"}
    refused = client.post(address, impossible)
    assert refused.status_code == 422
    assert "-6 to 16" in refused.text
    form = {**impossible, "score-0": "11"}
    assert client.post(address, form).status_code == 302
    match.refresh_from_db()
    assert match.totals == [11, -1, -1]
    public = client.get(f"/en/matches/{match.pk}/").text
    assert "Ascenseur" in public


def test_its_house_rules_have_a_form(client, season):
    sign_in(client, make.user())
    address = f"/en/desk/seasons/{season.pk}/rules/"
    shown = client.get(address)
    assert shown.status_code == 200, address
    assert "Cards of the longest round" in shown.text
    form = {"ascenseur-cards": "3", "ascenseur-way": "both"}
    assert client.post(address, form).status_code == 302
    assert seated(season).options == {"cards": 3, "way": "both"}
    assert client.post(address, {**form, "ascenseur-cards": "9"}).status_code == 422


def test_an_archive_needs_its_game_to_be_judged_again(alice):
    with installed(EXAMPLES):
        match = seated(make.season(make.club(), games=["ascenseur"]))
        make.played(match, [11, -1, -1])
        data = exported(match.session.season.club)
    bob = make.user("bob@example.org")
    with pytest.raises(Invalid) as refused:
        imported(data, bob)
    assert {problem["code"] for problem in refused.value.problems} == {"game_not_installed"}
    with installed(EXAMPLES):
        copy = imported(data, bob).club
        arrived = Match.objects.get(session__season__club=copy)
        assert make.played(arrived, [10, 11, -1]).totals == [21, 10, -2]


def test_the_phone_of_its_table_enters_a_round(season):
    match = seated(season)
    code, phone = str(table_codes.renew(match, by=make.user())), Client(enforce_csrf_checks=True)
    shown = phone.get(at(code))
    assert shown.status_code == 200
    assert "Ascenseur" in shown.text
    send(phone, code, 1, 11, -1, -1)
    match.refresh_from_db()
    assert match.totals == [11, -1, -1]
    assert phone.get(at(code)).status_code == 200
