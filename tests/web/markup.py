"""The HTML of a page without its layout, so that tests compare what readers get."""

import re


def one_line(html):
    """Return the HTML with single spaces, and none between tags or at the ends of an element."""
    html = re.sub(r"\s+", " ", html).replace(" >", ">").replace("> <", "><")
    return re.sub(r"(<[a-z][^<>]*>) ", r"\1", html).replace(" </", "</")
