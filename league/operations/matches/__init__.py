"""Matches and their rounds, from the submission to the state of the match.

Only this room writes Match, Seat, Submission, TranscriptDraft and TableCode.
Read `matches`, then `submissions`.
"""
