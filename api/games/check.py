from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.games.shapes import VerdictOutput, WrittenRecord
from api.games.verdicts import verdict_response
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
        return verdict_response(record.check(resource.body(request)))
