"""Parts that pages of every room use: forms, live parts, the response cache, links back.

It writes no table.
Read `request` and `live` first.
"""
