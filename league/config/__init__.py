"""What a deployer looks for: settings, addresses, Celery, Gunicorn, health, middleware.

It writes no table.
Read `settings` first.
"""
