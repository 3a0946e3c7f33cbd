"""The Django application of the league."""

from django.apps import AppConfig


class LeagueConfig(AppConfig):
    name = "league"

    def ready(self) -> None:
        from games import guard
        from league.config import checks  # noqa: F401  registers itself
        from league.server.watching import reporting
        from league.server.watching.health import game_failures

        reporting.start()
        guard.observe(game_failures.store)
