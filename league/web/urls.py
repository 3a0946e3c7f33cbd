from django.contrib.auth.views import LogoutView
from django.urls import path

from league.web import accounts, desk, entry, public

app_name = "web"
urlpatterns = [
    # everybody
    path("", public.home, name="home"),
    path("clubs/<slug:slug>/", public.club, name="club"),
    path("seasons/<int:pk>/", public.season, name="season"),
    path("seasons/<int:pk>/table/", public.season_table, name="season_table"),
    path("seasons/<int:pk>/<slug:game>/", public.season, name="season_game"),
    path("seasons/<int:pk>/<slug:game>/table/", public.season_table, name="season_game_table"),
    path("sessions/<int:pk>/", public.session, name="session"),
    path("matches/<int:pk>/", public.match, name="match"),
    path("matches/<int:pk>/rounds/<int:number>/", public.replay, name="replay"),
    path("matches/<int:pk>/rounds/<int:number>/step/", public.replay_step, name="replay_step"),
    path("players/<int:pk>/", public.player, name="player"),
    # signing in
    path("login/", accounts.Login.as_view(), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    # the organiser's desk
    path("desk/", desk.home, name="desk"),
    path("desk/clubs/<slug:slug>/", desk.club, name="desk_club"),
    path("desk/clubs/<slug:slug>/players/", desk.add_player, name="add_player"),
    path("desk/clubs/<slug:slug>/seasons/", desk.add_season, name="add_season"),
    path("desk/clubs/<slug:slug>/members/", desk.add_member, name="add_member"),
    path("desk/players/<int:pk>/", desk.player, name="desk_player"),
    path("desk/seasons/<int:pk>/", desk.season, name="desk_season"),
    path("desk/sessions/<int:pk>/", desk.session, name="desk_session"),
    path("desk/matches/<int:pk>/rounds/<int:number>/", entry.round_, name="round"),
    path("desk/matches/<int:pk>/rounds/<int:number>/preview/", entry.preview, name="preview"),
]
