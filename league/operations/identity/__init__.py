"""One person once: players who turn out to be the same person are merged, and merges undone.

Only this room writes PlayerMerge; in rows of other rooms it replaces the player.
Read `references` first, then `merging`.
"""
