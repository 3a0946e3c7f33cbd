"""The HTML of a page without its layout, so that tests compare what readers get."""

import re


def one_line(html):
    """Return the HTML with each blank as one space and none between two tags."""
    return re.sub(r"> <", "><", re.sub(r"\s+", " ", html))
