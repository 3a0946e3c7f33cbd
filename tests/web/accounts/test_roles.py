"""Who may open and send what: a column per role."""

import pytest
from allauth.account.models import EmailAddress
from django.urls import get_resolver

from league.models import JobFile, Role
from league.operations.exchange import archives, imports
from league.operations.exchange.imports import ImportSettings
from league.operations.identity import merging
from league.operations.messages import devices, posting
from league.operations.people import invitations, tokens
from league.operations.seasons import penalties
from league.operations.sessions import session_log
from league.operations.signups import door, sheets
from league.operations.support import jobs
from league.operations.webhooks import outbox
from league.tasks import KINDS
from tests import make
from tests.api.playing import BROWSER
from tests.web.accounts.public_pages import FOR_EVERYBODY
from tests.web.desk import entry, sign_in

pytestmark = pytest.mark.django_db

ROLES = [Role.OWNER, Role.ORGANISER, Role.SCORER, Role.PLAYER, "stranger", "nobody"]
MINE = [200, 200, 200, 200, 200, 302]
OPERATORS = [200, 404, 404, 404, 404, 302]  # the first column also owns the server
SENT_BY_OPERATORS = [302, 404, 404, 404, 404, 403]
ALLOWED = {
    "desk": MINE,
    "tonight": MINE,
    "tonight_piece": MINE,
    "desk_club": [200, 200, 200, 200, 404, 302],
    "desk_standings": [200, 200, 403, 403, 404, 302],
    "club_log": [200, 200, 403, 403, 404, 302],
    "club_settings": [200, 403, 403, 403, 404, 302],
    "logo_piece": [200, 403, 403, 403, 404, 302],
    "members": [200, 200, 200, 200, 404, 302],
    "invitation": [200, 200, 403, 403, 404, 302],
    "invitation_sheet": [200, 200, 403, 403, 404, 302],
    "imports": [200, 200, 403, 403, 404, 302],
    "import": [200, 200, 403, 403, 404, 302],
    "import_sample": [200, 200, 403, 403, 404, 302],
    "desk_player": [200, 200, 403, 403, 404, 302],
    "server_health": OPERATORS,
    "server_health_piece": OPERATORS,
    "server_mail": OPERATORS,
    "server_mail_piece": OPERATORS,
    "server_accounts": OPERATORS,
    "password_link": OPERATORS,
    "address_link": OPERATORS,
    "first_club": [200, 200, 200, 200, 200, 302],
    "paste_players": [200, 200, 403, 403, 404, 302],
    "phones": [200, 200, 403, 403, 404, 302],
    "phone_reached": [200, 200, 403, 403, 404, 302],
    "own_players": [200, 200, 200, 200, 200, 302],
    "merge_player": [200, 200, 403, 403, 404, 302],
    "undo_merge": [200, 200, 403, 403, 404, 302],
    "tokens": [200, 200, 200, 200, 200, 302],
    "desk_season": [200, 200, 200, 200, 404, 302],
    "desk_session": [200, 200, 200, 200, 404, 302],
    "season_settings": [200, 200, 403, 403, 404, 302],
    "session_settings": [200, 200, 403, 403, 404, 302],
    "desk_scheme": [200, 200, 403, 403, 404, 302],
    "penalties": [200, 200, 403, 403, 404, 302],
    "lots": [200, 200, 403, 403, 404, 302],
    "lots_game": [200, 200, 403, 403, 404, 302],
    "desk_ladders": [200, 200, 403, 403, 404, 302],
    "desk_ladder": [200, 200, 403, 403, 404, 302],
    "next_period": [200, 200, 403, 403, 404, 302],
    "round": [200, 200, 200, 403, 404, 302],
    "table_code": [200, 200, 200, 403, 404, 302],
    "result": [200, 200, 200, 200, 404, 302],
    "corrections": [200, 200, 200, 403, 404, 302],
    "table_cards": [200, 200, 200, 403, 404, 302],
    "evening_paper": [200, 200, 200, 200, 404, 302],
    "evening_paper_file": [200, 200, 200, 403, 404, 302],  # the cards, which carry codes
    "evening_paper_zip": [200, 200, 200, 403, 404, 302],
    "season_paper": [200, 200, 200, 200, 404, 302],
    "certificates": [409, 409, 409, 409, 404, 302],  # no match has finished
    "season_report": [422, 422, 422, 422, 404, 302],
    "season_paper_standings": [200, 200, 200, 200, 404, 302],
    "blank_sheet": [200, 200, 200, 200, 404, 302],
    "archive": [200, 403, 403, 403, 404, 302],
    "messages": [200, 200, 200, 200, 200, 302],
    "message_choices": [200, 200, 200, 200, 200, 302],
    "open_message": [302, 404, 404, 404, 404, 302],
    "my_data": [200, 200, 200, 200, 200, 302],
    "player_data": [200, 200, 403, 403, 404, 302],
    "erase_player": [200, 403, 403, 403, 404, 302],
    "delete_account": [302, 302, 302, 302, 302, 302],  # to confirm it first
    "job": [200, 403, 403, 403, 404, 302],
    "job_progress": [200, 403, 403, 403, 404, 302],
    "job_file": [200, 403, 403, 403, 404, 302],
    "webhooks": [200, 403, 403, 403, 404, 302],
    "webhook": [200, 403, 403, 403, 404, 302],
    "my_evenings": [200, 200, 200, 200, 200, 302],
    "session_sheet": [200, 200, 403, 403, 404, 302],
    "tournament_sheet": [200, 200, 403, 403, 404, 302],
    "sign_up_sheet": [200, 200, 403, 403, 404, 302],
    "sign_up_list": [200, 200, 403, 403, 404, 302],
    "session_door": [200, 200, 403, 403, 404, 302],
    "series": [200, 200, 403, 403, 404, 302],
    "sign_up_settings": [200, 200, 403, 403, 404, 302],
    "personal_links": [200, 200, 403, 403, 404, 302],
    "player_link": [200, 200, 403, 403, 404, 302],
    "evening_part": [200, 200, 200, 200, 404, 302],
    "seat": [200, 200, 403, 403, 404, 302],
    "undo": [200, 200, 403, 403, 404, 302],
    "add_tournament": [200, 200, 403, 403, 404, 302],
    "desk_tournament": [200, 200, 200, 200, 404, 302],
    "tournament_part": [200, 200, 200, 200, 404, 302],
    "tournament_settings": [200, 200, 403, 403, 404, 302],
    "seeding": [200, 200, 403, 403, 404, 302],
    "entrant": [200, 200, 403, 403, 404, 302],
    "draw_sitting": [200, 200, 403, 403, 404, 302],
    "desk_sitting": [200, 200, 200, 200, 404, 302],
    "sitting_part": [200, 200, 200, 200, 404, 302],
}
POSTED = {
    "add_player": [422, 422, 403, 403, 404, 403],
    "paste_players": [422, 422, 403, 403, 404, 403],
    "first_steps": [302, 302, 403, 403, 404, 403],
    "add_season": [422, 422, 403, 403, 404, 403],
    "club_settings": [200, 403, 403, 403, 404, 403],
    "send_logo": [422, 403, 403, 403, 404, 403],
    "remove_logo": [302, 403, 403, 403, 404, 403],
    "members": [422, 422, 403, 403, 404, 403],
    "invitation_sheet": [302, 302, 403, 403, 404, 403],
    "revoke_invitation": [302, 302, 403, 403, 404, 403],
    "change_member": [422, 403, 403, 403, 404, 403],
    "remove_member": [302, 403, 403, 403, 404, 403],
    "server_mail_test": SENT_BY_OPERATORS,
    "server_mail_lift": SENT_BY_OPERATORS,
    "password_link": [200, *SENT_BY_OPERATORS[1:]],
    "address_link": [200, *SENT_BY_OPERATORS[1:]],
    "first_club": [422, 422, 422, 422, 422, 403],
    "calendar_address": [302, 302, 302, 302, 302, 403],
    "own_players": [422, 422, 422, 422, 422, 403],
    "merge_player": [422, 422, 403, 403, 404, 403],
    "undo_merge": [302, 302, 403, 403, 404, 403],
    "tokens": [422, 422, 422, 422, 422, 403],
    "revoke_token": [404, 404, 404, 404, 404, 403],  # it is somebody else's
    "imports": [422, 422, 403, 403, 404, 403],
    "import": [302, 302, 403, 403, 404, 403],
    "read_messages": [302, 302, 302, 302, 302, 403],
    "message_choices": [422, 422, 422, 422, 422, 403],
    "add_device": [302, 302, 302, 302, 302, 403],
    "test_device": [302, 404, 404, 404, 404, 403],
    "remove_device": [302, 404, 404, 404, 404, 403],
    "my_data": [302, 302, 302, 302, 302, 403],
    "player_data": [302, 302, 403, 403, 404, 403],
    "erase_player": [422, 403, 403, 403, 404, 403],
    "delete_account": [302, 302, 302, 302, 302, 403],
    "import_undo": [302, 302, 403, 403, 404, 403],
    "desk_player": [200, 200, 403, 403, 404, 403],
    "desk_season": [200, 200, 200, 200, 404, 403],
    "desk_session": [422, 422, 403, 403, 404, 403],
    "desk_scheme": [422, 422, 403, 403, 404, 403],
    "penalties": [422, 422, 403, 403, 404, 403],
    "lift": [422, 422, 403, 403, 404, 403],
    "lots": [422, 422, 403, 403, 404, 403],
    "lots_game": [422, 422, 403, 403, 404, 403],
    "desk_ladders": [422, 422, 403, 403, 404, 403],
    "desk_ladder": [422, 422, 403, 403, 404, 403],
    "next_period": [200, 200, 403, 403, 404, 403],
    "play_off": [422, 422, 403, 403, 404, 403],
    "take_back": [404, 404, 403, 403, 404, 403],  # no period of that number
    "check_in_own": [404, 404, 404, 404, 404, 403],  # nobody
    "answer_session": [404, 404, 404, 404, 404, 403],  # for nobody
    "answer_tournament": [404, 404, 404, 404, 404, 403],
    "answer_evening": [404, 404, 404, 404, 404, 403],
    "session_sheet": [200, 200, 403, 403, 404, 403],
    "tournament_sheet": [200, 200, 403, 403, 404, 403],
    "sign_up_sheet": [200, 200, 403, 403, 404, 403],
    "sign_up_do": [404, 404, 403, 403, 404, 403],  # nothing was asked for
    "series": [422, 422, 403, 403, 404, 403],
    "sign_up_settings": [200, 200, 403, 403, 404, 403],
    "renew_sign_up_code": [302, 302, 403, 403, 404, 403],
    "personal_links": [302, 302, 403, 403, 404, 403],
    "player_link": [302, 302, 403, 403, 404, 403],
    "session_settings": [200, 200, 403, 403, 404, 403],
    "cancel_session": [302, 302, 403, 403, 404, 403],
    "reinstate_session": [302, 302, 403, 403, 404, 403],
    "sit_out": [422, 422, 403, 403, 404, 403],
    "strike_sit_out": [302, 302, 403, 403, 404, 403],
    "round": [422, 422, 422, 403, 404, 403],
    "preview": [200, 200, 200, 403, 404, 403],
    "table_code": [302, 302, 302, 403, 404, 403],
    "result": [404, 404, 404, 404, 404, 403],  # nothing was asked for
    "corrections": [404, 404, 404, 403, 404, 403],
    "table_cards": [302, 302, 302, 403, 404, 403],
    "revoke_code": [302, 302, 302, 403, 404, 403],
    "desk": [200, 200, 200, 200, 200, 403],
    "archive": [302, 403, 403, 403, 404, 403],
    "import_club": [422, 422, 422, 422, 422, 403],
    "webhooks": [422, 403, 403, 403, 404, 403],
    "webhook": [422, 403, 403, 403, 404, 403],
    "webhook_do": [422, 403, 403, 403, 404, 403],
    "webhook_replay": [302, 403, 403, 403, 404, 403],
    "start_evening": [302, 302, 403, 403, 404, 403],
    "check_in": [422, 422, 403, 403, 404, 403],
    "check_out": [302, 302, 403, 403, 404, 403],
    "close_evening": [302, 302, 403, 403, 404, 403],
    "seat": [200, 200, 403, 403, 404, 403],
    "undo": [200, 200, 403, 403, 404, 403],  # he has left since: asked first
    "redo": [302, 302, 403, 403, 404, 403],
    "call_off": [302, 302, 403, 403, 404, 403],
    "add_tournament": [422, 422, 403, 403, 404, 403],
    "tournament_settings": [422, 422, 403, 403, 404, 403],
    "arrive": [422, 422, 403, 403, 404, 403],
    "drop_out": [302, 302, 403, 403, 404, 403],
    "enter": [302, 302, 403, 403, 404, 403],
    "close_tournament": [302, 302, 403, 403, 404, 403],
    "seeding": [302, 302, 403, 403, 404, 403],
    "wish": [422, 422, 403, 403, 404, 403],
    "forget_wish": [302, 302, 403, 403, 404, 403],
    "entrant": [302, 302, 403, 403, 404, 403],
    "draw_sitting": [409, 409, 403, 403, 404, 403],  # a result is missing
    "discard_draw": [302, 302, 403, 403, 404, 403],
    "sitting_do": [404, 404, 403, 403, 404, 403],  # nothing was asked for
    "sitting_swap": [422, 422, 403, 403, 404, 403],
    "sitting_table": [404, 404, 403, 403, 404, 403],
    # the last to run; members gain nothing
    "accept_invitation": [409, 409, 409, 409, 302, 403],
}


def paths(match):
    season, player = match.session.season, match.seats.first().player_id
    chosen = {"session": match.session_id, "player": player}
    penalty = penalties.penalise(season, **chosen, points=1, reason="Late", by=None)
    noted = penalties.sit_out(match.session, player=player)
    dora = make.member(season.club, Role.SCORER, "dora@example.org")
    member = f"members/{dora.memberships.get().pk}/"
    owner = make.user()
    owner.is_operator = True
    owner.save()
    EmailAddress.objects.create(user=owner, email="new@example.org")
    device = devices.add(owner, endpoint="https://push.example/1", **BROWSER)
    message = posting.post_test(device)
    offer = invitations.create(season.club, by=owner, role=Role.PLAYER)
    revoked = invitations.create(season.club, by=owner, role=Role.PLAYER)
    delivery = outbox.send_test(make.webhook(season.club))
    import_request = ImportSettings(kind="players", format="csv")
    import_job = imports.start(season.club, import_request, b"Nom\nZoe\n", by=None)
    jobs.run(import_job.pk, KINDS)
    session_log.check_in(match.session, [player], by=None)
    action = match.session.actions.get()
    merge = merging.merge(*make.players(season.club, ["Typed", "Tiped"]), by=None)
    ladder = make.ladder(season.club, season.club.players.all()[:2])
    desk = f"/en/desk/seasons/{season.pk}/"
    tonight = f"/en/desk/sessions/{match.session_id}/"
    club = f"/en/desk/clubs/{season.club.slug}/"
    return {
        "desk": "/en/desk/",
        "tonight": "/en/tonight/",
        "tonight_piece": "/en/tonight/live/",
        "desk_club": club,
        "first_club": "/en/desk/first/",
        "server_health": "/en/desk/server/health/",
        "server_health_piece": "/en/desk/server/health/live/",
        "server_mail": "/en/desk/server/mail/",
        "server_mail_piece": "/en/desk/server/mail/live/",
        "server_mail_test": "/en/desk/server/mail/test/",
        "server_mail_lift": "/en/desk/server/mail/lift/",
        "server_accounts": "/en/desk/server/accounts/",
        "password_link": f"/en/desk/server/accounts/{owner.pk}/password/",
        "address_link": f"/en/desk/server/accounts/{owner.pk}/address/",
        "desk_standings": f"{club}standings/",
        "club_log": f"{club}log/",
        "imports": f"{club}imports/",
        "import": f"{club}imports/{import_job.pk}/",
        "import_undo": f"{club}imports/{import_job.pk}/undo/",
        "import_sample": f"{club}imports/samples/players/",
        "add_player": f"{club}players/",
        "paste_players": f"{club}players/paste/",
        "first_steps": f"{club}steps/",
        "phones": f"{club}phones/",
        "phone_reached": f"{club}phones/reached/",
        "add_season": f"{club}seasons/",
        "club_settings": f"{club}settings/",
        "send_logo": f"{club}settings/logo/",
        "logo_piece": f"{club}settings/logo/live/",
        "remove_logo": f"{club}settings/logo/remove/",
        "members": f"{club}members/",
        "invitation": f"{club}invitations/{offer.pk}/",
        "invitation_sheet": f"{club}invitations/sheet/",
        "revoke_invitation": f"{club}invitations/{revoked.pk}/revoke/",
        "accept_invitation": f"/en/join/{invitations.token_of(offer)}/accept/",
        "change_member": f"{club}{member}",
        "remove_member": f"{club}{member}remove/",
        "calendar_address": "/en/account/calendar/",
        "own_players": "/en/account/players/",
        "messages": "/en/account/messages/",
        "read_messages": "/en/account/messages/read/",
        "message_choices": "/en/account/messages/settings/",
        "open_message": f"/en/account/messages/{message.pk}/",
        "add_device": "/en/account/messages/devices/",
        "test_device": f"/en/account/messages/devices/{device.pk}/test/",
        "remove_device": f"/en/account/messages/devices/{device.pk}/remove/",
        "merge_player": f"/en/desk/players/{player}/merge/",
        "undo_merge": f"/en/desk/merges/{merge.pk}/undo/",
        "tokens": "/en/desk/tokens/",
        "revoke_token": f"/en/desk/tokens/{tokens.issue(dora)[0].pk}/revoke/",
        "desk_player": f"/en/desk/players/{player}/",
        "player_data": f"/en/desk/players/{player}/data/",
        "my_data": "/en/desk/data/",
        "erase_player": f"/en/desk/players/{player}/erase/",
        "delete_account": "/en/account/delete/",
        "desk_season": desk,
        "start_evening": f"{desk}start/",
        "desk_session": tonight,
        "evening_part": f"{tonight}parts/tables/",
        "evening_paper": f"{tonight}paper/",
        "evening_paper_file": f"{tonight}paper/cards.pdf",
        "evening_paper_zip": f"{tonight}paper.zip",
        "season_paper": f"{desk}paper/",
        "season_paper_standings": f"{desk}paper/standings.pdf",
        "certificates": f"{desk}paper/certificates.pdf",
        "season_report": f"{desk}paper/report.pdf?player=1",
        "blank_sheet": f"{desk}paper/blank.pdf?sheet=njet-4",
        "check_in": f"{tonight}here/",
        "check_out": f"{tonight}gone/",
        "close_evening": f"{tonight}close/",
        "seat": f"{tonight}seat/",
        "undo": f"{tonight}log/action-{action.pk}/undo/",
        "redo": f"{tonight}log/action-{action.pk}/redo/",
        "call_off": f"/en/desk/matches/{match.pk}/call_off/",
        "desk_ladders": f"{club}ladders/",
        "desk_ladder": f"/en/desk/ladders/{ladder.pk}/",
        "next_period": f"/en/desk/ladders/{ladder.pk}/next/",
        "play_off": f"/en/desk/ladders/{ladder.pk}/play_off/",
        "take_back": f"/en/desk/ladders/{ladder.pk}/take_back/",
        "season_settings": f"{desk}settings/",
        "session_settings": f"{tonight}settings/",
        "cancel_session": f"{tonight}cancel/",
        "reinstate_session": f"{tonight}reinstate/",
        "desk_scheme": f"{desk}scheme/",
        "penalties": f"{desk}penalties/",
        "lift": f"{desk}penalties/{penalty.pk}/lift/",
        "lots": f"{desk}lots/",
        "lots_game": f"{desk}lots/neurotrio/",
        "sit_out": f"{tonight}sit_outs/",
        "strike_sit_out": f"{tonight}sit_outs/{noted.pk}/strike/",
        "round": entry(match, 1),
        **tournament_paths(season.club),
        **sign_up_paths(season, player),
        **archive_paths(season.club),
        "webhooks": f"{club}webhooks/",
        "webhook": f"{club}webhooks/{delivery.webhook_id}/",
        "webhook_do": f"{club}webhooks/{delivery.webhook_id}/do/",
        "webhook_replay": f"{club}webhooks/{delivery.webhook_id}/deliveries/{delivery.pk}/replay/",
        "preview": f"/en/desk/matches/{match.pk}/rounds/1/preview/",
        "result": f"/en/desk/matches/{match.pk}/result/",
        "corrections": f"/en/desk/matches/{match.pk}/corrections/",
        "table_code": f"/en/desk/matches/{match.pk}/code/",
        "table_cards": f"/en/desk/sessions/{match.session_id}/cards/",
        "revoke_code": f"/en/desk/matches/{match.pk}/code/revoke/",
    }


def tournament_paths(club):
    sitting = make.published(make.tournament(club, here=4))
    desk = f"/en/desk/tournaments/{sitting.tournament_id}/"
    page = f"/en/desk/sittings/{sitting.pk}/"
    player = sitting.tournament.entrants.first().player_id
    return {
        "add_tournament": f"/en/desk/clubs/{club.slug}/tournaments/",
        "desk_tournament": desk,
        "tournament_part": f"{desk}parts/next/",
        "tournament_settings": f"{desk}plan/",
        "arrive": f"{desk}here/",
        "drop_out": f"{desk}gone/",
        "enter": f"{desk}enter/",
        "close_tournament": f"{desk}close/",
        "seeding": f"{desk}seeding/",
        "wish": f"{desk}wishes/",
        "forget_wish": f"{desk}wishes/1/forget/",
        "entrant": f"{desk}entrants/{player}/",
        "draw_sitting": f"{desk}draw/",
        "discard_draw": f"{desk}discard/",
        "desk_sitting": page,
        "sitting_part": f"{page}parts/play/",
        "sitting_do": f"{page}do/",
        "sitting_swap": f"{page}swap/",
        "sitting_table": f"{page}tables/1/",
    }


def sign_up_paths(season, player):
    session = make.session(season, 20)
    sheet = sheets.open_sheet(session, by=None)
    cups = [make.tournament(season.club, here=4, name=name) for name in ("Spring", "Summer")]
    sheets.open_sheet(cups[0], by=None)
    club, page = f"/en/desk/clubs/{season.club.slug}/", f"/en/desk/sign-ups/{sheet.pk}/"
    earlier = season.sessions.exclude(pk=session.pk).get()
    return {
        "my_evenings": "/en/account/evenings/",
        "answer_evening": "/en/account/evenings/answer/",
        "answer_session": f"/en/sessions/{session.pk}/sign-up/answer/",
        "answer_tournament": f"/en/tournaments/{cups[0].pk}/sign-up/answer/",
        "session_sheet": f"/en/desk/sessions/{earlier.pk}/sign-ups/",
        "tournament_sheet": f"/en/desk/tournaments/{cups[1].pk}/sign-ups/",
        "sign_up_sheet": page,
        "sign_up_list": f"{page}list/",
        "sign_up_do": f"{page}do/",
        "check_in_own": f"/en/{door.path_of(session)}own/",
        "session_door": f"/en/desk/sessions/{session.pk}/door/",
        "series": f"/en/desk/seasons/{season.pk}/series/",
        "sign_up_settings": f"{club}sign-ups/",
        "renew_sign_up_code": f"{club}sign-ups/code/",
        "personal_links": f"{club}sign-ups/links/",
        "player_link": f"/en/desk/players/{player}/link/",
    }


def archive_paths(club):
    job = archives.start_export(club, by=make.user())
    jobs.store_file(
        job, JobFile.Role.OUTPUT, [b"PK"], name="club.zip", media_type="application/zip"
    )
    page = f"/en/desk/jobs/{job.pk}/"
    return {
        "archive": f"/en/desk/clubs/{club.slug}/archive/",
        "import_club": "/en/desk/archives/",
        "job": page,
        "job_progress": f"{page}progress/",
        "job_file": f"{page}file/",
    }


def cache_control(answer):
    return {each.strip() for each in answer.get("Cache-Control", "").split(",")}


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
def test_each_role_opens_what_it_may_and_nothing_keeps_it(client, role):
    match = make.match()
    be(client, role, match.session.season.club)
    column = ROLES.index(role)
    addresses = paths(match)
    answers = {name: client.get(addresses[name]) for name in ALLOWED}
    actual = {name: answer.status_code for name, answer in answers.items()}
    assert actual == {name: statuses[column] for name, statuses in ALLOWED.items()}
    private = {"private", "no-store"}
    pages = {name: answer for name, answer in answers.items() if answer.status_code == 200}
    assert [name for name in pages if not private <= cache_control(pages[name])] == []


@pytest.mark.parametrize("role", ROLES)
def test_each_role_sends_what_it_may(client, role):
    match = make.match()
    be(client, role, match.session.season.club)
    column = ROLES.index(role)
    addresses = paths(match)
    answers = {name: client.post(addresses[name], {}).status_code for name in POSTED}
    assert answers == {name: statuses[column] for name, statuses in POSTED.items()}


def test_the_address_of_a_form_leads_to_a_page(client):
    """Signing in again or changing the language opens the address without the form."""
    match = make.match()
    be(client, Role.OWNER, match.session.season.club)
    addresses = paths(match)
    for name in sorted(set(POSTED) - set(ALLOWED)):
        answer = client.get(addresses[name], follow=True)
        assert answer.status_code == 200, name
        assert answer.redirect_chain, name


def test_no_page_is_missing_from_the_two_tables():
    names = {name for name in get_resolver("league.web.urls").reverse_dict if isinstance(name, str)}
    assert names - FOR_EVERYBODY == set(ALLOWED) | set(POSTED)
