"""The data of a person as a file.

It writes no table.
Read `my_data` first.
"""
