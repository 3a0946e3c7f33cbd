"""The demo club, played by the bots of the engines.

It writes only through the operations. Read `demo_club` first.
"""
