"""The word on what counts: points, tie-breaks, standings, ratings, divisions. No database
here.

It writes no table.
Read `schemes`, `points` and `standings` first.
"""
