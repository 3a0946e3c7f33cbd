"""Webhooks: events of a club, their deliveries, and calls to the outside.

It alone writes Webhook, Announcement, Event, Delivery and Attempt. Read `events`, then `outbox`.
"""
