"""Places and waiting list of a sheet. Pure.

Each "yes" gets the next number of its sheet. The lowest numbers have places; the rest wait in the
order of their numbers. So no player waits while a place is free, and none is overtaken.
"""

from collections.abc import Collection


def numbers_with_place(numbers: Collection[int], capacity: int | None) -> set[int]:
    """Return the numbers that have a place; without a capacity all have one.

    >>> sorted(numbers_with_place([4, 1, 9], 2))
    [1, 4]
    """
    return set(sorted(numbers)[:capacity])


def place_in_queue(numbers: Collection[int], capacity: int | None, number: int) -> int:
    """Return how many wait up to this number, itself included; 0 if it has a place.

    >>> place_in_queue([4, 1, 9], 2, 9)
    1
    """
    with_place = numbers_with_place(numbers, capacity)
    if number in with_place:
        return 0
    return sum(other not in with_place and other <= number for other in numbers)
