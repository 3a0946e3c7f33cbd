"""Signing in and out, forms that outlive a session, and who may open a page.

It writes no table; sign-in attempts are counted in those of axes.
Read `access` first: every page of the desk passes it.
"""
