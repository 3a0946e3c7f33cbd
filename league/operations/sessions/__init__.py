"""One session of a club: who is present, the tables that are set, its audit log with undo.

It alone writes Presence and EveningAction.
Read `session_log` first.
"""
