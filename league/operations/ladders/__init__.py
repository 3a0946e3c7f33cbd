"""Ladders: divisions with promotion and relegation, period after period.

Only this room writes Ladder, Period, Division, DivisionMember and PlayOff.
Read `ladders` first.
"""
