"""Pages that compose many subjects: the clubs, search, screens, feeds, embedding, errors.

It writes no table.
Read `clubs` first.
"""
