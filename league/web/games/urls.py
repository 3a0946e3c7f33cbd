"""The addresses of this room."""

from django.urls import path

from league.web.games import calculators

urlpatterns = [
    path("calculators/", calculators.index, name="calculators"),
    path("calculators/<slug:game>/", calculators.calculator, name="calculator"),
]
