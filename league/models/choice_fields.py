"""The column for one of a closed list of words."""

from typing import TYPE_CHECKING, Any

from django.db import models

if TYPE_CHECKING:
    CharField = models.CharField[str, str]
else:
    CharField = models.CharField  # has no type arguments when it runs


class ChoiceField(CharField):
    """A text column with `choices`, which migrations do not repeat: the database does not know
    them, so a changed label or a new language is no migration."""

    def deconstruct(self) -> Any:
        name, _path, arguments, options = super().deconstruct()
        options.pop("choices", None)
        return name, "django.db.models.CharField", arguments, options
