"""The standings as readers see them: current and past views, the origin of points, trends, careers.

It writes no table; scoring.projection writes the standings. Read `standings` first.
"""
