"""Draws of sittings: their inputs, the obstacles to them, and seats chosen by hand.

It writes no table: `play.sittings` stores the draws. Read `seating_requests` first.
"""
