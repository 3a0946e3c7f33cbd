"""The addresses of this room."""

from django.urls import path

from league.web.sessions import (
    clock,
    closing,
    new_table,
    night,
    night_seating,
    queue_play,
    seating,
    session_desk,
    session_settings,
    table_changes,
    team_draws,
)

urlpatterns = [
    path("desk/seasons/<int:pk>/start/", session_desk.start, name="start_evening"),
    path("desk/sessions/<int:pk>/", session_desk.manage_session, name="desk_session"),
    path("desk/sessions/<int:pk>/parts/", session_desk.parts, name="evening_parts"),
    path("desk/sessions/<int:pk>/here/", session_desk.check_in, name="check_in"),
    path("desk/sessions/<int:pk>/people/", session_desk.people, name="evening_people"),
    path("desk/sessions/<int:pk>/gone/", session_desk.check_out, name="check_out"),
    path("desk/sessions/<int:pk>/night/", night.night, name="night"),
    path("desk/nights/<int:pk>/seat/", night_seating.seat, name="seat_night"),
    path("desk/sessions/<int:pk>/close/", closing.close_session, name="close_evening"),
    path("desk/sessions/<int:pk>/clock/", clock.session_clock_action, name="session_clock"),
    path("desk/matches/<int:pk>/clock/", clock.table_clock_action, name="table_clock"),
    path("desk/sessions/<int:pk>/table/", new_table.new_table, name="new_table"),
    path("desk/sessions/<int:pk>/tables/", table_changes.change_tables, name="change_tables"),
    path("desk/sessions/<int:pk>/teams/", team_draws.draw_teams, name="draw_teams"),
    path("desk/sessions/<int:pk>/seat/", seating.seat, name="seat"),
    path("desk/sessions/<int:pk>/queue/", queue_play.switch, name="queue_play"),
    path("desk/sessions/<int:pk>/queue/seat/", queue_play.seat_next, name="seat_next"),
    path("desk/sessions/<int:pk>/plans/", seating.kept_plans, name="seating_plans"),
    path("desk/sessions/<int:pk>/plans/seating.json", seating.export, name="seating_export"),
    path(
        "desk/sessions/<int:pk>/settings/",
        session_settings.session_settings,
        name="session_settings",
    ),
    path("desk/sessions/<int:pk>/cancel/", session_settings.cancel_session, name="cancel_session"),
    path(
        "desk/sessions/<int:pk>/reinstate/",
        session_settings.reinstate_session,
        name="reinstate_session",
    ),
    path("desk/sessions/<int:pk>/sit_outs/", session_desk.sit_out, name="sit_out"),
    path(
        "desk/sessions/<int:pk>/sit_outs/<int:number>/strike/",
        session_desk.strike_sit_out,
        name="strike_sit_out",
    ),
    path("desk/sessions/<int:pk>/log/<slug:ref>/undo/", session_desk.undo_entry, name="undo"),
    path("desk/sessions/<int:pk>/log/<slug:ref>/redo/", session_desk.redo_entry, name="redo"),
    path("desk/matches/<int:pk>/call_off/", session_desk.call_off, name="call_off"),
]
