"""schemathesis with what our description needs; run by tests/api/fuzz.py as a program."""

from typing import Any

import schemathesis
from schemathesis.cli import schemathesis as main

KEY = "#/components/parameters/IdempotencyKey"
KEYED = {"clubs_players_create", "matches_rounds_create", "tokens_create"}
for media_type in ("application/zip", "image/png", "image/jpeg", "image/webp"):
    schemathesis.serializer.alias(media_type, "application/octet-stream")


@schemathesis.hook
def before_load_schema(context: Any, schema: dict[str, Any]) -> None:
    """Remove the key from the operations that can do without. Few requests carry a key: it is
    nearly always the same, so all requests but the first would be refused for it before anything
    else is looked at."""
    for methods in schema["paths"].values():
        for operation in methods.values():
            if operation["operationId"] not in KEYED:
                parameters = operation.get("parameters", [])
                operation["parameters"] = [
                    parameter for parameter in parameters if parameter.get("$ref") != KEY
                ]


if __name__ == "__main__":
    main()
