"""The archive of a club: a ZIP of JSON and NDJSON files, written and read back.

It writes only through the other rooms. Read `file_format` first: it names every file and key.
"""
