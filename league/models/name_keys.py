"""The column for sorting and searching names in the database."""

from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

from league.names import name_key


class NameKeyField(models.TextField):  # type: ignore[type-arg]
    """The key of the name in another column (league.names.name_key, decision 109).

    It is computed whenever the column is saved, like the times of `auto_now`: writers with
    `update_fields` list it beside the name. Every database compares it byte by byte, so lists have
    one order everywhere. Processes of an older version leave it empty or as it was, until
    `manage.py rebuild_search` corrects it.
    """

    def __init__(self, of: str = "name", **options: Any) -> None:
        self.of = of
        super().__init__(
            **{"editable": False, "blank": True, "default": "", "db_default": "", **options}
        )

    def deconstruct(self) -> Any:
        name, path, arguments, options = super().deconstruct()
        return name, path, arguments, {**options, "of": self.of}

    def db_parameters(self, connection: BaseDatabaseWrapper) -> Any:
        parameters = super().db_parameters(connection)
        if connection.vendor == "postgresql":  # SQLite compares bytes anyway
            parameters["collation"] = "C"
        return parameters

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        key = name_key(getattr(model_instance, self.of))
        setattr(model_instance, self.attname, key)
        return key
