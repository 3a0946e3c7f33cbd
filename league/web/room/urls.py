"""The addresses of this room."""

from collections.abc import Callable

from django.http import HttpResponseBase
from django.urls import URLPattern, path

from league.web.room import room


def _of_occasion(rest: str, view: Callable[..., HttpResponseBase], name: str) -> list[URLPattern]:
    """Return the address of a page that evenings and tournaments share."""
    return [
        path(f"desk/{kind}s/<int:pk>/{rest}", view, {"kind": kind}, name=name)
        for kind in ("session", "tournament")
    ]


urlpatterns = [
    *_of_occasion("announcements/", room.announce, "announce"),
    *_of_occasion(
        "announcements/<int:number>/remove/", room.remove_announcement, "remove_announcement"
    ),
    *_of_occasion("calls/<int:match>/done/", room.finish_call, "finish_call"),
]
