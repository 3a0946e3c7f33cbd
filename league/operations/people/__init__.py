"""Accounts, clubs, their members and players, and the tokens of programs.

It alone writes User, Club, ClubAddress, ClubLogo, Membership, Invitation, Player and Token. Read
`clubs` first.
"""
