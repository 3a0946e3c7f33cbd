"""Announcements and calls at the desks, on phones at tables, on screens and public pages."""
