"""Webhooks: events of a club, their deliveries and their feed, and calls to the outside.

It alone writes Webhook, Announcement, Event, EventFeed and Attempt. Read `events`, `outbox`, then
`sender` and `feed`.
"""
