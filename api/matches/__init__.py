"""Matches, their rounds one by one or in bulk, corrections, table codes.

It writes no table.
Read `rounds` first.
"""
