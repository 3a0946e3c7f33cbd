"""Files of other programs, translated into what the club would enter by hand; no database here.

It writes no table. Read `sheets`, then `mapping`.
"""
