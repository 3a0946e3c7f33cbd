"""Responses with the files of jobs."""

from django.http import StreamingHttpResponse
from django.utils.http import content_disposition_header

from league.models import JobFile
from league.operations.support import jobs


def download_response(file: JobFile) -> StreamingHttpResponse:
    """Return a file of a job as a download that is sent part by part. It is private to this person,
    so no cache may store it."""
    headers = {
        "Content-Length": str(file.size),
        "Content-Disposition": content_disposition_header(True, file.name) or "attachment",
        "Cache-Control": "private, no-store",
    }
    return StreamingHttpResponse(jobs.content(file), content_type=file.media_type, headers=headers)
