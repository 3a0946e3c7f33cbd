"""The addresses of this room."""

from django.urls import path

from league.web.ladders import ladder_desk, ladder_page

urlpatterns = [
    path("ladders/<int:pk>/", ladder_page.ladder_page, name="ladder"),
    path("ladders/<int:pk>/<int:number>/", ladder_page.ladder_page, name="ladder_period"),
    path("desk/clubs/<slug:slug>/ladders/", ladder_desk.ladders_of_club, name="desk_ladders"),
    path("desk/ladders/<int:pk>/", ladder_desk.manage_ladder, name="desk_ladder"),
    path("desk/ladders/<int:pk>/next/", ladder_desk.next_period, name="next_period"),
    path("desk/ladders/<int:pk>/play_off/", ladder_desk.play_off, name="play_off"),
    path("desk/ladders/<int:pk>/evenings/", ladder_desk.open_evenings, name="ladder_evenings"),
    path("desk/ladders/<int:pk>/wish/", ladder_desk.wish, name="ladder_wish"),
    path("desk/ladders/<int:pk>/take_back/", ladder_desk.take_back, name="take_back"),
]
