"""The pages: one room per subject, the same names as in operations.

It writes no table; operations do.
Read `urls` first.
"""
