"""The parts of charts that occur once for each value, written without a template: they take most of
the time of a chart."""

from collections.abc import Callable
from functools import cache

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

from league.web.support.charts import Column, DrawnLine, Plot

register = template.Library()


@register.filter
def drawn_markers(line: DrawnLine) -> SafeString:
    """Draw the markers of a line."""
    href = f"#marker-{line.number}"
    return SafeString(
        "".join(f'<use href="{href}" x="{marker.x}" y="{marker.y}"/>' for marker in line.markers)
    )


@register.filter
def drawn_columns(plot: Plot, name: str) -> SafeString:
    """Write the columns of a plot, each with its labels and their values; `name` of the figure is
    unique on the page."""
    label = cache(conditional_escape)  # the lines are the same in each column
    return SafeString(
        "\n".join(
            f'<label>\n<input type="radio" name="{conditional_escape(name)}" value="{number}">\n'
            f'<span class="plot-label" aria-hidden="true">{conditional_escape(column.short)}'
            f'</span>\n<span class="plot-values">\n<b>{conditional_escape(column.full)}</b>\n'
            f"{_entries(column, label)}\n</span>\n</label>"
            for number, column in enumerate(plot.columns, 1)
        )
    )


def _entries(column: Column, label: Callable[[str], str]) -> str:
    return "\n".join(
        f"<span>{label(name)} <b>{conditional_escape(text)}</b></span>"
        for name, text in column.entries
    )
