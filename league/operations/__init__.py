"""The operations of people and programs, one room per subject, shared by pages and API.

Each table has one writer here, named in its room; rooms import downwards only (pyproject.toml).
Read `matches.submissions` first: it receives the rounds.
"""
