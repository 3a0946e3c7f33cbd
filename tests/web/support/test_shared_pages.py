"""Members with the same rights share pages without personal data of any of them."""

import re
from itertools import product

import pytest
from django.contrib import messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import _does_token_match  # type: ignore[attr-defined]
from django.test import Client

from league.models import (
    Club,
    ClubVisibility,
    Match,
    Message,
    MessageKind,
    Role,
    User,
    Visibility,
)
from league.operations.people import club_settings, clubs
from league.permissions import Action, ClubReader, may, rights
from league.web.support import shared_pages
from scoring import projection
from tests import make
from tests.made_once import made_once
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db
TOKEN = re.compile(r'(?<=name="csrfmiddlewaretoken" value=")\w{64}(?=")')
LANGUAGES = ("en", "fr", "de")


@pytest.fixture
@made_once
def match():
    """Return a running match, counted once before; the full name of Ada is for members."""
    session = make.session(make.season(make.club()))
    club = session.season.club
    ada = clubs.add_player(club, name="Ada Lovelace", visibility=Visibility.INITIAL)
    bruno = make.players(club, ["Bruno"])[0]
    make.played(make.match(session, [ada, bruno]), *[[22, 5]] * 3)
    for table in session.season.tables.all():
        projection.refresh(table.pk)
    return make.played(make.match(session, [ada, bruno]), [22, 5])


def pages(match):
    season, club = match.session.season, match.session.season.club
    player = match.seats.get(number=0).player_id
    return [
        *(f"/matches/{match.pk}/", f"/matches/{match.pk}/live/", f"/players/{player}/"),
        *(f"/clubs/{club.slug}/", f"/clubs/{club.slug}/live/"),
        *(f"/seasons/{season.pk}/", f"/seasons/{season.pk}/table/"),
    ]


@pytest.fixture
def readers(match):
    """Return browsers of two members of each role, and of two users who are none."""
    club = match.session.season.club
    users: dict[tuple[str, str], User] = {
        (str(role), name): make.member(club, role, f"{role}-{name}@example.org")
        for role, name in product(Role, ("ann", "ben"))
    }
    users |= {("stranger", name): make.user(f"{name}@example.org") for name in ("eve", "fay")}
    make.club(users["stranger", "eve"], "Ailleurs")
    browsers = {key: Client() for key in users}
    for key, user in users.items():
        sign_in(browsers[key], user)
    return browsers


def text(client, path):
    answer = client.get(path)
    assert answer.status_code == 200, path
    return TOKEN.sub("", answer.text)


def alone(reader, address):
    """Return the page as it is made for this reader: a query in the address keeps it from being
    shared."""
    return text(reader, f"{address}?alone=1").replace("?alone=1", "")


def test_members_read_what_is_made_for_them_alone(match, readers):
    for path in pages(match):
        for key, reader in readers.items():
            own = alone(reader, f"/en{path}")
            assert text(reader, f"/en{path}") == own, (path, key)
            full = "Ada Lovelace" in own
            assert full == (key[0] != "stranger"), (path, key)


def test_a_page_is_shared_within_a_language(match, readers):
    ann, ben = readers[Role.PLAYER, "ann"], readers[Role.PLAYER, "ben"]
    for path in pages(match):
        for language in LANGUAGES:
            text(ann, f"/{language}{path}")
        for language in LANGUAGES:
            address = f"/{language}{path}"
            assert text(ben, address) == alone(ben, address), address


def test_second_member_of_a_role_gets_the_page_by_few_queries(
    match, readers, django_assert_max_num_queries
):
    for path in pages(match):
        text(readers[Role.PLAYER, "ann"], f"/en{path}")
        with django_assert_max_num_queries(8):
            text(readers[Role.PLAYER, "ben"], f"/en{path}")


def test_view_of_a_shared_page_gets_no_identity(match, rf):
    seen: list[HttpRequest] = []

    def view(request: HttpRequest, pk: int) -> HttpResponse:
        seen.append(request)
        return HttpResponse("page")

    ann = make.member(match.session.season.club, Role.SCORER, "ann@example.org")
    request = rf.get("/en/", headers={"cookie": "sessionid=secret", "user-agent": "Ann's phone"})
    request.user, request.session = ann, {}
    shared = shared_pages.shared_page(Match, lambda pk: "version")(view)
    assert shared(request, pk=match.pk).content == b"page"
    (impersonal,) = seen
    club = match.session.season.club
    reader: object = impersonal.user
    assert reader == ClubReader(club.pk, rights(ann, club))
    assert set(vars(reader)) == {"club_id", "allowed"}
    assert not impersonal.COOKIES
    assert not hasattr(impersonal, "session")
    assert "Ann" not in str(impersonal.META)
    assert shared(request, pk=match.pk).content == b"page"
    assert len(seen) == 1


def test_reader_of_one_club_has_no_rights_in_another():
    one, other = make.club(), make.club(name="Ailleurs")
    reader = ClubReader(one.pk, rights(make.user(), one))
    assert may(reader, one, Action.OWN)
    assert not rights(reader, other)


def test_each_reader_has_their_own_unread_messages_and_token(match, readers):
    path = f"/en/clubs/{match.session.season.club.slug}/"
    ben = User.objects.get(email="player-ben@example.org")
    for number in (1, 2):
        Message.objects.create(user=ben, kind=MessageKind.SEATED, key=str(number), batch="test")
    shown = {}
    for key in ((Role.PLAYER, "ann"), (Role.PLAYER, "ben"), (Role.PLAYER, "ann")):
        answer = readers[key].get(path)
        shown[key] = re.findall('class="bell-count">([0-9]+)<', answer.text)
        assert "<!--" not in answer.text
        (token,) = TOKEN.findall(answer.text)
        assert _does_token_match(token, readers[key].cookies["csrftoken"].value)
    assert shown == {(Role.PLAYER, "ann"): [], (Role.PLAYER, "ben"): ["2"]}


def test_notice_for_one_reader_is_not_on_the_shared_page(match, readers):
    """The confirmation of a form is shown once, to the user who has sent it."""
    ann, ben = readers[Role.ORGANISER, "ann"], readers[Role.ORGANISER, "ben"]
    path = f"/en/clubs/{match.session.season.club.slug}/"
    text(ben, path)
    storage, response = CookieStorage(HttpRequest()), HttpResponse()
    storage.add(messages.INFO, "Only for Ann")
    storage.update(response)
    ann.cookies["messages"] = response.cookies["messages"].value
    assert "Only for Ann" in text(ann, path)
    assert "Only for Ann" not in text(ben, path)
    assert "Only for Ann" not in text(ann, path)


def test_players_at_the_table_enter_rounds_and_other_players_do_not(match, readers):
    path = f"/en/matches/{match.pk}/"
    link = f"/desk/matches/{match.pk}/rounds/2/"
    ann = User.objects.get(email="player-ann@example.org")
    match.session.season.club.players.filter(name="Bruno").update(account=ann)
    for name, enters in (("ann", True), ("ben", False), ("ann", True)):
        assert (link in text(readers[Role.PLAYER, name], path)) == enters, name
    assert link in text(readers[Role.SCORER, "ben"], path)


def test_loss_of_a_role_and_of_visibility_show_at_once(match, readers):
    club = match.session.season.club
    ann, ben = readers[Role.PLAYER, "ann"], readers[Role.PLAYER, "ben"]
    for path in pages(match):
        assert "Ada Lovelace" in text(ann, f"/en{path}")
    User.objects.get(email="player-ann@example.org").memberships.all().delete()
    for path in pages(match):
        assert "Lovelace" not in text(ann, f"/en{path}"), path
    club_settings.update(club, visibility=ClubVisibility.MEMBERS)
    for path in pages(match):
        assert ann.get(f"/en{path}").status_code == 404, path
        answer = ben.get(f"/en{path}")
        assert (answer.status_code, answer["X-Robots-Tag"]) == (200, "noindex")
        assert "private" in answer["Cache-Control"]
        assert ben.get(f"/en{path}")["X-Robots-Tag"] == "noindex", "from the cache"


def test_pages_of_two_clubs_differ_for_the_owner_of_one(match, readers):
    eve = readers["stranger", "eve"]
    club = Club.objects.get(name="Ailleurs")
    assert "/desk/" in text(eve, f"/en/clubs/{club.slug}/")
    for path in pages(match):
        assert "Lovelace" not in text(eve, f"/en{path}")


def test_change_of_the_page_is_shared_at_once(match, readers):
    path = f"/en/matches/{match.pk}/"
    before = text(readers[Role.PLAYER, "ann"], path)
    make.played(match, [7, 5])
    after = text(readers[Role.PLAYER, "ben"], path)
    assert after != before
    assert text(readers[Role.PLAYER, "ann"], path) == after
