"""Clubs, their members and players, and the tokens of programs.

It alone writes Club, Membership, Player and Token. Read `clubs` first.
"""
