"""Which column is which field."""

import pytest
from django.utils.translation import override

from league.operations.exchange.import_files import mapping, samples
from league.operations.support.csv_cells import BYTE_ORDER_MARK


def find(kind, columns, chosen=None, defaults=()):
    result, faults = mapping.map_columns(kind, columns, chosen or {}, defaults)
    columns_by_field = {field: columns[number] for field, number in result.items()}
    return columns_by_field, [(fault.code, fault.path) for fault in faults]


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        (["Nom", "E-mail"], {"name": "Nom", "email": "E-mail"}),
        (["NAME", "Email address"], {"name": "NAME", "email": "Email address"}),
        (["Prénom", "Nom"], {"first_name": "Prénom", "last_name": "Nom"}),
        (["First name", "Last name"], {"first_name": "First name", "last_name": "Last name"}),
        (["Prénom"], {"first_name": "Prénom"}),
        (["n°", "Nom complet", "Courriel"], {"name": "Nom complet", "email": "Courriel"}),
        (["Prénom", "Nom de famille", "Nom complet"],
         {"first_name": "Prénom", "last_name": "Nom de famille"}),
        (["Vorname", "Name"], {"first_name": "Vorname", "last_name": "Name"}),
        (["Joueur", "Visibilité", "Téléphone"], {"name": "Joueur", "visibility": "Visibilité"}),
    ],
)  # fmt: skip
def test_columns_of_players_are_known_by_their_names(columns, expected):
    assert find("players", columns) == (expected, [])


@pytest.mark.parametrize("name", ["players", "season", "rounds"])
def test_all_columns_of_the_german_samples_are_recognised(name):
    with override("de"):
        sample = samples.find_sample(name)
    columns = sample.text.lstrip(BYTE_ORDER_MARK).splitlines()[0].split(";")
    columns_by_field, faults = find("players" if name == "players" else "season", columns)
    assert (sorted(columns_by_field.values()), faults) == (sorted(columns), [])


def test_rounds_stand_beside_each_other_or_in_rows():
    base = ["Date", "Jeu", "Partie", "Joueur"]
    wide, faults = find("season", [*base, "Manche 1", "Manche 02", "M3"])
    assert not faults
    assert [wide[f"round{n}"] for n in (1, 2, 3)] == ["Manche 1", "Manche 02", "M3"]
    long, faults = find("season", [*base, "Manche", "Score", "Lieu", "Heure", "Siège"])
    assert not faults
    assert (long["round"], long["score"], long["place"]) == ("Manche", "Score", "Lieu")


def test_usual_names_of_results_are_known():
    columns = ["Date et heure", "Jeu", "N° de partie", "Joueur", "Manche n° 1", "Somme"]
    columns_by_field, faults = find("season", columns)
    assert list(columns_by_field) == ["date", "game", "match", "player", "total", "round1"]
    assert not faults


def test_a_round_is_not_lost_where_two_columns_have_the_same_name():
    """Round 3 was called 2 by mistake; one who says which column is meant may go on."""
    columns = ["Date", "Jeu", "Partie", "Joueur", "Manche 1", "Manche 2", "manche 2"]
    assert find("season", columns)[1] == [("column_twice", "mapping.round2")]
    columns_by_field, faults = find("season", columns, {"round2": "Manche 2", "round3": "manche 2"})
    assert (columns_by_field["round3"], faults) == ("manche 2", [])


def test_a_column_called_place_is_a_rank_unless_mapped_otherwise():
    columns = ["Date", "Game", "Match", "Player", "Round 1", "Place"]
    assert "place" not in find("season", columns)[0]
    assert find("season", columns, {"place": "Place"})[0]["place"] == "Place"


def test_an_explicit_mapping_overrides_the_guess():
    columns = ["Nom", "Pseudo", "E-mail"]
    columns_by_field, faults = find("players", columns, {"name": " pseudo ", "email": ""})
    assert (columns_by_field, faults) == ({"name": "Pseudo"}, [])


@pytest.mark.parametrize(
    ("chosen", "fault"),
    [
        ({"nickname": "Nom"}, ("unknown_field", "mapping.nickname")),
        ({"round1": "Nom"}, ("unknown_field", "mapping.round1")),
        ({"name": "Surnom"}, ("unknown_column", "mapping.name")),
        ({"name": "Note"}, ("column_twice", "mapping.name")),
        ({"name": "Nom", "email": "Nom"}, ("column_twice", "mapping.email")),
    ],
)
def test_a_mapping_that_is_not_possible(chosen, fault):
    assert find("players", ["Nom", "Note", "note", "Note"], chosen)[1] == [fault]


@pytest.mark.parametrize(
    ("kind", "columns", "faults"),
    [
        ("players", ["Téléphone"], [("missing_column", "mapping.name")]),
        (
            "season",
            ["Round 1"],
            [("missing_column", f"mapping.{name}") for name in ("date", "game", "match", "player")],
        ),
        ("season", ["Date", "Jeu", "Partie", "Joueur"], [("missing_column", "mapping.round1")]),
        ("season", ["Date", "Jeu", "Partie", "Joueur", "Total"], [("totals_only", "mapping")]),
        ("season", ["Date", "Jeu", "Partie", "Joueur", "Score"], [("totals_only", "mapping")]),
    ],
)
def test_columns_that_are_missing(kind, columns, faults):
    assert find(kind, columns)[1] == faults


def test_a_field_with_a_default_needs_no_column():
    columns = ["Match", "Player", "Round 1"]
    assert find("season", columns, defaults=["date", "game"])[1] == []
