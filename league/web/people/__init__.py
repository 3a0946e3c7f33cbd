"""The desk of a club: players, members, API tokens.

It writes no table.
Read `club_desk` first.
"""
