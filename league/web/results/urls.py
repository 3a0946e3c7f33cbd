"""The addresses of this room."""

from django.urls import path

from league.web.results import (
    corrections,
    leaving,
    manage_match,
    results,
    season_closing,
    seats,
)

urlpatterns = [
    path("desk/seasons/<int:pk>/close/", season_closing.close_season, name="close_season"),
    path("desk/matches/<int:pk>/manage/", manage_match.manage_match, name="manage_match"),
    path("desk/matches/<int:pk>/result/", results.result, name="result"),
    path("desk/matches/<int:pk>/leaving/", leaving.leaving, name="player_leaves"),
    path("desk/matches/<int:pk>/seats/", seats.seats, name="true_seats"),
    path("desk/matches/<int:pk>/corrections/", corrections.corrections, name="corrections"),
]
