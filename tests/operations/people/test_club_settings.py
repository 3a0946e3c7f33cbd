"""The settings of a club: what is refused, what is stored, who may have which address."""

from typing import Any

import pytest
from django.db import transaction

from league import permissions
from league.errors import Conflict, Invalid, NotFound
from league.models import Club, ClubAddress
from league.operations.audit import club_log
from league.operations.people import club_addresses, club_fields, club_settings, clubs
from league.operations.support import versions
from league.permissions import Action
from tests import make

pytestmark = pytest.mark.django_db
ALL: dict[str, Any] = {
    "name": 'Les "Craies" 🎲',
    "slug": "craies",
    "timezone": "Asia/Tokyo",
    "language": "en",
    "main_colour": "#FFD400",
    "accent_colour": "#1c6a4c",
    "description": "  Chez nous\r\non joue. \n\n<b>Fort</b>\x07  ",
    "meeting_place": " 12  rue des\tGras ",
    "meeting_time": "Thursdays 20:00",
    "contact": "hello+club@example.org",
    "penalty_reasons": [" Retard\u00a0:  20\u202fmin ", "", "Late", "Late\u200b"],
}


def test_all_settings_are_stored_clean():
    club = club_settings.update(make.club(), **ALL)
    club.refresh_from_db()
    stored = {field: getattr(club, field) for field in ALL}
    assert stored == {
        **ALL,
        "main_colour": "#ffd400",
        "description": "Chez nous\non joue.\n\n<b>Fort</b>",
        "meeting_place": "12 rue des Gras",
        "penalty_reasons": ["Retard\u00a0: 20\u202fmin", "Late"],
    }


def test_all_settings_but_name_and_address_can_be_emptied():
    club = club_settings.update(make.club(), **ALL)
    emptied = [field for field in ALL if field not in {"name", "slug", "timezone", "language"}]
    cleared: dict[str, Any] = dict.fromkeys(emptied, " ")
    club_settings.update(club, **cleared)
    club.refresh_from_db()
    assert not any(getattr(club, field) for field in emptied)


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("name", " ", "blank"),
        ("slug", "", "bad_slug"),
        ("slug", "Les Ardoises", "bad_slug"),
        ("slug", "a/b", "bad_slug"),
        ("slug", "-a-", "bad_slug"),
        ("slug", "é", "bad_slug"),
        ("slug", "x" * 51, "bad_slug"),
        ("timezone", "Europe/Pari", "unknown_timezone"),
        ("timezone", "", "unknown_timezone"),
        ("timezone", "../../etc/passwd", "unknown_timezone"),
        ("language", "it", "unknown_choice"),
        ("main_colour", "red", "bad_colour"),
        ("main_colour", "#ff", "bad_colour"),
        ("main_colour", "#ffffff;} body{", "bad_colour"),
        ("main_colour", "#１２３４５６", "bad_colour"),
        ("accent_colour", "#ffd400", "low_contrast"),
        ("description", "x" * 2001, "too_long"),
        ("meeting_place", "x" * 101, "too_long"),
        ("meeting_time", "x" * 101, "too_long"),
        ("contact", "javascript:alert(1)", "bad_contact"),
        ("contact", "http://example.org/", "bad_contact"),
        ("contact", "https://", "bad_contact"),
        ("contact", "Ada", "bad_contact"),
        ("contact", "https://example.org/" + "x" * 200, "too_long"),
    ],
)
def test_an_impossible_setting_is_refused_and_not_stored(field, value, code):
    club = make.club()
    edition = versions.club(club.slug)
    with pytest.raises(Invalid) as refused:
        club_settings.update(club, **{"description": "New", field: value})
    assert [(problem["code"], problem["path"]) for problem in refused.value.problems] == [
        (code, field)
    ]
    club.refresh_from_db()
    assert (club.description, versions.club(club.slug)) == ("", edition)


def test_all_errors_are_reported_together():
    with pytest.raises(Invalid) as refused:
        club_settings.update(make.club(), name="", contact="x", main_colour="x")
    assert [problem["path"] for problem in refused.value.problems] == [
        "name",
        "contact",
        "main_colour",
    ]


def test_a_refused_accent_reports_its_ratio_and_the_nearest_allowed_colour():
    with pytest.raises(Invalid, match=r"#ffd400 has a contrast of 1\.\d\d to 1.*#7f6a00"):
        club_fields.clean_accent_colour("#ffd400")


@pytest.mark.parametrize(
    ("text", "zone"),
    [("Europe/Pari", "Europe/Paris"), ("new york", "America/New_York"), ("tokio", "Asia/Tokyo")],
)
def test_a_refused_time_zone_suggests_the_nearest_ones(text, zone):
    with pytest.raises(Invalid, match=f"“{text}”. Did you mean .*{zone}"):
        club_fields.clean_timezone(text)


def test_a_time_zone_without_similar_names_gets_an_example():
    with pytest.raises(Invalid, match="such as Europe/Paris"):
        club_fields.clean_timezone("🎲" * 10_000)


def test_pages_in_caches_are_renewed():
    club = make.club()
    before = versions.club(club.slug)
    club_settings.update(club, description="New")
    assert versions.club(club.slug) != before


def test_a_description_counts_its_characters_as_people_do():
    lines = "é" * 999 + "\r\n" + "🎲" * 1000
    assert club_fields.clean_description(lines).count("\n") == 1


def test_a_former_address_still_leads_to_the_club():
    club, owner = make.club(), make.user()
    for slug in ("craies", "tableaux"):
        club_settings.update(club, slug=slug)
    for former in ("les-ardoises", "craies"):
        assert Club.objects.at(former) == club
        assert permissions.find_club(owner, former, Action.OWN) == club
        assert club_addresses.club_formerly_at(former).slug == "tableaux"
    member = club.memberships.get()
    assert permissions.find_membership(owner, "craies", member.pk, Action.OWN) == member
    assert club_addresses.club_formerly_at("tableaux") is None
    assert club_addresses.club_formerly_at("nowhere") is None


def test_a_club_may_go_back_to_its_former_address():
    club = make.club()
    club_settings.update(club, slug="craies")
    club_settings.update(club, slug="les-ardoises")
    assert club_addresses.club_formerly_at("les-ardoises") is None
    assert club_addresses.club_formerly_at("craies").slug == "les-ardoises"
    assert ClubAddress.objects.count() == 2


def test_no_other_club_gets_an_address_of_today_or_of_former_times():
    club, other = make.club(), make.club(make.user("bob@example.org"), "Les Craies")
    club_settings.update(club, slug="tableaux")
    for taken in ("les-ardoises", "tableaux"):
        with pytest.raises(Conflict) as refused:
            club_settings.update(other, name="New", slug=taken)
        assert [problem["path"] for problem in refused.value.problems] == ["slug"]
    other.refresh_from_db()
    assert (other.name, other.slug) == ("Les Craies", "les-craies")
    assert make.club(make.user("eve@example.org")).slug == "les-ardoises-2"


def test_an_address_does_not_open_the_club_to_strangers():
    club, stranger = make.club(), make.user("eve@example.org")
    club_settings.update(club, slug="craies")
    for slug in ("les-ardoises", "craies"):
        with pytest.raises(NotFound):
            permissions.find_club(stranger, slug, Action.VIEW)


def test_a_club_that_goes_frees_its_addresses():
    club = make.club()
    club_settings.update(club, slug="craies")
    with transaction.atomic():
        club_log.allow_removal()
        club.delete()
    assert clubs.create(by=make.user(), name="Les Ardoises").slug == "les-ardoises"


def test_list_of_reasons_has_a_limit():
    club = make.club()
    for reasons, path in ((["x" * 201], "penalty_reasons.0"), (list("x" * 31), "")):
        reasons = [f"{reason}{n}" for n, reason in enumerate(reasons)] if not path else reasons
        with pytest.raises(Invalid) as refused:
            club_settings.update(club, penalty_reasons=reasons)
        (problem,) = refused.value.problems
        assert (problem["code"], problem["path"]) == ("too_long", path or "penalty_reasons")
    club.refresh_from_db()
    assert club.penalty_reasons == []
