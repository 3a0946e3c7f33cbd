"""Typesetting: values in, PDF bytes out; no database here.

It writes no table. Read `pdf_documents` first; `layouts/` are for Typst.
"""
