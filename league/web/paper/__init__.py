"""Printouts: choosing them at the desk, and public personal reports.

It writes no table.
Read `paper` first.
"""
