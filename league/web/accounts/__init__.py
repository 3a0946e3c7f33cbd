"""Accounts: signing in, passkeys and codes, forms that survive the session, access to pages.

It writes no table: allauth writes its own, `league.operations.people.accounts` writes User.
Read `access` first, which every page of the desk passes; `adapters` customises allauth.
"""
