"""The page of a match, and the form of a round at the desk or a phone.

It writes no table.
Read `round_form` first.
"""
