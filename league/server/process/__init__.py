"""The processes of a server: web, worker and beat, in one process or in several.

It writes no table. Read `one_process` and `buffered_server` first.
"""
