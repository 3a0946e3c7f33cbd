"""The limit on the size of uploads."""

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler

MARGIN = 1024 * 1024  # for the other fields of the form


class LimitedUploadHandler(FileUploadHandler):
    """Refuses a form with files whose declared size is too large, before anything is stored."""

    def handle_raw_input(
        self,
        input_data: IO[bytes],
        META: Mapping[str, Any],
        content_length: int,
        boundary: str | bytes,
        encoding: str | None = None,
    ) -> None:
        if content_length > settings.ARCHIVE_BYTES + MARGIN:
            raise RequestDataTooBig

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        return raw_data

    def file_complete(self, file_size: int) -> None:
        return None
