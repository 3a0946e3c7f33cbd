"""The desk of one session: who is present, the tables, the draw of seats.

It writes no table.
Read `session_desk`, then `session_state`.
"""
