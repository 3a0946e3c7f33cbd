"""A sitting from the draft to the lock: tables, clock, publication, and how it is shown.

It alone writes Sitting and SittingTable.
Read `sittings` first.
"""
