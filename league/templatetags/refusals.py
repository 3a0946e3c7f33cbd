"""The summary of refused forms at the top of a page."""

from typing import Any

from django import template
from django.template import RequestContext

from league.web.support.refusals import Refusal, refusals_of_page

register = template.Library()


@register.simple_tag(takes_context=True)
def page_refusals(context: RequestContext) -> list[Refusal]:
    """Return the refusals of the forms of this page, before its content is rendered."""
    values: dict[str, Any] = context.flatten()  # type: ignore[assignment]  # keys are names
    return refusals_of_page(values)
