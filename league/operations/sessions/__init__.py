"""One session of a club: who is present, which tables are set, and the audit log with undo.

It alone writes Presence. Read `session_log` first.
"""
