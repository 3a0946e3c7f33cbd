"""Whatever a person changes at the desk leaves an entry in the log of the club, in the name of the
person. The forms here are those that store something; the API has a list of all changes."""

import pytest

from league.models import AuditEntry, Role
from tests import logged, make
from tests.made_once import made_once
from tests.web.accounts.addresses import match_and_paths
from tests.web.accounts.role_table import POSTED
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db
desk = made_once(match_and_paths)  # with people who are numbered apart
NOTHING, PREVIEW, SERVER = "there is nothing to do", "a preview", "of the server, not of a club"
NOT_LOGGED = {  # with an empty form
    "announce": NOTHING,
    "archive": "it is being written already",
    "check_out": NOTHING,
    "cancel_session": "it has tables",
    "close_tournament": NOTHING,
    "club_settings": NOTHING,
    "desk": NOTHING,
    "desk_award": NOTHING,
    "desk_awards": NOTHING,
    "desk_league": NOTHING,
    "desk_leagues": NOTHING,
    "desk_player": NOTHING,
    "desk_team": NOTHING,
    "desk_season": NOTHING,
    "discard_draw": NOTHING,
    "drop_out": NOTHING,
    "enter": NOTHING,
    "entrant": NOTHING,
    "first_steps": "what a page shows",
    "forget_wish": NOTHING,
    "moves": "a tap; the start and the finished round are logged",
    "next_period": PREVIEW,
    "preview": PREVIEW,
    "reinstate_session": NOTHING,
    "seat": PREVIEW,
    "seat_night": PREVIEW,
    "queue_play": NOTHING,
    "rematch": NOTHING,
    "seat_next": NOTHING,
    "seeding": NOTHING,
    "session_settings": NOTHING,
    "set_step_free_tables": NOTHING,
    "skip_round": NOTHING,
    "session_sheet": NOTHING,
    "sign_up_settings": NOTHING,
    "sign_up_sheet": NOTHING,
    "tournament_sheet": NOTHING,
    "server_mail_lift": SERVER,
    "server_mail_test": SERVER,
    "server_outbox_again": SERVER,
    "password_link": SERVER,
    "address_link": SERVER,
    "table_cards": NOTHING,
    "webhook_replay": NOTHING,
    "calendar_address": "an account belongs to no club",
    "read_messages": "messages to an account",
    "remove_device": "an account belongs to no club",
    "test_device": "an account belongs to no club",
    "add_device": "an account belongs to no club",
    "my_data": "an account belongs to no club",
    "delete_account": "it is confirmed first",
    "player_data": "a file about one person, which its job names",
}


@pytest.fixture(autouse=True)
def people_are_numbered_apart(db):
    """Let ids of people be like no other number, and look for them in all entries."""
    logged.number_people_apart()
    yield
    assert logged.plain_people() == set()


def entries():
    return AuditEntry.objects.order_by("-pk")


def entries_by(account):
    return entries().filter(subjects__kind="actor", subjects__object_id=account.pk)


def test_forms_of_buttons_leave_an_entry(client):
    _match, addresses = desk()
    owner = make.user()
    sign_in(client, owner)
    silent = set()
    for name, statuses in POSTED.items():
        before = entries().first()
        answer = client.post(addresses[name], {})
        if answer.status_code in {200, 302} and statuses[0] in {200, 302}:
            newest = entries_by(owner).first()
            if newest is None or newest.pk <= before.pk:
                silent.add(name)
    assert silent == set(NOT_LOGGED)


@pytest.mark.parametrize(
    ("name", "form", "kind"),
    [
        ("add_player", {"name": "Xavière", "visibility": "full"}, "player.added"),
        ("desk_player", {"name": "Zoé", "visibility": "full"}, "player.changed"),
        ("desk_season", {"starts_at": "2026-10-08T20:00"}, "session.opened"),
        ("start_evening", {}, "session.opened"),
        ("paste_players", {"text": "Yann", "do": "add"}, "player.pasted"),
        ("set_seating_need", {"player": "PLAYER", "level": "2"}, "player.changed"),
        ("set_step_free_tables", {"step_free_tables": "2"}, "club.changed"),
        ("club_settings", {"name": "Le Club", "slug": "le-club"}, "club.changed"),
        ("desk_ladder", {"name": "Échelle"}, "ladder.changed"),
        ("check_in", {"name": "Ulysse", "do": "new"}, "session.add_player"),
        ("sit_out", {"player": "PLAYER"}, "session.sit_out"),
        ("session_settings", {"place": "Chez Ada"}, "session.changed"),
        ("session_sheet", {"guests_allowed": "1"}, "sign_up.opened"),
        ("sign_up_sheet", {"guests_allowed": "1", "capacity": "9"}, "sign_up.changed"),
        ("sign_up_do", {"do": "answer", "player": "PLAYER", "answer": "yes"}, "sign_up.answered"),
        ("sign_up_settings", {"access": "code"}, "sign_up.settings"),
        ("tokens", {"name": "Screen", "scope": "read"}, "token.made"),
    ],
)
def test_forms_leave_an_entry_in_the_name_of_the_person(client, name, form, kind):
    match, addresses = desk()
    owner = make.user()
    sign_in(client, owner)
    address = addresses[name]
    player = str(match.seats.first().player_id)
    form = {key: player if value == "PLAYER" else value for key, value in form.items()}
    page = client.get(address)
    shown = page.context.get("form") if page.context else None
    values = {
        key: value
        for key, value in getattr(shown, "initial", {}).items()
        if value not in (None, "")
    }
    client.post(address, {**values, **form})
    assert entries_by(owner).first().kind == kind


def test_signing_in_is_logged_in_each_club_of_the_account(client):
    alice = make.user()
    make.club(alice)
    make.club(alice, "Ailleurs")
    make.club(make.user("charlie@example.org"), "Les Autres")
    form = {"login": "alice@example.org", "password": "a good pass phrase"}
    client.post("/en/login/", form)
    signed_in = entries_by(alice).filter(kind="account.signed_in")
    assert sorted(signed_in.values_list("club__name", flat=True)) == ["Ailleurs", "Les Ardoises"]


@pytest.mark.parametrize("role", [Role.SCORER, Role.PLAYER])
def test_members_who_do_not_organise_get_no_link_to_the_log(client, role):
    club = make.club()
    sign_in(client, make.member(club, role, "bob@example.org"))
    assert "/log/" not in client.get(f"/en/desk/clubs/{club.slug}/").content.decode()
