from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.games.shapes import VerdictOutput, WrittenRecord
from api.http import resource
from api.http.resource import Resource
from games import record


class Check(Resource):
    """Open to everybody. Rate limit per IP address."""

    authentication_classes = ()
    permission_classes = ()

    @extend_schema(
        summary="Check a match record without saving it",
        request=WrittenRecord,
        responses={200: VerdictOutput},
    )
    def post(self, request: Request) -> Response:
        verdict = record.check(resource.body(request))
        return Response(verdict.to_json(get_language() or "en"))
