"""Tournaments, their entrants and sittings.

It writes no table.
Read `tournaments`, then `sittings`.
"""
