"""The addresses of this room."""

from django.urls import path

from league.web.matches import follow, match_page, moves, rematches, round_entry, round_grid, upload

urlpatterns = [
    path("matches/<int:pk>/", match_page.match_page, name="match"),
    path("matches/<int:pk>/live/", match_page.match_piece, name="match_piece"),
    path("matches/<int:pk>/rounds/<int:number>/", match_page.replay, name="replay"),
    path("matches/<int:pk>/rounds/<int:number>/step/", match_page.replay_step, name="replay_step"),
    path("matches/<int:pk>/follow/", follow.follow_page, name="follow"),
    path("matches/<int:pk>/follow/live/", follow.follow_piece, name="follow_piece"),
    path("desk/matches/<int:pk>/moves/", moves.enter, name="moves"),
    path("desk/matches/<int:pk>/upload/", upload.upload, name="upload_rounds"),
    path("desk/sessions/<int:pk>/results/", round_grid.session_results, name="session_results"),
    path("desk/sittings/<int:pk>/results/", round_grid.sitting_results, name="sitting_results"),
    path("desk/matches/<int:pk>/rematch/", rematches.start_rematch, name="rematch"),
    path("desk/matches/<int:pk>/rounds/<int:number>/", round_entry.round_, name="round"),
    path("desk/matches/<int:pk>/rounds/<int:number>/preview/", round_entry.preview, name="preview"),
]
