"""Accounts: signing in, passkeys and codes, forms that outlive a session, who may open a page.

It writes no table: allauth writes its own, `league.operations.people.accounts` those of User.
Read `access` first, which every page of the desk passes; `adapters` is what allauth leaves to us.
"""
