import pytest

from scoring import tables


@pytest.mark.parametrize(
    ("exact", "shown"),
    [
        ("12", "12.00"),
        ("75/2", "37.50"),
        ("1/8", "0.12"),
        ("3/8", "0.38"),
        ("360/7", "51.43"),
        ("-1/3", "-0.33"),
        ("1000000000001/2", "500000000000.50"),
    ],
)
def test_two_decimals_rounded_half_to_even(exact, shown):
    assert tables.decimals(exact) == shown
