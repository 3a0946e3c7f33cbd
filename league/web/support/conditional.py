"""Responses that a reader who has them already does not get again."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, set_response_etag


def conditional_response(request: HttpRequest, response: HttpResponse) -> HttpResponseBase:
    """Return 304 if the reader has exactly this response."""
    set_response_etag(response)
    etag = response["ETag"]
    return get_conditional_response(request, etag=etag, response=response) or response
