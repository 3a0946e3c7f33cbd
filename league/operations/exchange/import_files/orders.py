"""Rows of orders, as HelloAsso exports them: the person who plays need not be the one who pays.

The e-mail address in an order is the payer's. It goes to the player who has the payer's name, and
to nobody else: a parent who pays for three children would otherwise share one address with them.
Orders that were cancelled are left out, and a person with several orders counts once.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from league.operations.exchange.import_files.cells import bare, name_key, one_line
from league.operations.exchange.import_files.faults import RowFault, at_row
from league.operations.exchange.import_files.mapping import ORDER_FIELDS, Columns
from league.operations.exchange.import_files.sheets import SheetRow

CANCELLED = {
    "annule", "annulee", "rembourse", "remboursee", "refuse", "refusee", "conteste", "contestee",
    "abandonne", "abandonnee", "canceled", "cancelled", "refunded", "refused", "contested",
}  # fmt: skip


class People(NamedTuple):
    """One row for each person, the columns of these rows, and what was left out."""

    rows: Sequence[SheetRow]
    columns: Columns
    notices: Sequence[RowFault]


class OrderedPerson(NamedTuple):
    """A person of an order, with the row and the person's own e-mail address."""

    row: SheetRow
    email: str


def people_of_orders(rows: Sequence[SheetRow], columns: Columns) -> People:
    """Return the people for whom orders were made; of a file without orders all rows as they
    are."""
    if not set(ORDER_FIELDS) & set(columns):
        return People(rows, columns, [])
    notices: list[RowFault] = []
    people: dict[str, OrderedPerson] = {}  # by name; a second address makes a second person
    for row in rows:
        values = {field: one_line(row.cells[number]) for field, number in columns.items()}
        if bare(values.get("order_status", "")) in CANCELLED:
            words = _("This order was cancelled or refunded: the row is skipped.")
            notices.append(at_row(row.number, "order_status", "order_cancelled", words))
            continue
        person = OrderedPerson(row, _own_email(row.number, values, notices))
        key = name_key(_name(values)) or str(row.number)
        first = people.get(key)
        if first is None:
            people[key] = person
        elif first.email and person.email and first.email.casefold() != person.email.casefold():
            people[f"{key}\n{row.number}"] = person  # refused later: who is meant?
        else:
            people[key] = first._replace(email=first.email or person.email)
            words = _("Same person as in row %(row)s: counted once.")
            words %= {"row": first.row.number}
            notices.append(at_row(row.number, "name", "repeated_person", words))
    with_email = [
        SheetRow(person.row.number, (*person.row.cells, person.email)) for person in people.values()
    ]
    return People(with_email, columns | {"email": len(rows[0].cells)} if rows else columns, notices)


def _own_email(row: int, values: Mapping[str, str], notices: list[RowFault]) -> str:
    """Return the e-mail address of the person; an empty text where only the payer's is there."""
    own, of_payer = values.get("email", ""), values.get("payer_email", "")
    if _is_payer(values):
        return own or of_payer
    if own and own.casefold() == of_payer.casefold():
        words = _("This is the e-mail address of the payer, %(name)s: it is ignored.")
        words %= {"name": _payer(values) or of_payer}
        notices.append(at_row(row, "email", "email_of_payer", words))
        return ""
    return own


def _is_payer(values: Mapping[str, str]) -> bool:
    """Return whether the person has the name of the payer, whatever its accents and capitals."""
    first, last = (values.get(f"payer_{part}", "") for part in ("first_name", "last_name"))
    name = bare(_name(values))
    return bool(name) and name in {bare(first + last), bare(last + first)}


def _payer(values: Mapping[str, str]) -> str:
    return f"{values.get('payer_first_name', '')} {values.get('payer_last_name', '')}".strip()


def _name(values: Mapping[str, str]) -> str:
    parts = (values.get("first_name", ""), values.get("last_name", ""))
    return values.get("name") or " ".join(part for part in parts if part)
