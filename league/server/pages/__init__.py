"""Pages for the owner of the server: health, mail, accounts; and the page that ends mails of clubs.

It writes no table. Read `health` first; all but `unsubscribing` are for operators alone.
"""
