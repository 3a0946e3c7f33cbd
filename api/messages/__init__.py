"""Messages to the account of the caller, its choices about them, and its devices.

It writes no table.
Read `messages` first.
"""
