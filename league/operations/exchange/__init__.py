"""Import and export: clubs as archives; players and past results from files, with undo.

Only this room writes Import. Read `imports` and `archive.format` first.
"""
