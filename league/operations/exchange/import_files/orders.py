"""Rows of orders, as HelloAsso exports them: the person who plays need not be the one who pays.

The e-mail address in an order is the payer's. It goes only to the player who has the payer's name:
a parent who pays for three children would otherwise share one address with them. Orders that were
cancelled are left out, and a person with several orders counts once.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from league.names import name_key
from league.operations.exchange.import_files.cells import (
    bare,
    choice_key,
    filled,
    parse_email,
)
from league.operations.exchange.import_files.faults import RowFault, at_row
from league.operations.exchange.import_files.fields import ORDER_FIELDS
from league.operations.exchange.import_files.mapping import Columns
from league.operations.exchange.import_files.person_names import person_name
from league.operations.exchange.import_files.sheets import SheetRow

CANCELLED = {
    "annule", "annulee", "rembourse", "remboursee", "refuse", "refusee", "conteste", "contestee",
    "abandonne", "abandonnee", "canceled", "cancelled", "refunded", "refused", "contested",
    "abandoned", "deleted", "supprime", "supprimee", "echoue", "echouee", "rejete", "rejetee",
    "storniert", "erstattet",
}  # fmt: skip
VALID = {
    "valide", "validee", "paye", "payee", "traite", "traitee", "enregistre", "enregistree",
    "autorise", "autorisee", "confirme", "confirmee", "gratuit", "gratuite", "encours",
    "enattente", "avenir", "processed", "authorized", "registered", "pending", "paid", "valid",
    "confirmed", "free", "waiting", "bezahlt", "bestatigt",
}  # fmt: skip


class People(NamedTuple):
    """One row for each person, the columns of these rows, notices of omissions, and faults."""

    rows: Sequence[SheetRow]
    columns: Columns
    notices: Sequence[RowFault]
    faults: Sequence[RowFault] = ()


class OrderedPerson(NamedTuple):
    """A person of an order, with the row and the person's own e-mail address."""

    row: SheetRow
    email: str


def people_of_orders(rows: Sequence[SheetRow], columns: Columns) -> People:
    """Return the people of the orders; for a file without orders all rows unchanged."""
    if not set(ORDER_FIELDS) & set(columns):
        return People(rows, columns, [])
    notices: list[RowFault] = []
    faults: list[RowFault] = []
    people: dict[str, OrderedPerson] = {}  # by name; a second address makes a second person
    for row in rows:
        values = {field: filled(row.cells[number]) for field, number in columns.items()}
        status = choice_key(values.get("order_status", ""))
        if status and status not in CANCELLED | VALID:
            words = _(
                "“%(found)s” is not a known order status: correct it, or choose no column for it."
            )
            words %= {"found": values["order_status"][:60]}
            faults.append(at_row(row.number, "order_status", "unknown_status", words))
        if status in CANCELLED:
            words = _("This order was cancelled or refunded: the row is skipped.")
            notices.append(at_row(row.number, "order_status", "order_cancelled", words))
            continue
        person = OrderedPerson(row, _own_email(row.number, values, notices))
        key = name_key(person_name(values, "name")) or str(row.number)
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
    every_column = columns | {"email": len(rows[0].cells)} if rows else columns
    return People(with_email, every_column, notices, faults)


def _own_email(row: int, values: Mapping[str, str], notices: list[RowFault]) -> str:
    """Return the e-mail address of the person; an empty text where only the payer's is there."""
    own, of_payer = (parse_email(values.get(field, "")) for field in ("email", "payer_email"))
    if _is_payer(values):
        return own or of_payer
    if own and own.casefold() == of_payer.casefold():
        words = _("This is the e-mail address of the payer, %(name)s: it is ignored.")
        words %= {"name": _payer(values) or of_payer}
        notices.append(at_row(row, "email", "email_of_payer", words))
        return ""
    return own


def _is_payer(values: Mapping[str, str]) -> bool:
    """Return whether the person has the name of the payer, ignoring accents and case."""
    first, last = (values.get(f"payer_{part}", "") for part in ("first_name", "last_name"))
    name = bare(person_name(values, "name"))
    return bool(name) and name in {bare(first + last), bare(last + first)}


def _payer(values: Mapping[str, str]) -> str:
    return f"{values.get('payer_first_name', '')} {values.get('payer_last_name', '')}".strip()
