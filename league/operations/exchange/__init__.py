"""Import and export: clubs as archives; players and past results from files, with undo.

It alone writes Import. Read `imports` and `archive.format` first.
"""
