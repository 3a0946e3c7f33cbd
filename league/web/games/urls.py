"""The addresses of this room."""

from django.urls import path

from league.web.games import calculators, rules

urlpatterns = [
    path("calculators/", calculators.index, name="calculators"),
    path("calculators/<slug:game>/", calculators.calculator, name="calculator"),
    path("rules/", rules.index, name="rules"),
    path("rules/<slug:game>.pdf", rules.rules_sheet, name="rules_sheet"),
    path("rules/<slug:game>/", rules.game_rules, name="game_rules"),
]
