"""Ladders: divisions with promotion and relegation, period after period.

It alone writes Ladder, Period, Division, DivisionMember and PlayOff.
Read `ladders` first.
"""
