"""Webhooks: events of a club, their deliveries, and calls to the outside.

It alone writes Webhook, Announcement, Event and Attempt. Read `events`, `outbox`, then `sender`.
"""
