"""What is printed, as PDF, and a whole session as one archive.

It writes no table.
Read `paper` first.
"""
