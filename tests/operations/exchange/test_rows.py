"""What rows mean: people, matches of past seasons, records."""

import json
from datetime import date, time

import pytest

from league.operations.exchange.import_files import mapping, players, records, seasons, sheets
from league.operations.exchange.import_files.cells import parse_integer
from league.operations.exchange.import_files.planned import ImportDefaults
from league.operations.exchange.import_files.players import ClubPlayer, ExistingPolicy, RowAction
from league.operations.exchange.import_files.sheets import FileFormat
from tests import make

PARIS = "Europe/Paris"
LONG = "date;time;venue;game;match;round;seat;player;score\n"
WIDE = "date;game;match;player;round1;round2;round3\n"
KNOWN = [
    ClubPlayer(1, "Ada", "ada@x.org", "full"),
    ClubPlayer(2, "Bruno", "", "hidden"),
    ClubPlayer(3, "Chloé", "chloe@x.org", "full"),
    ClubPlayer(4, "Dov", "", "full"),
    ClubPlayer(5, "dov ", "", "full"),
]


def sheet(text, kind):
    read = sheets.read_table(text.encode(), FileFormat.CSV)
    columns, faults = mapping.map_columns(kind, read.columns, {}, ["date", "game"])
    assert not faults
    return read.rows, columns


def plan(text, **defaults):
    rows, columns = sheet(text, "season")
    parsed = seasons.parse_rows(rows, columns, ImportDefaults(**defaults), PARIS)
    return parsed.matches, row_codes(parsed.faults)


def row_codes(faults):
    return [(fault.row, fault.code, fault.path) for fault in faults]


def decide(text, existing=ExistingPolicy.SKIP):
    people, faults = players.parse_people(*sheet(text, "players"))
    steps, refused = players.plan_steps(people, KNOWN, existing)
    return steps, row_codes([*faults, *refused])


def test_whole_numbers():
    texts = {
        -3: ("-3", "−3", "–3", "-3,0"),
        4: ("+4", "4.0", " 4 ", "4,00"),
        1200: ("1 200", "1\u202f200", "1200.0"),
        None: ("1e3", "", "९", "1" * 10, "5,5", "22 pts", "1.200", "1 20", "4.000", "--3", "(3)"),
    }
    for expected, written in texts.items():
        assert [parse_integer(text) for text in written] == [expected] * len(written)


def test_people_are_new_known_or_changed():
    text = "Nom;E-mail;Visibilité\n Zoé  Œ ;z@x.org;initiale\n"
    text += "ADA;;\nBruno;b@x.org;\nChloe;CHLOE@x.org;"
    steps, faults = decide(text, ExistingPolicy.UPDATE)
    assert not faults
    assert [(step.action, step.after) for step in steps] == [
        (RowAction.NEW, ClubPlayer(0, "Zoé Œ", "z@x.org", "initial")),
        (RowAction.CHANGED, ClubPlayer(1, "ADA", "ada@x.org", "full")),
        (RowAction.CHANGED, ClubPlayer(2, "Bruno", "b@x.org", "hidden")),
        (RowAction.CHANGED, ClubPlayer(3, "Chloe", "CHLOE@x.org", "full")),
    ]
    skipped, _ = decide(text)
    assert [step.action for step in skipped] == [RowAction.NEW, *[RowAction.SKIPPED] * 3]


def test_first_and_last_names_make_a_name():
    steps, _ = decide("Nom;Prénom\nLovelace;Ada\nHopper;\n")
    assert [step.after.name for step in steps] == ["Ada Lovelace", "Hopper"]


@pytest.mark.parametrize(
    ("text", "existing", "fault"),
    [
        ("Nom\nZoé\n\nzoé", ExistingPolicy.SKIP, (4, "row_twice", "rows.4.name")),
        ("Nom;Mail\nZ;z@x.org\nY;Z@x.org", ExistingPolicy.SKIP, (3, "row_twice", "rows.3.email")),
        (
            "Nom;Visibilité\nZ;partout",
            ExistingPolicy.SKIP,
            (2, "not_a_choice", "rows.2.visibility"),
        ),
        ("Nom\nbruno", ExistingPolicy.REFUSE, (2, "known_player", "rows.2.name")),
        ("Nom\nDÓV", ExistingPolicy.SKIP, (2, "ambiguous_player", "rows.2.name")),
        ("Nom;Mail\nEva;ada@x.org\nAda;", ExistingPolicy.UPDATE, (3, "row_twice", "rows.3.name")),
        (
            "Nom;Mail\nBruno;ada@x.org",
            ExistingPolicy.UPDATE,
            (2, "ambiguous_player", "rows.2.name"),
        ),
    ],
)
def test_people_that_are_not_possible(text, existing, fault):
    assert decide(text, existing)[1] == [fault]


def test_both_forms_of_a_season_tell_the_same_matches():
    wide, faults = plan(
        WIDE + "1/10/2026;Neurotrio;A;Ada;14;11;\n1/10/2026;neurotrio;B;Ada;7;;\n"
        "1/10/2026;NEUROTRIO;a;Bruno;5;0;\n1/10/2026;neurotrio;B;Zoé 🎲;8;;\n"
    )
    assert not faults
    long, faults = plan(
        LONG + "2026-10-01;20:00;;neurotrio;A;1;;Ada;14\n2026-10-01;20:00;;neurotrio;A;1;;Bruno;5\n"
        "2026-10-01;20h;;neurotrio;A;2;;Bruno;0\n2026-10-01;;;neurotrio;A;2;;Ada;11\n"
        "2026-10-01;;;neurotrio;B;1;2;Zoé 🎲;8\n2026-10-01;;;neurotrio;B;1;1;Ada;7\n"
    )
    assert not faults
    for planned in (wide, long):
        assert [match.at.isoformat() for match in planned] == ["2026-10-01T20:00:00+02:00"] * 2
        assert [match.players for match in planned] == [["Ada", "Bruno"], ["Ada", "Zoé 🎲"]]
        assert [list(match.rounds) for match in planned] == [
            [make.sheet(14, 5), make.sheet(11, 0)],
            [make.sheet(7, 8)],
        ]


def test_evenings_differ_by_day_time_or_place():
    rows = ["1/10/2026;;;", "2/10/2026;;;", "1/10/2026;21h;;", "1/10/2026;;Cave;"]
    planned, faults = plan(LONG + "".join(f"{row}neurotrio;A;1;;Ada;1\n" for row in rows))
    assert not faults
    assert len(planned) == 4


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("x;neurotrio;A;Ada;1;;", (2, "not_a_date", "rows.2.date")),
        (";neurotrio;A;Ada;1;;", (2, "not_a_date", "rows.2.date")),
        ("1/10/2026;chess;A;Ada;1;;", (2, "unknown_game", "rows.2.game")),
        ("1/10/2026;;A;Ada;1;;", (2, "required", "rows.2.game")),
        ("1/10/2026;neurotrio;;Ada;1;;", (2, "required", "rows.2.match")),
        ("1/10/2026;neurotrio;A;;1;;", (2, "required", "rows.2.player")),
        ("1/10/2026;neurotrio;A;Ada;1,5;;", (2, "not_an_integer", "rows.2.round1")),
        ("1/10/2026;neurotrio;A;Ada;;;", (2, "no_rounds", "rows.2")),
        ("1/10/2026;neurotrio;A;Ada;1;;2", (2, "missing_score", "rows.2.round2")),
        ("1/10/2026;neurotrio;A;Ada;1;;\n1/10/2026;neurotrio;A;Bob;1;2;",
         (2, "missing_score", "rows.2.round2")),
        ("1/10/2026;neurotrio;A;Ada;1;;\n1/10/2026;neurotrio;A;ADA;1;;",
         (3, "row_twice", "rows.3.round1")),
        ("1/10/2026;neurotrio;A;Ada;1;;\n1/10/2026;njet;A;Bob;1;;",
         (3, "another_game", "rows.3.game")),
    ],
)  # fmt: skip
def test_rows_of_a_season_that_are_not_possible(row, fault):
    assert plan(WIDE + row) == ([], [fault])


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("1/10/2026;25h;;neurotrio;A;1;;Ada;1", (2, "not_a_time", "rows.2.time")),
        ("1/10/2026;;;neurotrio;A;0;;Ada;1", (2, "bad_round", "rows.2.round")),
        ("1/10/2026;;;neurotrio;A;x;;Ada;1", (2, "not_an_integer", "rows.2.round")),
        ("1/10/2026;;;neurotrio;A;1;;Ada;", (2, "not_an_integer", "rows.2.score")),
        ("1/10/2026;;;neurotrio;A;1;x;Ada;1", (2, "not_an_integer", "rows.2.seat")),
        ("1/10/2026;;;neurotrio;A;1;1;Ada;1\n1/10/2026;;;neurotrio;A;1;1;Bob;1",
         (3, "bad_seat", "rows.3.seat")),
    ],
)  # fmt: skip
def test_rows_of_rounds_that_are_not_possible(row, fault):
    assert plan(LONG + row) == ([], [fault])


def test_all_errors_are_reported_together():
    _, faults = plan(WIDE + "x;chess;;;1.5;;\n1/10/2026;neurotrio;A;Ada;;;\n")
    assert [code for _, code, _ in faults] == [
        "not_a_date", "unknown_game", "required", "required", "not_an_integer", "no_rounds",
    ]  # fmt: skip


def test_an_illegal_score_is_reported_at_its_cell():
    (match,), _ = plan(
        WIDE + "1/10/2026;neurotrio;A;Ada;14;99;\n\n1/10/2026;neurotrio;A;Bruno;5;0;\n"
    )
    verdict, faults = match.judge()
    assert not verdict.ok
    assert row_codes(faults)[0][::2] == (2, "rows.2.round2")
    assert faults[0].clause


def test_an_error_of_a_whole_round_is_reported_at_its_first_cell():
    (match,), _ = plan(WIDE + "1/10/2026;neurotrio;A;Ada;12;;\n1/10/2026;neurotrio;A;Bo;13;;\n")
    assert row_codes(match.judge()[1]) == [(2, "two_finishers", "rows.2.round1")]


def test_defaults_fill_empty_cells():
    (match,), faults = plan(
        "match;player;round1\nA;Ada;1\n",
        day=date(2026, 10, 1),
        clock=time(19),
        place="Cave",
        game="njet",
        house_rules={"njet": {"rounds": 4}},
    )
    assert not faults
    assert match.at.isoformat() == "2026-10-01T19:00:00+02:00"
    assert (match.place, match.game, match.options) == ("Cave", "njet", {"rounds": 4})


RECORD = {
    "record": 1,
    "game": "neurotrio",
    "options": {},
    "players": ["Ada", "Bruno"],
    "rounds": [make.sheet(12, 4)],
}
WHEN = {"played_at": "2026-10-01T20:30:00+02:00"}


def lines(*values, **defaults):
    text = "\n".join(value if isinstance(value, str) else json.dumps(value) for value in values)
    planned, faults = records.parse_records(text.encode(), ImportDefaults(**defaults), PARIS)
    return planned, row_codes(faults)


def test_a_record_in_each_line_bare_or_with_its_evening():
    (wrapped, bare), faults = lines(
        {**WHEN, "place": "Cave", "record": RECORD}, "", RECORD, day=date(2026, 10, 2)
    )
    assert not faults
    assert (wrapped.at.isoformat(), wrapped.place) == ("2026-10-01T18:30:00+00:00", "Cave")
    assert (bare.row, bare.at.isoformat()) == (3, "2026-10-02T20:00:00+02:00")
    assert bare.rounds == RECORD["rounds"]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("{", (1, "not_json", "rows.1")),
        ('{"a": 1, "a": 2}', (1, "same_key", "rows.1")),
        (RECORD, (1, "not_a_time", "rows.1.played_at")),
        ({"played_at": "2026-10-01T20:30:00", "record": RECORD},
         (1, "not_a_time", "rows.1.played_at")),
        ({"played_at": 7, "record": RECORD}, (1, "not_a_time", "rows.1.played_at")),
        ({"played_at": "0001-01-01T00:00:00+14:00", "record": RECORD},
         (1, "not_a_time", "rows.1.played_at")),
        ({**WHEN, "record": RECORD, "note": 1}, (1, "unknown_key", "rows.1.note")),
        ({**WHEN, "record": RECORD, "place": 1}, (1, "not_text", "rows.1.place")),
        ({**WHEN, "record": RECORD, "place": "\ud800"}, (1, "bad_text", "rows.1.place")),
        ({**WHEN, "record": {**RECORD, "players": ["A\0", "B"]}}, (1, "bad_text", "rows.1")),
        ({**WHEN, "record": {**RECORD, "rounds": [make.sheet(3, 99)]}},
         (1, "score_of_finisher", "rows.1.record.rounds.0.scores.1")),
    ],
)  # fmt: skip
def test_lines_that_are_not_possible(line, fault):
    planned, faults = lines(line)
    assert planned == []
    assert faults[0] == fault
