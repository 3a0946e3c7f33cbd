"""The two forms of a line in the log. Neither holds a secret or an address of mail."""

import json
import logging
from datetime import UTC, datetime
from typing import Any

from database import outage, replica
from league.server.watching import request_ids
from league.server.watching.redaction import redact


class OutageOnce(logging.Filter):
    """Logs one line for an outage of the database, not each request and task that meets it."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if error is None or not outage.is_outage(error):
            return True
        if not replica.is_reading():  # what fails there is tried on the primary
            outage.begin(error)
        return False


class TextFormatter(logging.Formatter):
    """Lines for people; a traceback follows its line, unless `has_traceback` is False."""

    def __init__(self, *, has_traceback: bool = True) -> None:
        super().__init__("{asctime} {levelname} {name} [{request_id}]: {message}", style="{")
        self.has_traceback = has_traceback

    def format(self, record: logging.LogRecord) -> str:
        record.request_id = request_ids.current() or "-"
        return redact(super().format(record))

    def formatException(self, ei: Any) -> str:  # the name of the library
        return super().formatException(ei) if self.has_traceback else ""


class JsonFormatter(logging.Formatter):
    """One JSON object per record, on one line, for programs."""

    def __init__(self, *, has_traceback: bool = True) -> None:
        super().__init__()
        self.has_traceback = has_traceback

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "request_id": request_ids.current(),
            "exception": self.formatException(record.exc_info)
            if record.exc_info and self.has_traceback
            else "",
        }
        return json.dumps({name: redact(value) for name, value in line.items() if value})
