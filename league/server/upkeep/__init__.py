"""Backups, and the check before an update.

Only `backup` writes tables. Read `backup.backups` and `upgrade` first.
"""
