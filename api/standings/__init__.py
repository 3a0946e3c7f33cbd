"""Standings, their origin, ratings, staleness; schemes, penalties and tie-break draws.

It writes no table.
Read `standings` first.
"""
