"""What people and programs do, one room per subject, shared by pages and API.

Each table has one writer here, named in its room; rooms import downwards only (pyproject.toml).
Read `matches.submissions` first: a round comes in there.
"""
