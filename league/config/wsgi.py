"""The WSGI application."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from league.config.base_path import UnderPath

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
application = UnderPath(get_wsgi_application(), settings.BASE_PATH)
get_resolver().url_patterns  # noqa: B018 - imports all views now instead of in a first request
