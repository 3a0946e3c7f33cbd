"""Compression of answers, for servers without a proxy that does it."""

import re

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware

# zip files, pictures and fonts are compressed already
COMPRESSIBLE = re.compile(r"text/|image/svg|application/([a-z.]+\+)?(json|xml|javascript|yaml)\b")


class CompressionMiddleware(GZipMiddleware):
    """A middleware that compresses texts; downloads that are streamed stay as they are. It makes
    entity tags weak, and adds random bytes, so that lengths reveal no secret of a page (BREACH)."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if response.streaming or not is_compressible(response):
            return response
        compressed: HttpResponseBase = super().process_response(request, response)
        return compressed


def is_compressible(response: HttpResponseBase) -> bool:
    return bool(COMPRESSIBLE.match(response.headers.get("Content-Type", "")))
