"""The server itself: its processes, what watches them, backups and updates, and its pages.

Each room says which tables it writes. Nothing below pages, commands and settings imports it.
"""
