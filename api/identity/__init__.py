"""Merges of players and their undo.

It writes no table.
Read `merges` first.
"""
