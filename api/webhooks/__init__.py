"""Webhooks and their deliveries.

It writes no table.
Read `webhooks` first.
"""
