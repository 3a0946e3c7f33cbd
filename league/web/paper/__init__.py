"""What can be printed: choosing it at the desk, and personal reports for everybody.

It writes no table.
Read `paper` first.
"""
