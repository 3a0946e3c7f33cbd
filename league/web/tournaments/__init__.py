"""Tournaments on public pages and at the desk: entrants, draws, sittings.

It writes no table.
Read `tournament_desk` first.
"""
