"""Ladders for everybody and at the desk.

It writes no table.
Read `ladder_desk` first.
"""
