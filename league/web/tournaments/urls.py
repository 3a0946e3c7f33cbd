"""The addresses of this room."""

from django.urls import path

from league.web.tournaments import (
    own_rounds,
    script_desk,
    sitting_desk,
    tournament_desk,
    tournament_page,
)

urlpatterns = [
    path("tournaments/<int:pk>/", tournament_page.tournament_page, name="tournament"),
    path("tournaments/<int:pk>/skip/", own_rounds.skip_round, name="skip_round"),
    path("tournaments/<int:pk>/live/", tournament_page.piece, name="tournament_piece"),
    path("desk/clubs/<slug:slug>/tournaments/", tournament_desk.add, name="add_tournament"),
    path("desk/tournaments/<int:pk>/", tournament_desk.manage_tournament, name="desk_tournament"),
    path("desk/tournaments/<int:pk>/parts/", tournament_desk.parts, name="tournament_parts"),
    path("desk/tournaments/<int:pk>/plan/", tournament_desk.settings, name="tournament_settings"),
    path("desk/tournaments/<int:pk>/script/", script_desk.script, name="tournament_script"),
    path("desk/tournaments/<int:pk>/here/", tournament_desk.check_in, name="arrive"),
    path("desk/tournaments/<int:pk>/people/", tournament_desk.people, name="tournament_people"),
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
        "desk/tournaments/<int:pk>/entrants/<int:player>/",
        tournament_desk.manage_entrant,
        name="entrant",
    ),
    path("desk/tournaments/<int:pk>/draw/", sitting_desk.draw, name="draw_sitting"),
    path("desk/tournaments/<int:pk>/discard/", sitting_desk.discard, name="discard_draw"),
    path("desk/sittings/<int:pk>/", sitting_desk.manage_sitting, name="desk_sitting"),
    path("desk/sittings/<int:pk>/parts/<slug:name>/", sitting_desk.part, name="sitting_part"),
    path("desk/sittings/<int:pk>/do/", sitting_desk.act, name="sitting_do"),
    path("desk/sittings/<int:pk>/swap/", sitting_desk.swap, name="sitting_swap"),
    path("desk/sittings/<int:pk>/tables/<int:number>/", sitting_desk.table, name="sitting_table"),
]
