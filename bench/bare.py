"""The yardstick of bench/api.py: Django REST framework and nothing else, in one file.

`gunicorn bench.bare:application` stores what is posted to /row/ and /document/ and says hello.
"""

import os
from typing import Any

import django
import environ
from django.conf import settings

settings.configure(
    SECRET_KEY="bench " + "x" * 60,
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    INSTALLED_APPS=["rest_framework"],
    DATABASES={
        "default": {**environ.Env().db_url_config(os.environ["DATABASE_URL"]), "CONN_MAX_AGE": 60}
    },
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    REST_FRAMEWORK={
        "DEFAULT_AUTHENTICATION_CLASSES": [],
        "DEFAULT_PERMISSION_CLASSES": [],
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
        "UNAUTHENTICATED_USER": None,
    },
    USE_TZ=True,
)
django.setup()

from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import models  # noqa: E402
from django.urls import path  # noqa: E402
from rest_framework.generics import CreateAPIView  # noqa: E402
from rest_framework.request import Request  # noqa: E402
from rest_framework.response import Response  # noqa: E402
from rest_framework.serializers import ModelSerializer  # noqa: E402
from rest_framework.views import APIView  # noqa: E402


class Row(models.Model):
    number = models.IntegerField()
    name = models.CharField(max_length=100)

    class Meta:
        app_label, db_table = "bare", "bare_row"

    def __str__(self) -> str:
        return self.name


class Document(models.Model):
    number = models.IntegerField()
    body = models.JSONField()

    class Meta:
        app_label, db_table = "bare", "bare_document"

    def __str__(self) -> str:
        return str(self.number)


class RowSerializer(ModelSerializer[Row]):
    class Meta:
        model, fields = Row, ["id", "number", "name"]


class DocumentSerializer(ModelSerializer[Document]):
    class Meta:
        model, fields = Document, ["id", "number", "body"]


class Rows(CreateAPIView[Row]):
    queryset, serializer_class = Row._default_manager.all(), RowSerializer


class Documents(CreateAPIView[Document]):
    queryset, serializer_class = Document._default_manager.all(), DocumentSerializer


class Hello(APIView):
    def get(self, request: Request) -> Response:
        return Response({"hello": "world"})


urlpatterns: list[Any] = [
    path("row/", Rows.as_view()),
    path("document/", Documents.as_view()),
    path("hello/", Hello.as_view()),
]
application = get_wsgi_application()
