"""The pages of one session at the desk: who is present, the tables, the seating of players.

It writes no table.
Read `session_desk`, then `session_state`.
"""
