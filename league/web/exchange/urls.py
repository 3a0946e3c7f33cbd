"""The addresses of this room."""

from django.urls import path

from league.web.exchange import archives, imports, jobs, season_files
from league.web.standings.shared import OF_LEAGUE

urlpatterns = [
    path("seasons/<int:pk>/standings.<slug:suffix>", season_files.standings, name="standings_file"),
    path("seasons/<int:pk>/results.<slug:suffix>", season_files.results, name="results_file"),
    path("seasons/<int:pk>/plays.bgsplay", season_files.plays_of_season, name="season_plays"),
    path(
        "seasons/<int:pk>/<slug:game>/standings.<slug:suffix>",
        season_files.standings,
        name="standings_file_game",
    ),
    path(
        "seasons/<int:pk>/<slug:game>/results.<slug:suffix>",
        season_files.results,
        name="results_file_game",
    ),
    path(
        "leagues/<int:pk>/standings.<slug:suffix>",
        season_files.standings,
        OF_LEAGUE,
        name="league_standings_file",
    ),
    path(
        "leagues/<int:pk>/results.<slug:suffix>",
        season_files.results,
        OF_LEAGUE,
        name="league_results_file",
    ),
    path(
        "leagues/<int:pk>/plays.bgsplay",
        season_files.plays_of_season,
        OF_LEAGUE,
        name="league_plays",
    ),
    path(
        "leagues/<int:pk>/<slug:game>/standings.<slug:suffix>",
        season_files.standings,
        OF_LEAGUE,
        name="league_standings_file_game",
    ),
    path(
        "leagues/<int:pk>/<slug:game>/results.<slug:suffix>",
        season_files.results,
        OF_LEAGUE,
        name="league_results_file_game",
    ),
    path(
        "team-tables/<int:pk>/standings.<slug:suffix>", season_files.teams, name="team_table_file"
    ),
    path("matches/<int:pk>/play.bgsplay", season_files.play, name="match_play"),
    path("desk/clubs/<slug:slug>/imports/", imports.overview, name="imports"),
    path("desk/clubs/<slug:slug>/imports/<int:pk>/", imports.import_, name="import"),
    path("desk/clubs/<slug:slug>/imports/<int:pk>/undo/", imports.undo, name="import_undo"),
    path(
        "desk/clubs/<slug:slug>/imports/samples/<slug:name>/", imports.sample, name="import_sample"
    ),
    path("desk/clubs/<slug:slug>/archive/", archives.archive, name="archive"),
    path("desk/archives/", archives.import_club, name="import_club"),
    path("desk/jobs/<int:pk>/", jobs.job_page, name="job"),
    path("desk/jobs/<int:pk>/progress/", jobs.progress, name="job_progress"),
    path("desk/jobs/<int:pk>/file/", jobs.download_file, name="job_file"),
]
