"""From a file that somebody else has written to what the club would do by hand; no database
here.

It writes no table.
Read `sheets`, then `mapping`.
"""
