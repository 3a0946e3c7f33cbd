"""Browsers by name, on the page of one's sessions."""

from django import template

from league.web.support.browsers import browser_name

register = template.Library()
register.filter("browser_name", browser_name)
