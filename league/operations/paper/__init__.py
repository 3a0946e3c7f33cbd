"""Printed papers: sheets, cards, lists, certificates, personal reports.

It writes no table. Read `session_paper` first; `typesetting` draws the pages.
"""
