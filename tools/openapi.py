"""Write api/openapi.json from the code.

    python -m tools.openapi

A test fails while the description differs from what this writes. One line has what fits in it, so
that a change can be read.
"""

import os
from typing import Any

import django

WIDTH = 120


def main() -> None:
    os.environ.setdefault("DEBUG", "1")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
    django.setup()
    from drf_spectacular.generators import SchemaGenerator

    from api.description import docs
    from api.description.layout import pretty

    generator: Any = SchemaGenerator()  # type: ignore[no-untyped-call]
    docs.FILE.write_text(pretty(generator.get_schema(request=None, public=True), WIDTH) + "\n")


if __name__ == "__main__":
    main()
