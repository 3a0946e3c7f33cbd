"""Pages of sign-ups: answering by account, link or code, the lists of organisers, the door, series.

It writes no table.
Read `sheet_view`, then `answers`.
"""
