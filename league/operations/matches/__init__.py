"""Matches and their rounds, from the submission to the state of the match.

It alone writes Match, Seat, Submission and TableCode.
Read `matches`, then `submissions`.
"""
