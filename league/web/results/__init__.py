"""The page of a result: confirm, dispute, decide, postpone.

It writes no table.
Read `results` first.
"""
