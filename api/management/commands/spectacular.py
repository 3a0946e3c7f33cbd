from typing import Any

from drf_spectacular.management.commands import spectacular

from api.description.layout import pretty

WIDTH = 120


class JsonInFewLines:
    """A renderer of JSON whose changes can be read."""

    def render(self, description: Any, renderer_context: Any = None) -> bytes:
        return (pretty(description, WIDTH) + "\n").encode()


class Command(spectacular.Command):
    """The command of drf-spectacular; its JSON stays short."""

    def get_renderer(self, format: str) -> Any:  # noqa: A002  # the framework's name
        if format == "openapi-json":
            return JsonInFewLines()
        return super().get_renderer(format)  # type: ignore[no-untyped-call]
