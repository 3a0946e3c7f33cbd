"""Headers with which browsers let pages of other sites read public answers (CORS). No cookie is
ever used here, so every site may read them, also with a token of its own."""

from django.http import HttpResponse, HttpResponseBase

REQUEST_HEADERS = "Authorization, Accept-Language, If-None-Match, Last-Event-ID"
RESPONSE_HEADERS = "ETag, Link, RateLimit, RateLimit-Policy, Retry-After"
DAY = "86400"  # seconds


def allow(response: HttpResponseBase) -> None:
    response["Access-Control-Allow-Origin"] = "*"
    response["Access-Control-Expose-Headers"] = RESPONSE_HEADERS


def preflight() -> HttpResponse:
    """Return the answer to the question of a browser before it sends a request with headers."""
    response = HttpResponse(status=204)
    allow(response)
    response["Access-Control-Allow-Methods"] = "GET, HEAD"
    response["Access-Control-Allow-Headers"] = REQUEST_HEADERS
    response["Access-Control-Max-Age"] = DAY
    return response
