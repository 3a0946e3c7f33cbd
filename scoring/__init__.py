"""From results to exact, explained standings and ratings.

Only `ledger` writes facts, only `projection` writes standings, only `rating` writes ratings. Read
`pure.standings`, then `projection`.
"""
