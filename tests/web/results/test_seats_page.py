"""The page "These players really sat here"."""

import pytest

from league.models import Role, Seat
from tests import make
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice):
    season = make.season(make.club())
    players = make.players(season.club, ["Ada", "Bruno", "Chloé", "Dov", "Eva"])
    return make.played(make.match(make.session(season), players[:4]), *[[22, 1, 2, 3]] * 3)


def seated(match):
    rows = Seat.objects.filter(match=match).order_by("number").select_related("player")
    return [row.player.name for row in rows]


def form(*names, **more):
    return {**{f"seat-{number}-name": name for number, name in enumerate(names)}, **more}


def test_seats_are_previewed_then_saved(client, match):
    address = f"/en/desk/matches/{match.pk}/seats/"
    assert 'value="Ada"' in client.get(address).text
    chosen = form("Bruno", "Ada", "Ev", "Dov")
    preview = client.post(address, chosen)
    assert "What this correction changes" in preview.text
    assert seated(match) == ["Ada", "Bruno", "Chloé", "Dov"]
    saved = client.post(address, {**chosen, "do": "save", "confirmed": "yes", "reason": "Cards"})
    assert saved.status_code == 302
    assert seated(match) == ["Bruno", "Ada", "Eva", "Dov"]


@pytest.mark.parametrize("names", [("Ada", "Ada", "Eva", "Dov"), ("Ada", "Zoé", "Eva", "Dov")])
def test_impossible_seats_are_refused(client, match, names):
    address = f"/en/desk/matches/{match.pk}/seats/"
    answer = client.post(address, form(*names, do="save", confirmed="yes", reason="Cards"))
    assert answer.status_code in {409, 422}
    assert seated(match) == ["Ada", "Bruno", "Chloé", "Dov"]


def test_scorers_do_not_correct_seats(client, match):
    sign_in(client, make.member(match.session.season.club, Role.SCORER, "bob@example.org"))
    assert client.get(f"/en/desk/matches/{match.pk}/seats/").status_code == 403
