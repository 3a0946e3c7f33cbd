import re
from random import Random

import pytest

from league.models import Visibility
from league.operations.people import club_settings, clubs
from league.operations.seasons import seasons
from scoring import projection
from scoring.models import Draw, Penalty, SitOut
from tests import make
from tests.made_once import made_once
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db


@made_once
def made_season():
    """Return a season that Ada won; Bruno, Chloé and Dov share the second place."""
    season = make.season(make.club(), scheme={"tiebreaks": ["lots"]})
    players = make.players(season.club)
    make.played(make.match(make.session(season), players, options={"target": 1}), [22, 5, 5, 5])
    refresh(season)
    return season


@pytest.fixture
def season(client):
    season = made_season()
    sign_in(client, make.user())
    return season


def refresh(season):
    for table in season.tables.all():
        projection.refresh(table.pk)


def player(season, name):
    return season.club.players.get(name=name)


def penalty(season, **changes):
    session = season.sessions.get().pk
    ada = player(season, "Ada").pk
    return {
        "player": ada,
        "session": session,
        "points": "7",
        "reason": "Late",
        "known": "0",
    } | changes


def penalties(season):
    return f"/en/desk/seasons/{season.pk}/penalties/"


def test_a_penalty_is_recorded_and_shown_publicly(client, season):
    assert client.post(penalties(season), penalty(season)).status_code == 302
    assert Penalty.objects.get().given_by == make.user()
    refresh(season)
    client.logout()
    there = f"/en/seasons/{season.pk}/players/{player(season, 'Ada').pk}/"
    text = client.get(there).content.decode()
    assert "Late" in text
    assert "<dd>53</dd>" in text


def test_the_same_penalty_sent_twice_counts_once(client, season):
    assert client.post(penalties(season), penalty(season)).status_code == 302
    again = client.post(penalties(season), penalty(season))
    assert again.status_code == 422
    assert "since you opened this page" in again.content.decode()
    assert Penalty.objects.count() == 1
    count = re.search(r'name="known" value="(\d+)"', again.content.decode())[1]
    assert client.post(penalties(season), penalty(season, known=count)).status_code == 302
    assert Penalty.objects.count() == 2


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("points", "-1"),
        ("points", "100001"),
        ("points", "x"),
        ("reason", " "),
        ("reason", "x" * 201),
        ("player", ""),
        ("player", "999999"),
        ("session", "999999"),
    ],
)
def test_a_wrong_penalty_is_refused_in_the_form(client, season, field, wrong):
    answer = client.post(penalties(season), penalty(season, **{field: wrong}))
    assert answer.status_code == 422
    assert 'class="refusal"' in answer.content.decode()
    assert not Penalty.objects.exists()


def test_a_lifted_penalty_stays_in_the_list_with_its_reason(client, season):
    client.post(penalties(season), penalty(season))
    lift = f"{penalties(season)}{Penalty.objects.get().pk}/lift/"
    assert client.post(lift, {"reason": ""}).status_code == 422
    assert client.post(lift, {"reason": "The train"}).status_code == 302
    assert client.post(lift, {"reason": "Redo"}).status_code == 422
    text = client.get(penalties(season)).content.decode()
    assert "The train" in text
    assert "Redo" not in text
    refresh(season)
    there = f"/en/seasons/{season.pk}/players/{player(season, 'Ada').pk}/"
    assert "Late" not in client.get(there).content.decode()
    elsewhere = make.season(season.club, "Printemps")
    assert client.post(f"{penalties(elsewhere)}{Penalty.objects.get().pk}/lift/").status_code == 404


def test_a_sit_out_is_recorded_once_and_removed(client, season):
    session = season.sessions.get()
    path = f"/en/desk/sessions/{session.pk}/"
    form = {"player": player(season, "Bruno").pk, "known": "0"}
    assert client.post(f"{path}sit_outs/", form).status_code == 302
    again = client.post(f"{path}sit_outs/", form)
    assert again.status_code == 422
    assert "since you opened this page" in again.content.decode()
    noted = SitOut.objects.live().get()
    assert "Remove Bruno’s sit-out" in client.get(path).content.decode()
    for _ in range(2):
        assert client.post(f"{path}sit_outs/{noted.pk}/strike/").status_code == 302
    assert not SitOut.objects.live().exists()
    assert client.post(f"{path}sit_outs/999/strike/").status_code == 404


def lots(season, game=""):
    return f"/en/desk/seasons/{season.pk}/lots/{game}"


def test_lots_are_drawn_by_one_button_and_can_be_repeated(client, season):
    text = client.get(lots(season)).content.decode()
    chosen = [int(pk) for pk in re.findall(r'name="player" value="(\d+)"', text)]
    assert len(chosen) == 3
    assert client.post(lots(season), {"player": chosen}).status_code == 302
    draw = Draw.objects.get()
    repeated = sorted(chosen)
    Random(draw.seed).shuffle(repeated)
    assert draw.players == repeated
    text = client.get(lots(season)).content.decode()
    assert draw.seed in text
    assert "No shared places" in text
    assert client.post(lots(season), {"player": chosen}).status_code == 422
    refresh(season)
    client.logout()
    loser = f"/en/seasons/{season.pk}/players/{draw.players[-1]}/"
    assert draw.seed in client.get(loser).content.decode()


@pytest.mark.parametrize("chosen", [[], ["x"], ["²"], ["9" * 400]])
def test_a_group_that_does_not_share_a_place_draws_no_lots(client, season, chosen):
    assert client.post(lots(season), {"player": chosen}).status_code == 422
    assert not Draw.objects.exists()


def test_lots_that_would_not_count_are_not_offered(client, season):
    seasons.update(season, scheme={"tiebreaks": []})
    text = client.get(lots(season)).content.decode()
    assert 'name="player"' not in text
    assert "has no tie-break draw" in text
    assert client.get(lots(season, "chess/")).status_code == 404


def test_the_table_leads_organisers_to_the_lots(client, season):
    page = f"/en/seasons/{season.pk}/"
    assert "Break ties by drawing lots" in client.get(page).content.decode()
    client.logout()
    assert "Break ties by drawing lots" not in client.get(page).content.decode()


def test_the_desk_of_an_evening_asks_as_often_for_many(
    client, season, django_assert_max_num_queries
):
    session = season.sessions.get()
    addresses = [f"/en/desk/sessions/{session.pk}/", penalties(season), lots(season)]

    def count():
        counts = []
        for address in addresses:
            with django_assert_max_num_queries(100) as captured:
                assert client.get(address).status_code == 200
            counts.append(len(captured))
        return counts

    bruno = player(season, "Bruno").pk
    client.post(f"{addresses[0]}sit_outs/", {"player": bruno, "known": "0"})
    client.post(penalties(season), penalty(season, known=0))
    client.get(addresses[1])  # its message is shown once
    few = count()
    for number in range(1, 9):
        client.post(f"{addresses[0]}sit_outs/", {"player": bruno, "known": str(number)})
        client.post(penalties(season), penalty(season, known=number))
    client.get(addresses[1])
    assert (SitOut.objects.count(), Penalty.objects.count()) == (9, 9)
    assert count() == few


def test_names_in_a_draw_stay_hidden_from_the_public(client, season):
    for row in season.club.players.all():
        clubs.update_player(row, name=row.name, visibility=Visibility.HIDDEN)
    client.post(lots(season), {"player": [player(season, n).pk for n in ("Bruno", "Chloé", "Dov")]})
    refresh(season)
    client.logout()
    there = f"/en/seasons/{season.pk}/players/{player(season, 'Dov').pk}/"
    text = client.get(there).content.decode()
    assert "Random(" in text
    assert not any(name in text for name in ("Bruno", "Chloé", "Dov"))


def test_form_offers_the_reasons_of_the_club_beside_own_words(client, season):
    assert 'name="offered"' not in client.get(penalties(season)).text
    reason = "Retard\u00a0: plus de 10\u202fmin"
    club_settings.update(season.club, penalty_reasons=[reason, "Late"])
    page = client.get(penalties(season)).text
    assert f'<option value="{reason}">{reason}</option>' in page
    client.post(penalties(season), penalty(season, offered=reason, reason=""))
    client.post(penalties(season), penalty(season, offered="Late", reason="Train", known="1"))
    client.post(penalties(season), penalty(season, offered="", reason="Phone", known="2"))
    reasons = list(Penalty.objects.order_by("pk").values_list("reason", flat=True))
    assert reasons == [reason, "Late · Train", "Phone"]
    answer = client.post(penalties(season), penalty(season, offered="", reason="", known="3"))
    assert (answer.status_code, "Give a reason." in answer.text) == (422, True)
