"""Addresses of players who were merged into another lead to that one."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect

from league.models import Player
from league.web.support.public_pages import require_reader

View: TypeAlias = Callable[..., HttpResponseBase]


def follow_merges(argument: str) -> Callable[[View], View]:
    """Redirect a view that finds no player; `argument` is the name of its id in the address."""

    def decorate(view: View) -> View:
        @wraps(view)
        def followed(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            try:
                return view(request, *args, **kwargs)
            except Http404:
                merged = Player.every.select_related("club").filter(pk=kwargs[argument]).first()
                if merged is None or merged.merged_into is None or request.resolver_match is None:
                    raise
                require_reader(request, merged.club)
                kwargs[argument] = merged.survivor.pk
                name = request.resolver_match.view_name
                address: HttpResponseBase = redirect(name, permanent=True, **kwargs)
                return address

        return followed

    return decorate
