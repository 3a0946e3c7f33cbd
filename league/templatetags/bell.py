"""The bell in the header of pages of signed-in users."""

from django import template

from league.web.support import shared_pages

register = template.Library()
register.simple_tag(shared_pages.unread_badge)
