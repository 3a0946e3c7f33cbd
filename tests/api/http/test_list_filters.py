"""Lists of the API by filters and in an order."""

from datetime import UTC, datetime

import pytest

from api.description import docs
from league.models import SubstitutionEffect
from league.operations.results import substitutions
from tests import make
from tests.api import playing
from tests.api.caller import BASE, problem_codes, resolve

AFTERNOON = datetime(2026, 10, 3, 14, 0, tzinfo=UTC)


def names(answer):
    assert answer.status_code == 200, answer.content
    return [row["name"] for row in answer.json()["results"]]


def test_players_are_found_by_a_part_of_their_name(world, alice):
    path = f"clubs/{world.club.slug}/players/"
    make.players(world.club, ["100 % Dov", "D_v"])
    assert names(alice.get(f"{path}?name=DO")) == ["Dov", "100 % Dov"]
    assert names(alice.get(f"{path}?name=%25")) == ["100 % Dov"]
    assert names(alice.get(f"{path}?name=_")) == ["D_v"]
    assert names(alice.get(f"{path}?name=nobody")) == []
    alice.patch(f"players/{world.players[0].pk}/", {"visibility": "hidden"})
    assert names(alice.get(f"{path}?visibility=hidden")) == ["Ada"]
    assert names(alice.get(f"{path}?visibility=hidden&name=b")) == []


def test_players_are_found_by_the_beginning_of_a_nickname(world, alice):
    path = f"clubs/{world.club.slug}/players/"
    alice.patch(f"players/{world.players[0].pk}/", {"nickname": "La Comtesse Élue"})
    for text in ("elu", "comt ada"):
        assert names(alice.get(f"{path}?name={text}")) == ["Ada"]
    assert names(alice.get(f"{path}?name=omtesse")) == []


def test_a_part_of_a_name_is_found_whatever_its_case(world, alice):
    path = f"clubs/{world.club.slug}/players/"
    make.players(world.club, ["Élise (2) *", "ÉLIE"])
    for part in ("éli", "ÉLI", "Éli"):
        assert names(alice.get(f"{path}?name={part}")) == ["Élise (2) *", "ÉLIE"]
    assert names(alice.get(f"{path}?name=e (2) *")) == ["Élise (2) *"]
    assert names(alice.get(f"{path}?name=.")) == []
    assert len(names(alice.get(f"{path}?name="))) == 6


def test_lists_come_in_the_order_asked_for(world, alice):
    path = f"clubs/{world.club.slug}/players/"
    make.players(world.club, ["Ada", "Abel"])
    assert names(alice.get(f"{path}?ordering=name")) == [
        "Abel", "Ada", "Ada", "Bruno", "Chloé", "Dov"
    ]  # fmt: skip
    ids = [row["id"] for row in alice.get(f"{path}?ordering=name").json()["results"]]
    assert ids[1] < ids[2]
    assert names(alice.get(f"{path}?ordering=-id"))[:2] == ["Abel", "Ada"]


@pytest.mark.parametrize("sign", ["", "-"])
@pytest.mark.parametrize("limit", [1, 2, 3])
def test_equals_in_an_order_are_on_one_page_each(world, alice, sign, limit):
    make.players(world.club, ["Ada", "Ada", "Bruno", "Ada", "Bruno"])
    path = f"{BASE}clubs/{world.club.slug}/players/?ordering={sign}name"
    everything = alice.get(path).json()["results"]
    rows, following = [], f"{path}&limit={limit}"
    while following:
        page = alice.get(following.removeprefix("http://testserver")).json()
        rows, following = rows + page["results"], page["next"]
    assert rows == everything


def test_active_filter_separates_current_seasons_from_others(world, alice):
    path = f"clubs/{world.club.slug}/seasons/"
    alice.post(path, {"name": "Passée", "starts_on": "2020-01-01", "ends_on": "2020-12-31"})
    alice.post(path, {"name": "Future", "starts_on": "2900-01-01"})
    alice.post(path, {"name": "Ouverte", "starts_on": "2020-01-01"})
    alice.post(path, {"name": "Longue", "starts_on": "2020-01-01", "ends_on": "2900-01-01"})
    active = set(names(alice.get(f"{path}?active=true")))
    others = set(names(alice.get(f"{path}?active=false")))
    assert {"Ouverte", "Longue"} <= active
    assert {"Passée", "Future"} <= others
    assert not active & others
    assert active | others == set(names(alice.get(path)))


def test_evenings_are_found_by_the_calendar_of_the_club(world, alice):
    path = f"seasons/{world.season.pk}/sessions/"
    late = alice.post(path, {"starts_at": "2026-12-01T23:30:00+00:00"}).json()
    late.pop("notices")  # it is 0:30 in Paris

    def names_for(query):
        return late in alice.get(f"{path}?{query}").json()["results"]

    assert names_for("from=2026-12-02&until=2026-12-02")
    assert not names_for("until=2026-12-01")
    assert not names_for("from=2026-12-03")


def test_matches_are_found_by_game_player_and_end(world, alice):
    make.played(make.match(world.session, world.players[:2], options={"target": 1}), [22, 5])
    path = f"sessions/{world.session.pk}/matches/"
    open_one, over = alice.get(path).json()["results"]
    assert alice.get(f"{path}?over=true").json()["results"] == [over]
    assert alice.get(f"{path}?over=false").json()["results"] == [open_one]
    chloe = world.players[2].pk
    assert alice.get(f"{path}?player={chloe}").json()["results"] == [open_one]
    assert alice.get(f"{path}?game=njet").json()["results"] == []
    assert len(alice.get(f"{path}?game=neurotrio").json()["results"]) == 2


def test_match_is_found_by_every_player_who_had_a_seat(world, alice):
    ada, bruno, eva, _finn = people = make.players(world.club, ["A", "B", "E", "F"])
    match = make.played(make.match(world.session, [ada, bruno]), [12, 5])
    path, both = f"sessions/{world.session.pk}/matches/", SubstitutionEffect.BOTH

    def found_by():
        return {
            player.name
            for player in people
            if match.pk in {row["id"] for row in rows_of(alice.get(f"{path}?player={player.pk}"))}
        }

    row = substitutions.substitute(match, leaving=ada.pk, entering=eva.pk, effect=both, by=None)
    assert found_by() == {"A", "B", "E"}
    substitutions.take_back(row, by=None)
    assert found_by() == {"A", "B"}


def rows_of(answer):
    return answer.json()["results"]


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("clubs/?nmae=x", ("unknown_parameter", "nmae")),
        ("clubs/?page=2", ("unknown_parameter", "page")),
        (f"clubs/?{'x' * 500}=2", ("unknown_parameter", "x" * 60)),
        ("clubs/?ordering=slug", ("bad_ordering", "ordering")),
        ("clubs/?ordering=--name", ("bad_ordering", "ordering")),
        ("clubs/?ordering=", ("bad_ordering", "ordering")),
        ("clubs/?name=%00", ("bad_filter", "name")),
        (f"clubs/?name={'x' * 101}", ("bad_filter", "name")),
        ("clubs/{club}/players/?visibility=secret", ("bad_filter", "visibility")),
        ("clubs/{club}/seasons/?active=yes", ("bad_filter", "active")),
        ("seasons/{season}/sessions/?from=2026-02-30", ("bad_filter", "from")),
        ("seasons/{season}/sessions/?until=soon", ("bad_filter", "until")),
        ("sessions/{session}/matches/?player=x", ("bad_filter", "player")),
        ("sessions/{session}/matches/?player=99999999999999999999", ("bad_filter", "player")),
        ("sessions/{session}/matches/?ordering=id", ("unknown_parameter", "ordering")),
        ("matches/{match}/rounds/?name=x", ("unknown_parameter", "name")),
    ],
)
def test_an_unknown_filter_value_is_refused(world, alice, path, problem):
    answer = alice.send("GET", playing.fill(path, world))
    assert (answer.status_code, problem_codes(answer)) == (422, [problem])


def test_a_cursor_belongs_to_its_order(world, alice):
    path = f"clubs/{world.club.slug}/players/?limit=1"
    for ordering, others in [("", ["&ordering=name"]), ("&ordering=name", ["", "&ordering=-name"])]:
        following = alice.get(f"{path}{ordering}").json()["next"]
        cursor = following.partition("cursor=")[2].partition("&")[0]
        for other in others:
            answer = alice.get(f"{path}{other}&cursor={cursor}")
            assert problem_codes(answer) == [("bad_cursor", "cursor")]


def test_filters_of_lists_are_described(db):
    parameters = docs.description()["paths"]["/api/v1/sessions/{session}/matches/"]["get"]
    assert {"game", "over", "player", "cursor", "limit"} <= {
        resolve(parameter)["name"] for parameter in parameters["parameters"]
    }


def test_names_are_found_and_sorted_whatever_their_letters(world, alice):
    path = f"clubs/{world.club.slug}/players/"
    make.players(world.club, ["Ольга", "Œdipe", "Łukasz", "élise", "Zoé", "Ørsted"])
    in_order = [
        "Ada",
        "Bruno",
        "Chloé",
        "Dov",
        "élise",
        "Łukasz",
        "Œdipe",
        "Ørsted",
        "Zoé",
        "Ольга",
    ]
    assert names(alice.get(f"{path}?ordering=name")) == in_order
    assert names(alice.get(f"{path}?ordering=-name")) == in_order[::-1]
    for part, name in {
        "ELISE": "élise",
        "luka": "Łukasz",
        "oed": "Œdipe",
        "oRS": "Ørsted",
    }.items():
        assert names(alice.get(f"{path}?name={part}")) == [name]
    rows, following = [], f"{BASE}{path}?ordering=name&limit=3"
    while following:
        page = alice.get(following.removeprefix("http://testserver")).json()
        rows, following = rows + page["results"], page["next"]
    assert [row["name"] for row in rows] == in_order
