"""Archives, imports and logos, and the jobs that they are.

It writes no table.
Read `jobs` first.
"""
