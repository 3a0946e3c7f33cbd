"""The configuration of a server: settings, addresses, Celery, Gunicorn, databases, middleware.

It writes no table. Read `settings` first.
"""
