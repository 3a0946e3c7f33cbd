"""What left this server, over all channels.

It writes no table of its own. Read `sent`.
"""
