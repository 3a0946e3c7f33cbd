"""The two forms of a line in the log. Neither holds a secret or an address of mail."""

import json
import logging
from datetime import UTC, datetime

from league.config import request_ids
from league.config.redaction import redact


class TextFormatter(logging.Formatter):
    """Lines for people; a traceback follows its line."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name} [{request_id}]: {message}", style="{")

    def format(self, record: logging.LogRecord) -> str:
        record.request_id = request_ids.current() or "-"
        return redact(super().format(record))


class JsonFormatter(logging.Formatter):
    """One JSON object per record, on one line, for programs."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "request_id": request_ids.current(),
            "exception": self.formatException(record.exc_info) if record.exc_info else "",
        }
        return json.dumps({name: redact(value) for name, value in line.items() if value})
