"""Takes a game away from all that is stored, as if its package had been uninstalled."""

from typing import Any

from django.db.models import Model

from games import GAMES
from league.models import Ladder, Match, Season, SeatingPlan, Session, SignUp, Tournament
from scoring.models import Rating, Result, Table

GONE = "farkle"
WITH_GAME: list[tuple[type[Model], str]] = [
    (Match, "game"), (Tournament, "game"), (Table, "game"), (Result, "game"), (Rating, "game"),
    (Session, "queue_game"),
]  # fmt: skip
WITH_GAMES: tuple[Any, ...] = (Season, Ladder, SignUp)


def uninstall(slug="neurotrio"):
    """Rename a game in all that is stored to one that no package brings."""
    assert GONE not in GAMES
    for model, field in WITH_GAME:
        model._base_manager.filter(**{field: slug}).update(**{field: GONE})
    for model in WITH_GAMES:
        for row in model._base_manager.all():
            games = [GONE if game == slug else game for game in row.games]
            model._base_manager.filter(pk=row.pk).update(games=games)
    for season in Season.objects.all():
        rules = {
            GONE if game == slug else game: options for game, options in season.house_rules.items()
        }
        Season.objects.filter(pk=season.pk).update(house_rules=rules)
    for plan in SeatingPlan.objects.all():
        parts = [{**part, "game": GONE} if part["game"] == slug else part for part in plan.parts]
        SeatingPlan.objects.filter(pk=plan.pk).update(parts=parts)
