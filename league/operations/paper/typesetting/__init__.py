"""Typesetting: values in, PDF bytes out; no database here.

It writes no table. Read `press` first; `layouts/` are for Typst.
"""
