"""Reads untrusted JSON, and reports its problems in the reader's language. Standard library only;
it imports nothing else of the project.

It writes no table. Read `reader`, then `text`.
"""
