"""Accounts, clubs, their members and players, and the tokens of programs.

It alone writes User, Club, Membership, Invitation, Player and Token. Read `clubs` first.
"""
