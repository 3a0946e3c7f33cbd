"""Tournaments: entrants, the draw of each sitting, its play, brackets.

It alone writes Tournament, Entrant, Wish, Sitting, SittingTable and Incident. Read `tournaments`,
then `play.sittings`.
"""
