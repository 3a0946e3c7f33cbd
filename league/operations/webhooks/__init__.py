"""Telling other programs what happens: events, their deliveries, and the calls to the outside.

It alone writes Webhook, Announcement, Event, Delivery and Attempt.
Read `events`, then `outbox`.
"""
