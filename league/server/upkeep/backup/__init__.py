"""Backups: a whole server in one file, and a server from such a file.

It reads and writes every table, by what the models say, and knows none of them.
Read `backups` first.
"""
