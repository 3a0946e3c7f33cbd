"""Standings and results as files for other programs: spreadsheets and the app BG Stats.

It writes no table. Read `sheets` first.
"""
