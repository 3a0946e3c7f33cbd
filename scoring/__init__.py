"""From results to exact, explained standings and ratings.

Facts are written by `ledger` alone, standings by `projection`, ratings by `rating`.
Read `pure.standings`, then `projection`.
"""
