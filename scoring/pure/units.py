"""The unit in which points and values of tie-breaks are counted: the 277200th part of a point.

277200 = 10·27720: every mean of shared places among up to twelve seats is whole (27720 is a
multiple of 1 to 12), so are 16ths and 22nds (place_fraction at nine and twelve seats), and so is a
hundredth. At up to eight seats all points are multiples of the coarse unit, the 4200th part of a
point, in which standings are stored and archives count.
"""

from decimal import Decimal
from fractions import Fraction

UNIT = 277200
COARSE_UNIT = 4200
FINE_PER_COARSE = UNIT // COARSE_UNIT
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
    bound but the last is cut off to the coarse unit, towards zero, as SQL divides; so the parts of
    a seat add up to the whole.

    >>> whole = 100 * FINE_PER_COARSE
    >>> shares = [(whole, 0, 2, 3), (whole, 2, 3, 3), (-whole, 2, 3, 3)]
    >>> [share_of_points(*share) // FINE_PER_COARSE for share in shares]
    [66, 34, -34]
    >>> share_of_points(UNIT // 11, 0, 1, 2), share_of_points(UNIT // 11, 1, 2, 2)
    (12540, 12660)
    """
    size = abs(points)
    step = share_of * FINE_PER_COARSE
    end = size if share_to == share_of else size * share_to // step * FINE_PER_COARSE
    part = end - size * share_from // step * FINE_PER_COARSE
    return part if points >= 0 else -part


def format_points(units: int) -> str:
    """Return an exact number of units with two decimals, rounded half to even.

    >>> format_points(75 * UNIT // 2), format_points(UNIT // 8), format_points(-UNIT // 2)
    ('37.50', '0.12', '-0.50')
    """
    return str(Decimal(half_even(units, HUNDREDTH)).scaleb(-2))


def in_coarse_units(units: int) -> int | str:
    """Return a number of units in 4200ths of a point, as archives state it: a fraction in lowest
    terms if it is not whole.

    >>> in_coarse_units(UNIT), in_coarse_units(-UNIT // 11)
    (4200, '-4200/11')
    """
    whole, rest = divmod(units, FINE_PER_COARSE)
    return str(Fraction(units, FINE_PER_COARSE)) if rest else whole
