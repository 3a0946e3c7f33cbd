"""One person once: players who turn out to be the same person are merged, and merges are undone.
Alone writes PlayerMerge, and in rows of other rooms the player only. Read `references` first, then
`merging`.
"""
