"""Accounts, clubs, their members and players, and the tokens of programs.

It alone writes User, Club, Membership, Player and Token. Read `clubs` first.
"""
