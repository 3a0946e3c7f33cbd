"""The addresses of this room."""

from django.urls import path

from league.web.standings import (
    awards_page,
    club_awards,
    comparison,
    head_to_head,
    house_rules,
    leagues,
    origin,
    penalties,
    player_page,
    schemes,
    season_page,
    team_pages,
    teams,
    worker_staleness,
)
from league.web.standings.shared import OF_LEAGUE

urlpatterns = [
    path("seasons/<int:pk>/", season_page.season_page, name="season"),
    path("seasons/<int:pk>/awards/", awards_page.awards, name="awards"),
    path("clubs/<slug:slug>/awards/", club_awards.club_awards, name="club_awards"),
    path("desk/clubs/<slug:slug>/awards/", club_awards.awards_desk, name="desk_awards"),
    path("desk/awards/<int:pk>/", club_awards.manage_award, name="desk_award"),
    path("seasons/<int:pk>/table/", season_page.season_table, name="season_table"),
    path("seasons/<int:pk>/comparison/", comparison.comparison, name="comparison"),
    path("seasons/<int:pk>/<slug:game>/", season_page.season_page, name="season_game"),
    path("seasons/<int:pk>/<slug:game>/comparison/", comparison.comparison, name="comparison_game"),
    path("seasons/<int:pk>/<slug:game>/table/", season_page.season_table, name="season_game_table"),
    path("seasons/<int:pk>/players/<int:player>/", origin.origin_page, name="origin"),
    path(
        "seasons/<int:pk>/<slug:game>/players/<int:player>/", origin.origin_page, name="origin_game"
    ),
    path("team-tables/<int:pk>/", team_pages.team_table, name="team_table"),
    path("teams/<int:pk>/", team_pages.team, name="team"),
    path("leagues/<int:pk>/", season_page.league_page, name="league"),
    path("leagues/<int:pk>/awards/", awards_page.awards, OF_LEAGUE, name="league_awards"),
    path("leagues/<int:pk>/table/", season_page.league_table, name="league_table"),
    path("leagues/<int:pk>/comparison/", comparison.of_league, name="league_comparison"),
    path("leagues/<int:pk>/players/<int:player>/", origin.league_origin, name="league_origin"),
    path("leagues/<int:pk>/<slug:game>/", season_page.league_page, name="league_game"),
    path("leagues/<int:pk>/<slug:game>/table/", season_page.league_table, name="league_game_table"),
    path(
        "leagues/<int:pk>/<slug:game>/comparison/",
        comparison.of_league,
        name="league_comparison_game",
    ),
    path(
        "leagues/<int:pk>/<slug:game>/players/<int:player>/",
        origin.league_origin,
        name="league_origin_game",
    ),
    path("players/<int:pk>/", player_page.player_page, name="player"),
    path("players/<int:pk>/against/", head_to_head.everybody, name="all_met"),
    path("players/<int:pk>/against/<int:other>/", head_to_head.pair, name="against"),
    path(
        "desk/clubs/<slug:slug>/standings/", worker_staleness.club_staleness, name="desk_standings"
    ),
    path("desk/seasons/<int:pk>/rules/", house_rules.season_rules, name="season_rules"),
    path("desk/seasons/<int:pk>/scheme/", schemes.scheme, name="desk_scheme"),
    path("desk/seasons/<int:pk>/penalties/", penalties.penalties, name="penalties"),
    path("desk/seasons/<int:pk>/penalties/<int:number>/lift/", penalties.lift, name="lift"),
    path("desk/seasons/<int:pk>/leagues/", leagues.season_leagues, name="desk_leagues"),
    path("desk/seasons/<int:pk>/teams/", teams.manage_teams, name="season_teams"),
    path("desk/leagues/<int:pk>/teams/", teams.manage_teams, OF_LEAGUE, name="league_teams"),
    path("desk/teams/<int:pk>/", teams.manage_team, name="desk_team"),
    path("desk/leagues/<int:pk>/", leagues.manage_league, name="desk_league"),
    path("desk/leagues/<int:pk>/scheme/", schemes.scheme, OF_LEAGUE, name="league_scheme"),
    path("desk/leagues/<int:pk>/lots/", penalties.tiebreak_draws, OF_LEAGUE, name="league_lots"),
    path(
        "desk/leagues/<int:pk>/lots/<slug:game>/",
        penalties.tiebreak_draws,
        OF_LEAGUE,
        name="league_lots_game",
    ),
    path("desk/seasons/<int:pk>/lots/", penalties.tiebreak_draws, name="lots"),
    path("desk/seasons/<int:pk>/lots/<slug:game>/", penalties.tiebreak_draws, name="lots_game"),
]
