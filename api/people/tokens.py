"""The tokens of the caller, and the tokens of tables."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import paging, resource
from api.http.fields import Choice, Input, Text, Time, local
from api.http.filters import one_of
from api.http.idempotency import SecretResponse
from api.http.old_names import OldNames
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.errors import NotFound
from league.models import Match, Scope, Token, TokenQuerySet
from league.operations.people import tokens
from league.permissions import Action


class TokenInput(Input):
    name = Text(help_text="Purpose of the token. At most 100 characters.")
    scope = Choice(choices=Scope.values)
    club = Text(
        required=False,
        allow_null=True,
        help_text="`slug` of the only club that the token can access. All clubs by default.",
    )
    expires_at = Time(
        required=False,
        allow_null=True,
        help_text="When the token expires. Not later than the token that creates it.",
    )


class TableTokenInput(Input):
    name = Text(
        required=False,
        allow_blank=True,
        help_text="Name of the token, such as the number of the table.",
    )
    expires_at = Time(
        required=False,
        help_text="When the token expires. Defaults to 18 hours from now; at most one week "
        "from now.",
    )


class TokenOutput(OldNames):
    old_names = {"issued_by": "created_by"}
    id = serializers.IntegerField()
    name = serializers.CharField()
    prefix = serializers.CharField(help_text="First characters of the secret.")
    scope = serializers.ChoiceField(Scope.values)
    club = serializers.CharField(
        allow_null=True,
        help_text="`slug` of the only club that the token can access. `null`: all clubs of "
        "its owner.",
    )
    match = serializers.IntegerField(
        allow_null=True,
        help_text="The only match that the token can access. `null` if not limited to a match.",
    )
    created_by = serializers.CharField(
        allow_null=True, help_text="Name of the account that the token acts for."
    )
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True)
    last_used_at = serializers.DateTimeField(
        allow_null=True, help_text="When the token was last used, to the minute."
    )
    revoked_at = serializers.DateTimeField(allow_null=True)


class NewTokenOutput(TokenOutput):
    secret = serializers.CharField(
        allow_null=True,
        help_text="Secret of the token, shown only once. `null` if the response is a replay.",
    )


class Tokens(Resource):
    is_list = True
    filters = {"scope": one_of("scope", Scope.values)}

    @extend_schema(summary="List your tokens", responses=TokenOutput(many=True))
    def get(self, request: ApiRequest) -> Response:
        return paging.list_response(request, tokens.of(request.user), write)

    @extend_schema(summary="Create a token", request=TokenInput, responses=NewTokenOutput)
    def post(self, request: ApiRequest) -> Response:
        values = resource.read(request, TokenInput)
        return _created(*tokens.make(request.user, under=request.auth, **values))


class OneToken(Resource):
    @extend_schema(summary="Get a token", responses=TokenOutput)
    def get(self, request: ApiRequest, token: int) -> Response:
        return Response(write(_find(tokens.of(request.user), token)))

    @extend_schema(summary="Revoke a token; it stays in the list", responses={204: None})
    def delete(self, request: ApiRequest, token: int) -> Response:
        tokens.revoke(_find(tokens.of(request.user), token), by=request.user)
        return Response(status=204)


class TableTokens(Resource):
    is_list = True

    @extend_schema(summary="List the tokens of a match", responses=TokenOutput(many=True))
    def get(self, request: ApiRequest, match: int) -> Response:
        return paging.list_response(request, tokens.of_table(_match(request, match)), write)

    @extend_schema(
        summary="Create a token that can only enter and correct rounds of this match",
        request=TableTokenInput,
        responses=NewTokenOutput,
    )
    def post(self, request: ApiRequest, match: int) -> Response:
        match_row = _match(request, match)
        values = resource.read(request, TableTokenInput)
        return _created(
            *tokens.make_for_table(match_row, by=request.user, under=request.auth, **values)
        )


class OneTableToken(Resource):
    @extend_schema(summary="Revoke a token of a match", responses={204: None})
    def delete(self, request: ApiRequest, match: int, token: int) -> Response:
        row = _find(tokens.of_table(_match(request, match)), token)
        tokens.revoke(row, by=request.user)
        return Response(status=204)


def write(token: Token) -> dict[str, Any]:
    moments = ("created_at", "expires_at", "last_used_at", "revoked_at")
    content = {
        "id": token.pk,
        "name": token.name,
        "prefix": token.prefix,
        "scope": token.scope,
        "club": token.club.slug if token.club else None,
        "match": token.match_id,
        "created_by": token.user.name or None,
        **{name: (at := getattr(token, name)) and local(at, "UTC") for name in moments},
    }
    return TokenOutput.with_old_names(content)


def _match(request: ApiRequest, match: int) -> Match:
    return permissions.find_match(request.user, match, Action.SUBMIT)


def _find(among: TokenQuerySet, pk: int) -> Token:
    token = among.filter(pk=pk).first()
    if token is None:
        raise NotFound(_("There is nothing here."))
    return token


def _created(token: Token, secret: str) -> SecretResponse:
    return SecretResponse({**write(token), "secret": secret}, 201)
