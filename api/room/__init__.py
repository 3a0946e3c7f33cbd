"""Announcements to the room of a session or a tournament, and calls from its tables."""
