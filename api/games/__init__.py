"""The records of the games as the API shows them, and the check of a record.

It writes no table.
Read `shapes` first.
"""
