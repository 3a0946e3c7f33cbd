"""Archives of whole clubs: export, and import as a new club."""

from tempfile import TemporaryFile
from typing import IO, Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import APIException, UnsupportedMediaType
from rest_framework.request import Request
from rest_framework.response import Response

from api.exchange import jobs
from api.exchange.jobs import JobOutput
from api.http import bodies
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.errors import invalid
from league.models import User
from league.operations.exchange import archives
from league.operations.exchange.archive import archive_jobs
from league.operations.exchange.archive.file_format import MEDIA_TYPE
from league.permissions import Action

MEMBERS = OpenApiParameter(
    "members",
    bool,
    description="If `true`, members who share a club with you on this server get their roles.",
)


class Exports(Resource):
    conflicts = ("POST",)

    @extend_schema(summary="Export a club as an archive", request=None, responses={202: JobOutput})
    def post(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.OWN)
        return jobs.started(archives.start_export(club_row, by=request.user), request)


class Archives(Resource):
    conflicts = ("POST",)
    queries = {"POST": ["members"]}
    file: IO[bytes]

    @extend_schema(
        summary="Import an archive as a new club that you own",
        operation_id="archives_create",
        parameters=[MEMBERS],
        request={MEDIA_TYPE: OpenApiTypes.BINARY},
        responses={202: JobOutput},
    )
    def post(self, request: ApiRequest) -> Response:
        members = _flag(request, "members")
        job = archives.start_import(
            archive_jobs.chunks(self.file), by=request.user, members=members
        )
        return jobs.started(job, request)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        with TemporaryFile() as self.file:
            return super().dispatch(request, *args, **kwargs)

    def load(self, request: HttpRequest) -> APIException | None:
        """Leave the body unread until the caller is authenticated."""
        return None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        try:
            super().initial(request, *args, **kwargs)
            if request.method == "POST" and isinstance(request.user, User):
                permissions.require_unbound(request.user)
            if request.method == "POST" and request.content_type != MEDIA_TYPE:
                raise UnsupportedMediaType(
                    request.content_type, _("Send an archive as application/zip.")
                )
        except Exception:
            bodies.drain(request._request)
            raise
        if request.method == "POST":
            bodies.spool(request._request, self.file, settings.ARCHIVE_BYTES)


def _flag(request: Request, name: str) -> bool:
    value = request.query_params.get(name, "false")
    if value not in {"true", "false"}:
        raise invalid("not_a_flag", name, _("Send true or false."))
    return value == "true"
