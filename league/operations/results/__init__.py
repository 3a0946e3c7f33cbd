"""The life of a result after the last round: confirmed, disputed, stopped, postponed.

It alone writes Confirmation and Dispute; with matches.submissions it says how a match stands.
Read `confirmations` first.
"""
