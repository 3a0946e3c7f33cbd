"""One person once: players who turn out to be the same person are merged, and merges undone.

It alone writes PlayerMerge, and in rows of other rooms it exchanges the player.
Read `references` first, then `merging`.
"""
