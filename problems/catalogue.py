"""The translations of texts: catalogues of gettext in folders called `locale`.

They are read when a text is first shown in a language. A language is a folder with a compiled
catalogue; no code knows which languages there are.
"""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gettext import NullTranslations

SOURCE = "en"  # the language of the code
DOMAIN = "django"  # so that makemessages and pages find the catalogues too

_folders: list[str] = []


def add_folder(module_file: str) -> None:
    """Also read the catalogues in the folder `locale` beside this file."""
    folder = os.path.join(os.path.dirname(module_file), "locale")
    if folder not in _folders and os.path.isdir(folder):
        _folders.append(folder)


def languages() -> list[str]:
    """Return the codes of all languages, such as `en`, `fr`, `pt-br`."""
    return [SOURCE, *sorted(_locales(tuple(_folders)))]


def translate(text: str, language: str) -> str:
    """Return the text in this language; in English without a translation."""
    if language == SOURCE:
        return text
    folders = tuple(_folders)
    locale = _locales(folders).get(language)
    return _translations(locale, folders).gettext(text) if locale else text


@cache
def _locales(folders: tuple[str, ...]) -> dict[str, str]:
    """Return the name of a language's folder by its code: `pt_BR` by `pt-br`."""
    return {
        name.replace("_", "-").lower(): name
        for folder in folders
        for name in os.listdir(folder)
        if os.path.exists(os.path.join(folder, name, "LC_MESSAGES", f"{DOMAIN}.mo"))
    }


@cache
def _translations(locale: str, folders: tuple[str, ...]) -> NullTranslations:
    """Return the catalogues of all folders; what one lacks is looked up in the next."""
    import gettext  # here, so that importing a game stays quick

    first, *others = [
        gettext.translation(DOMAIN, folder, [locale], fallback=True) for folder in folders
    ]
    for other in others:
        first.add_fallback(other)
    return first


add_folder(__file__)
