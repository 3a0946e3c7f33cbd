"""The code that is typed at a table to enter its rounds on a phone."""

from typing import Any

from django.urls import get_script_prefix
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http.fields import local
from api.http.old_names import OldNames
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.errors import NotFound
from league.models import Match, TableCode
from league.operations.matches import table_codes
from league.permissions import Action


class CodeOfTableOutput(OldNames):
    old_names = {"issued_by": "created_by"}
    code = serializers.CharField(
        help_text="Code such as `K7QX-3MPD`. Case and the dash are ignored."
    )
    address = serializers.URLField(help_text="URL of the page of the table, for a QR code.")
    match = serializers.IntegerField()
    created_by = serializers.CharField(
        allow_null=True, help_text="Name of the account that the code acts for."
    )
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(
        help_text="When the code expires: the morning after the session."
    )


class OneTableCode(Resource):
    @extend_schema(summary="Get the current code of a table", responses=CodeOfTableOutput)
    def get(self, request: ApiRequest, match: int) -> Response:
        match_row = permissions.find_match(request.user, match, Action.SUBMIT)
        club = match_row.session.season.club
        permissions.require_secret(request.user, club, permissions.TABLE_CODE)
        code = table_codes.of_match(match_row)
        if code is None:
            raise NotFound(_("There is nothing here."))
        return Response(write(request, code, match_row))

    @extend_schema(
        summary="Create or replace the code of a table",
        request=None,
        responses={201: CodeOfTableOutput},
    )
    def post(self, request: ApiRequest, match: int) -> Response:
        match_row = permissions.find_match(request.user, match, Action.SUBMIT)
        code = table_codes.renew(match_row, by=request.user, under=request.auth)
        return Response(write(request, code, match_row), 201)

    @extend_schema(summary="Revoke the code of a table", responses={204: None})
    def delete(self, request: ApiRequest, match: int) -> Response:
        match_row = permissions.find_match(request.user, match, Action.SUBMIT)
        table_codes.revoke(match_row, by=request.user)
        return Response(status=204)


def write(request: ApiRequest, code: TableCode, match: Match) -> dict[str, Any]:
    zone, token = match.session.season.club.timezone, code.token
    assert token.expires_at is not None, "a token of a table has an end"
    content = {
        "code": str(code),
        "address": request.build_absolute_uri(f"{get_script_prefix()}t/{code}/"),
        "match": match.pk,
        "created_by": token.user.name or None,
        "created_at": local(token.created_at, zone),
        "expires_at": local(token.expires_at, zone),
    }
    return CodeOfTableOutput.with_old_names(content)
