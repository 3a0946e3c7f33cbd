"""The evenings of clubs, seasons and people for calendar programs (RFC 5545).

Only this room writes CalendarAddress, the secret address of a person's calendar.
Read `calendar_sessions` first.
"""
