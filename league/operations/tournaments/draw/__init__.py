"""What a draw is made from, and what stands in its way; seats chosen by hand.

It writes no table: `play.sittings` stores what is drawn.
Read `seating_requests` first.
"""
