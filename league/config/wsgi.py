"""The WSGI application."""

import gc
import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from league.server.process.base_path import UnderPath

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
gc.disable()  # none of these imports becomes garbage: a fifth of the start
application = UnderPath(get_wsgi_application(), settings.BASE_PATH)

from league.server.process.warm_up import warm_up  # noqa: E402 - imports models, which are there now

warm_up()
gc.enable()
