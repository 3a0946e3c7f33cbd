"""Series of evenings."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import resource
from api.http.fields import Choice, Date, Flag, Input, Integer, List, Text, Time, local
from api.http.resource import ApiRequest, Resource
from api.sessions import sessions
from api.sessions.sessions import StoredSession
from league import permissions
from league.errors import invalid
from league.operations.seasons import session_series
from league.operations.seasons.session_series import MOST_SESSIONS, Monthly, Series
from league.operations.signups import series as series_with_sheets
from league.permissions import Action

LONGEST_LEAD = 24 * 60  # hours


class SeriesSheetInput(Input):
    closes_hours_before = Integer(
        required=False,
        min_value=0,
        max_value=LONGEST_LEAD,
        help_text="Hours between the sign-up deadline and the start. 0: at the start.",
    )
    capacity = Integer(required=False, allow_null=True)
    guests_allowed = Integer(required=False)


class SeriesInput(Input):
    first = Time(help_text="When the first session starts. RFC 3339 date and time with offset.")
    every_weeks = Integer(
        required=False,
        help_text="Number of weeks between sessions, from 1 to 52. Send this or `monthly`.",
    )
    monthly = Choice(
        choices=Monthly.values,
        required=False,
        help_text="One session a month. `same_weekday`: as that of `first`, such as the first "
        "Friday; a fifth one only in months that have it. `last_weekday`: the last one.",
    )
    until = Date(help_text="Last possible date of a session.")
    except_dates = List(child=Date(), max_length=10 * MOST_SESSIONS, required=False)
    place = Text(
        required=False,
        allow_blank=True,
        max_length=100,
        help_text="Defaults to the meeting place of the club.",
    )
    sheet = SeriesSheetInput(
        required=False,
        allow_null=True,
        help_text="Sign-up settings for each session. Sign-up is not opened without them.",
    )
    dry_run = Flag(
        required=False,
        help_text="If true, returns the dates without creating sessions. Defaults to false.",
    )


class SeriesDateOutput(serializers.Serializer[Any]):
    starts_at = serializers.DateTimeField(
        help_text="When the session starts, in the time zone of the club."
    )
    is_taken = serializers.BooleanField(
        help_text="If true, the season already has a session on this day, so none is created."
    )


class SeriesOutput(serializers.Serializer[Any]):
    dates = SeriesDateOutput(many=True)
    sessions = StoredSession(many=True, help_text="Created sessions. Empty for a dry run.")


class SessionSeries(Resource):
    @extend_schema(
        summary="Create a series of sessions",
        description="Creates all sessions or none, at the same local time of the club.",
        request=SeriesInput,
        responses={200: SeriesOutput},
    )
    def post(self, request: ApiRequest, season: int) -> Response:
        season_row = permissions.find_season(request.user, season, Action.ORGANISE)
        values = resource.read(request, SeriesInput)
        is_dry_run, place = values.pop("dry_run", False), values.pop("place", None)
        sheet = values.pop("sheet", None)
        if ("every_weeks" in values) == ("monthly" in values):
            words = _("Send either `every_weeks` or `monthly`.")
            raise invalid("missing_key", "every_weeks", words)
        series = Series(**{"every_weeks": 0, **values})
        dates = session_series.preview(season_row, series)
        opened = []
        if not is_dry_run and sheet is None:
            opened = session_series.open_series(season_row, series, place=place, by=request.user)
        elif not is_dry_run:
            opened = series_with_sheets.open_series(
                season_row, series, place=place, by=request.user, **sheet
            )
        zone = season_row.club.timezone
        return Response(
            {
                "dates": [
                    {"starts_at": local(date.starts_at, zone), "is_taken": date.is_taken}
                    for date in dates
                ],
                "sessions": [sessions.write_stored(session) for session in opened],
            }
        )
