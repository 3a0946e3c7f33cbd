"""Dates with the first of a month as French writes it: « 1er mai »; instead of Django's filter."""

import re
from datetime import date as day
from typing import Any

from django import template
from django.template import defaultfilters
from django.utils.translation import get_language

register = template.Library()

FIRST = re.compile(r"(?<!\d)1(?= [^\W\d])")  # before the name of a month


@register.filter("date", expects_localtime=True, is_safe=False)
def date(value: day | Any, pattern: str | None = None) -> str:
    told = str(defaultfilters.date(value, pattern))
    return FIRST.sub("1er", told) if (get_language() or "").startswith("fr") else told
