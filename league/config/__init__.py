"""The configuration of a server: settings, addresses, Celery, Gunicorn, health, middleware.

It writes no table. Read `settings` first.
"""
