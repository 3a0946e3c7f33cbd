"""The product's settings for bench/web.py: its own pages and, behind the same middleware, two views
to compare them with. The last middleware counts how often a page is really made."""

from league.config.settings import *  # noqa: F403
from league.config.settings import MIDDLEWARE

ROOT_URLCONF = "bench.web_urls"
MIDDLEWARE.append("bench.web_urls.Counting")
