"""The room where an evening or a tournament is played: announcements to all, and calls from tables.

Both are over when people go home, so the archive of a club leaves them out; its log tells of them.

Writes RoomAnnouncement and TableCall. Read announcements.py first.
"""
