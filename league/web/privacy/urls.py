"""The addresses of this room."""

from django.urls import path

from league.web.privacy import erasing, my_data, privacy_page

urlpatterns = [
    path("privacy/", privacy_page.privacy, name="privacy"),
    path("account/delete/", erasing.delete_account, name="delete_account"),
    path("desk/data/", my_data.my_data, name="my_data"),
    path("desk/players/<int:pk>/data/", my_data.player_data, name="player_data"),
    path("desk/players/<int:pk>/erase/", erasing.erase_player, name="erase_player"),
]
