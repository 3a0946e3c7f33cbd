"""Old links to a club, after its address has changed."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponseBase, HttpResponsePermanentRedirect
from django.urls import reverse

from league.operations.people import club_addresses
from league.permissions import may_read

READING = frozenset({"GET", "HEAD"})


class FormerAddressMiddleware:
    """Redirects pages of a club, public or of its desk, from its former address to the present one.

    A form that was opened before the change is accepted at the former address. Browsers have to ask
    again each time, since a club may go back to an address that it had.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, args: Any, kwargs: dict[str, Any]
    ) -> HttpResponseBase | None:
        if "slug" not in kwargs or request.method not in READING:
            return None
        club = club_addresses.club_formerly_at(kwargs["slug"])
        if club is None or request.resolver_match is None or not may_read(request.user, club):
            return None
        address = reverse(request.resolver_match.view_name, kwargs={**kwargs, "slug": club.slug})
        query = request.META.get("QUERY_STRING")
        response = HttpResponsePermanentRedirect(f"{address}?{query}" if query else address)
        response["Cache-Control"] = "no-cache"
        return response
