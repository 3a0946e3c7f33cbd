"""The log of gunicorn's own processes, in the form of all other lines."""

from logging.config import dictConfig
from typing import Any

from django.conf import settings
from gunicorn.glogging import Logger


class ServerLog(Logger):
    """Hands gunicorn's lines to the handlers of the product instead of its own."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        dictConfig(settings.LOGGING)
        self.error_log.handlers.clear()
        self.error_log.propagate = True
