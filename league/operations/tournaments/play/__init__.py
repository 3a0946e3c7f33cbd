"""The play of a sitting from the draft to the lock: tables, clock, publication, and views.

Only this room writes Sitting and SittingTable. Read `sittings` first.
"""
