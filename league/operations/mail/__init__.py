"""Mail: an outbox in the database that a worker empties.

It alone writes Mail and SuppressedAddress. Read `outbox` first; `letters` says what a mail holds.
"""
