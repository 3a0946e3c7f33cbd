"""Shared by all addresses: tokens, bodies, errors, pages, entity tags, idempotency keys, throttles.

Only this package writes IdempotencyKey.
Read `resource` first.
"""
