from typing import Any

from django.conf import settings
from django.db import transaction
from django.http import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import entity_tags, paging, resource
from api.http.fields import Choice, Input, Text
from api.http.filters import holds
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.models import Club
from league.operations.people import clubs
from league.permissions import Action

LANGUAGES = [code for code, _name in settings.LANGUAGES]


class ClubInput(Input):
    name = Text(help_text="At most 100 characters.")
    timezone = Text(required=False, max_length=64, help_text="Such as `Europe/Paris`, the default.")
    language = Choice(choices=LANGUAGES, required=False, help_text="Of its pages; default `fr`.")


class ClubOutput(serializers.Serializer[Club]):
    slug = serializers.CharField()
    name = serializers.CharField()
    timezone = serializers.CharField()
    language = serializers.ChoiceField(LANGUAGES)


class Clubs(Resource):
    filters = {"name": holds("name")}
    orders = ("name",)

    @extend_schema(summary="Your clubs", responses=ClubOutput(many=True))
    def get(self, request: ApiRequest) -> Response:
        return paging.list_response(request, Club.objects.visible_to(request.user), write)

    @extend_schema(summary="A new club, which you own", request=ClubInput, responses=ClubOutput)
    def post(self, request: ApiRequest) -> Response:
        permissions.require_unbound(request.user)
        club = clubs.create(by=request.user, **resource.read(request, ClubInput))
        location = reverse("api:club", args=[club.slug])
        return resource.created(write(club), location, tag_of(club))


class OneClub(Resource):
    tagged = True

    @extend_schema(summary="A club", responses=ClubOutput)
    def get(self, request: ApiRequest, club: str) -> HttpResponseBase:
        club_row = permissions.club(request.user, club, Action.VIEW)
        tag = tag_of(club_row)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(write(club_row), tag)

    @extend_schema(summary="Change a club", request=ClubInput, responses=ClubOutput)
    def patch(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.club(request.user, club, Action.OWN)
        changes = resource.read(request, ClubInput, partial=True)
        with transaction.atomic():
            club_row = resource.locked(club_row)
            entity_tags.require_content(request, write(club_row))
            club_row = clubs.update(club_row, **changes)
        return entity_tags.tagged(write(club_row), tag_of(club_row))


def write(club: Club) -> Any:
    return ClubOutput(club).data


def tag_of(club: Club) -> str:
    return entity_tags.of_content(write(club))
