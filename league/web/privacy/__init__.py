"""What is kept about people, for everybody to read, and one's own data as a file.

It writes no table.
Read `privacy_page` first.
"""
