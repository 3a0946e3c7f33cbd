"""The PostgreSQL backend of the product: it notices an outage and a lost connection without
asking.

It writes no table.
Read `base` first.
"""
