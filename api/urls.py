from django.urls import URLPattern, URLResolver, include, path, register_converter

from api.description import docs
from api.exchange import archives, club_logo, imports, jobs, season_file
from api.games import check, games
from api.http import errors
from api.identity import merges
from api.ladders import ladders
from api.matches import corrections, match_lists, matches, rounds, session_rounds, table_codes
from api.messages import devices, message_settings, messages
from api.paper import paper
from api.people import (
    account,
    club_log,
    clubs,
    invitations,
    members,
    own_calendar,
    own_players,
    paste,
    players,
    seating_needs,
    tokens,
)
from api.privacy import erasing, my_data
from api.results import correction_proposals, results, season_closing, stopped_matches, substitutes
from api.room import room
from api.seasons import leagues, seasons, teams
from api.sessions import (
    clocks,
    closing,
    nights,
    presence,
    queue_play,
    rematches,
    seating,
    session_log,
    sessions,
    team_draws,
)
from api.signups import access, arrivals, series, sheets, sign_ups
from api.standings import (
    awards,
    origins,
    penalties,
    player_pages,
    ratings,
    schemes,
    staleness,
    standings,
    team_standings,
)
from api.tournaments import brackets, entrants, scripts, sittings, tournaments
from api.webhooks import deliveries, events, webhooks


class Number:
    """A whole number that a database column can hold."""

    regex = "[1-9][0-9]{0,17}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(Number, "number")


app_name = "api"
of_occasion = [
    path("announcements/", room.Announcements.as_view(), name="announcements"),
    path("announcements/<number:number>/", room.OneAnnouncement.as_view(), name="announcement"),
    path("calls/", room.Calls.as_view(), name="calls"),
    path("sign_up_sheet/", sheets.OneSheet.as_view(), name="sheet"),
    path("forecast/", sheets.Forecast.as_view(), name="forecast"),
    path("sign_ups/", sign_ups.SignUps.as_view(), name="sign_ups"),
    path("sign_ups/<number:player>/", sign_ups.OneSignUp.as_view(), name="sign_up"),
]
of_match = [
    path("merge/", seating.MergeTables.as_view(), name="merge_tables"),
    path("split/", seating.SplitTable.as_view(), name="split_table"),
    path("call_off/", seating.CallOff.as_view(), name="call_off"),
    path("", matches.OneMatch.as_view(), name="match"),
    path("record/", matches.MatchRecord.as_view(), name="record"),
    path("rounds/", rounds.Rounds.as_view(), name="rounds"),
    path("rounds/<number:number>/", rounds.OneRound.as_view(), name="round"),
    path("rounds/check/", corrections.RoundCheck.as_view(), name="round_check"),
    path(
        "rounds/<number:number>/effects/", corrections.CorrectionEffects.as_view(), name="effects"
    ),
    path(
        "rounds/<number:number>/versions/",
        corrections.RoundVersions.as_view(),
        name="round_versions",
    ),
    path("seats/", corrections.TrueSeats.as_view(), name="true_seats"),
    path("seats/effects/", corrections.SeatsEffects.as_view(), name="seats_effects"),
    path("call/", room.OneCall.as_view(), name="table_call"),
    path("clock/", clocks.TableClock.as_view(), name="table_clock"),
    path("code/", table_codes.OneTableCode.as_view(), name="table_code"),
    path("tokens/", tokens.TableTokens.as_view(), name="table_tokens"),
    path("tokens/<number:token>/", tokens.OneTableToken.as_view(), name="table_token"),
    path("rematch/", rematches.Rematch.as_view(), name="rematch"),
    path("stop/", stopped_matches.Stop.as_view(), name="stop"),
    path("resume/", stopped_matches.Resume.as_view(), name="resume"),
    path("replay/", stopped_matches.Replay.as_view(), name="replay_match"),
    path("postpone/", stopped_matches.Postpone.as_view(), name="postpone"),
    path("go_on/", stopped_matches.GoOn.as_view(), name="go_on"),
    path("substitutes/", substitutes.Substitutes.as_view(), name="match_substitutes"),
    path(
        "substitutes/<number:number>/", substitutes.OneSubstitute.as_view(), name="match_substitute"
    ),
    path("leave/", substitutes.Leave.as_view(), name="leave"),
    path("confirmations/", results.Confirmations.as_view(), name="confirmations"),
    path("confirmations/<number:number>/", results.OneConfirmation.as_view(), name="confirmation"),
    path("disputes/", results.Disputes.as_view(), name="disputes"),
    path("disputes/<number:number>/withdraw/", results.Withdraw.as_view(), name="withdraw_dispute"),
    path("disputes/<number:number>/decide/", results.Decide.as_view(), name="decide_dispute"),
    path("disputes/<number:number>/reopen/", results.Reopen.as_view(), name="reopen_dispute"),
    path("proposals/", correction_proposals.Proposals.as_view(), name="proposals"),
    path(
        "proposals/<number:number>/approve/",
        correction_proposals.Approve.as_view(),
        name="approve_proposal",
    ),
    path(
        "proposals/<number:number>/reject/",
        correction_proposals.Reject.as_view(),
        name="reject_proposal",
    ),
    path(
        "proposals/<number:number>/withdraw/",
        correction_proposals.Withdraw.as_view(),
        name="withdraw_proposal",
    ),
]
of_session = [
    path("", sessions.OneSession.as_view(), name="session"),
    path("rounds/", session_rounds.SessionRounds.as_view(), name="bulk"),
    path("matches/", matches.Matches.as_view(), name="matches"),
    path("proposals/", correction_proposals.SessionProposals.as_view(), name="session_proposals"),
    path("sit_outs/", penalties.SitOuts.as_view(), name="sit_outs"),
    path("sit_outs/<number:number>/", penalties.OneSitOut.as_view(), name="sit_out"),
    path("presence/", presence.Presences.as_view(), name="presences"),
    path("presence/<number:player>/", presence.OnePresence.as_view(), name="presence"),
    path("cancel/", sessions.Cancel.as_view(), name="cancel_session"),
    path("reinstate/", sessions.Reinstate.as_view(), name="reinstate_session"),
    path("expected/", arrivals.Expected.as_view(), name="expected"),
    path("expected/check_in/", arrivals.CheckInExpected.as_view(), name="check_in_expected"),
    path("last_time/", arrivals.LastTime.as_view(), name="last_time"),
    path("door/", arrivals.Door.as_view(), name="door"),
    *of_occasion,
    path("clock/", clocks.SessionClock.as_view(), name="session_clock"),
    path("close/", closing.Close.as_view(), name="close"),
    path("night/", nights.OfSession.as_view(), name="night"),
    path("queue/", queue_play.QueuePlay.as_view(), name="queue_play"),
    path("seating/", seating.Seating.as_view(), name="seating"),
    path("seating/draw/", seating.Draw.as_view(), name="seating_draw"),
    path("paper/<slug:kind>.pdf", paper.EveningPaper.as_view(), name="evening_paper"),
    path("team_draw/", team_draws.TeamDraw.as_view(), name="team_draw"),
    path("paper.zip", paper.SessionArchive.as_view(), name="paper"),
    path("log/", session_log.Log.as_view(), name="log"),
    path("log/<slug:ref>/undo/", session_log.Undo.as_view(), name="undo"),
    path("log/<slug:ref>/redo/", session_log.Redo.as_view(), name="redo"),
]
of_season = [
    path("close/", season_closing.CloseSeason.as_view(), name="close_season"),
    path("reopen/", season_closing.ReopenSeason.as_view(), name="reopen_season"),
    path("", seasons.OneSeason.as_view(), name="season"),
    path("leagues/", leagues.Leagues.as_view(), name="leagues"),
    path("team_tables/", teams.TeamTables.as_view(), name="team_tables"),
    path("sessions/", sessions.Sessions.as_view(), name="sessions"),
    path("matches/", match_lists.MatchesOfSeason.as_view(), name="season_matches"),
    path("session_series/", series.SessionSeries.as_view(), name="session_series"),
    path("standings/", standings.Standings.as_view(), name="standings"),
    path("standings/<number:player>/", origins.OriginOfPoints.as_view(), name="origin"),
    path("standings.csv", standings.StandingsCSV.as_view(), name="csv"),
    path("export/", season_file.SeasonFile.as_view(), name="season_export"),
    path("standings.pdf", paper.StandingsPaper.as_view(), name="standings_paper"),
    path("standings/<number:player>.pdf", paper.Report.as_view(), name="report"),
    path("certificates.pdf", paper.Certificates.as_view(), name="certificates"),
    path("blank.pdf", paper.BlankSheet.as_view(), name="blank_sheet"),
    path("schemes/", schemes.Schemes.as_view(), name="schemes"),
    path("scheme/preview/", schemes.SchemePreview.as_view(), name="scheme_preview"),
    path("penalties/", penalties.Penalties.as_view(), name="penalties"),
    path("penalties/<number:number>/", penalties.OnePenalty.as_view(), name="penalty"),
    path("penalties/<number:number>/lift/", penalties.Lift.as_view(), name="lift"),
    path("draws/", penalties.Draws.as_view(), name="draws"),
]
of_webhook = [
    path("", webhooks.OneWebhook.as_view(), name="webhook"),
    path("rotate/", webhooks.Rotate.as_view(), name="rotate"),
    path("test/", webhooks.SendTest.as_view(), name="test_webhook"),
    path("preview/", webhooks.Preview.as_view(), name="preview_webhook"),
    path("replay/", webhooks.Replay.as_view(), name="replay"),
    path("deliveries/", deliveries.Deliveries.as_view(), name="deliveries"),
    path("deliveries/<number:delivery>/", deliveries.OneDelivery.as_view(), name="delivery"),
    path(
        "deliveries/<number:delivery>/replay/",
        deliveries.ReplayDelivery.as_view(),
        name="replay_delivery",
    ),
]
of_club: list[URLPattern | URLResolver] = [
    path("", clubs.OneClub.as_view(), name="club"),
    path("logo/", club_logo.ClubLogo.as_view(), name="logo"),
    path("merges/", merges.Merges.as_view(), name="merges"),
    path("members/", members.Members.as_view(), name="members"),
    path("log/", club_log.ClubLog.as_view(), name="club_log"),
    path("members/<number:member>/", members.OneMember.as_view(), name="member"),
    path("invitations/", invitations.Invitations.as_view(), name="invitations"),
    path(
        "invitations/<number:invitation>/",
        invitations.OneInvitation.as_view(),
        name="invitation",
    ),
    path("exports/", archives.Exports.as_view(), name="exports"),
    path("players/", players.Players.as_view(), name="players"),
    path("players/paste/", paste.PastePlayers.as_view(), name="paste_players"),
    path("seating_wishes/", seating_needs.SeatingWishes.as_view(), name="seating_wishes"),
    path(
        "seating_wishes/<number:number>/",
        seating_needs.OneSeatingWish.as_view(),
        name="seating_wish",
    ),
    path("seating_needs/", seating_needs.SeatingNeeds.as_view(), name="seating_needs"),
    path("step_free_tables/", seating_needs.StepFreeTables.as_view(), name="step_free_tables"),
    path("imports/", imports.Imports.as_view(), name="imports"),
    path("imports/<number:number>/", imports.OneImport.as_view(), name="import"),
    path("imports/<number:number>/undo/", imports.UndoImport.as_view(), name="import_undo"),
    path("ratings/", ratings.Ratings.as_view(), name="ratings"),
    path("seasons/", seasons.Seasons.as_view(), name="seasons"),
    path("matches/", match_lists.MatchesOfClub.as_view(), name="club_matches"),
    path("ladders/", ladders.Ladders.as_view(), name="ladders"),
    path("awards/", awards.Awards.as_view(), name="awards"),
    path("awards/preview/", awards.AwardPreview.as_view(), name="award_preview"),
    path("standings/", staleness.Lag.as_view(), name="lag"),
    path("sign_up_settings/", access.OneSignUpSettings.as_view(), name="sign_up_settings"),
    path("sign_up_settings/code/", access.SignUpCode.as_view(), name="sign_up_code"),
    path("events/", events.Events.as_view(), name="events"),
    path("webhooks/", webhooks.Webhooks.as_view(), name="webhooks"),
    path("webhooks/<number:webhook>/", include(of_webhook)),
    path("tournaments/", tournaments.Tournaments.as_view(), name="tournaments"),
]
of_player = [
    path("", players.OnePlayer.as_view(), name="player"),
    path(
        "seating_needs/",
        seating_needs.SeatingNeedsOfPlayer.as_view(),
        name="seating_needs_of_player",
    ),
    path("matches/", match_lists.MatchesOfPlayer.as_view(), name="player_matches"),
    path("merge/", merges.Merge.as_view(), name="merge_player"),
    path("ratings/", ratings.Careers.as_view(), name="careers"),
    path("history/", player_pages.History.as_view(), name="history"),
    path("head_to_head/", player_pages.HeadToHead.as_view(), name="head_to_head"),
    path("records/", player_pages.Records.as_view(), name="records"),
    path("achievements/", player_pages.Achievements.as_view(), name="achievements"),
    path("personal_link/", access.OnePersonalLink.as_view(), name="personal_link"),
    path("data/", my_data.PlayerData.as_view(), name="player_data"),
    path("erase/", erasing.ErasePlayer.as_view(), name="erase_player"),
]
of_league = [
    path("", leagues.OneLeague.as_view(), name="league"),
    path("standings/", standings.LeagueStandings.as_view(), name="league_standings"),
    path("standings.csv", standings.LeagueStandingsCSV.as_view(), name="league_csv"),
    path(
        "standings/<number:player>/",
        origins.LeagueOriginOfPoints.as_view(),
        name="league_origin",
    ),
    path("standings.pdf", paper.LeagueStandingsPaper.as_view(), name="league_standings_paper"),
    path("standings/<number:player>.pdf", paper.LeagueReport.as_view(), name="league_report"),
    path("certificates.pdf", paper.LeagueCertificates.as_view(), name="league_certificates"),
]
of_award = [
    path("", awards.OneAward.as_view(), name="award"),
    path("winners/", awards.Winners.as_view(), name="award_winners"),
]
of_team_table = [
    path("", teams.OneTeamTable.as_view(), name="team_table"),
    path("teams/", teams.Teams.as_view(), name="teams"),
    path("standings/", team_standings.TeamStandings.as_view(), name="team_standings"),
    path("standings.csv", team_standings.TeamStandingsCSV.as_view(), name="team_csv"),
]
of_team = [
    path("", teams.OneTeam.as_view(), name="team"),
    path("results/", team_standings.TeamResults.as_view(), name="team_results"),
]
of_ladder = [
    path("", ladders.OneLadder.as_view(), name="ladder"),
    path("next/", ladders.Next.as_view(), name="next_period"),
    path("periods/", ladders.Periods.as_view(), name="periods"),
    path("periods/<number:number>/", ladders.OnePeriod.as_view(), name="period"),
    path("wishes/", ladders.Wishes.as_view(), name="ladder_wishes"),
    path("play_offs/", ladders.PlayOffs.as_view(), name="play_offs"),
]
of_tournament = [
    path("", tournaments.OneTournament.as_view(), name="tournament"),
    path("script/", scripts.Script.as_view(), name="script"),
    path("precheck/", tournaments.Precheck.as_view(), name="precheck"),
    path("incidents/", tournaments.Incidents.as_view(), name="incidents"),
    path("bracket/", brackets.Bracket.as_view(), name="bracket"),
    path("ranking/", tournaments.Ranking.as_view(), name="ranking"),
    path("entrants/", entrants.Entrants.as_view(), name="entrants"),
    path("entrants/<number:player>/", entrants.OneEntrant.as_view(), name="entrant"),
    path("check_in/", entrants.CheckIn.as_view(), name="check_in"),
    path("check_in/undo/", entrants.UndoCheckIn.as_view(), name="undo_check_in"),
    path("drop_out/", entrants.DropOut.as_view(), name="drop_out"),
    path("return/", entrants.Return.as_view(), name="return"),
    path("substitute/", entrants.Substitute.as_view(), name="substitute"),
    path("skip/", entrants.Skip.as_view(), name="skip_round"),
    path("skip/undo/", entrants.UndoSkip.as_view(), name="undo_skip_round"),
    path("wishes/", entrants.Wishes.as_view(), name="wishes"),
    path("wishes/<number:number>/", entrants.OneWish.as_view(), name="wish"),
    path("sittings/", sittings.Sittings.as_view(), name="sittings"),
    path("sign_ups/take_over/", sign_ups.TakeOver.as_view(), name="take_over"),
    *of_occasion,
]
of_sitting = [
    path("", sittings.OneSitting.as_view(), name="sitting"),
    path("plan/", sittings.SittingPlan.as_view(), name="plan"),
    path("what_if/", sittings.WhatIf.as_view(), name="what_if"),
    path("state/", sittings.State.as_view(), name="state"),
    path("publish/", sittings.Publish.as_view(), name="publish"),
    path("withdraw/", sittings.Withdraw.as_view(), name="withdraw_sitting"),
    path("clock/", sittings.Clock.as_view(), name="clock"),
    path("no_show/", sittings.NoShow.as_view(), name="no_show"),
    path("tables/<number:number>/", sittings.OneTable.as_view(), name="sitting_table"),
]
urlpatterns = [  # by what they begin with: the fewer are tried, the sooner one is found
    path("matches/<number:match>/", include(of_match)),
    path("sessions/<number:session>/", include(of_session)),
    path("seasons/<number:season>/", include(of_season)),
    path("clubs/<slug:club>/", include(of_club)),
    path("players/<number:player>/", include(of_player)),
    path("leagues/<number:league>/", include(of_league)),
    path("awards/<number:award>/", include(of_award)),
    path("team_tables/<number:team_table>/", include(of_team_table)),
    path("teams/<number:team>/", include(of_team)),
    path("ladders/<number:ladder>/", include(of_ladder)),
    path("tournaments/<number:tournament>/", include(of_tournament)),
    path("sittings/<number:sitting>/", include(of_sitting)),
    path("check/", check.Check.as_view(), name="check"),
    path("games/", games.Games.as_view(), name="games"),
    path("clubs/", clubs.Clubs.as_view(), name="clubs"),
    path("merges/<number:merge>/", merges.OneMerge.as_view(), name="merge"),
    path("merges/<number:merge>/undo/", merges.UndoMerge.as_view(), name="undo_merge"),
    path("account/", account.Account.as_view(), name="account"),
    path("account/players/", own_players.OwnPlayers.as_view(), name="own_players"),
    path(
        "account/players/<number:player>/",
        own_players.OneOwnPlayer.as_view(),
        name="own_player",
    ),
    path("account/calendar/", own_calendar.OwnCalendar.as_view(), name="own_calendar"),
    path("account/messages/", messages.Messages.as_view(), name="messages"),
    path("account/messages/read/", messages.ReadMessages.as_view(), name="read_messages"),
    path(
        "account/messages/settings/",
        message_settings.MessageChoices.as_view(),
        name="message_choices",
    ),
    path("account/devices/", devices.Devices.as_view(), name="devices"),
    path("account/devices/<number:device>/", devices.OneDevice.as_view(), name="device"),
    path("account/devices/<number:device>/test/", devices.TestDevice.as_view(), name="test_device"),
    path("account/data/", my_data.AccountData.as_view(), name="account_data"),
    path("invitations/accept/", invitations.Acceptance.as_view(), name="accept_invitation"),
    path("invitations/decline/", invitations.Refusal.as_view(), name="decline_invitation"),
    path("tokens/", tokens.Tokens.as_view(), name="tokens"),
    path("tokens/<number:token>/", tokens.OneToken.as_view(), name="token"),
    path("archives/", archives.Archives.as_view(), name="archives"),
    path("jobs/<number:job>/", jobs.OneJob.as_view(), name="job"),
    path("jobs/<number:job>/file/", jobs.MadeFile.as_view(), name="job_file"),
    path("schema/", docs.Schema.as_view(), name="schema"),
    path("docs/", docs.page, name="docs"),
    path("docs/collection.json", docs.Collection.as_view(), name="collection"),
    path("docs/<slug:name>/", docs.page, name="docs_page"),
    path("", errors.unknown, name="unknown"),
    path("<path:rest>", errors.unknown, name="unknown"),
]
