from django.http import StreamingHttpResponse
from django.utils.http import content_disposition_header

from league.models import JobFile
from league.operations.support import jobs


def answer(file: JobFile) -> StreamingHttpResponse:
    """A file of a job, part by part. It is for this person alone, so that nobody keeps it."""
    headers = {
        "Content-Length": str(file.size),
        "Content-Disposition": content_disposition_header(True, file.name) or "attachment",
        "Cache-Control": "private, no-store",
    }
    return StreamingHttpResponse(jobs.content(file), content_type=file.media_type, headers=headers)
