"""Ladders on public pages and at the desk.

It writes no table.
Read `ladder_desk` first.
"""
