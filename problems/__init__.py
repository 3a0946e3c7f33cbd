"""Reads untrusted JSON, and says in the reader's language what is wrong with it. Standard library
only; it stands on nothing of the project.

It writes no table. Read `reader`, then `text`.
"""
