"""Personal data: which data is stored, why and for how long; deleting it in time, and exporting it.

It writes no table itself: it deletes rows of the rooms below.
Read `personal_data` first.
"""
