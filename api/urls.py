from django.urls import path, register_converter

from api import (
    archives,
    bulk,
    check,
    clubs,
    corrections,
    deliveries,
    docs,
    entrants,
    errors,
    evening,
    imports,
    jobs,
    ladders,
    lag,
    matches,
    members,
    origins,
    paper,
    players,
    presence,
    ratings,
    results,
    rounds,
    rulings,
    schemes,
    seasons,
    seating,
    sessions,
    sittings,
    standings,
    stops,
    table_codes,
    tokens,
    tournaments,
    webhooks,
)


class Number:
    """A whole number that a database column can hold."""

    regex = "[1-9][0-9]{0,17}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(Number, "number")

WEBHOOK = "clubs/<slug:club>/webhooks/<number:webhook>"
DELIVERY = f"{WEBHOOK}/deliveries/<number:delivery>"

TOURNAMENT = "tournaments/<number:tournament>"
SITTING = "sittings/<number:sitting>"
DISPUTE = "matches/<number:match>/disputes/<number:number>"

app_name = "api"
urlpatterns = [
    path("check/", check.Check.as_view(), name="check"),
    path("clubs/", clubs.Clubs.as_view(), name="clubs"),
    path("clubs/<slug:club>/", clubs.OneClub.as_view(), name="club"),
    path("clubs/<slug:club>/members/", members.Members.as_view(), name="members"),
    path("clubs/<slug:club>/members/<number:member>/", members.OneMember.as_view(), name="member"),
    path("clubs/<slug:club>/exports/", archives.Exports.as_view(), name="exports"),
    path("clubs/<slug:club>/players/", players.Players.as_view(), name="players"),
    path("clubs/<slug:club>/imports/", imports.Imports.as_view(), name="imports"),
    path("clubs/<slug:club>/imports/<number:number>/", imports.OneImport.as_view(), name="import"),
    path(
        "clubs/<slug:club>/imports/<number:number>/undo/",
        imports.UndoImport.as_view(),
        name="import_undo",
    ),
    path("clubs/<slug:club>/ratings/", ratings.Ratings.as_view(), name="ratings"),
    path("clubs/<slug:club>/seasons/", seasons.Seasons.as_view(), name="seasons"),
    path("clubs/<slug:club>/ladders/", ladders.Ladders.as_view(), name="ladders"),
    path("ladders/<number:ladder>/", ladders.OneLadder.as_view(), name="ladder"),
    path("ladders/<number:ladder>/next/", ladders.Next.as_view(), name="next_period"),
    path("ladders/<number:ladder>/periods/", ladders.Periods.as_view(), name="periods"),
    path(
        "ladders/<number:ladder>/periods/<number:number>/",
        ladders.OnePeriod.as_view(),
        name="period",
    ),
    path("ladders/<number:ladder>/play_offs/", ladders.PlayOffs.as_view(), name="play_offs"),
    path("clubs/<slug:club>/standings/", lag.Lag.as_view(), name="lag"),
    path("players/<number:player>/", players.OnePlayer.as_view(), name="player"),
    path("clubs/<slug:club>/webhooks/", webhooks.Webhooks.as_view(), name="webhooks"),
    path(f"{WEBHOOK}/", webhooks.OneWebhook.as_view(), name="webhook"),
    path(f"{WEBHOOK}/rotate/", webhooks.Rotate.as_view(), name="rotate"),
    path(f"{WEBHOOK}/test/", webhooks.SendTest.as_view(), name="test_webhook"),
    path(f"{WEBHOOK}/replay/", webhooks.Replay.as_view(), name="replay"),
    path(f"{WEBHOOK}/deliveries/", deliveries.Deliveries.as_view(), name="deliveries"),
    path(f"{DELIVERY}/", deliveries.OneDelivery.as_view(), name="delivery"),
    path(f"{DELIVERY}/replay/", deliveries.ReplayDelivery.as_view(), name="replay_delivery"),
    path("players/<number:player>/ratings/", ratings.Careers.as_view(), name="careers"),
    path("seasons/<number:season>/", seasons.OneSeason.as_view(), name="season"),
    path("seasons/<number:season>/sessions/", sessions.Sessions.as_view(), name="sessions"),
    path("seasons/<number:season>/standings/", standings.Standings.as_view(), name="standings"),
    path(
        "seasons/<number:season>/standings/<number:player>/",
        origins.OriginOfPoints.as_view(),
        name="origin",
    ),
    path("seasons/<number:season>/standings.csv", standings.StandingsCSV.as_view(), name="csv"),
    path(
        "seasons/<number:season>/standings.pdf",
        paper.StandingsPaper.as_view(),
        name="standings_paper",
    ),
    path(
        "seasons/<number:season>/standings/<number:player>.pdf",
        paper.Report.as_view(),
        name="report",
    ),
    path(
        "seasons/<number:season>/certificates.pdf",
        paper.Certificates.as_view(),
        name="certificates",
    ),
    path("seasons/<number:season>/blank.pdf", paper.BlankSheet.as_view(), name="blank_sheet"),
    path("seasons/<number:season>/schemes/", schemes.Schemes.as_view(), name="schemes"),
    path(
        "seasons/<number:season>/scheme/preview/",
        schemes.SchemePreview.as_view(),
        name="scheme_preview",
    ),
    path("seasons/<number:season>/penalties/", rulings.Penalties.as_view(), name="penalties"),
    path(
        "seasons/<number:season>/penalties/<number:number>/",
        rulings.OnePenalty.as_view(),
        name="penalty",
    ),
    path(
        "seasons/<number:season>/penalties/<number:number>/lift/",
        rulings.Lift.as_view(),
        name="lift",
    ),
    path("seasons/<number:season>/draws/", rulings.Draws.as_view(), name="draws"),
    path("sessions/<number:session>/sit_outs/", rulings.SitOuts.as_view(), name="sit_outs"),
    path(
        "sessions/<number:session>/sit_outs/<number:number>/",
        rulings.OneSitOut.as_view(),
        name="sit_out",
    ),
    path("sessions/<number:session>/presence/", presence.Presences.as_view(), name="presences"),
    path(
        "sessions/<number:session>/presence/<number:player>/",
        presence.OnePresence.as_view(),
        name="presence",
    ),
    path("sessions/<number:session>/close/", presence.Close.as_view(), name="close"),
    path("sessions/<number:session>/seating/", seating.Seating.as_view(), name="seating"),
    path("sessions/<number:session>/seating/draw/", seating.Draw.as_view(), name="seating_draw"),
    path(
        "sessions/<number:session>/paper/<slug:kind>.pdf",
        paper.EveningPaper.as_view(),
        name="evening_paper",
    ),
    path("sessions/<number:session>/paper.zip", paper.EveningArchive.as_view(), name="paper"),
    path("sessions/<number:session>/log/", evening.Log.as_view(), name="log"),
    path("sessions/<number:session>/log/<slug:ref>/undo/", evening.Undo.as_view(), name="undo"),
    path("sessions/<number:session>/log/<slug:ref>/redo/", evening.Redo.as_view(), name="redo"),
    path("matches/<number:match>/call_off/", seating.CallOff.as_view(), name="call_off"),
    path("sessions/<number:session>/", sessions.OneSession.as_view(), name="session"),
    path("sessions/<number:session>/rounds/", bulk.SessionRounds.as_view(), name="bulk"),
    path("sessions/<number:session>/matches/", matches.Matches.as_view(), name="matches"),
    path("matches/<number:match>/", matches.OneMatch.as_view(), name="match"),
    path("matches/<number:match>/record/", matches.MatchRecord.as_view(), name="record"),
    path("matches/<number:match>/rounds/", rounds.Rounds.as_view(), name="rounds"),
    path("matches/<number:match>/rounds/<number:number>/", rounds.OneRound.as_view(), name="round"),
    path(
        "matches/<number:match>/rounds/check/", corrections.RoundCheck.as_view(), name="round_check"
    ),
    path(
        "matches/<number:match>/rounds/<number:number>/effects/",
        corrections.CorrectionEffects.as_view(),
        name="effects",
    ),
    path(
        "matches/<number:match>/rounds/<number:number>/versions/",
        corrections.RoundVersions.as_view(),
        name="round_versions",
    ),
    path("matches/<number:match>/code/", table_codes.OneTableCode.as_view(), name="table_code"),
    path("matches/<number:match>/tokens/", tokens.TableTokens.as_view(), name="table_tokens"),
    path(
        "matches/<number:match>/tokens/<number:token>/",
        tokens.OneTableToken.as_view(),
        name="table_token",
    ),
    path("matches/<number:match>/stop/", stops.Stop.as_view(), name="stop"),
    path("matches/<number:match>/resume/", stops.Resume.as_view(), name="resume"),
    path("matches/<number:match>/postpone/", stops.Postpone.as_view(), name="postpone"),
    path("matches/<number:match>/go_on/", stops.GoOn.as_view(), name="go_on"),
    path(
        "matches/<number:match>/confirmations/",
        results.Confirmations.as_view(),
        name="confirmations",
    ),
    path(
        "matches/<number:match>/confirmations/<number:number>/",
        results.OneConfirmation.as_view(),
        name="confirmation",
    ),
    path("matches/<number:match>/disputes/", results.Disputes.as_view(), name="disputes"),
    path(f"{DISPUTE}/withdraw/", results.Withdraw.as_view(), name="withdraw_dispute"),
    path(f"{DISPUTE}/decide/", results.Decide.as_view(), name="decide_dispute"),
    path(f"{DISPUTE}/reopen/", results.Reopen.as_view(), name="reopen_dispute"),
    path("clubs/<slug:club>/tournaments/", tournaments.Tournaments.as_view(), name="tournaments"),
    path(f"{TOURNAMENT}/", tournaments.OneTournament.as_view(), name="tournament"),
    path(f"{TOURNAMENT}/precheck/", tournaments.Precheck.as_view(), name="precheck"),
    path(f"{TOURNAMENT}/incidents/", tournaments.Incidents.as_view(), name="incidents"),
    path(f"{TOURNAMENT}/bracket/", tournaments.Bracket.as_view(), name="bracket"),
    path(f"{TOURNAMENT}/entrants/", entrants.Entrants.as_view(), name="entrants"),
    path(f"{TOURNAMENT}/entrants/<number:player>/", entrants.OneEntrant.as_view(), name="entrant"),
    path(f"{TOURNAMENT}/check_in/", entrants.CheckIn.as_view(), name="check_in"),
    path(f"{TOURNAMENT}/drop_out/", entrants.DropOut.as_view(), name="drop_out"),
    path(f"{TOURNAMENT}/return/", entrants.Return.as_view(), name="return"),
    path(f"{TOURNAMENT}/substitute/", entrants.Substitute.as_view(), name="substitute"),
    path(f"{TOURNAMENT}/wishes/", entrants.Wishes.as_view(), name="wishes"),
    path(f"{TOURNAMENT}/wishes/<number:number>/", entrants.OneWish.as_view(), name="wish"),
    path(f"{TOURNAMENT}/sittings/", sittings.Sittings.as_view(), name="sittings"),
    path(f"{SITTING}/", sittings.OneSitting.as_view(), name="sitting"),
    path(f"{SITTING}/plan/", sittings.SittingPlan.as_view(), name="plan"),
    path(f"{SITTING}/what_if/", sittings.WhatIf.as_view(), name="what_if"),
    path(f"{SITTING}/state/", sittings.State.as_view(), name="state"),
    path(f"{SITTING}/publish/", sittings.Publish.as_view(), name="publish"),
    path(f"{SITTING}/withdraw/", sittings.Withdraw.as_view(), name="withdraw_sitting"),
    path(f"{SITTING}/clock/", sittings.Clock.as_view(), name="clock"),
    path(f"{SITTING}/no_show/", sittings.NoShow.as_view(), name="no_show"),
    path(f"{SITTING}/tables/<number:number>/", sittings.OneTable.as_view(), name="sitting_table"),
    path("tokens/", tokens.Tokens.as_view(), name="tokens"),
    path("tokens/<number:token>/", tokens.OneToken.as_view(), name="token"),
    path("archives/", archives.Archives.as_view(), name="archives"),
    path("jobs/<number:job>/", jobs.OneJob.as_view(), name="job"),
    path("jobs/<number:job>/file/", jobs.MadeFile.as_view(), name="job_file"),
    path("schema/", docs.Schema.as_view(), name="schema"),
    path("docs/", docs.page, name="docs"),
    path("", errors.unknown, name="unknown"),
    path("<path:rest>", errors.unknown, name="unknown"),
]
