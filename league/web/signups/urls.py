"""The addresses of this room."""

from django.urls import path

from league.web.signups import (
    club_code,
    personal_link,
    self_check_in,
    series,
    sheet_desk,
    sign_up_page,
    sign_up_settings,
)

urlpatterns = [
    path("sessions/<int:pk>/sign-up/", sign_up_page.session, name="session_sign_up"),
    path("sessions/<int:pk>/sign-up/answer/", sign_up_page.answer_session, name="answer_session"),
    path("tournaments/<int:pk>/sign-up/", sign_up_page.tournament, name="tournament_sign_up"),
    path(
        "tournaments/<int:pk>/sign-up/answer/",
        sign_up_page.answer_tournament,
        name="answer_tournament",
    ),
    path("sign-up/", club_code.start, name="sign_up_start"),
    path("sign-up/me/<token>/", personal_link.personal_link, name="personal_link"),
    path("sign-up/me/<token>/now/", personal_link.now, name="personal_link_now"),
    path("sign-up/me/<token>/answer/", personal_link.answer, name="answer_by_link"),
    path("sign-up/club/<code>/", club_code.names, name="sign_up_by_code"),
    path("sign-up/club/<code>/<int:player>/", club_code.by_name, name="sign_up_by_name"),
    path("sign-up/club/<code>/<int:player>/answer/", club_code.answer, name="answer_by_name"),
    path("sign-up/door/<token>/", self_check_in.door, name="door"),
    path("sign-up/door/<token>/people/", self_check_in.people, name="door_people"),
    path("sign-up/door/<token>/own/", self_check_in.check_in_own, name="check_in_own"),
    path("account/evenings/", sign_up_page.my_evenings, name="my_evenings"),
    path("account/evenings/answer/", sign_up_page.answer_evening, name="answer_evening"),
    path(
        "desk/clubs/<slug:slug>/sign-ups/",
        sign_up_settings.sign_up_settings,
        name="sign_up_settings",
    ),
    path(
        "desk/clubs/<slug:slug>/sign-ups/code/",
        sign_up_settings.renew_code,
        name="renew_sign_up_code",
    ),
    path("desk/clubs/<slug:slug>/sign-ups/links/", sign_up_settings.links, name="personal_links"),
    path("desk/players/<int:pk>/link/", sign_up_settings.player_link, name="player_link"),
    path("desk/sessions/<int:pk>/sign-ups/", sheet_desk.session_sheet, name="session_sheet"),
    path(
        "desk/tournaments/<int:pk>/sign-ups/", sheet_desk.tournament_sheet, name="tournament_sheet"
    ),
    path("desk/sign-ups/<int:pk>/", sheet_desk.sheet, name="sign_up_sheet"),
    path("desk/sign-ups/<int:pk>/list/", sheet_desk.part, name="sign_up_list"),
    path("desk/sign-ups/<int:pk>/people/", sheet_desk.people, name="sign_up_people"),
    path("desk/sign-ups/<int:pk>/do/", sheet_desk.act, name="sign_up_do"),
    path("desk/sessions/<int:pk>/door/", self_check_in.session_door, name="session_door"),
    path("desk/seasons/<int:pk>/series/", series.series, name="series"),
]
