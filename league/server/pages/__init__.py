"""Pages for the owner of the server: health, mail, accounts; and the page that ends mails of clubs.

It writes no table. Read `health` first; all pages but `unsubscribing` are only for operators.
"""
