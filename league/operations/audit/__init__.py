"""The log of a club: what people did, in a chain that shows changes.

It alone writes AuditEntry, AuditSubject, AuditText and AuditChain.
Read `club_log` first.
"""
