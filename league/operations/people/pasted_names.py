"""Names out of pasted text, one a line: from a message, a table, a numbered list. Pure."""

import re
from typing import NamedTuple

from django.utils.translation import gettext as _

from league.errors import Fault, Invalid, invalid
from league.names import clean_name, visible_text
from league.operations.people import clubs

LONGEST_LINE = 400  # characters: a name, an e-mail and what stands around them
# "1." "2)" "(3)" "4 -" "#5"
NUMBER = re.compile(r"^\s*\(?(?:\d{1,4}\s*(?:[.):\]-]|\t)|#\d{1,4}\s)")
BULLET = re.compile(r"^\s*[-–—*•·‣◦▪●○☐✓]+")
EMAIL = re.compile(r"[^\s<>()\[\],;:\"']+@[^\s<>()\[\],;:\"']+")
CELLS = re.compile(r"[\t;]")
AROUND = " \t,;<>()[]"
QUOTES = {'"': '"', "'": "'", "“": "”", "«": "»", "„": "“"}


class PastedPerson(NamedTuple):
    """A line of the text that has words; `number` counts all lines from 1. The name is empty where
    there is a fault."""

    number: int
    text: str
    name: str
    email: str = ""
    fault: Fault | None = None


def parse(text: str) -> list[PastedPerson]:
    """Return a person for each line that is not blank.

    >>> [(p.number, p.name, p.email) for p in parse("1. Ada <ada@a.org>,\\n\\n- Chloé\\tMoreau")]
    [(1, 'Ada', 'ada@a.org'), (3, 'Chloé Moreau', '')]
    """
    lines = enumerate(visible_text(text).splitlines(), start=1)
    return [_person(number, line) for number, line in lines if line.strip()]


def _person(number: int, line: str) -> PastedPerson:
    shown = " ".join(line[:LONGEST_LINE].split())
    try:
        name, email = _name_and_email(line)
    except Invalid as error:
        fault = error.problems[0]
        path = f"lines.{number}.{fault['path']}".rstrip(".")
        return PastedPerson(number, shown, "", "", Fault(fault["code"], path, fault["message"]))
    return PastedPerson(number, shown, name, email)


def _name_and_email(line: str) -> tuple[str, str]:
    """Return the name and the e-mail, which may be empty; raise Invalid for other lines."""
    if len(line) > LONGEST_LINE:
        raise invalid(
            "too_long", "", _("The line is too long for a name: write one name per line.")
        )
    addresses = EMAIL.findall(line)
    if len(addresses) > 1:
        raise invalid(
            "several_emails",
            "",
            _("The line has several e-mail addresses: write one person per line."),
        )
    email = addresses[0].strip(".") if addresses else ""
    rest = EMAIL.sub("\t", line.replace("mailto:", ""), count=1)
    name = clean_name(_name(_without_mark(rest)))
    if email:
        clubs.check_email(email)
    return name, email


def _without_mark(line: str) -> str:
    """Return the line without the number or the sign of a list before it."""
    return BULLET.sub("", NUMBER.sub("", line))


def _name(text: str) -> str:
    """Return the name in a line without its e-mail; a table may have given names and family names
    in two cells."""
    bare_cells = [_unquoted(cell.strip(AROUND)) for cell in CELLS.split(text)]
    cells = [cell for cell in bare_cells if cell.strip(".")]
    if len(cells) > 2:
        raise invalid(
            "several_columns",
            "",
            _("Only a name and an e-mail address are read: remove the other columns."),
        )
    if any("," in cell for cell in cells):
        raise invalid(
            "comma",
            "",
            _("A name must not contain a comma: write “Ada Lovelace”, one name per line."),
        )
    return " ".join(cells)


def _unquoted(cell: str) -> str:
    """Return a cell without the quotes around all of it."""
    is_quoted = len(cell) > 1 and QUOTES.get(cell[0]) == cell[-1] and cell.count(cell[0]) <= 2
    return cell[1:-1].strip(AROUND) if is_quoted else cell
