"""Mail: an outbox in the database that a worker empties.

It alone writes Mail and RestingAddress. Read `outbox` first; `letters` says what a mail holds.
"""
