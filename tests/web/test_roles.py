"""Who may open and send what: a column per role."""

import pytest
from django.urls import get_resolver

from league.models import JobFile, Role
from league.operations import (
    archives,
    evening,
    imports,
    jobs,
    outbox,
    rulings,
    tokens,
)
from league.operations.imports import Wanted
from league.tasks import KINDS
from tests import make
from tests.web.desk import entry, sign_in

pytestmark = pytest.mark.django_db


ROLES = [Role.OWNER, Role.ORGANISER, Role.SCORER, Role.PLAYER, "stranger", "nobody"]
ALLOWED = {
    "desk": [200, 200, 200, 200, 200, 302],
    "desk_club": [200, 200, 200, 200, 404, 302],
    "desk_standings": [200, 200, 403, 403, 404, 302],
    "imports": [200, 200, 403, 403, 404, 302],
    "import": [200, 200, 403, 403, 404, 302],
    "import_sample": [200, 200, 403, 403, 404, 302],
    "desk_player": [200, 200, 403, 403, 404, 302],
    "tokens": [200, 200, 200, 200, 200, 302],
    "desk_season": [200, 200, 200, 200, 404, 302],
    "desk_session": [200, 200, 200, 200, 404, 302],
    "desk_scheme": [200, 200, 403, 403, 404, 302],
    "penalties": [200, 200, 403, 403, 404, 302],
    "lots": [200, 200, 403, 403, 404, 302],
    "lots_game": [200, 200, 403, 403, 404, 302],
    "round": [200, 200, 200, 403, 404, 302],
    "table_code": [200, 200, 200, 403, 404, 302],
    "table_cards": [200, 200, 200, 403, 404, 302],
    "archive": [200, 403, 403, 403, 404, 302],
    "job": [200, 403, 403, 403, 404, 302],
    "job_progress": [200, 403, 403, 403, 404, 302],
    "job_file": [200, 403, 403, 403, 404, 302],
    "webhooks": [200, 403, 403, 403, 404, 302],
    "webhook": [200, 403, 403, 403, 404, 302],
    "evening_part": [200, 200, 200, 200, 404, 302],
    "seat": [200, 200, 403, 403, 404, 302],
    "undo": [200, 200, 403, 403, 404, 302],
}
POSTED = {
    "add_player": [422, 422, 403, 403, 404, 302],
    "add_season": [422, 422, 403, 403, 404, 302],
    "add_member": [422, 403, 403, 403, 404, 302],
    "change_member": [422, 403, 403, 403, 404, 302],
    "remove_member": [302, 403, 403, 403, 404, 302],
    "tokens": [422, 422, 422, 422, 422, 302],
    "revoke_token": [404, 404, 404, 404, 404, 302],  # it is somebody else's
    "imports": [422, 422, 403, 403, 404, 302],
    "import": [302, 302, 403, 403, 404, 302],
    "import_undo": [302, 302, 403, 403, 404, 302],
    "desk_player": [200, 200, 403, 403, 404, 302],
    "desk_season": [200, 200, 200, 200, 404, 302],
    "desk_session": [422, 422, 403, 403, 404, 302],
    "desk_scheme": [422, 422, 403, 403, 404, 302],
    "penalties": [422, 422, 403, 403, 404, 302],
    "lift": [422, 422, 403, 403, 404, 302],
    "lots": [422, 422, 403, 403, 404, 302],
    "lots_game": [422, 422, 403, 403, 404, 302],
    "sit_out": [422, 422, 403, 403, 404, 302],
    "strike_sit_out": [302, 302, 403, 403, 404, 302],
    "round": [422, 422, 422, 403, 404, 302],
    "preview": [200, 200, 200, 403, 404, 302],
    "table_code": [302, 302, 302, 403, 404, 302],
    "table_cards": [302, 302, 302, 403, 404, 302],
    "revoke_code": [302, 302, 302, 403, 404, 302],
    "desk": [200, 200, 200, 200, 200, 302],
    "archive": [302, 403, 403, 403, 404, 302],
    "import_club": [422, 422, 422, 422, 422, 302],
    "webhooks": [422, 403, 403, 403, 404, 302],
    "webhook": [422, 403, 403, 403, 404, 302],
    "webhook_do": [422, 403, 403, 403, 404, 302],
    "webhook_replay": [302, 403, 403, 403, 404, 302],
    "start_evening": [302, 302, 403, 403, 404, 302],
    "check_in": [422, 422, 403, 403, 404, 302],
    "check_out": [302, 302, 403, 403, 404, 302],
    "close_evening": [302, 302, 403, 403, 404, 302],
    "seat": [200, 200, 403, 403, 404, 302],
    "undo": [200, 200, 403, 403, 404, 302],  # he has left since: asked first
    "redo": [302, 302, 403, 403, 404, 302],
    "call_off": [302, 302, 403, 403, 404, 302],
}
FOR_EVERYBODY = {
    "home", "club", "ratings", "ratings_game", "season", "season_table", "season_game",
    "season_game_table", "session", "match", "replay", "replay_step", "player", "origin",
    "origin_game", "login", "logout", "table_start", "table_manifest", "table", "table_stand",
    "table_last", "table_rounds", "table_preview", "search", "club_search", "club_feed",
    "season_feed", "calendar", "calculators", "calculator", "club_piece", "session_piece",
    "match_piece", "season_screen", "season_screen_piece", "session_screen", "session_screen_piece",
}  # fmt: skip


def paths(match):
    season, player = match.session.season, match.seats.first().player_id
    chosen = {"session": match.session_id, "player": player}
    given = rulings.penalise(season, **chosen, points=1, reason="Late", by=None)
    noted = rulings.sit_out(match.session, player=player)
    dora = make.member(season.club, Role.SCORER, "dora@example.org")
    member = f"members/{dora.memberships.get().pk}/"
    told = outbox.test(make.webhook(season.club))
    wanted = Wanted(kind="players", format="csv")
    brought = imports.start(season.club, wanted, b"Nom\nZoe\n", by=None)
    jobs.run(brought.pk, KINDS)
    evening.check_in(match.session, [player], by=None)
    action = match.session.actions.get()
    desk = f"/en/desk/seasons/{season.pk}/"
    tonight = f"/en/desk/sessions/{match.session_id}/"
    club = f"/en/desk/clubs/{season.club.slug}/"
    return {
        "desk": "/en/desk/",
        "desk_club": club,
        "desk_standings": f"{club}standings/",
        "imports": f"{club}imports/",
        "import": f"{club}imports/{brought.pk}/",
        "import_undo": f"{club}imports/{brought.pk}/undo/",
        "import_sample": f"{club}imports/samples/players/",
        "add_player": f"{club}players/",
        "add_season": f"{club}seasons/",
        "add_member": f"{club}members/",
        "change_member": f"{club}{member}",
        "remove_member": f"{club}{member}remove/",
        "tokens": "/en/desk/tokens/",
        "revoke_token": f"/en/desk/tokens/{tokens.issue(dora)[0].pk}/revoke/",
        "desk_player": f"/en/desk/players/{player}/",
        "desk_season": desk,
        "start_evening": f"{desk}start/",
        "desk_session": tonight,
        "evening_part": f"{tonight}parts/tables/",
        "check_in": f"{tonight}here/",
        "check_out": f"{tonight}gone/",
        "close_evening": f"{tonight}close/",
        "seat": f"{tonight}seat/",
        "undo": f"{tonight}log/action-{action.pk}/undo/",
        "redo": f"{tonight}log/action-{action.pk}/redo/",
        "call_off": f"/en/desk/matches/{match.pk}/call_off/",
        "desk_scheme": f"{desk}scheme/",
        "penalties": f"{desk}penalties/",
        "lift": f"{desk}penalties/{given.pk}/lift/",
        "lots": f"{desk}lots/",
        "lots_game": f"{desk}lots/neurotrio/",
        "sit_out": f"{tonight}sit_outs/",
        "strike_sit_out": f"{tonight}sit_outs/{noted.pk}/strike/",
        "round": entry(match, 1),
        **archive_paths(season.club),
        "webhooks": f"{club}webhooks/",
        "webhook": f"{club}webhooks/{told.webhook_id}/",
        "webhook_do": f"{club}webhooks/{told.webhook_id}/do/",
        "webhook_replay": f"{club}webhooks/{told.webhook_id}/deliveries/{told.pk}/replay/",
        "preview": f"/en/desk/matches/{match.pk}/rounds/1/preview/",
        "table_code": f"/en/desk/matches/{match.pk}/code/",
        "table_cards": f"/en/desk/sessions/{match.session_id}/cards/",
        "revoke_code": f"/en/desk/matches/{match.pk}/code/revoke/",
    }


def archive_paths(club):
    job = archives.start_export(club, by=make.user())
    jobs.keep(job, JobFile.Role.MADE, [b"PK"], name="club.zip", media_type="application/zip")
    page = f"/en/desk/jobs/{job.pk}/"
    return {
        "archive": f"/en/desk/clubs/{club.slug}/archive/",
        "import_club": "/en/desk/archives/",
        "job": page,
        "job_progress": f"{page}progress/",
        "job_file": f"{page}file/",
    }


def be(client, role, club):
    if role == "stranger":
        charlie = make.user("charlie@example.org")
        make.club(charlie, "Ailleurs")
        sign_in(client, charlie)
    elif role == Role.OWNER:
        sign_in(client, make.user())
    elif role != "nobody":
        sign_in(client, make.member(club, role, "bob@example.org"))


@pytest.mark.parametrize("role", ROLES)
def test_each_role_opens_what_it_may(client, role):
    match = make.match()
    be(client, role, match.session.season.club)
    column = ROLES.index(role)
    addresses = paths(match)
    found = {name: client.get(addresses[name]).status_code for name in ALLOWED}
    assert found == {name: statuses[column] for name, statuses in ALLOWED.items()}


@pytest.mark.parametrize("role", ROLES)
def test_each_role_sends_what_it_may(client, role):
    match = make.match()
    be(client, role, match.session.season.club)
    column = ROLES.index(role)
    addresses = paths(match)
    found = {name: client.post(addresses[name], {}).status_code for name in POSTED}
    assert found == {name: statuses[column] for name, statuses in POSTED.items()}


def test_no_page_is_missing_from_the_two_tables():
    names = {name for name in get_resolver("league.web.urls").reverse_dict if isinstance(name, str)}
    assert names - FOR_EVERYBODY == set(ALLOWED) | set(POSTED)
