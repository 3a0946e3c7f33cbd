"""Numbers of players at one table that the product supports; every game has a part of them."""

LEAST_SEATS, MOST_SEATS = 2, 12
SEATS = range(LEAST_SEATS, MOST_SEATS + 1)
