"""The log of a club: the actions of people, in a hash chain that reveals later changes.

Only this room writes AuditEntry, AuditSubject, AuditText and AuditChain.
Read `club_log` first.
"""
