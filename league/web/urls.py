from django.urls import path

from league.web.exchange import archives, imports, jobs
from league.web.games import calculators
from league.web.identity import merges
from league.web.ladders import ladder_desk, ladder_page
from league.web.matches import match_page, round_entry
from league.web.paper import paper
from league.web.people import (
    club_desk,
    club_log,
    club_settings,
    first_club,
    first_steps,
    invitations,
    joining,
    members,
    own_players,
    paste,
    phones,
    tokens,
)
from league.web.privacy import erasing, my_data, privacy_page
from league.web.results import corrections, results
from league.web.server import accounts, health, mail, unsubscribing
from league.web.sessions import seating, session_desk, session_settings
from league.web.site import clubs, feeds, first_run, screens, search
from league.web.standings import (
    origin,
    penalties,
    player_page,
    schemes,
    season_page,
    worker_staleness,
)
from league.web.table import table, table_codes
from league.web.tournaments import sitting_desk, tournament_desk, tournament_page
from league.web.webhooks import webhooks

app_name = "web"
urlpatterns = [
    # everybody
    path("", clubs.home, name="home"),
    path("start/", first_run.start, name="start"),
    path("start/demo/", first_run.load_demo, name="load_demo"),
    path("search/", search.search, name="search"),
    path("privacy/", privacy_page.privacy, name="privacy"),
    path("phone/<str:code>/", phones.phone, name="phone"),
    path("clubs/<slug:slug>/", clubs.club, name="club"),
    path("clubs/<slug:slug>/live/", clubs.club_piece, name="club_piece"),
    path("clubs/<slug:slug>/search/", search.search_in_club, name="club_search"),
    path("clubs/<slug:slug>/feed/", feeds.club, name="club_feed"),
    path("clubs/<slug:slug>/evenings.ics", feeds.calendar, name="calendar"),
    path("clubs/<slug:slug>/ratings/", clubs.ratings, name="ratings"),
    path("clubs/<slug:slug>/ratings/<slug:game>/", clubs.ratings, name="ratings_game"),
    path("seasons/<int:pk>/", season_page.season, name="season"),
    path("seasons/<int:pk>/feed/", feeds.season, name="season_feed"),
    path("seasons/<int:pk>/table/", season_page.season_table, name="season_table"),
    path("seasons/<int:pk>/<slug:game>/", season_page.season, name="season_game"),
    path("seasons/<int:pk>/<slug:game>/table/", season_page.season_table, name="season_game_table"),
    path("seasons/<int:pk>/players/<int:player>/", origin.player, name="origin"),
    path("seasons/<int:pk>/<slug:game>/players/<int:player>/", origin.player, name="origin_game"),
    path("seasons/<int:pk>/players/<int:player>/report.pdf", paper.report, name="report"),
    path(
        "seasons/<int:pk>/<slug:game>/players/<int:player>/report.pdf",
        paper.report,
        name="report_game",
    ),
    path("tournaments/<int:pk>/", tournament_page.tournament, name="tournament"),
    path("tournaments/<int:pk>/live/", tournament_page.piece, name="tournament_piece"),
    path("ladders/<int:pk>/", ladder_page.ladder, name="ladder"),
    path("ladders/<int:pk>/<int:number>/", ladder_page.ladder, name="ladder_period"),
    path("sessions/<int:pk>/", clubs.session, name="session"),
    path("sessions/<int:pk>/live/", clubs.session_piece, name="session_piece"),
    path("matches/<int:pk>/", match_page.match, name="match"),
    path("matches/<int:pk>/live/", match_page.match_piece, name="match_piece"),
    path("matches/<int:pk>/rounds/<int:number>/", match_page.replay, name="replay"),
    path("matches/<int:pk>/rounds/<int:number>/step/", match_page.replay_step, name="replay_step"),
    path("players/<int:pk>/", player_page.player, name="player"),
    # a table on a phone, opened by its code
    path("t/", table.start, name="table_start"),
    path("t/manifest.webmanifest", table.manifest, name="table_manifest"),
    path("t/<code>/", table.table, name="table"),
    path("t/<code>/stand/", table.totals, name="table_stand"),
    path("t/<code>/last/", table.last, name="table_last"),
    path("t/<code>/rounds/", table.rounds, name="table_rounds"),
    path("t/<code>/preview/", table.preview, name="table_preview"),
    path("t/<code>/result/", table.result, name="table_result"),
    path("calculators/", calculators.index, name="calculators"),
    path("calculators/<slug:game>/", calculators.calculator, name="calculator"),
    # screens for the room
    path("screens/seasons/<int:pk>/", screens.season, name="season_screen"),
    path("screens/seasons/<int:pk>/live/", screens.season_piece, name="season_screen_piece"),
    path("screens/sessions/<int:pk>/", screens.session, name="session_screen"),
    path("screens/sessions/<int:pk>/live/", screens.session_piece, name="session_screen_piece"),
    path("screens/tournaments/<int:pk>/", screens.tournament, name="tournament_screen"),
    path(
        "screens/tournaments/<int:pk>/live/",
        screens.tournament_piece,
        name="tournament_screen_piece",
    ),
    # invitations
    path("join/<token>/", joining.join, name="join"),
    path("join/<token>/accept/", joining.accept, name="accept_invitation"),
    path("join/<token>/decline/", joining.decline, name="decline_invitation"),
    path("mail/stop/<token>/", unsubscribing.stop_mail, name="stop_mail"),
    # the owner of the server
    path("desk/server/health/", health.health, name="server_health"),
    path("desk/server/health/live/", health.health_piece, name="server_health_piece"),
    path("desk/server/mail/", mail.mail, name="server_mail"),
    path("desk/server/mail/live/", mail.mail_piece, name="server_mail_piece"),
    path("desk/server/mail/test/", mail.send_test, name="server_mail_test"),
    path("desk/server/mail/lift/", mail.lift, name="server_mail_lift"),
    path("desk/server/accounts/", accounts.accounts, name="server_accounts"),
    path("desk/server/accounts/<int:pk>/password/", accounts.password_link, name="password_link"),
    path("desk/server/accounts/<int:pk>/address/", accounts.address_link, name="address_link"),
    path("account/players/", own_players.own_players, name="own_players"),
    path("account/delete/", erasing.delete_account, name="delete_account"),
    # the organiser's desk
    path("desk/", club_desk.home, name="desk"),
    path("desk/data/", my_data.my_data, name="my_data"),
    path("desk/players/<int:pk>/data/", my_data.player_data, name="player_data"),
    path("desk/players/<int:pk>/erase/", erasing.erase_player, name="erase_player"),
    path("desk/first/", first_club.first_club, name="first_club"),
    path("desk/clubs/<slug:slug>/", club_desk.club, name="desk_club"),
    path("desk/clubs/<slug:slug>/settings/", club_settings.club_settings, name="club_settings"),
    path("desk/clubs/<slug:slug>/settings/logo/", club_settings.send_logo, name="send_logo"),
    path("desk/clubs/<slug:slug>/settings/logo/live/", club_settings.logo_piece, name="logo_piece"),
    path(
        "desk/clubs/<slug:slug>/settings/logo/remove/",
        club_settings.remove_logo,
        name="remove_logo",
    ),
    path("desk/clubs/<slug:slug>/log/", club_log.log, name="club_log"),
    path("desk/clubs/<slug:slug>/players/", club_desk.add_player, name="add_player"),
    path("desk/clubs/<slug:slug>/players/paste/", paste.paste_players, name="paste_players"),
    path("desk/players/<int:pk>/merge/", merges.merge, name="merge_player"),
    path("desk/merges/<int:pk>/undo/", merges.undo_merge, name="undo_merge"),
    path("desk/clubs/<slug:slug>/steps/", first_steps.show_steps, name="first_steps"),
    path("desk/clubs/<slug:slug>/phones/", phones.phones, name="phones"),
    path("desk/clubs/<slug:slug>/phones/reached/", phones.reached, name="phone_reached"),
    path("desk/clubs/<slug:slug>/seasons/", club_desk.add_season, name="add_season"),
    path("desk/clubs/<slug:slug>/members/", members.members, name="members"),
    path(
        "desk/clubs/<slug:slug>/members/<int:number>/",
        members.change_member,
        name="change_member",
    ),
    path(
        "desk/clubs/<slug:slug>/members/<int:number>/remove/",
        members.remove_member,
        name="remove_member",
    ),
    path("desk/clubs/<slug:slug>/invitations/sheet/", invitations.sheet, name="invitation_sheet"),
    path("desk/clubs/<slug:slug>/invitations/<int:pk>/", invitations.invitation, name="invitation"),
    path(
        "desk/clubs/<slug:slug>/invitations/<int:pk>/revoke/",
        invitations.revoke,
        name="revoke_invitation",
    ),
    path("desk/clubs/<slug:slug>/ladders/", ladder_desk.ladders_of_club, name="desk_ladders"),
    path("desk/ladders/<int:pk>/", ladder_desk.ladder, name="desk_ladder"),
    path("desk/ladders/<int:pk>/next/", ladder_desk.next_period, name="next_period"),
    path("desk/ladders/<int:pk>/play_off/", ladder_desk.play_off, name="play_off"),
    path("desk/ladders/<int:pk>/take_back/", ladder_desk.take_back, name="take_back"),
    path(
        "desk/clubs/<slug:slug>/standings/", worker_staleness.club_staleness, name="desk_standings"
    ),
    path("desk/tokens/", tokens.tokens, name="tokens"),
    path("desk/tokens/<int:pk>/revoke/", tokens.revoke, name="revoke_token"),
    path("desk/clubs/<slug:slug>/imports/", imports.overview, name="imports"),
    path("desk/clubs/<slug:slug>/imports/<int:pk>/", imports.import_, name="import"),
    path("desk/clubs/<slug:slug>/imports/<int:pk>/undo/", imports.undo, name="import_undo"),
    path(
        "desk/clubs/<slug:slug>/imports/samples/<slug:name>/", imports.sample, name="import_sample"
    ),
    path("desk/clubs/<slug:slug>/archive/", archives.archive, name="archive"),
    path("desk/archives/", archives.import_club, name="import_club"),
    path("desk/jobs/<int:pk>/", jobs.job, name="job"),
    path("desk/jobs/<int:pk>/progress/", jobs.progress, name="job_progress"),
    path("desk/jobs/<int:pk>/file/", jobs.file, name="job_file"),
    path("desk/clubs/<slug:slug>/webhooks/", webhooks.webhooks_of_club, name="webhooks"),
    path("desk/clubs/<slug:slug>/webhooks/<int:pk>/", webhooks.webhook, name="webhook"),
    path(
        "desk/clubs/<slug:slug>/webhooks/<int:pk>/do/", webhooks.act_on_webhook, name="webhook_do"
    ),
    path(
        "desk/clubs/<slug:slug>/webhooks/<int:pk>/deliveries/<int:delivery>/replay/",
        webhooks.replay_delivery,
        name="webhook_replay",
    ),
    path("desk/players/<int:pk>/", club_desk.player, name="desk_player"),
    path("desk/seasons/<int:pk>/", club_desk.season, name="desk_season"),
    path("desk/seasons/<int:pk>/settings/", club_desk.season_settings, name="season_settings"),
    path("desk/seasons/<int:pk>/scheme/", schemes.scheme, name="desk_scheme"),
    path("desk/seasons/<int:pk>/penalties/", penalties.penalties, name="penalties"),
    path("desk/seasons/<int:pk>/penalties/<int:number>/lift/", penalties.lift, name="lift"),
    path("desk/seasons/<int:pk>/lots/", penalties.tiebreak_draws, name="lots"),
    path("desk/seasons/<int:pk>/lots/<slug:game>/", penalties.tiebreak_draws, name="lots_game"),
    path("desk/seasons/<int:pk>/start/", session_desk.start, name="start_evening"),
    path("desk/sessions/<int:pk>/", session_desk.session, name="desk_session"),
    path("desk/sessions/<int:pk>/parts/<slug:name>/", session_desk.part, name="evening_part"),
    path("desk/sessions/<int:pk>/here/", session_desk.check_in, name="check_in"),
    path("desk/sessions/<int:pk>/gone/", session_desk.check_out, name="check_out"),
    path("desk/sessions/<int:pk>/close/", session_desk.close_session, name="close_evening"),
    path("desk/sessions/<int:pk>/seat/", seating.seat, name="seat"),
    path(
        "desk/sessions/<int:pk>/settings/",
        session_settings.session_settings,
        name="session_settings",
    ),
    path("desk/sessions/<int:pk>/cancel/", session_settings.cancel_session, name="cancel_session"),
    path(
        "desk/sessions/<int:pk>/reinstate/",
        session_settings.reinstate_session,
        name="reinstate_session",
    ),
    path("desk/sessions/<int:pk>/sit_outs/", session_desk.sit_out, name="sit_out"),
    path(
        "desk/sessions/<int:pk>/sit_outs/<int:number>/strike/",
        session_desk.strike_sit_out,
        name="strike_sit_out",
    ),
    path("desk/clubs/<slug:slug>/tournaments/", tournament_desk.add, name="add_tournament"),
    path("desk/tournaments/<int:pk>/", tournament_desk.tournament, name="desk_tournament"),
    path(
        "desk/tournaments/<int:pk>/parts/<slug:name>/", tournament_desk.part, name="tournament_part"
    ),
    path("desk/tournaments/<int:pk>/plan/", tournament_desk.settings, name="tournament_settings"),
    path("desk/tournaments/<int:pk>/here/", tournament_desk.check_in, name="arrive"),
    path("desk/tournaments/<int:pk>/gone/", tournament_desk.drop_out, name="drop_out"),
    path("desk/tournaments/<int:pk>/enter/", tournament_desk.enter, name="enter"),
    path(
        "desk/tournaments/<int:pk>/close/",
        tournament_desk.close_tournament,
        name="close_tournament",
    ),
    path("desk/tournaments/<int:pk>/seeding/", tournament_desk.seeding, name="seeding"),
    path("desk/tournaments/<int:pk>/wishes/", tournament_desk.add_constraint, name="wish"),
    path(
        "desk/tournaments/<int:pk>/wishes/<int:number>/forget/",
        tournament_desk.remove_constraint,
        name="forget_wish",
    ),
    path(
        "desk/tournaments/<int:pk>/entrants/<int:player>/", tournament_desk.entrant, name="entrant"
    ),
    path("desk/tournaments/<int:pk>/draw/", sitting_desk.draw, name="draw_sitting"),
    path("desk/tournaments/<int:pk>/discard/", sitting_desk.discard, name="discard_draw"),
    path("desk/sittings/<int:pk>/", sitting_desk.sitting, name="desk_sitting"),
    path("desk/sittings/<int:pk>/parts/<slug:name>/", sitting_desk.part, name="sitting_part"),
    path("desk/sittings/<int:pk>/do/", sitting_desk.act, name="sitting_do"),
    path("desk/sittings/<int:pk>/swap/", sitting_desk.swap, name="sitting_swap"),
    path("desk/sittings/<int:pk>/tables/<int:number>/", sitting_desk.table, name="sitting_table"),
    path("desk/sessions/<int:pk>/cards/", table_codes.cards, name="table_cards"),
    path("desk/sessions/<int:pk>/paper/", paper.session, name="evening_paper"),
    path("desk/sessions/<int:pk>/paper.zip", paper.session_archive, name="evening_paper_zip"),
    path(
        "desk/sessions/<int:pk>/paper/<slug:kind>.pdf",
        paper.session_file,
        name="evening_paper_file",
    ),
    path("desk/seasons/<int:pk>/paper/", paper.season, name="season_paper"),
    path("desk/seasons/<int:pk>/paper/blank.pdf", paper.blank_sheet, name="blank_sheet"),
    path(
        "desk/seasons/<int:pk>/paper/standings.pdf", paper.standings, name="season_paper_standings"
    ),
    path(
        "desk/seasons/<int:pk>/paper/certificates.pdf",
        paper.season_certificates,
        name="certificates",
    ),
    path("desk/seasons/<int:pk>/paper/report.pdf", paper.season_report, name="season_report"),
    path("desk/matches/<int:pk>/result/", results.result, name="result"),
    path("desk/matches/<int:pk>/corrections/", corrections.corrections, name="corrections"),
    path("desk/matches/<int:pk>/code/", table_codes.code, name="table_code"),
    path("desk/matches/<int:pk>/code/revoke/", table_codes.revoke, name="revoke_code"),
    path("desk/sessions/<int:pk>/log/<slug:ref>/undo/", session_desk.undo_entry, name="undo"),
    path("desk/sessions/<int:pk>/log/<slug:ref>/redo/", session_desk.redo_entry, name="redo"),
    path("desk/matches/<int:pk>/call_off/", session_desk.call_off, name="call_off"),
    path("desk/matches/<int:pk>/rounds/<int:number>/", round_entry.round_, name="round"),
    path("desk/matches/<int:pk>/rounds/<int:number>/preview/", round_entry.preview, name="preview"),
]
