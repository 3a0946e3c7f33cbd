"""Lists from a cache of bytes. Token, permission and version are read for every request; while the
version stays, the rows and their JSON are those that another caller got before."""

from collections.abc import Callable

from django.http import HttpResponse, HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from api.http import entity_tags
from league.operations.support.response_cache import CachedResponse, CacheKey, ResponseCache

MAX_BYTES = 1_000_000
responses = ResponseCache(64, MAX_BYTES)


def cached_list(request: Request, version: str, make: Callable[[], Response]) -> HttpResponseBase:
    """Return the list at this version, or 304 if the caller has it already. Read the version before
    the rows. The list must be the same for all callers who may read it."""
    tag = f'"{version}"'
    if unchanged := entity_tags.unchanged(request, tag):
        return unchanged
    host = f"{request.scheme}://{request.META.get('HTTP_HOST')}"  # `next` names it
    key = CacheKey(f"{request.accepted_media_type} {host}{request.get_full_path()}", tag)
    if cached := responses.get(key):
        return HttpResponse(cached.body, headers=dict(cached.headers))
    response = make()
    response["ETag"] = tag
    response.add_post_render_callback(lambda rendered: _store(key, rendered))
    return response


def _store(key: CacheKey, response: Response) -> None:
    headers = {"ETag": response["ETag"], "Content-Type": response["Content-Type"]}
    responses.put(key, CachedResponse(headers, bytes(response.content)))
