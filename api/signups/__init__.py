"""Sessions: presence, the audit log with undo, the draw of seats.

It writes no table.
Read `sessions` first.
"""
