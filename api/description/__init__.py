"""The OpenAPI description, its examples and problem codes, and the page made from it.

It writes no table; `api/openapi.json` is what it makes.
Read `schema` first.
"""
