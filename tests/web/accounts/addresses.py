"""The address of each page of the desk, in a club where there is something on each."""

from allauth.account.models import EmailAddress

from league.models import JobFile, Role
from league.operations.exchange import archives, imports
from league.operations.exchange.imports import ImportSettings
from league.operations.identity import merging
from league.operations.messages import devices, posting
from league.operations.people import invitations, seating_needs, tokens
from league.operations.room import announcements
from league.operations.seasons import penalties, teams
from league.operations.sessions import nights, session_log
from league.operations.signups import self_check_in, sheets
from league.operations.support import jobs
from league.operations.webhooks import outbox
from league.tasks import KINDS
from tests import make
from tests.api.playing import BROWSER
from tests.logged import last_action
from tests.web.desk import entry


def match_and_paths():
    """Return a running match, and the address of each page of the desk of its club."""
    match = make.match()
    return match, paths(match)


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
    merge = merging.merge(*make.players(season.club, ["Typed", "Tiped"]), by=None)
    announcement = announcements.announce(match.session, "Lunch", until=None, by=None)
    one, other = season.club.players.order_by("pk").values_list("pk", flat=True)[:2]
    wish = seating_needs.set_wish(season.club, one, other, "apart", by=None)
    ladder = make.ladder(season.club, season.club.players.all()[:2])
    desk = f"/en/desk/seasons/{season.pk}/"
    night = nights.join(
        make.session(make.season(season.club, "Gold"), 20),
        [make.session(make.season(season.club, "Silver"), 20).pk],
        by=None,
    )
    of_league = f"/en/desk/leagues/{make.league(season).pk}/"
    tonight = f"/en/desk/sessions/{match.session_id}/"
    team_table = teams.create_table(season)
    one_team, mistaken_team = [
        teams.create_team(team_table, name=name) for name in ("Rouges", "Mistake")
    ]
    mistaken_teams = teams.create_table(season, league=make.league(season, "Without teams"))
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
        "server_outbox": "/en/desk/server/outbox/",
        "server_outbox_again": f"/en/desk/server/outbox/webhook/{delivery.pk}/again/",
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
        "club_people": f"{club}players/names/",
        "paste_players": f"{club}players/paste/",
        "first_steps": f"{club}steps/",
        "seating_wishes": f"{club}seating-wishes/",
        "add_seating_wish": f"{club}seating-wishes/add/",
        "remove_seating_wish": f"{club}seating-wishes/{wish.pk}/remove/",
        "set_seating_need": f"{club}seating-wishes/needs/",
        "set_step_free_tables": f"{club}seating-wishes/step-free-tables/",
        "phones": f"{club}phones/",
        "phone_reached": f"{club}phones/reached/",
        "add_season": f"{club}seasons/",
        "delete_club": f"{club}delete/",
        "delete_season": f"{desk}delete/",
        "delete_session": f"{tonight}delete/",
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
        "session_results": f"{tonight}results/",
        "evening_parts": f"{tonight}parts/",
        "evening_people": f"{tonight}people/",
        "announce": f"{tonight}announcements/",
        "remove_announcement": f"{tonight}announcements/{announcement.pk}/remove/",
        "finish_call": f"{tonight}calls/{match.pk}/done/",
        "session_clock": f"{tonight}clock/",
        "table_clock": f"/en/desk/matches/{match.pk}/clock/",
        "evening_paper": f"{tonight}paper/",
        "evening_paper_file": f"{tonight}paper/cards.pdf",
        "evening_paper_zip": f"{tonight}paper.zip",
        "season_paper": f"{desk}paper/",
        "season_paper_standings": f"{desk}paper/standings.pdf",
        "certificates": f"{desk}paper/certificates.pdf",
        "season_report": f"{desk}paper/report.pdf?player=1",
        "league_paper": f"{of_league}paper/",
        "league_paper_standings": f"{of_league}paper/standings.pdf",
        "league_certificates": f"{of_league}paper/certificates.pdf",
        "league_report": f"{of_league}paper/report.pdf?player=1",
        "blank_sheet": f"{desk}paper/blank.pdf?sheet=njet-4",
        "check_in": f"{tonight}here/",
        "check_out": f"{tonight}gone/",
        "close_evening": f"{tonight}close/",
        "close_season": f"{desk}close/",
        "change_tables": f"{tonight}tables/",
        "rematch": f"/en/desk/matches/{match.pk}/rematch/",
        "seat": f"{tonight}seat/",
        "seating_plans": f"{tonight}plans/",
        "seating_export": f"{tonight}plans/seating.json",
        "night": f"{tonight}night/",
        "seat_night": f"/en/desk/nights/{night.pk}/seat/",
        "queue_play": f"{tonight}queue/",
        "seat_next": f"{tonight}queue/seat/",
        "undo": f"{tonight}log/{last_action(match.session)}/undo/",
        "redo": f"{tonight}log/{last_action(match.session)}/redo/",
        "call_off": f"/en/desk/matches/{match.pk}/call_off/",
        "desk_ladders": f"{club}ladders/",
        "desk_ladder": f"/en/desk/ladders/{ladder.pk}/",
        "next_period": f"/en/desk/ladders/{ladder.pk}/next/",
        "ladder_evenings": f"/en/desk/ladders/{ladder.pk}/evenings/",
        "ladder_wish": f"/en/desk/ladders/{ladder.pk}/wish/",
        "play_off": f"/en/desk/ladders/{ladder.pk}/play_off/",
        "take_back": f"/en/desk/ladders/{ladder.pk}/take_back/",
        "season_settings": f"{desk}settings/",
        "session_settings": f"{tonight}settings/",
        "cancel_session": f"{tonight}cancel/",
        "reinstate_session": f"{tonight}reinstate/",
        "desk_scheme": f"{desk}scheme/",
        "desk_leagues": f"{desk}leagues/",
        "desk_league": of_league,
        "desk_awards": f"{club}awards/",
        "desk_award": f"/en/desk/awards/{make.award(season.club).pk}/",
        "delete_award": f"/en/desk/awards/{make.award(season.club, 'Mistake').pk}/delete/",
        "delete_league": f"/en/desk/leagues/{make.league(season, 'Mistake').pk}/delete/",
        "league_scheme": f"{of_league}scheme/",
        "league_lots": f"{of_league}lots/",
        "league_lots_game": f"{of_league}lots/neurotrio/",
        "season_teams": f"{desk}teams/",
        "league_teams": f"{of_league}teams/",
        "desk_team": f"/en/desk/teams/{one_team.pk}/",
        "draw_teams": f"{tonight}teams/",
        "delete_team": f"/en/desk/teams/{mistaken_team.pk}/delete/",
        "delete_team_table": f"/en/desk/team-tables/{mistaken_teams.pk}/delete/",
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
        "moves": f"/en/desk/matches/{match.pk}/moves/",
        "upload_rounds": f"/en/desk/matches/{match.pk}/upload/",
        "preview": f"/en/desk/matches/{match.pk}/rounds/1/preview/",
        "result": f"/en/desk/matches/{match.pk}/result/",
        "corrections": f"/en/desk/matches/{match.pk}/corrections/",
        "new_table": f"{tonight}table/",
        "season_rules": f"/en/desk/seasons/{season.pk}/rules/",
        "true_seats": f"/en/desk/matches/{match.pk}/seats/",
        "manage_match": f"/en/desk/matches/{match.pk}/manage/",
        "player_leaves": f"/en/desk/matches/{match.pk}/leaving/",
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
        "delete_tournament": f"{desk}delete/",
        "tournament_parts": f"{desk}parts/",
        "tournament_people": f"{desk}people/",
        "tournament_settings": f"{desk}plan/",
        "tournament_script": f"{desk}script/",
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
        "sitting_results": f"{page}results/",
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
        "my_results": "/en/account/results/",
        "answer_evening": "/en/account/evenings/answer/",
        "answer_session": f"/en/sessions/{session.pk}/sign-up/answer/",
        "skip_round": f"/en/tournaments/{cups[0].pk}/skip/",
        "answer_tournament": f"/en/tournaments/{cups[0].pk}/sign-up/answer/",
        "session_sheet": f"/en/desk/sessions/{earlier.pk}/sign-ups/",
        "tournament_sheet": f"/en/desk/tournaments/{cups[1].pk}/sign-ups/",
        "sign_up_sheet": page,
        "sign_up_list": f"{page}list/",
        "sign_up_people": f"{page}people/",
        "sign_up_do": f"{page}do/",
        "check_in_own": f"/en/{self_check_in.path_of(session)}own/",
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
