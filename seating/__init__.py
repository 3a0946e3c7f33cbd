"""Draws who sits where, and checks any plan. Standard library only: no Django, no clock, no hidden
randomness.

It writes no table. Read `README.md`, then `request`, `draw` and `check`; the algorithms are in
`solver`.
"""

from problems import catalogue

catalogue.add_folder(__file__)
