"""The account of the caller."""

from typing import Any

from django.conf import settings
from django.db import transaction
from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import entity_tags, resource
from api.http.fields import Choice, Input, Text
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.models import User
from league.operations.people import accounts

LANGUAGES = ["", *(code for code, _name in settings.LANGUAGES)]


class AccountInput(Input):
    name = Text(help_text="Name of the account. At most 100 characters.")
    language = Choice(
        choices=LANGUAGES,
        allow_blank=True,
        help_text="Language of e-mails. Empty: the language of the browser.",
    )


class AccountOutput(serializers.Serializer[User]):
    email = serializers.CharField(
        help_text="Can only be changed on the web, because it has to be confirmed."
    )
    name = serializers.CharField()
    language = serializers.CharField(allow_blank=True)


class Account(Resource):
    tagged = True

    @extend_schema(summary="Get your account", responses=AccountOutput)
    def get(self, request: ApiRequest) -> HttpResponseBase:
        content = write(request.user)
        tag = entity_tags.of_content(content)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(content, tag)

    @extend_schema(summary="Update your account", request=AccountInput, responses=AccountOutput)
    def patch(self, request: ApiRequest) -> Response:
        permissions.require_unbound(request.user)
        changes = resource.read(request, AccountInput, partial=True)
        with transaction.atomic():
            user = resource.locked(request.user)
            entity_tags.require_content(request, write(user))
            content = write(accounts.update(user, **changes))
        return entity_tags.tagged(content, entity_tags.of_content(content))


def write(user: User) -> Any:
    return AccountOutput(user).data
