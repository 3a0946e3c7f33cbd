"""The parts of charts that occur once for each value, written without a template: they take most of
the time of a chart."""

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

from league.web.support.charts import Column, DrawnLine

register = template.Library()


@register.filter
def drawn_markers(line: DrawnLine) -> SafeString:
    """Draw the markers of a line."""
    href = f"#marker-{line.number}"
    return SafeString(
        "".join(f'<use href="{href}" x="{each.x}" y="{each.y}"/>' for each in line.markers)
    )


@register.filter
def drawn_entries(column: Column) -> SafeString:
    """Write the labels of a column, each with its value."""
    return SafeString(
        "\n".join(
            f"<span>{conditional_escape(label)} <b>{conditional_escape(text)}</b></span>"
            for label, text in column.entries
        )
    )
