"""Standings for everybody, their origin, ratings and player pages; schemes and penalties of
the desk.

It writes no table.
Read `season_page` first.
"""
