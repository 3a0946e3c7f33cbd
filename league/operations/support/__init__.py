"""Parts that every room uses: row locks, version numbers, long jobs, the shared cache, wording.

It alone writes Job, JobFile and JobFilePart. Read `locks` and `versions` first.
"""
