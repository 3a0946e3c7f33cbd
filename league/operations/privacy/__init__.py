"""Personal data: what is kept, why and for how long, deleting it in time, and handing it out.

It writes no table itself: what it deletes belongs to the rooms below.
Read `personal_data` first.
"""
