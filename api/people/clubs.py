from typing import Any

from django.conf import settings
from django.db import transaction
from django.http import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import entity_tags, paging, resource
from api.http.fields import Choice, Input, List, Text
from api.http.filters import in_name
from api.http.public_answers import ABSENT, ABSENT_WITHOUT_TOKEN
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.models import Club, ClubVisibility, Visibility
from league.operations.people import club_deleting, club_fields, club_settings, clubs
from league.permissions import Action

LANGUAGES = [code for code, _name in settings.LANGUAGES]


class ClubInput(Input):
    name = Text(help_text="Name of the club. At most 100 characters.")
    timezone = Text(
        required=False,
        max_length=64,
        help_text="IANA time zone, such as `Europe/Paris`. Defaults to `Europe/Paris`.",
    )
    language = Choice(
        choices=LANGUAGES,
        required=False,
        help_text="Language of the club's pages. Defaults to `fr`.",
    )


class ClubSettingsInput(ClubInput):
    visibility = Choice(
        choices=ClubVisibility.values,
        required=False,
        help_text="Readers of the club's pages, files, feeds, calendars, pictures and screens. "
        "`public`: everybody. `unlisted`: everybody with a link; the club is in no list, search or "
        "sitemap. `members`: members who have signed in.",
    )
    player_visibility = Choice(
        choices=Visibility.values,
        required=False,
        help_text="What the public sees of new players, unless another `visibility` is given.",
    )
    slug = Text(
        required=False,
        max_length=club_fields.SLUG_LENGTH,
        help_text="Address of the club: lowercase letters, digits and hyphens. Former "
        "addresses keep working.",
    )
    main_colour = Text(
        required=False,
        allow_blank=True,
        max_length=7,
        help_text='Main colour, such as `#1c6a4c`. `""` removes it.',
    )
    accent_colour = Text(
        required=False,
        allow_blank=True,
        max_length=7,
        help_text='Colour of links and buttons. Text in it must be readable. `""` removes it.',
    )
    description = Text(
        required=False,
        allow_blank=True,
        max_length=2 * club_fields.MOST_DESCRIPTION,  # before its ends of lines are counted once
        help_text="Plain text; line breaks are kept. At most 2,000 characters.",
    )
    meeting_place = Text(
        required=False,
        allow_blank=True,
        max_length=club_fields.MOST_LINE,
        help_text="Place of new evenings that give none.",
    )
    meeting_time = Text(
        required=False,
        allow_blank=True,
        max_length=club_fields.MOST_LINE,
        help_text="Free text, such as `Thursdays 20:00`.",
    )
    contact = Text(
        required=False,
        allow_blank=True,
        max_length=club_fields.MOST_CONTACT,
        help_text="E-mail address or `https://` link, shown to everybody.",
    )
    penalty_reasons = List(
        child=Text(max_length=2 * club_fields.MOST_REASON),
        max_length=2 * club_fields.MOST_REASONS,
        required=False,
        help_text="Reasons that the form of a penalty offers, in this order. At most 30, of at "
        "most 200 characters each.",
    )


class ClubOutput(serializers.Serializer[Club]):
    slug = serializers.CharField()
    name = serializers.CharField()
    timezone = serializers.CharField()
    language = serializers.ChoiceField(LANGUAGES)
    visibility = serializers.ChoiceField(ClubVisibility.values)
    player_visibility = serializers.ChoiceField(
        Visibility.values, required=False, help_text=ABSENT_WITHOUT_TOKEN
    )
    main_colour = serializers.CharField(help_text='Main colour. `""` if the club has none.')
    accent_colour = serializers.CharField()
    description = serializers.CharField()
    meeting_place = serializers.CharField()
    meeting_time = serializers.CharField()
    contact = serializers.CharField()
    penalty_reasons = serializers.ListField(
        child=serializers.CharField(),
        help_text="Reasons that the form of a penalty offers. Empty without a token.",
    )
    logo_version = serializers.CharField(
        help_text='Version of the logo at `clubs/{club}/logo/`; changes with the logo. `""` '
        "if the club has none."
    )


class Clubs(Resource):
    is_list = True
    filters = {"name": in_name()}
    orders = ("name",)

    @extend_schema(summary="List your clubs", responses=ClubOutput(many=True))
    def get(self, request: ApiRequest) -> Response:
        return paging.list_response(request, Club.objects.visible_to(request.user), write)

    @extend_schema(summary="Create a club that you own", request=ClubInput, responses=ClubOutput)
    def post(self, request: ApiRequest) -> Response:
        permissions.require_unbound(request.user)
        club = clubs.create(by=request.user, **resource.read(request, ClubInput))
        location = reverse("api:club", args=[club.slug])
        return resource.created(write(club), location, tag_of(club))


class OneClub(Resource):
    is_public = True
    tagged = True
    blanks = {"player_visibility": ABSENT, "penalty_reasons": []}
    conflicts = ("PATCH", "DELETE")
    if_match = ("DELETE",)

    @extend_schema(summary="Get a club", responses=ClubOutput)
    def get(self, request: ApiRequest, club: str) -> HttpResponseBase:
        club_row = permissions.find_club(request.user, club, Action.READ)
        tag = tag_of(club_row)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(write(club_row), tag)

    @extend_schema(summary="Update a club", request=ClubSettingsInput, responses=ClubOutput)
    def patch(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.OWN)
        changes = resource.read(request, ClubSettingsInput, partial=True)
        with transaction.atomic():
            club_row = resource.locked(club_row)
            entity_tags.require_content(request, write(club_row))
            club_row = club_settings.update(club_row, by=request.user, **changes)
        return entity_tags.tagged(write(club_row), tag_of(club_row))

    @extend_schema(
        summary="Delete a club that was created by mistake",
        description="Its log, invitations, webhooks and tokens are deleted with it. Returns 409 "
        "with `in_use` for everything else that belongs to it: seasons, players, other members.",
        responses={204: None},
    )
    def delete(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.OWN)
        with transaction.atomic():
            club_row = resource.locked(club_row)
            entity_tags.require_content(request, write(club_row))
            club_deleting.delete_club(club_row, by=request.user)
        return Response(status=204)


def write(club: Club) -> Any:
    return ClubOutput(club).data


def tag_of(club: Club) -> str:
    return entity_tags.of_content(write(club))
