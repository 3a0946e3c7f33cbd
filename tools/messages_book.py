"""Write all texts of the product in all its languages beside each other, for people who read them.

    python -m tools.messages_book [FILE]

They come from the catalogues of gettext. The default file is artefacts/messages.html.
"""

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path
from typing import NamedTuple

import polib

ROOT = Path(__file__).parents[1]
PACKAGES = ("league", "problems", "games", "seating", "scoring")
LANGUAGES = ("en", "fr", "de")
STYLE = """
body { font: 15px/1.4 system-ui, sans-serif; margin: 2rem; color: #1d2230; background: #fffdf8; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; }
th, td { text-align: start; vertical-align: top; padding: 0.4rem 0.6rem; }
tr { border-top: 1px solid #ddd; }
th { position: sticky; top: 0; background: #fffdf8; }
td { white-space: pre-line; overflow-wrap: anywhere; }
small { display: block; color: #5a5c66; }
nav a { margin-inline-end: 1em; }
.missing { background: #fae6e0; }
"""


class BookText(NamedTuple):
    """One text: the room where it is used first, a remark, and its wording by language."""

    room: str
    remark: str
    wordings: Mapping[str, str]


def main() -> int:
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "artefacts/messages.html"
    texts = [text for package in PACKAGES for text in catalogue_texts(ROOT / package / "locale")]
    target.parent.mkdir(exist_ok=True)
    target.write_text(page(texts), encoding="utf-8")
    print(f"{len(texts)} texts: {target}")
    return 0


def catalogue_texts(folder: Path) -> Iterator[BookText]:
    """Yield each text of a folder of catalogues; plurals are one text, a line for each form."""
    catalogues = {
        code: {
            (entry.msgctxt, entry.msgid): entry
            for entry in polib.pofile(str(folder / code / "LC_MESSAGES/django.po"))
            if not entry.obsolete
        }
        for code in LANGUAGES[1:]
    }
    for key, entry in catalogues["fr"].items():
        places = [place for place, _line in entry.occurrences]
        yield BookText(
            _room(places[0]) if places else "",
            ", ".join(filter(None, [entry.msgctxt, *places])),
            {
                "en": "\n".join(filter(None, [entry.msgid, entry.msgid_plural])),
                **{code: _translation(texts.get(key)) for code, texts in catalogues.items()},
            },
        )


def _room(place: str) -> str:
    """Return the folder of a file: `league/templates/people`, `api/people`."""
    return str(Path(place).parent)


def _translation(entry: polib.POEntry | None) -> str:
    if entry is None:
        return ""
    return "\n".join(entry.msgstr_plural.values()) if entry.msgid_plural else entry.msgstr


def page(texts: Iterable[BookText]) -> str:
    """Return the texts as an HTML page, a table for each room."""
    rooms = defaultdict(list)
    for text in texts:
        rooms[text.room].append(text)
    links = "".join(f'<a href="#{escape(room)}">{escape(room)}</a>' for room in sorted(rooms))
    heads = "".join(f"<th>{code}</th>" for code in LANGUAGES)
    tables = "".join(
        f'<h2 id="{escape(room)}">{escape(room)}</h2><table><tr>{heads}</tr>'
        f"{''.join(map(_row, rooms[room]))}</table>"
        for room in sorted(rooms)
    )
    return (
        '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Texts of Manche</title>'
        f"<style>{STYLE}</style><h1>Texts of Manche</h1><nav>{links}</nav>{tables}</html>\n"
    )


def _row(text: BookText) -> str:
    return f"<tr>{''.join(_cell(text, code) for code in LANGUAGES)}</tr>\n"


def _cell(text: BookText, code: str) -> str:
    wording = text.wordings[code]
    remark = f"<small>{escape(text.remark)}</small>" if code == "en" and text.remark else ""
    css = "" if wording.strip() else ' class="missing"'
    return f'<td lang="{code}"{css}>{escape(wording)}{remark}</td>'


if __name__ == "__main__":
    sys.exit(main())
