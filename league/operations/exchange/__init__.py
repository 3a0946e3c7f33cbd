"""Clubs out and in as archives; players and past results in from files, and taken back.

It alone writes Import.
Read `imports` and `archive.format` first.
"""
