"""Files of seats by round, as CSV or JSON."""

import json
from io import BytesIO

import pytest
from openpyxl import Workbook

from league.errors import Invalid
from league.operations.exchange.import_files import seat_files


def seats(text):
    file = seat_files.read(text)
    assert not file.faults
    return [row[2:] for row in file.rows]


def refusal(text):
    with pytest.raises(Invalid) as refused:
        seat_files.read(text)
    return refused.value.problems[0]["code"]


ADA_AND_BOB = [(1, 1, 1, "Ada"), (1, 1, 2, "Bob")]


@pytest.mark.parametrize(
    "text",
    [
        "round,table,seat,player\n1,1,1,Ada\n1,1,2,Bob\n",
        "Ronde;Table;Place;Joueur\n1;1;1;Ada\n1;1;2;Bob\n",
        "Spieler\tRunde\tTisch\tPlatz\nAda\t1\t1\t1\n\nBob\t1\t1\t2\n",
        "1,1,1,Ada\n1,1,2, Bob ",
        json.dumps([{"round": 1, "table": 1, "seat": i, "player": p} for i, p in
                    enumerate(["Ada", "Bob"], 1)]),
        json.dumps({"seats": [{"round": 1, "table": 1, "seat": i, "player": p} for i, p in
                              enumerate(["Ada", "Bob"], 1)]}),
    ],
)  # fmt: skip
def test_same_seats_from_all_kinds_of_files(text):
    assert seats(text) == ADA_AND_BOB


def test_number_of_an_entrant_is_kept_as_text():
    assert seats('[{"round": 1, "table": 1, "seat": 1, "player": 3}]') == [(1, 1, 1, "3")]


def test_every_fault_names_its_line():
    file = seat_files.read("round,table,seat,player\nx,1,1,Ada\n1,0,1,\n1,1,1.5,Bob")
    assert [(fault.code, fault.path) for fault in file.faults] == [
        ("not_an_integer", "rows.2.round"),
        ("not_an_integer", "rows.3.table"),
        ("blank", "rows.3.player"),
        ("not_an_integer", "rows.4.seat"),
    ]
    assert file.faults[0].message == (
        "Line 2: write a whole number of at least 1 for “round”, not “x”."
    )


def test_json_of_a_wrong_shape_has_faults():
    file = seat_files.read('[{"round": true, "table": 1, "seat": 1, "player": "\\ud800"}, 4]')
    assert [fault.path for fault in file.faults] == [
        "rows.1.round", "rows.1.player",
        "rows.2.round", "rows.2.table", "rows.2.seat", "rows.2.player",
    ]  # fmt: skip
    assert file.faults[0].message.startswith("Entry 1:")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty_file"),
        ("round,table,player\n1,1,Ada", "missing_column"),
        ("1,1,Ada", "missing_column"),
        ("[1", "not_json"),
        ("[" * 100_000, "too_deep"),
        ('{"seats": 1}', "not_a_list"),
        ("1,1,1,Ada\n" * 100_000, "too_large"),
        ("1,1,1,A\n" * 20_001, "too_many_rows"),
    ],
)
def test_unreadable_file_is_refused(text, code):
    assert refusal(text) == code


def test_spreadsheet_is_refused_with_the_way_out():
    file = BytesIO()
    Workbook().save(file)
    with pytest.raises(Invalid, match="save it as CSV"):
        seat_files.read(seat_files.decode(file.getvalue()))


def test_uploaded_file_is_decoded():
    assert seat_files.decode("1,1,1,Zoé".encode("cp1252")) == "1,1,1,Zoé"
    with pytest.raises(Invalid, match="Excel"):
        seat_files.decode(b"\xd0\xcf\x11\xe0" + bytes(100))
