"""The Django application of the league."""

from django.apps import AppConfig


class LeagueConfig(AppConfig):
    name = "league"

    def ready(self) -> None:
        from league.config import checks, reporting  # noqa: F401  checks registers itself

        reporting.start()
