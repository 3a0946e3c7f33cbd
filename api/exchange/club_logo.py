"""The logo of a club; a job makes it of the picture that is sent."""

from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.exceptions import APIException, UnsupportedMediaType
from rest_framework.response import Response

from api.exchange import jobs
from api.exchange.jobs import JobOutput
from api.http import bodies, entity_tags, resource
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.errors import NotFound
from league.models import Club
from league.operations.people import club_logo, pictures
from league.permissions import Action

PNG = "image/png"
ACCEPTED = (PNG, "image/jpeg", "image/webp")


class ClubLogo(Resource):
    is_public = True
    tagged = True
    any_accept = True
    if_match = ("DELETE",)
    conflicts = ("PUT", "DELETE")
    body_limit = pictures.MOST_BYTES

    @extend_schema(
        summary="Get the logo of a club",
        operation_id="clubs_logo_retrieve",
        responses={(200, PNG): OpenApiResponse(bytes, "PNG image of 512 × 512 pixels.")},
    )
    def get(self, request: ApiRequest, club: str) -> HttpResponseBase:
        club_row = permissions.find_club(request.user, club, Action.READ)
        content = club_logo.find(club_row.pk, club_row.logo_version, club_logo.LARGEST)
        if content is None:
            raise NotFound(_("There is nothing here."))
        tag = _tag(club_row)
        name = content_disposition_header(False, f"{club_row.slug}.png") or "inline"
        headers = {"ETag": tag, "Content-Disposition": name}
        return entity_tags.unchanged(request, tag) or HttpResponse(content, PNG, headers=headers)

    @extend_schema(
        summary="Upload a picture as the logo of a club",
        request=dict.fromkeys(ACCEPTED, OpenApiTypes.BINARY),
        responses={202: JobOutput},
    )
    def put(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.OWN)
        if request.content_type not in ACCEPTED:
            message = _("Send a logo as image/png, image/jpeg or image/webp.")
            raise UnsupportedMediaType(request.content_type, message)
        with transaction.atomic():
            entity_tags.require(request, _tag(resource.locked(club_row)))
            job = club_logo.start(club_row, request.body, by=request.user)
        return jobs.started(job, request)

    @extend_schema(summary="Remove the logo of a club", responses={204: None})
    def delete(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.OWN)
        with transaction.atomic():
            locked_club = resource.locked(club_row)
            entity_tags.require(request, _tag(locked_club))
            club_logo.remove(locked_club, by=request.user)
        return Response(status=204)

    def load(self, request: HttpRequest) -> APIException | None:
        error = super().load(request)
        if isinstance(error, bodies.TooLarge):
            most = pictures.MOST_BYTES // bodies.LIMIT
            return bodies.TooLarge(_("A picture may have at most %(most)s MiB.") % {"most": most})
        return error


def _tag(club: Club) -> str:
    return f'"g{club.pk}.{club.logo_version}"'
