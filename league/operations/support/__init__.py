"""Parts that every room uses: row locks, version numbers, long jobs, the shared cache, wording.

Only this room writes Job, JobFile and JobFilePart. Read `locks` and `versions` first.
"""
