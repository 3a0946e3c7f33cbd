"""The unit in which points and values of tie-breaks are counted: the 4200th part of a point.

4200 = 5·840: every mean of shared places among up to eight seats is whole (840 is a multiple of 1
to 8), so are 14ths (place_fraction at eight seats), and so is a hundredth.
"""

from decimal import Decimal

UNIT = 4200
HUNDREDTH = UNIT // 100


def half_even(numerator: int, denominator: int) -> int:
    """Return the nearest whole number, the even one of two equally near; the denominator is
    positive.

    It is symmetric about zero: the absolute value is divided and rounded, then the sign is put
    back. So it does not matter whether a division floors or truncates.

    >>> half_even(5, 2), half_even(7, 2), half_even(-5, 2), half_even(-7, 2), half_even(-8, 3)
    (2, 4, -2, -4, -3)
    """
    whole, rest = divmod(abs(numerator), denominator)
    if 2 * rest + whole % 2 > denominator:  # above the half, or on it after an odd number
        whole += 1
    return whole if numerator >= 0 else -whole


def share_of_points(points: int, share_from: int, share_to: int, share_of: int) -> int:
    """Return the part of a seat's points that belongs to these rounds of `share_of`, in units. Each
    bound is cut off towards zero, as SQL divides, so the parts of a seat add up to the whole.

    >>> share_of_points(100, 0, 2, 3), share_of_points(100, 2, 3, 3), share_of_points(-100, 2, 3, 3)
    (66, 34, -34)
    """
    size = abs(points)
    part = size * share_to // share_of - size * share_from // share_of
    return part if points >= 0 else -part


def format_points(units: int) -> str:
    """Return an exact number of units with two decimals, rounded half to even.

    >>> format_points(157500), format_points(525), format_points(-2100)
    ('37.50', '0.12', '-0.50')
    """
    return str(Decimal(half_even(units, HUNDREDTH)).scaleb(-2))
