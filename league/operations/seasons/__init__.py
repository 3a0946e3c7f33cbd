"""Seasons and sessions, the schemes of a season, penalties, sit-outs and tie-break draws.

Only this room writes Season, Session and League. Read `seasons` first.
"""
