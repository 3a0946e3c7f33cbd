"""Seasons and sessions, the schemes of a season, penalties, sit-outs and tie-break draws.

It alone writes Season and Session. Read `seasons` first.
"""
