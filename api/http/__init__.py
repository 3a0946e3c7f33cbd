"""What every address has in common: tokens, bodies, errors, pages, entity tags, idempotency
keys, throttles.

It alone writes IdempotencyKey.
Read `resource` first.
"""
