"""Clubs, members, players and tokens.

It writes no table.
Read `clubs` first.
"""
