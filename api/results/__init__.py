"""Confirmations, disputes and decisions; matches that are stopped or postponed.

It writes no table.
Read `results` first.
"""
