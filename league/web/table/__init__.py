"""A table on a phone, opened by its code, and the codes at the desk.

It writes no table.
Read `table` first.
"""
