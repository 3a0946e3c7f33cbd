"""Fields of the calculators, with their problems beside them."""

from typing import Any

from django import template
from django.forms import BoundField

register = template.Library()


@register.inclusion_tag("games/calculators/_field_problems.html", takes_context=True)
def field_problems(context: dict[str, Any], name: str) -> dict[str, Any]:
    """Show the problems of the field of this name; the field refers to them by `about-name`."""
    return {"name": name, "problems": context["wrong"].get(name, [])}


@register.filter
def other_problems(wrong: dict[str, list[Any]], names: str) -> list[Any]:
    """Return the problems of all other fields; `placed` lists the names shown elsewhere, separated
    by blanks."""
    fields = names.split()
    return [
        problem
        for name, problems in wrong.items()
        if name.split("-")[0] not in fields
        for problem in problems
    ]


@register.filter
def describedby(field: BoundField) -> str:
    """Return the field with references to its help text and its problems."""
    about = [f"about-{field.name}"]
    if field.help_text:
        about.insert(0, f"{field.auto_id}_helptext")
    return field.as_widget(attrs={"aria-describedby": " ".join(about)})
