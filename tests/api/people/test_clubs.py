import pytest

from league.models import Club
from tests import make
from tests.api.caller import caller, problem_codes

NOTHING_CHOSEN = dict.fromkeys(
    (
        "main_colour", "accent_colour", "description", "meeting_place", "meeting_time", "contact",
        "logo_version",
    ),
    "",
) | {"visibility": "public", "player_visibility": "full", "penalty_reasons": []}  # fmt: skip


def test_a_new_club_has_an_address_and_an_owner(db):
    alice = caller(make.user())
    response = alice.post("clubs/", {"name": "Café de l’Été", "timezone": "America/Montreal"})
    assert response.status_code == 201
    assert response.json() == {
        "slug": "cafe-de-lete",
        "name": "Café de l’Été",
        "timezone": "America/Montreal",
        "language": "fr",
        **NOTHING_CHOSEN,
    }
    assert response["Location"] == "/api/v1/clubs/cafe-de-lete/"
    assert alice.get(response["Location"]).json() == response.json()


def test_clubs_of_others_are_not_listed(world, alice):
    assert [club["slug"] for club in alice.get("clubs/").json()["results"]] == [world.club.slug]


def test_a_change_touches_only_what_it_names(world, alice):
    response = alice.patch(f"clubs/{world.club.slug}/", {"language": "en"})
    assert response.status_code == 200
    assert response.json() == {
        "slug": "les-ardoises",
        "name": "Les Ardoises",
        "timezone": "Europe/Paris",
        "language": "en",
        **NOTHING_CHOSEN,
    }


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({}, ("missing_key", "name")),
        ({"name": ""}, ("blank", "name")),
        ({"name": " \u200b\u0007 "}, ("blank", "name")),
        ({"name": "x" * 101}, ("too_long", "name")),
        ({"name": 5}, ("not_text", "name")),
        ({"name": True}, ("not_text", "name")),
        ({"name": None}, ("null", "name")),
        ({"name": ["x"]}, ("not_text", "name")),
        ({"name": "x", "timezone": "Mars/Base"}, ("unknown_timezone", "timezone")),
        ({"name": "x", "timezone": "../../etc/passwd"}, ("unknown_timezone", "timezone")),
        ({"name": "x", "language": "it"}, ("not_a_choice", "language")),
        ({"name": "x", "language": ["fr"]}, ("not_a_choice", "language")),
        ({"name": "x", "slug": "mine"}, ("unknown_key", "slug")),
        ([], ("not_an_object", "")),
        ("club", ("not_an_object", "")),
        (None, ("not_an_object", "")),
    ],
)
def test_bodies_that_make_no_club(db, body, problem):
    alice = caller(make.user())
    data = b"null" if body is None else body
    response = alice.post("clubs/", data)
    assert response.status_code == 422
    assert problem_codes(response) == [problem]
    assert not Club.objects.exists()


def test_all_that_is_wrong_is_said_at_once(db):
    response = caller(make.user()).post("clubs/", {"nom": "x", "language": "it"})
    assert set(problem_codes(response)) == {
        ("unknown_key", "nom"),
        ("missing_key", "name"),
        ("not_a_choice", "language"),
    }


@pytest.mark.parametrize("name", ['"Quotes"', "🂡 Club 🎲", "<script>alert(1)</script>", "' OR 1=1"])
def test_names_come_back_as_they_were_sent(db, name):
    alice = caller(make.user())
    slug = alice.post("clubs/", {"name": name}).json()["slug"]
    assert alice.get(f"clubs/{slug}/").json()["name"] == name


def test_an_emoji_as_a_surrogate_pair_is_text(db):
    response = caller(make.user()).post("clubs/", b'{"name": "\\ud83c\\udfb2 Club"}')
    assert response.status_code == 201
    assert response.json()["name"] == "🎲 Club"


def test_messages_come_in_the_language_of_the_caller(db):
    alice = caller(make.user())
    response = alice.post("clubs/", {}, Accept_Language="fr")
    assert response["Content-Language"] == "fr"
    assert response.json()["problems"][0]["message"] == "Ce champ est obligatoire."


def test_head_answers_like_get_without_the_body(world, alice):
    path = f"/api/v1/clubs/{world.club.slug}/"
    headers = alice.headers
    head, get = (send(path, headers=headers) for send in (alice.client.head, alice.client.get))
    assert (head.status_code, head["ETag"]) == (200, get["ETag"])
    assert not head.content


SETTINGS = {
    "name": "Les Craies",
    "slug": "craies",
    "main_colour": "#ffd400",
    "accent_colour": "#1c6a4c",
    "description": "On joue.\nVenez !",
    "meeting_place": "Café de l’Été",
    "meeting_time": "Thursdays 20:00",
    "contact": "https://craies.example/@club",
    "penalty_reasons": ["Retard", "Téléphone à table"],
}


def test_an_owner_changes_all_settings(alice):
    changed = alice.patch("clubs/les-ardoises/", SETTINGS)
    assert changed.status_code == 200
    assert {key: changed.json()[key] for key in SETTINGS} == SETTINGS
    assert alice.get("clubs/craies/").json() == changed.json()


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"slug": "Les Craies"}, ("bad_slug", "slug")),
        ({"slug": ""}, ("blank", "slug")),
        ({"slug": 5}, ("not_text", "slug")),
        ({"accent_colour": "#ffd400"}, ("low_contrast", "accent_colour")),
        ({"main_colour": "yellow"}, ("bad_colour", "main_colour")),
        ({"main_colour": None}, ("null", "main_colour")),
        ({"contact": "javascript:alert(1)"}, ("bad_contact", "contact")),
        ({"description": "x" * 2001}, ("too_long", "description")),
        ({"description": "x" * 5000}, ("too_long", "description")),
        ({"timezone": "Europe/Pari"}, ("unknown_timezone", "timezone")),
        ({"logo_version": "x"}, ("unknown_key", "logo_version")),
    ],
)
def test_settings_that_are_refused(world, alice, body, problem):
    response = alice.patch("clubs/les-ardoises/", {"meeting_time": "Now", **body})
    assert response.status_code == 422
    assert problem_codes(response) == [problem]
    world.club.refresh_from_db()
    assert world.club.meeting_time == ""


def test_the_address_of_another_club_is_a_conflict(world, alice):
    response = alice.patch("clubs/les-ardoises/", {"slug": "les-autres"})
    assert response.status_code == 409
    assert problem_codes(response) == [("slug_taken", "slug")]


def test_programs_go_on_at_the_former_address(world, alice):
    alice.patch("clubs/les-ardoises/", {"slug": "craies"})
    assert alice.get("clubs/les-ardoises/").json()["slug"] == "craies"
    assert alice.post("clubs/les-ardoises/players/", {"name": "Zoé"}).status_code == 201
    assert alice.get("clubs/les-ardoises/members/").status_code == 200
    assert caller(world.stranger).get("clubs/les-ardoises/").status_code == 404
