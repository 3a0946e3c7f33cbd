"""Mail: what is written into the outbox, and the sender that empties it.

It alone writes SuppressedAddress. Read `outbox` first; `letters` says what a mail holds.
"""
