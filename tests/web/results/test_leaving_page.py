"""The page "A player leaves"."""

import pytest
from django.urls import reverse

from league.models import Match, Role, Seat, Substitution
from league.operations.sessions import session_log
from scoring.models import Result
from tests import make

pytestmark = pytest.mark.django_db
LANGUAGES = ["en", "fr", "de"]


@pytest.fixture
def match():
    season = make.season(make.club(make.user()), games=["neurotrio", "njet"])
    players = make.players(season.club, ["Ada", "Bruno", "Chloé", "Dov", "Eva", "Finn"])
    session = make.session(season)
    session_log.check_in(session, [player.pk for player in players[:5]], by=None)
    return make.played(make.match(session, players[:4]), [22, 1, 2, 3])


@pytest.fixture
def client(client, match):
    client.force_login(match.session.season.club.memberships.get(role=Role.OWNER).user)
    return client


def page(match):
    return reverse("web:player_leaves", args=[match.pk])


def player(match, name):
    return match.session.season.club.players.get(name=name).pk


def sent(match, **more):
    """Return a form in which Ada leaves and Eva comes in."""
    match.refresh_from_db()
    return {
        "do": "leave",
        "version": match.version,
        "leaving": player(match, "Ada"),
        "way": "substitute",
        "free": player(match, "Eva"),
        "from_round": 2,
        "effect": "both",
        **more,
    }


def seated(match):
    rows = Seat.objects.filter(match=match).order_by("number")
    return list(rows.values_list("player__name", flat=True))


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_explains_each_choice(client, match, language):
    answer = client.get(page(match).replace("/en/", f"/{language}/"))
    content = answer.content.decode()
    assert answer.status_code == 200
    for value in ("starter", "substitute", "both", "neither", "go_on", "stop", "forfeit"):
        assert f'value="{value}"' in content
    assert [player.name for player in answer.context["form"].free_players] == ["Eva"]


def test_substitute_comes_in(client, match):
    answer = client.post(page(match), sent(match), follow=True)
    assert "From round 2 on, Eva plays for Ada." in answer.content.decode()
    assert seated(match) == ["Eva", "Bruno", "Chloé", "Dov"]


def test_another_player_of_the_club_comes_in_by_name(client, match):
    client.post(page(match), sent(match, free="", **{"other-name": "Finn"}))
    assert seated(match)[0] == "Finn"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"free": ""}, "free"),
        ({"other-name": "Finn"}, "free"),
        ({"effect": ""}, "effect"),
        ({"effect": "all"}, "effect"),
        ({"leaving": ""}, "leaving"),
        ({"leaving": "x"}, "leaving"),
        ({"way": "fly"}, "way"),
        ({"from_round": "-1"}, "from_round"),
    ],
)
def test_incomplete_form_is_refused(client, match, change, field):
    answer = client.post(page(match), sent(match, **change))
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert not Substitution.objects.exists()


def test_player_of_another_table_is_refused_with_a_remedy(client, match):
    eva, finn = (match.session.season.club.players.get(name=name) for name in ("Eva", "Finn"))
    make.match(match.session, [eva, finn])
    answer = client.post(page(match), sent(match, free="", **{"other-name": "Eva"}))
    assert answer.status_code == 409
    assert "Eva already plays at table 2" in answer.content.decode()
    assert seated(match)[0] == "Ada"


def test_stale_form_is_refused(client, match):
    form = sent(match)
    make.played(match, [22, 1, 2, 3])
    answer = client.post(page(match), form)
    assert answer.status_code == 409
    assert not Substitution.objects.exists()


def test_same_form_twice_has_one_effect(client, match):
    form = sent(match)
    assert client.post(page(match), form).status_code == 302
    assert client.post(page(match), {**form, "twice": "1"}).status_code == 302
    assert Substitution.objects.count() == 1
    other = client.post(page(match), {**form, "free": player(match, "Finn")})
    assert "Ada has already left this table: Eva plays there." in other.content.decode()


def test_others_go_on(client, match):
    answer = client.post(page(match), sent(match, way="go_on", end="forfeit"), follow=True)
    assert "The others play on at table 1." in answer.content.decode()
    new = Match.objects.get(continues=match)
    assert seated(new) == ["Bruno", "Chloé", "Dov"]
    old = client.get(reverse("web:match", args=[match.pk])).content.decode()
    assert reverse("web:match", args=[new.pk]) in old
    assert (
        reverse("web:match", args=[match.pk])
        in client.get(reverse("web:match", args=[new.pk])).content.decode()
    )


@pytest.mark.parametrize(("end", "count"), [("result", 4), ("forfeit", 4), ("none", 0)])
def test_match_stops(client, match, end, count):
    client.post(page(match), sent(match, way="stop", end=end))
    match.refresh_from_db()
    assert match.stopped_at is not None
    assert Result.objects.live().filter(match=match).count() == count


def test_substitution_is_undone_on_the_page(client, match):
    client.post(page(match), sent(match))
    row = Substitution.objects.get()
    answer = client.post(page(match), {"do": "undo", "substitution": row.pk}, follow=True)
    assert "Ada has the seat again." in answer.content.decode()
    assert seated(match)[0] == "Ada"
    again = client.post(page(match), {"do": "undo", "substitution": row.pk, "n": "2"})
    assert again.status_code == 409


def test_game_that_needs_all_players_offers_no_smaller_match(client, match):
    club = match.session.season.club
    players = make.players(club, ["Gil", "Hana", "Ida"])
    njet = make.played(
        make.match(match.session, players, game="njet", options={"rounds": 2}), [3, 3, 12]
    )
    assert 'value="go_on"' not in client.get(page(njet)).content.decode()
    answer = client.post(page(njet), sent(njet, leaving=players[0].pk, way="go_on"))
    assert answer.status_code == 422


def test_match_without_rounds_offers_no_substitute(client, match):
    players = make.players(match.session.season.club, ["Gil", "Hana", "Ida"])
    fresh = make.match(match.session, players)
    content = client.get(page(fresh)).content.decode()
    assert 'value="substitute"' not in content
    assert 'value="go_on"' in content


def test_ended_match_has_no_form(client, match):
    make.played(match, [22, 1, 2, 3], [22, 1, 2, 3])
    assert "This match has ended" in client.get(page(match)).content.decode()
    assert client.post(page(match), sent(match)).status_code == 409


@pytest.mark.parametrize("role", [Role.SCORER, Role.PLAYER])
def test_only_organisers_may_let_a_player_leave(client, match, role):
    client.force_login(make.member(match.session.season.club, role, "other@example.org"))
    assert client.get(page(match)).status_code == 403
    assert client.post(page(match), sent(match)).status_code == 403


@pytest.mark.parametrize("language", LANGUAGES)
def test_match_page_and_desk_show_both_players(client, match, language):
    client.post(page(match), sent(match))
    for address in ("web:match", "web:desk_session"):
        pk = match.pk if address == "web:match" else match.session_id
        place = reverse(address, args=[pk]).replace("/en/", f"/{language}/")
        content = client.get(place).content.decode()
        assert "Ada" in content
        assert "Eva" in content


def test_strangers_read_public_names(client, match):
    match.session.season.club.players.filter(name="Ada").update(visibility="hidden")
    client.post(page(match), sent(match))
    client.logout()
    content = client.get(reverse("web:match", args=[match.pk])).content.decode()
    assert "Ada" not in content
    assert "Eva plays for" in content
