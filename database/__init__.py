"""Tools for databases that know nothing of clubs: plain SQL for models, one snapshot, a
PostgreSQL backend.

It writes no table of its own.
Read `raw_models` first.
"""
