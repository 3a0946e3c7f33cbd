"""The desk of a club: first steps, players, members, phones, API tokens.

It writes no table.
Read `club_desk` first.
"""
