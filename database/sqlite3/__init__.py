"""The SQLite backend of the product: it notices that an outage, such as a full disk, has ended.

It writes no table.
Read `base` first.
"""
