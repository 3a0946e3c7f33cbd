"""Reading the standings: views, past sessions, where points come from, trends, careers.

It writes no table; scoring.projection writes the standings.
Read `standings` first.
"""
