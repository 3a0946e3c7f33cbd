"""Public standings, their origin, ratings and player pages; schemes and penalties at the desk.

It writes no table.
Read `season_page` first.
"""
