"""Webhooks at the desk: their settings and their deliveries.

It writes no table.
Read `webhooks` first.
"""
