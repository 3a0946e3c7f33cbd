"""The demo club, played by the bots of the engines.

It writes through the operations alone.
Read `demo_club` first.
"""
