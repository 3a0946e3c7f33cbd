"""Database tools that know nothing of clubs: plain SQL for models, snapshots, a PostgreSQL backend.

It writes no table of its own.
Read `raw_models` first.
"""
