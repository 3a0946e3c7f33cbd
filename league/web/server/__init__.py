"""Pages for the owner of the server: mail, accounts; and the page that ends mails of clubs.

It writes no table. Read `mail` first; all but `unsubscribing` are for operators alone.
"""
