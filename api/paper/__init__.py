"""Printouts as PDF, and all papers of a session as one archive.

It writes no table.
Read `paper` first.
"""
