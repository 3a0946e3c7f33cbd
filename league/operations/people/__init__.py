"""Clubs, their members and players, and the tokens of programs.

It alone writes Club, ClubAddress, ClubLogo, Membership, Player and Token. Read `clubs` first.
"""
