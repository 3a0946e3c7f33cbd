"""The addresses of this room."""

from django.urls import path

from league.web.identity import merges

urlpatterns = [
    path("desk/players/<int:pk>/merge/", merges.merge, name="merge_player"),
    path("desk/merges/<int:pk>/undo/", merges.undo_merge, name="undo_merge"),
]
