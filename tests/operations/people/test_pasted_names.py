"""Names out of pasted text: what people paste, and that nothing makes the parser fail."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.operations.people import pasted_names


def only(text):
    (person,) = pasted_names.parse(text)
    return person


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("1. Alice", "Alice"),
        ("2) Bob", "Bob"),
        ("(3) Bob", "Bob"),
        ("4 - Kim", "Kim"),
        ("#5 Ivo", "Ivo"),
        ("6\tFinn", "Finn"),
        ("- Chloé", "Chloé"),
        ("•Dov", "Dov"),
        ("\ufeffEva", "Eva"),
        ("\u00a0 Eva \u2003 Noir\u200b ,", "Eva Noir"),
        ('"Grace Hopper",', "Grace Hopper"),
        ("« Zoé »", "Zoé"),
        ("Ada\tLovelace", "Ada Lovelace"),
        ("Jean-Luc", "Jean-Luc"),
        ("O'Neil", "O'Neil"),
        ('Bob "The Dice" Ray', 'Bob "The Dice" Ray'),
        ("👩‍👩‍👧 Gil 🎲", "👩‍👩‍👧 Gil 🎲"),
        ("Louis 14", "Louis 14"),
    ],
)
def test_a_name_is_read_without_what_stands_around_it(line, name):
    person = only(line)
    assert (person.name, person.email, person.fault) == (name, "", None)


@pytest.mark.parametrize(
    "line",
    [
        "Ada Lovelace <ada@example.org>",
        "Ada Lovelace;ada@example.org",
        "1. Ada Lovelace, ada@example.org,",
        "ada@example.org\tAda\tLovelace",
        "Ada Lovelace (mailto:ada@example.org).",
        "Ada;Lovelace;ada@example.org;",
        '"Ada Lovelace" <ada@example.org>;',
    ],
)
def test_an_email_beside_the_name_is_read(line):
    person = only(line)
    assert (person.name, person.email) == ("Ada Lovelace", "ada@example.org")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("ada@example.org", "blank"),
        ("12.", "blank"),
        ("—", "blank"),
        ("Ada ada@nowhere", "bad_email"),
        ("ada@example.org bob@example.org", "several_emails"),
        ("Lovelace, Ada", "comma"),
        ("Ada;Lovelace;London", "several_columns"),
        ("x" * 101, "too_long"),
        ("x" * 500, "too_long"),
    ],
)
def test_a_line_that_is_no_name_says_why(line, code):
    person = only(f"\n{line}\n")
    assert (person.name, person.number, person.fault.code) == ("", 2, code)
    assert person.fault.path.startswith("lines.2")


def test_blank_lines_count_but_are_no_people():
    people = pasted_names.parse("Ada\r\n\r\n \t\r\nBob\n\u200b\n")
    assert [(person.number, person.name) for person in people] == [(1, "Ada"), (4, "Bob")]


@given(st.text())
def test_no_text_makes_the_parser_fail(text):
    for person in pasted_names.parse(text):
        assert bool(person.name) == (person.fault is None)
        assert len(person.name) <= 100
        assert "\n" not in person.name


@given(st.lists(st.text(st.sampled_from("aZé1. -•\t;,<>@\"'()"), max_size=40), max_size=5))
def test_no_mixture_of_the_signs_of_lists_makes_it_fail(lines):
    people = pasted_names.parse("\n".join(lines))
    assert len(people) == sum(bool(line.strip()) for line in lines)
