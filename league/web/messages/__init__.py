"""Pages about messages: the bell, what a person chooses, devices, links that stop mails.

It writes no table. Read `inbox` first.
"""
