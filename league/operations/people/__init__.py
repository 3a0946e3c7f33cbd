"""Accounts, clubs, their members and players, and the tokens of programs.

Only this room writes User, Club, ClubAddress, ClubLogo, Membership, Invitation, Player,
LeagueMember, SeatingWish and Token. Read `clubs` first.
"""
