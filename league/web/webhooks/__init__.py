"""Webhooks at the desk: what is told to whom, and how it went.

It writes no table.
Read `webhooks` first.
"""
