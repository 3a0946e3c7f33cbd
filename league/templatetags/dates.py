"""The filter `date` in place of Django's: it writes days as the reader's language does, with the
first of a month (« 1er mai »)."""

from django import template

from league.operations.support import wording

register = template.Library()
register.filter("date", wording.date, expects_localtime=True, is_safe=False)
