"""A text column with a closed list of values."""

from typing import TYPE_CHECKING, Any

from django.db import models

if TYPE_CHECKING:
    CharField = models.CharField[str, str]
else:
    CharField = models.CharField  # has no type arguments when it runs


class ChoiceField(CharField):
    """A text column whose `choices` are left out of migrations.

    The database does not use them, so a new label or language needs no migration.
    """

    def deconstruct(self) -> Any:
        name, _path, arguments, options = super().deconstruct()
        options.pop("choices", None)
        return name, "django.db.models.CharField", arguments, options
