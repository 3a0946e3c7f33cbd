from functools import partial
from typing import Any

from django.db import transaction
from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import entity_tags, paging, resource
from api.http.fields import Choice, Input
from api.http.filters import one_of
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.models import Club, Membership, Role, User
from league.operations.people import members
from league.permissions import Action


class RoleInput(Input):
    role = Choice(choices=Role.values)


class MemberOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    email = serializers.CharField(
        allow_null=True, help_text="`null` unless the caller owns the club or is this member."
    )
    role = serializers.ChoiceField(Role.values)


class Members(Resource):
    is_list = True
    filters = {"role": one_of("role", Role.values)}

    @extend_schema(summary="List the members of a club", responses=MemberOutput(many=True))
    def get(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.VIEW)
        rows = Membership.objects.filter(club=club_row).select_related("user")
        return paging.list_response(request, rows, partial(write, to=_reader(request, club_row)))


class OneMember(Resource):
    tagged = True
    if_match = ("DELETE",)
    conflicts = ("PATCH", "DELETE")

    @extend_schema(summary="Get a member", responses=MemberOutput)
    def get(self, request: ApiRequest, club: str, member: int) -> HttpResponseBase:
        membership = permissions.find_membership(request.user, club, member, Action.VIEW)
        content = write(membership, to=_reader(request, membership.club))
        tag = entity_tags.of_content(content)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(content, tag)

    @extend_schema(summary="Change the role of a member", request=RoleInput, responses=MemberOutput)
    def patch(self, request: ApiRequest, club: str, member: int) -> Response:
        membership = permissions.find_membership(request.user, club, member, Action.OWN)
        changes = resource.read(request, RoleInput)
        with transaction.atomic():
            entity_tags.require_content(request, write(members.lock_member(membership)))
            content = write(members.change_role(membership, by=request.user, **changes))
        return entity_tags.tagged(content, entity_tags.of_content(content))

    @extend_schema(
        summary="Remove a member, or leave the club; results stay", responses={204: None}
    )
    def delete(self, request: ApiRequest, club: str, member: int) -> Response:
        membership = permissions.find_membership(request.user, club, member, Action.VIEW)
        with transaction.atomic():
            locked_member = members.lock_member(membership)
            content = write(locked_member, to=_reader(request, membership.club))
            entity_tags.require_content(request, content)
            members.remove(locked_member, by=request.user)
        return Response(status=204)


def write(member: Membership, to: User | None = None) -> dict[str, Any]:
    """Return what a person who does not own the club may read; without `to`, what an owner may."""
    may_read_email = to is None or to.pk == member.user_id
    return {
        "id": member.pk,
        "name": member.user.name,
        "email": member.user.email if may_read_email else None,
        "role": member.role,
    }


def _reader(request: ApiRequest, club: Club) -> User | None:
    return None if permissions.may(request.user, club, Action.OWN) else request.user
