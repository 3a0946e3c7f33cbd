"""The outbox: mails, webhook calls and notifications on their way.

It writes Outgoing, as do the rooms of the channels: they put rows and have a sender. Read
`queue`.
"""
