"""The life of a result after the last round: confirmations, disputes, stops and postponements.

Only this room writes Confirmation and Dispute. Together with matches.submissions it writes the
status of a match. Read `confirmations` first.
"""
