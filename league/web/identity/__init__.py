"""Pages on which players who are one person are merged, and merges undone.

It writes no table.
Read `merges` first.
"""
