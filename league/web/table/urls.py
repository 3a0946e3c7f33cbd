"""The addresses of this room."""

from django.urls import path

from league.web.table import moves, table, table_codes

urlpatterns = [
    path("t/", table.start, name="table_start"),
    path("t/manifest.webmanifest", table.manifest, name="table_manifest"),
    path("t/<code>/", table.table_page, name="table"),
    path("t/<code>/stand/", table.totals, name="table_stand"),
    path("t/<code>/call/", table.call, name="table_call"),
    path("t/<code>/last/", table.last, name="table_last"),
    path("t/<code>/rounds/", table.rounds, name="table_rounds"),
    path("t/<code>/moves/", moves.enter, name="table_moves"),
    path("t/<code>/preview/", table.preview, name="table_preview"),
    path("t/<code>/rematch/", table.rematch, name="table_rematch"),
    path("t/<code>/result/", table.result, name="table_result"),
    path("desk/sessions/<int:pk>/cards/", table_codes.cards, name="table_cards"),
    path("desk/matches/<int:pk>/code/", table_codes.code, name="table_code"),
    path("desk/matches/<int:pk>/code/revoke/", table_codes.revoke, name="revoke_code"),
]
