"""Seasons and their schemes' fields.

It writes no table.
Read `seasons` first.
"""
