"""The public page about stored personal data, and one's own data as a file.

It writes no table.
Read `privacy_page` first.
"""
