"""The outbox: mails, webhook calls and notifications on their way.

It writes Outgoing, as do the rooms of the channels, each with a sender. Read `queue`.
"""
