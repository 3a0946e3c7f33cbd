"""Archives, imports and jobs.

It writes no table.
Read `jobs` first.
"""
