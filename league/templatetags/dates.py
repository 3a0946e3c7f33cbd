"""The filter `date` with the first of a month as French writes it (« 1er mai »), in place of
Django's filter."""

from django import template

from league.operations.support import wording

register = template.Library()
register.filter("date", wording.date, expects_localtime=True, is_safe=False)
