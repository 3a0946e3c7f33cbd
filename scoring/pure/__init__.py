"""The definitions of what counts: points, tie-breaks, standings, ratings, divisions. Pure functions
without a database.

It writes no table. Read `schemes`, `points` and `standings` first.
"""
