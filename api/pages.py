"""Addresses of files that pages offer and the API writes."""

from django.urls import path

from api.exchange import season_file

urlpatterns = [path("seasons/<int:pk>/season.json", season_file.download, name="season_json")]
