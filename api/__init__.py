"""The REST API: one room per subject, the same names as in operations.

Only this package writes IdempotencyKey (api.http.idempotency); operations write the rest.
Read `http.resource`, then `urls`.
"""
