"""Filters that write as the reader's language does: `date` in place of Django's, with the first of
a month (« 1er mai »), and `colon`."""

from django import template

from league.operations.support import wording

register = template.Library()
register.filter("date", wording.date, expects_localtime=True, is_safe=False)
register.filter("colon", wording.colon)
