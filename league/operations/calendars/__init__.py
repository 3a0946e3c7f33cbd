"""The evenings of clubs, seasons and people for calendar programs (RFC 5545).

It alone writes CalendarAddress, the secret address of a person's calendar.
Read `evenings` first.
"""
