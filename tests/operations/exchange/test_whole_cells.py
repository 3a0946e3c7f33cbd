"""Each cell of each import is understood whole, or refused with its row, column and text.

The fields are those that `import_files.fields` declares: a new one is tested without a new test.
"""

import json

import pytest

from league.models import JobState
from league.operations.exchange.import_files.fields import ANY_TEXT, FIELDS, CellKind
from tests import make
from tests.operations.exchange.importing import import_file

pytestmark = pytest.mark.django_db
MORE = (" x", " (?)", " !")
LEGAL = {
    CellKind.NAME: ["Ada"],
    CellKind.TEXT: ["A"],
    CellKind.EMAIL: ["ada@x.org", "Ada <ada@x.org>", "<ada@x.org>", "mailto:ada@x.org"],
    CellKind.VISIBILITY: ["full", "Prénom et initiale"],
    CellKind.ORDER_STATUS: ["Validé", "Remboursée", "Processed"],
    CellKind.DAY: ["01/10/2025", "1.10.25", "mer. 1 octobre 2025", "2025-10-01T18:30:00Z",
                   "01/10/2025 8:30 PM", "01/10/2025 à 20h30", "01/10/2025 20.30"],
    CellKind.CLOCK: ["20:30", "8:30 PM", "20.30", "20h30", "24:00"],
    CellKind.GAME: ["neurotrio", "Neurotrio"],
    CellKind.NUMBER: ["1", "1,0", "1.0", "+1"],
}  # fmt: skip
ANY_NAME = {"first_name", "last_name", "last_first_name", "name", "player", "payer_first_name",
            "payer_last_name"}  # fmt: skip
ANY_LABEL = {"place", "match"}  # a club calls its venues and matches whatever it likes
LONG = {"round": "1", "seat": "1", "score": "1"}
# fields in which the two players of a match differ
OF_ONE_PLAYER = {"seat", "score", "round1", "player", "first_name", "last_name", "last_first_name",
                 "total"}  # fmt: skip
EVERY_FIELD = [
    (kind, field, declared)
    for kind, fields in FIELDS.items()
    for field, declared in {
        **fields,
        **({"round1": fields["score"]} if "score" in fields else {}),
    }.items()
]


def row_of(kind, field, cell, number):
    """Return a row that can be imported, with this cell."""
    if kind == "players":
        values = {"name": f"Player {number}", "email": f"p{number}@x.org"}
    else:
        values = {"date": "01/10/2025", "game": "neurotrio", "match": f"M{number}"}
        values |= {"player": "Ada", **({"round1": "1"} if field == "round1" else LONG)}
    if field in {"first_name", "last_name", "last_first_name"}:
        values.pop("name" if kind == "players" else "player")
    is_name = kind == "players" and field in ANY_NAME
    cell = cell.replace("ada@", f"ada{number}@") + (f" {number}" if is_name else "")
    return values | {field: cell}


def rows_of(kind, field, cell, number):
    row = row_of(kind, field, cell, number)
    if kind == "players":
        return [row]
    bob = {
        name: value
        for name, value in {"player": "Bob", "seat": "2"}.items()
        if name in row and name != field
    }
    other = "Bob" if field in ANY_NAME else "2"
    return [row, row | bob | ({field: other} if field in OF_ONE_PLAYER else {})]


def send(kind, field, cells):
    rows = [row for number, cell in enumerate(cells) for row in rows_of(kind, field, cell, number)]
    text = "\n".join([";".join(rows[0]), *(";".join(row.values()) for row in rows)])
    settings = {"season_name": "Old", "create_players": True} if kind == "season" else {}
    return import_file(make.club(), text, kind=kind, dry_run=True, **settings)


def test_only_names_and_labels_may_be_any_text():
    assert set(LEGAL) == set(CellKind)
    any_text = {field for _kind, field, declared in EVERY_FIELD if declared.cell in ANY_TEXT}
    assert any_text == ANY_NAME | ANY_LABEL


@pytest.mark.parametrize(("kind", "field", "declared"), EVERY_FIELD)
def test_a_legal_cell_with_more_behind_it_is_refused(kind, field, declared):
    cells = LEGAL[declared.cell]
    legal = send(kind, field, cells)
    assert (legal.state, legal.problems) == (JobState.DONE, [])
    longer = send(kind, field, [cell + more for cell in cells for more in MORE])
    if declared.cell in ANY_TEXT:
        assert (longer.state, longer.problems) == (JobState.DONE, [])
        return
    per_cell = 1 if kind == "players" or field in OF_ONE_PLAYER else 2
    assert len(longer.problems) == len(cells) * len(MORE) * per_cell
    assert {problem["column"] for problem in longer.problems} == {field}
    assert all("“" in problem["message"] for problem in longer.problems)


def test_a_legal_text_of_a_record_with_more_behind_it_is_refused():
    """Names and places may be any text, in records too."""
    match_record = {
        "record": 1,
        "game": "neurotrio",
        "options": {"target": 50, "distinct": "hand"},
        "players": ["Ada", "Bob"],
        "rounds": [make.sheet(12, 4)],
    }
    line = {"played_at": "2025-10-01T20:30:00+02:00", "place": "Here", "record": match_record}
    accepted = []
    club = make.club()
    settings = {"kind": "records", "file_format": "ndjson", "season_name": "Old"}
    for path in sorted(texts_of(line)):
        changed = json.dumps(with_more(line, path, " x"))
        job = import_file(club, changed, dry_run=True, create_players=True, **settings)
        if job.state == JobState.DONE:
            accepted.append(path)
    assert set(accepted) == {"place", "record.players.0", "record.players.1"}


def texts_of(value, path=""):
    """Return the paths of the texts and numbers in a JSON value."""
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        return {
            below
            for name, item in items
            for below in texts_of(item, f"{path}.{name}".removeprefix("."))
        }
    return {path}


def with_more(value, path, more):
    """Return the JSON value with more behind one text or number."""
    if not path:
        return f"{value}{more}"
    name, _dot, rest = path.partition(".")
    if isinstance(value, list):
        return [
            with_more(entry, rest, more) if str(number) == name else entry
            for number, entry in enumerate(value)
        ]
    return {**value, name: with_more(value[name], rest, more)}
