"""Serializer fields that accept a value as it is or refuse it: "5" and true are no integers."""

import re
from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

MAX_ID = 2**63 - 1
YEARS = range(1970, 3000)
DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
TIME = re.compile(
    r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?([Zz]|[+-]\d\d:\d\d)", re.ASCII
)
MAX_UNKNOWN_KEYS = 10
MAX_KEY_LENGTH = 60  # characters of an unknown key that a path repeats


class Input(serializers.Serializer[Any]):
    """The body of a request: an object with these keys and no others."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, dict):
            raise ValidationError({"": [ErrorDetail(str(_("Send an object.")), "not_an_object")]})
        errors = _unknown_keys(data, self.fields)
        if isinstance(self.parent, serializers.ListField):
            errors |= _missing_keys(data, self.fields)
        try:
            values = super().to_internal_value(data)
        except ValidationError as error:
            errors |= dict(error.detail)  # type: ignore[arg-type]  # by field, as nothing else fails
        if errors:
            raise ValidationError(errors)
        return values


class Text(serializers.CharField):
    default_error_messages = {"not_text": _("Enter text.")}

    def run_validation(self, data: Any = serializers.empty) -> Any:
        if data is not serializers.empty and data is not None and not isinstance(data, str):
            self.fail("not_text")
        return super().run_validation(data)


class Choice(serializers.ChoiceField):
    default_error_messages = {"invalid_choice": _("Choose one of: {expected}.")}

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str) or data not in self.choices:
            self.fail("invalid_choice", expected=", ".join(self.choices))
        return data


class Integer(serializers.IntegerField):
    default_error_messages = {"not_an_integer": _("Enter a whole number.")}

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("not_an_integer")
        return data


class Flag(serializers.BooleanField):
    default_error_messages = {"not_a_flag": _("Send true or false.")}

    def to_internal_value(self, data: Any) -> bool:
        if type(data) is not bool:
            self.fail("not_a_flag")
        return data


class Id(Integer):
    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=MAX_ID, **options)


class List(serializers.ListField):
    default_error_messages = {"not_a_list": _("Send a list.")}

    def run_validation(self, data: Any = serializers.empty) -> Any:
        """Check the length first, so that a million entries are not validated one by one."""
        if isinstance(data, list) and self.max_length is not None and len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        return super().run_validation(data)


class Object(serializers.JSONField):
    """Free keys: house rules, which the game itself reads."""

    default_error_messages = {"not_an_object": _("Send an object.")}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, dict):
            self.fail("not_an_object")
        return data


class Date(serializers.DateField):
    default_error_messages = {"not_a_date": _("Enter a date such as 2026-09-01.")}

    def to_internal_value(self, value: Any) -> date:
        if not isinstance(value, str) or not DATE.fullmatch(value):
            self.fail("not_a_date")
        try:
            return date.fromisoformat(value)
        except ValueError:
            self.fail("not_a_date")


class Time(serializers.DateTimeField):
    """RFC 3339 date and time with offset."""

    default_error_messages = {
        "not_a_time": _("Enter a time with its offset, such as 2026-10-01T20:30:00+02:00.")
    }

    def to_internal_value(self, value: Any) -> datetime:
        if not isinstance(value, str) or not TIME.fullmatch(value):
            self.fail("not_a_time")
        try:
            moment = datetime.fromisoformat(value.upper()).astimezone(UTC)
        except (ValueError, OverflowError):
            self.fail("not_a_time")
        if moment.year not in YEARS:
            self.fail("not_a_time")
        return moment


class PossibleMistake(serializers.Serializer[Any]):
    """Something worth telling of what was stored."""

    code = serializers.CharField()
    path = serializers.CharField(help_text="Path into the request.")
    message = serializers.CharField()


def local(moment: datetime, timezone: str) -> str:
    """Return a time as ISO 8601 in a time zone, with its offset."""
    return moment.astimezone(ZoneInfo(timezone)).isoformat()


def _missing_keys(data: dict[str, Any], fields: Any) -> dict[str, Any]:
    """Return the errors for keys that an entry of a list leaves out. PATCH changes only the keys
    sent, but an entry of a list is always whole; the framework requires nothing inside of PATCH."""
    return {
        name: [ErrorDetail(str(field.error_messages["required"]), "required")]
        for name, field in fields.items()
        if field.required and name not in data
    }


def _unknown_keys(data: dict[str, Any], fields: Any) -> dict[str, Any]:
    unknown = [key for key in data if key not in fields][:MAX_UNKNOWN_KEYS]
    message = _("Unknown key.")
    return {key[:MAX_KEY_LENGTH]: [ErrorDetail(str(message), "unknown_key")] for key in unknown}
