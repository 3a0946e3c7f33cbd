"""Tournaments: entrants, the draw of each sitting, its play, brackets.

It alone writes Tournament, Entrant, Wish, Sitting and SittingTable. Read `tournaments`,
then `play.sittings`.
"""
