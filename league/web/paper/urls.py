"""The addresses of this room."""

from django.urls import path

from league.web.paper import paper
from league.web.standings.shared import OF_LEAGUE

urlpatterns = [
    path("seasons/<int:pk>/players/<int:player>/report.pdf", paper.report, name="report"),
    path(
        "seasons/<int:pk>/<slug:game>/players/<int:player>/report.pdf",
        paper.report,
        name="report_game",
    ),
    path(
        "leagues/<int:pk>/players/<int:player>/report.pdf",
        paper.report,
        OF_LEAGUE,
        name="league_player_report",
    ),
    path(
        "leagues/<int:pk>/<slug:game>/players/<int:player>/report.pdf",
        paper.report,
        OF_LEAGUE,
        name="league_player_report_game",
    ),
    path("desk/sessions/<int:pk>/paper/", paper.session_papers, name="evening_paper"),
    path("desk/sessions/<int:pk>/paper.zip", paper.session_archive, name="evening_paper_zip"),
    path(
        "desk/sessions/<int:pk>/paper/<slug:kind>.pdf",
        paper.session_file,
        name="evening_paper_file",
    ),
    path("desk/seasons/<int:pk>/paper/", paper.season_papers, name="season_paper"),
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
    path("desk/leagues/<int:pk>/paper/", paper.league_papers, name="league_paper"),
    path(
        "desk/leagues/<int:pk>/paper/standings.pdf",
        paper.standings,
        OF_LEAGUE,
        name="league_paper_standings",
    ),
    path(
        "desk/leagues/<int:pk>/paper/certificates.pdf",
        paper.season_certificates,
        OF_LEAGUE,
        name="league_certificates",
    ),
    path(
        "desk/leagues/<int:pk>/paper/report.pdf",
        paper.season_report,
        OF_LEAGUE,
        name="league_report",
    ),
]
