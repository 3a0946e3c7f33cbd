"""Ladders, their periods and divisions.

It writes no table.
Read `ladders` first.
"""
