"""The settings of a club at its desk, and what everybody sees of them."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from league.models import Job, JobState, Role
from league.operations.people import club_logo, club_settings
from league.operations.support import jobs
from league.tasks import KINDS
from tests import make
from tests.operations.people.drawn import picture, truncated
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db
PAGE = "/en/desk/clubs/les-ardoises/settings/"
PUBLIC = "/en/clubs/les-ardoises/"


@pytest.fixture
def club(client):
    return make.club(sign_in(client, make.user()))


def form_of(client, **changes):
    """Return the form as the page shows it, with what somebody has typed."""
    form = client.get(PAGE).context["form"]
    values = {name: form[name].value() for name in form.fields}
    return {**{f"initial-{name}": value for name, value in values.items()}, **values, **changes}


def send_logo(client, content, name="logo.png"):
    return client.post(f"{PAGE}logo/", {"logo": SimpleUploadedFile(name, content)})


def run_jobs():
    for job in Job.objects.filter(state=JobState.WAITING):
        jobs.run(job.pk, KINDS)


def text_of(response):
    return response.content.decode()


def test_owners_alone_reach_the_settings(client, club):
    assert PAGE in text_of(client.get("/en/desk/clubs/les-ardoises/"))
    for role, status in ((Role.ORGANISER, 403), (Role.PLAYER, 403)):
        sign_in(client, make.member(club, role, f"{role}@example.org"))
        assert client.get(PAGE).status_code == status
        assert PAGE not in text_of(client.get("/en/desk/clubs/les-ardoises/"))
        for form in ("", "logo/", "logo/remove/"):
            assert client.post(f"{PAGE}{form}", {}).status_code == status
    sign_in(client, make.user("eve@example.org"))
    assert client.get(PAGE).status_code == 404
    assert client.get(f"{PAGE}logo/live/").status_code == 404


def test_saved_settings_appear_on_the_public_page(client, club):
    answer = client.post(
        PAGE,
        form_of(
            client,
            name='Les "Craies" 🎲',
            description="On joue.\r\n<b>Venez</b>",
            meeting_place="Café de l’Été",
            meeting_time="Thursdays 20:00",
            contact="hello@example.org",
        ),
    )
    assert answer.url == PAGE
    text = text_of(client.get(PUBLIC))
    assert "Les &quot;Craies&quot; 🎲" in text
    assert "<p>On joue.<br>&lt;b&gt;Venez&lt;/b&gt;</p>" in text
    assert "Café de l’Été" in text
    assert "Thursdays 20:00" in text
    assert 'href="mailto:hello@example.org"' in text


def test_a_club_without_details_has_no_empty_box(client, club):
    text = text_of(client.get(PUBLIC))
    assert 'class="about"' not in text
    assert "club-logo" not in text
    assert "/colours/" not in text


def test_errors_are_shown_beside_their_fields_and_the_input_is_kept(client, club):
    form = form_of(client, accent_colour="#ffd400", timezone="Europe/Pari", contact="x", name="Y")
    answer = client.post(PAGE, form)
    assert answer.status_code == 422
    errors = answer.context["form"].errors
    assert set(errors) == {"accent_colour", "timezone", "contact"}
    assert "nearest readable colour is #7f6a00" in errors["accent_colour"][0]
    assert "Did you mean Europe/Paris" in errors["timezone"][0]
    assert 'value="Europe/Pari"' in text_of(answer)
    club.refresh_from_db()
    assert club.name == "Les Ardoises"


def test_the_address_of_another_club_is_refused_beside_its_field(client, club):
    make.club(make.user("bob@example.org"), "Les Craies")
    answer = client.post(PAGE, form_of(client, slug="les-craies"))
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["slug"]


def test_a_concurrent_change_by_another_owner_is_kept(client, club):
    form = form_of(client, meeting_time="Fridays")
    club_settings.update(club, description="By Bob")
    client.post(PAGE, form)
    club.refresh_from_db()
    assert (club.meeting_time, club.description) == ("Fridays", "By Bob")


def test_time_zones_are_listed_with_their_offsets(client, club):
    text = text_of(client.get(PAGE))
    assert re.search(r'<option value="Asia/Tokyo">\s*Tokyo \(UTC\+09:00\)\s*</option>', text)
    assert 'list="timezones"' in text


@pytest.mark.parametrize(
    "path",
    [
        "/en/clubs/{}/",
        "/fr/clubs/{}/",
        "/en/clubs/{}/ratings/",
        "/en/clubs/{}/ratings/njet/",
        "/en/clubs/{}/live/",
        "/en/clubs/{}/feed/",
        "/en/clubs/{}/evenings.ics",
        "/en/clubs/{}/search/?q=ada&page=2",
        "/en/desk/clubs/{}/",
        "/en/desk/clubs/{}/settings/",
        "/en/desk/clubs/{}/imports/",
    ],
)
def test_old_links_lead_to_the_new_address(client, club, path):
    club_settings.update(club, slug="craies")
    answer = client.get(path.format("les-ardoises"))
    assert (answer.status_code, answer["Location"]) == (301, path.format("craies"))
    assert "no-cache" in answer["Cache-Control"]
    assert client.get(path.format("craies")).status_code == 200
    assert client.get(path.format("nowhere")).status_code == 404


def test_a_form_that_was_opened_before_the_change_is_stored(client, club):
    club_settings.update(club, slug="craies")
    answer = client.post(
        "/en/desk/clubs/les-ardoises/players/", {"name": "Zoé", "visibility": "full"}
    )
    assert answer.status_code == 302
    assert club.players.get().name == "Zoé"
    assert client.get(answer.url, follow=True).status_code == 200


def test_a_club_that_goes_back_to_its_address_is_found_there(client, club):
    for slug in ("craies", "les-ardoises"):
        club_settings.update(club, slug=slug)
    assert client.get(PUBLIC).status_code == 200
    assert client.get("/en/clubs/craies/").url == PUBLIC


def test_a_picture_is_made_a_logo_by_the_worker(client, club):
    assert send_logo(client, picture()).url == PAGE
    text = text_of(client.get(PAGE))
    assert "The picture is being prepared" in text
    assert f'data-live="{PAGE}logo/live/"' in text
    assert '<meta http-equiv="refresh"' in text
    piece = client.get(f"{PAGE}logo/live/")
    assert (
        client.get(f"{PAGE}logo/live/", headers={"If-None-Match": piece["ETag"]}).status_code == 304
    )
    run_jobs()
    piece = client.get(f"{PAGE}logo/live/", headers={"If-None-Match": piece["ETag"]})
    club.refresh_from_db()
    address = f"/logos/{club.pk}/{club.logo_version}-256.png"
    assert address in text_of(piece)
    assert address in text_of(client.get(PUBLIC))
    assert "data-live" not in text_of(client.get(PAGE))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"<svg/>", "SVG pictures are not accepted"),
        (b"", "empty"),
        (b"x" * (2 * 1024 * 1024 + 1), "at most 2 MiB"),
    ],
)
def test_a_file_that_is_no_logo_is_refused_at_once(client, club, content, words):
    answer = send_logo(client, content)
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert not Job.objects.exists()


def test_a_failed_picture_is_reported_on_the_page(client, club):
    send_logo(client, truncated())
    run_jobs()
    assert "The picture is damaged or incomplete" in text_of(client.get(PAGE))


def test_a_logo_is_removed_but_not_while_a_new_one_is_made(client, club):
    club_logo.restore(club, picture())
    send_logo(client, picture())
    text = text_of(client.post(f"{PAGE}logo/remove/", follow=True))
    assert "A new logo is being prepared" in text
    run_jobs()
    assert "The logo has been removed." in text_of(client.post(f"{PAGE}logo/remove/", follow=True))
    assert "club-logo" not in text_of(client.get(PUBLIC))


def test_a_logo_is_served_for_good_without_cookies(client, club):
    club_logo.restore(club, picture())
    client.logout()
    address = f"/logos/{club.pk}/{club.logo_version}-64.png"
    answer = client.get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert not answer.cookies
    assert client.get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    for other in ("65.png", "512.svg", "0.png", f"{10**12}.png"):
        assert client.get(f"/logos/{club.pk}/{club.logo_version}-{other}").status_code == 404
    assert client.get(f"/logos/{club.pk}/{'0' * 12}-64.png").status_code == 404


def test_colours_are_a_style_sheet_of_their_own(client, club):
    club_settings.update(club, main_colour="#ffd400")
    text = text_of(client.get(PUBLIC))
    [address] = re.findall(r'href="(/colours/[^"]+)"', text)
    assert address.startswith("/colours/ffd400-house.css?")
    assert "style=" not in text
    answer = client.get(address)
    assert answer["Content-Type"] == "text/css; charset=utf-8"
    assert "--club: #ffd400;" in text_of(answer)
    assert client.get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    for wrong in ("ffd400.css", "red-house.css", "ffd400-house.css/", "FFD400-house.css"):
        assert client.get(f"/colours/{wrong}").status_code == 404


@pytest.mark.parametrize("kind", ["seasons", "sessions", "screens/seasons", "screens/sessions"])
def test_pages_and_screens_of_the_club_show_its_look(client, club, kind):
    session = make.session(make.season(club))
    client.logout()
    address = f"/en/{kind}/{session.season_id if 'seasons' in kind else session.pk}/"
    assert "/colours/" not in text_of(client.get(address))
    club_settings.update(club, main_colour="#ffd400")
    club_logo.restore(club, picture())
    text = text_of(client.get(address))
    assert "/colours/ffd400-house.css" in text
    assert f"/logos/{club.pk}/{club.logo_version}-" in text


def test_reasons_of_penalties_are_typed_one_on_each_line(client, club):
    client.post(PAGE, form_of(client, penalty_reasons="Late\r\n\r\nRetard\u00a0: 20 min"))
    club.refresh_from_db()
    assert club.penalty_reasons == ["Late", "Retard\u00a0: 20 min"]
    page = client.get(PAGE)
    assert page.context["form"].initial["penalty_reasons"] == "Late\nRetard\u00a0: 20 min"
    client.post(PAGE, form_of(client, description="New"))
    club.refresh_from_db()
    assert club.penalty_reasons == ["Late", "Retard\u00a0: 20 min"]
    answer = client.post(PAGE, form_of(client, penalty_reasons="x" * 201))
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["penalty_reasons"]
